package serve

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestDashboardAndAlerts: the dashboard and the rules of alerts in docs/server name metrics that a server has, with labels and statuses that these have, and the dashboard shows every metric.
func TestDashboardAndAlerts(t *testing.T) {
	p := withStars(t)
	p.send("POST", "/v1/databases/cars/join?distance=9", nil)
	if err := p.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	measured := p.send("GET", "/metrics", nil).body
	there := map[string]string{} // type
	for _, m := range regexp.MustCompile(`(?m)^# TYPE (flyby_\w+) (\w+)$`).FindAllStringSubmatch(measured, -1) {
		there[m[1]] = m[2]
	}
	shown := map[string]bool{}
	ofHistogram := regexp.MustCompile(`_(bucket|sum|count)$`)
	for _, name := range []string{"grafana.json", "alerts.yml"} {
		text, err := os.ReadFile("../docs/server/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(flyby_\w+)(\{[^}]*\})?(\[)?`).FindAllStringSubmatch(string(text), -1) {
			family := m[1]
			if there[family] == "" && ofHistogram.MatchString(family) {
				family = ofHistogram.ReplaceAllString(family, "")
			}
			kind := there[family]
			if kind == "" || (kind == "histogram") != (family != m[1]) {
				t.Errorf("%s: the server has no %s", name, m[1])
			}
			if ranged := m[3] != ""; ranged == (kind == "gauge") {
				t.Errorf("%s: %s is a %s", name, m[0], kind)
			}
			for _, label := range regexp.MustCompile(`(\w+)=~?\\?"`).FindAllStringSubmatch(m[2], -1) {
				own := regexp.MustCompile(`(?m)^` + m[1] + `\{.*`).FindString(measured)
				if label[1] != "job" && own != "" && !strings.Contains(own, label[1]+`="`) {
					t.Errorf("%s: %s has no label %s", name, m[1], label[1])
				}
			}
			shown[family] = shown[family] || name == "grafana.json"
		}
	}
	for family := range there {
		if !shown[family] {
			t.Errorf("the dashboard does not show %s", family)
		}
	}
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	text, err := os.ReadFile("../docs/server/grafana.json")
	if err == nil {
		err = json.Unmarshal(text, &board)
	}
	if err != nil || len(board.Panels) < 8 {
		t.Fatal(err, board)
	}
	for _, panel := range board.Panels {
		for _, target := range panel.Targets {
			if strings.Count(target.Expr, "(") != strings.Count(target.Expr, ")") || target.Expr == "" {
				t.Errorf("%s: %s", panel.Title, target.Expr)
			}
		}
	}
}
