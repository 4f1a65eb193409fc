// Package perfmodel is what the performance model says of a search: how long it is expected to take, and why. Plans (flyby.Database.Plan) and
// tunings (flyby.Database.Tune) have it; docs/model.md is the model, and internal/predict predicts by it.
package perfmodel
