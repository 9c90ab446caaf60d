package gm

import (
	"slices"
	"strings"
	"testing"

	"hybrid/gm/command"
	"hybrid/gm/gmtest"
)

// A contest is completed word by word: who, with what, against whom, with what.
func TestCompleteContest(t *testing.T) {
	gmtest.SkipIfShort(t)
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

// TestCompletionsAreAccepted follows lines word by word: each must offer the next word, and what is offered last must make a line that the
// game accepts.
func TestCompletionsAreAccepted(t *testing.T) {
	for _, begun := range []bool{false, true} {
		s := opened(t, sample(t), "", 1)
		if do(t, s, "gather"); begun {
			do(t, s, "begin warehouse")
		}
		heads := map[string]string{ // the beginning of a line, and its last word
			"put kira stunned ": "for", "put kira stunned for ": "*", "put kira stunned until ": "*", "put kira gripped ": "by", "put kira gripped by ": "bram",
			"task ": "*", "roll ": "*", "roll hiding ": "by", "roll hiding by ": "*", "award 3 ": "*", "train kira ": "40 h", "train kira 40 h ": "*",
		}
		if !begun {
			heads["pass 10 min "], heads["pass 10 min resting "], heads["pass until "], heads["pass 10 min resting by "] = "by", "by", "22:30", "*"
			heads["pass "] = "*"
		}
		for head, want := range heads {
			_, list := s.Complete(head, len(head))
			if !slices.ContainsFunc(list, func(c command.Completion) bool { return want == "*" || c.Text == want }) {
				t.Errorf("%s offers %.100v, want %s", head, list, want)
			}
			if want != "*" {
				continue
			}
			for _, c := range list[:min(len(list), 8)] {
				line := head + c.Text
				if strings.HasPrefix(line, "task") {
					line = "kira: " + line
				} else if strings.HasPrefix(line, "roll") && !strings.Contains(line, " by ") {
					line += " by kira"
				} else if c.Text == command.Until {
					continue
				}
				if _, err := s.DryRun(line); err != nil && !strings.Contains(err.Error(), "turn") {
					t.Errorf("%s is offered and refused: %v", line, err)
				}
			}
		}
	}
}
