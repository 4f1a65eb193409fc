// Package parquet reads trajectories from Parquet, as a whole, row by row and by row groups.
package parquet
