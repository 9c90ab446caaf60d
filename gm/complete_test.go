package gm

import (
	"slices"
	"testing"

	"hybrid/gm/command"
	"hybrid/gm/gmtest"
)

// A contest is completed word by word: who, with what, against whom, with what.
func TestCompleteContest(t *testing.T) {
	s := opened(t, sample(t), "", 1)
	do(t, s, "begin warehouse")
	for line, want := range map[string]string{
		"contest ": "kira", "contest kira wres": "wrestling", "contest kira wrestling ": "against",
		"contest kira wrestling against br": "bram", "contest kira wrestling against bram PS": "PST", "contest kira wrestling against bram PST ": "",
	} {
		got := ""
		if _, list := s.Complete(line, len(line)); len(list) > 0 {
			got = list[0].Text
		}
		if got != want {
			t.Errorf("%s: want %q, got %q", line, want, got)
		}
	}
}

// A line that only supposes something can be completed word by word.
func TestCompleteSimulate(t *testing.T) {
	s := opened(t, sample(t), "", 1)
	do(t, s, "begin warehouse")
	for _, row := range []struct{ line, want, not string }{
		{"simul", "simulate", "next"},
		{"simulate ", "grell", "by"},
		{"simulate ga", "gang", "grell"},
		{"simulate dock", "dock_cutter", "gang"},
		{"simulate gang ", "by", "to"},
		{"simulate grell by ", "run_away", "grell"},
		{"simulate grell by run_away", "run_away", "hold_out"},
		{"simulate dock_cutter ", "to", "by"},
		{"simulate dock_cutter ", "dock_cutter", "by"},
		{"simulate dock_cutter dock_cutter to ", "gang", "dock_cutter"},
		{"simulate dock_cutter to gang, party b", "by", "bram"},
		{"simulate dock_cutter to gang, party by c", "careful", "press_on"},
		{"simulate gang by careful ", "", "to"},
	} {
		from, list := s.Complete(row.line, len(row.line))
		var words []string
		for _, c := range list {
			words = append(words, c.Text)
		}
		if row.want != "" && !slices.Contains(words, row.want) || slices.Contains(words, row.not) || row.want == "" && len(words) > 0 {
			t.Errorf("%s: from %d, %v", row.line, from, words)
		}
	}
}

// A pool that could be set is said by its name, with what there is of it, and nobody of another game could come in.
func TestCompleteOfTheGame(t *testing.T) {
	c := gmtest.Campaign(t, "heresiarch", nil)
	s := opened(t, c, "", 1)
	do(t, s, "begin first")
	words := func(line string) []command.Completion {
		_, list := s.Complete(line, len(line))
		return list
	}
	for _, c := range words("set hybrid_one ") {
		if c.Text == "NV" && (c.Label != "Natural value" || c.Hint != "3") {
			t.Errorf("%+v", c)
		}
	}
	for _, line := range []string{"add ", "simulate "} {
		for _, c := range words(line) {
			if c.Text == "kira" || c.Text == "dock_cutter" {
				t.Errorf("%s%s is of another game", line, c.Text)
			}
		}
	}
}

// TestCompleteProse completes nothing in the text of a note or a reason.
func TestCompleteProse(t *testing.T) {
	s := opened(t, sample(t), "", 1)
	do(t, s, "begin warehouse")
	for _, line := range []string{"note kira: ", "note kira: a", "note kira: the boat, ", "note here: at", "note kira at", "kira: note boat at", "kira: attack grell because at", "set kira PFT 3 because "} {
		if _, list := s.Complete(line, len(line)); len(list) > 0 {
			t.Errorf("%s: %v", line, list)
		}
	}
	for _, line := range []string{"note k", "kira: att", "kira: not"} {
		if _, list := s.Complete(line, len(line)); len(list) == 0 {
			t.Errorf("%s: nothing", line)
		}
	}
}
