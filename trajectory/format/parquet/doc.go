// Package parquet reads trajectories from Parquet, as a whole, row by row and by row groups, and other tables of it as text.
package parquet
