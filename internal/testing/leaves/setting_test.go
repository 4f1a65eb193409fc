package leaves_test

import (
	"errors"
	"testing"

	"flyby/internal/setting"
)

// fancy returns a setting with choices, one without, and one that looks at its values.
func fancy() []setting.Setting {
	return []setting.Setting{
		{Name: "reorder", Choices: []string{"on", "off"}}, {Name: "k", Default: "auto", Form: "auto|K"},
		{Name: "bins", Default: "5", Form: "N", Allowed: func(value string) string {
			if value != "5" {
				return "5"
			}
			return ""
		}},
	}
}

// TestSettings: a setting that is not given has its default, and an invalid one is refused by name.
func TestSettings(t *testing.T) {
	known := fancy()
	for _, c := range []struct {
		settings   setting.Settings
		reorder, k string
		complaint  string
	}{
		{nil, "on", "auto", ""},
		{setting.Settings{"k": "3"}, "on", "3", ""},
		{setting.Settings{"reorder": "off"}, "off", "auto", ""},
		{setting.Settings{"reorder": "perhaps"}, "perhaps", "auto", `setting: reorder "perhaps": must be one of on, off`},
		{setting.Settings{"colour": "red", "reorder": "x"}, "x", "auto", "setting: method fancy has no colour: its settings are reorder, k, bins"},
		{setting.Settings{"bins": "5"}, "on", "auto", ""},
		{setting.Settings{"bins": "6"}, "on", "auto", `setting: bins "6": must be 5`},
	} {
		if r, k := c.settings.Of(known[0]), c.settings.Of(known[1]); r != c.reorder || k != c.k {
			t.Errorf("%v: %s, %s", c.settings, r, k)
		}
		err := setting.Check("fancy", known, c.settings)
		if (err == nil) != (c.complaint == "") || err != nil && err.Error() != c.complaint {
			t.Errorf("%v: %v, want %s", c.settings, err, c.complaint)
		}
	}
	if err := setting.Check("plain", nil, setting.Settings{"k": "1"}); err == nil || err.Error() != "setting: method plain has no k: it has no settings" {
		t.Error(err)
	}
	var wrong *setting.Error
	if err := setting.Check("fancy", known, setting.Settings{"reorder": "2"}); !errors.As(err, &wrong) || wrong.Name != "reorder" || wrong.Allowed != "one of on, off" {
		t.Error(err)
	}
}

// TestSettingValues: help lists the choices, or the form.
func TestSettingValues(t *testing.T) {
	known := fancy()
	if choices, form := known[0].Values(), known[1].Values(); choices != "on|off" || form != "auto|K" {
		t.Errorf("%s, %s", choices, form)
	}
}
