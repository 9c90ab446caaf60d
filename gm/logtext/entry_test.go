package logtext

import (
	"testing"

	"hybrid/rules"
)

// A die that has to be low stands against the chance, one that has to be high against the least that does.
func TestFormatRoll(t *testing.T) {
	for _, row := range []struct {
		o    rules.Outcome
		want string
	}{
		{rules.Outcome{Roll: 30, Chance: 58.4, Margin: 28.4, Success: true}, "30≤58.4"},
		{rules.Outcome{Roll: 70, Chance: 58.4, Margin: -11.6}, "70>58.4"},
		{rules.Outcome{Roll: 12, Chance: 11, Margin: 2, Success: true, High: true}, "12≥10"},
		{rules.Outcome{Roll: 9, Chance: 11, Margin: -1, High: true}, "9<10"},
		{rules.Outcome{Roll: 9, Chance: 2.5, Margin: -1.5, High: true}, "9<10.5"},
		{rules.Outcome{Roll: 20, Chance: 2, Margin: -4, Success: true, High: true}, "20"},
	} {
		if got := FormatRoll(&row.o); got != row.want {
			t.Errorf("%+v: %s, want %s", row.o, got, row.want)
		}
	}
}
