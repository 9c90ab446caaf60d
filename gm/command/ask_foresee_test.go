package command_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// played returns a session of the sample campaign in which lines were carried out.
func played(t *testing.T, lines ...string) *gm.Session {
	t.Helper()
	s, _, err := gm.Open(gmtest.Sample(t), gm.Options{Dice: rules.NewSeededDice([32]byte{5})})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	gmtest.Do(t, s, lines...)
	return s
}

// TestForesee holds what a line without dice would change to what it changes when it is carried out.
func TestForesee(t *testing.T) {
	s := played(t, "begin warehouse", "turn kira 3", "turn grell 9", "place kira 4", "next")
	for _, row := range []struct{ line, want string }{
		{"set grell PBD -5", "Grell: PBD 31 → 26 (−5)"},
		{"put grell prone", "Grell: prone"},
		{"put grell prone", ""},
		{"end grell prone", "Grell: no longer prone"},
		{"scene light_bad", "scene light bad instead of light half"},
		{"turn dov 20", "Dov Hallam: acts at 20 instead of has no turn"},
		{"place kira 6", "Kira Vance: at 6 m instead of at 4 m"},
		{"remove bram", "Bram Teague is not here"},
		{"kira: attack grell", "Kira Vance: attack → Grell (sabre) at 10 instead of must declare"},
		{"initiative ilse", "rolls"},
		{"end grell prone", "refused"},
	} {
		g := *s.Game()
		l, err := g.Parse(row.line)
		if err != nil {
			t.Fatal(err)
		}
		seen, err := g.DryRun(&l)
		if row.want == "rolls" {
			if err != nil || !seen.Rolls || seen.After != g.State {
				t.Errorf("%s: got %+v, %v; it rolls dice", row.line, seen, err)
			}
			continue
		}
		if row.want == "refused" {
			if err == nil {
				t.Errorf("%s is not refused", row.line)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", row.line, err)
			continue
		}
		foreseen := texts(g.Differences(seen.After))
		gmtest.Do(t, s, row.line)
		if came := texts(g.Differences(s.Game().State)); !slices.Equal(foreseen, came) {
			t.Errorf("%s: foreseen %q, but it came to %q", row.line, foreseen, came)
		}
		if got := strings.Join(foreseen, "; "); got != row.want {
			t.Errorf("%s: got %q, want %q", row.line, got, row.want)
		}
	}
}

// texts returns differences as lines.
func texts(list []command.Difference) (lines []string) {
	for _, d := range list {
		lines = append(lines, d.String())
	}
	return lines
}

// TestAnswersWeighed weighs the answers to a blow.
func TestAnswersWeighed(t *testing.T) {
	s := played(t, "begin warehouse", "turn kira 3", "turn grell 9", "next", "kira: attack grell", "next", "wait")
	c := command.Command{Line: "next"}
	_, err := s.Do(c)
	var need *rules.Need
	if !errors.As(err, &need) {
		t.Fatalf("got %v, want a question", err)
	}
	g := s.Game()
	list := g.AnswerEffects(c, need)
	for name, want := range map[string]string{
		rules.NoAnswer: "turn -1", "crouch": "turn 15", "parry": "50.1 %, turn 15", "parry dagger": "34.1 %, turn 13",
		"block": "52.0 %, turn 15", "roll_with": "27.0 %, turn -1, again",
	} {
		a, ok := list[name]
		got := fmt.Sprintf("turn %v", a.Turn)
		if a.Own != nil {
			got = fmt.Sprintf("%.1f %%, %s", a.Own.Most, got)
		}
		if a.RerollsInitiative {
			got += ", again"
		}
		if !ok || got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// TestPursuit tells how a way ends for who runs and for who follows.
func TestPursuit(t *testing.T) {
	s := played(t, "begin warehouse", "place kira 4", "place grell 10", "place scar 100", "turn kira 3", "turn grell 4", "next", "move kira to 40 walking")
	pursuit := func(who string) string {
		g := s.Game()
		return command.PursuitText(g.Rules, g.State, g.State.Find(who))
	}
	if got, want := pursuit("kira"), "Grell can catch up at 21"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	gmtest.Do(t, s, "place grell 400", "place scar 400")
	if got := pursuit("kira"); got != command.NoPursuit {
		t.Errorf("got %q, want %q", got, command.NoPursuit)
	}
	if got := pursuit("grell"); got != "" {
		t.Errorf("of one who stays where he is: %q", got)
	}
}

// TestConcerned lists those who have an entry of the rules about them now.
func TestConcerned(t *testing.T) {
	s := played(t, "begin warehouse", "put dov prone", "put grell prone")
	rs := s.Game().Rules
	prone, _ := rs.Conditions.Get("prone")
	dim, _ := rs.Situations.Get("light_half")
	if got := command.ListConcerned(s.Game(), prone); !slices.Equal(got, []string{"Dov Hallam", "Grell"}) {
		t.Errorf("prone: %q", got)
	}
	if got := command.ListConcerned(s.Game(), dim); len(got) != len(s.State().Actors) {
		t.Errorf("in half light: %q", got)
	}
	if got := command.ListConcerned(s.Game(), rs); got != nil {
		t.Errorf("of no entry: %q", got)
	}
}

func TestPlayersDeclareAlone(t *testing.T) {
	g := played(t, "begin warehouse", "turn kira 3", "next").Game()
	for line, want := range map[string]bool{
		"kira: attack grell": true, "kira: attack grell, called_shot arm": true, "kira: attack grell because she is angry": false,
		"kira: attack grell dice 20": false, "kira: attack grell, answer parry": false, "kira: attack grell, overrule hit made": false,
		"kira: attack grell, and attack grell with close_fist": true, "note hello": false, "put kira prone": false,
	} {
		l, err := g.Parse(line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if got := l.IsPlayerAction(); got != want {
			t.Errorf("%s: IsPlayerAction is %v, want %v", line, got, want)
		}
	}
}
