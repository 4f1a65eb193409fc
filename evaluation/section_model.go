package evaluation

import "flyby/evaluation/report"

// model is Figures 12 to 16 and Table 3.
func (b *builder) model() (report.Section, error) {
	return report.Section{Title: "The performance model"}, nil
}
