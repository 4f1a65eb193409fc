package sgp4

import "time"

// Elements are the mean elements of an orbit about the Earth, as an OMM or a TLE has them: Kozai's mean motion, angles in TEME.
type Elements struct {
	Epoch        time.Time // UTC
	MeanMotion   float64   // revolutions a day
	Eccentricity float64   // 0 to below 1
	Inclination  float64   // degrees
	Node         float64   // right ascension of the ascending node, degrees
	Perigee      float64   // argument of perigee, degrees
	Anomaly      float64   // mean anomaly, degrees
	BStar        float64   // drag term, 1 / Earth radii
}
