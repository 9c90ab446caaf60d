package players

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
)

// logOf returns the log of a seat after everything that stands in a session.
func logOf(t testing.TB, s *gm.Session, seat string) *Log {
	t.Helper()
	log := NewLog(s.Game(), seat)
	for e, err := range s.History() {
		if err != nil {
			t.Fatal(err)
		}
		log.Next(e)
	}
	return log
}

// told returns the ways of a seat, a line each.
func (ways *Ways) told() (lines []string) {
	for _, w := range ways.List {
		line := w.Label
		if w.Far != nil {
			line += fmt.Sprintf(", %s m", command.Number(*w.Far))
		}
		if w.There != nil {
			line += fmt.Sprintf(", there at %s", command.Number(*w.There))
		}
		if w.AtBest {
			line += " at best"
		}
		if w.Ends != "" {
			line += ", " + w.Ends
		}
		lines = append(lines, line)
	}
	return lines
}

// TestWays has a character chase and flee: it is told how far everything is and who is there first, each way can be taken, and it can
// keep going.
func TestWays(t *testing.T) {
	s := opened(t, gmtest.Campaign(t, campaign.Sample, map[string]string{"setting_off": "at_once"}))
	gmtest.Do(t, s, "begin rooftops", "reveal runner_1", "remove runner_2", "turn runner_1 90", "turn lad 95", "turn bram 9", "turn ilse 30", "next")
	takes := func(seat string, want Want) {
		t.Helper()
		p, refused := logOf(t, s, seat).Proposal(s.State(), want)
		if refused != "" {
			t.Fatalf("%+v: %s", want, refused)
		}
		of, err := s.Proposals().Propose(p)
		if err == nil {
			_, err = s.Proposals().Take(of.ID)
		}
		if err != nil {
			t.Fatalf("%s: %v", p.Line, err)
		}
	}
	sees := func(seat string, want Want, lines ...string) {
		t.Helper()
		if got := logOf(t, s, seat).Ways(s.State(), want).told(); !slices.Equal(got, lines) {
			t.Errorf("%s %+v:\n%s\nwant\n%s", seat, want, strings.Join(got, "\n"), strings.Join(lines, "\n"))
		}
	}
	sees("bram", Want{},
		"go to the dock crane, 120 m, there at 350, Wren could reach you at 38",
		"go after Wren, 20 m, there at 66",
		"go after a lad with a lantern, 60 m, there at 180")
	sees("bram", Want{With: "dashing"},
		"go to the dock crane, 120 m, there at 180, Wren could reach you at 28",
		"go after Wren, 20 m, there at 38",
		"go after a lad with a lantern, 60 m, there at 95")
	takes("bram", Want{Other: Moving, Whom: "to crane", With: "running"})
	ways := logOf(t, s, "bram").Ways(s.State(), Want{})
	if ways.Chosen != "on" || ways.Pace != "running" || ways.List[0].Label != "keep going to the dock crane" {
		t.Errorf("on the way: %+v", ways)
	}
	takes("bram", Want{Other: Moving, Whom: "on"})
	if a := s.State().Find("bram"); a.Open || a.Going == nil {
		t.Errorf("the turn goes by: %t, %+v", a.Open, a.Going)
	}
	gmtest.Do(t, s, "place lad 30", "place runner_1 20", "place ilse 80")
	sees("ilse", Want{},
		"flee to the dock crane, 40 m, there at 179, you are there before Wren and a lad with a lantern",
		"go after Wren, 60 m, there at 253",
		"go after a lad with a lantern, 50 m, there at 216",
		"go to Bram Teague, 80 m, there at 327")
	gmtest.Do(t, s, "put runner_1 unconscious", "turn ilse "+command.Number(s.State().Count+1), "next")
	sees("ilse", Want{With: "dashing"},
		"flee to the dock crane, 40 m, there at 85, you are there before a lad with a lantern",
		"go after a lad with a lantern, 50 m, there at 103",
		"go after Wren, 60 m, there at 122",
		"go to Bram Teague, 80 m, there at 158")
	takes("ilse", Want{Other: Moving, Whom: "to crane", With: "running"})
}

// TestWaysWithoutExits flees from those who are seen, follows a friend, and says nothing of one in hiding; without places nothing is
// offered.
func TestWaysWithoutExits(t *testing.T) {
	s, log := atTheHatch(t)
	if log.Ways(s.State(), Want{}) != nil || log.ListOffers(s.State()).Moves {
		t.Error("without places there is somewhere to go")
	}
	s, log = atTheHatch(t, "place kira 0", "place dov 5", "place hanne 20", "place shooter -5")
	if got, want := log.Ways(s.State(), Want{With: "walking"}).told(), []string{
		"flee from a woman with a harpoon, 50 m, there at 692 at best, a woman with a harpoon could reach you at 94",
		"go after a woman with a harpoon, 20 m, there at 278 at best",
		"go to Dov Hallam, 5 m, there at 71 at best",
	}; !slices.Equal(got, want) {
		t.Errorf("ways are %q, want %q", got, want)
	}
	if p, refused := log.Proposal(s.State(), Want{Other: Moving, Whom: "from p4", With: "dashing"}); p.Line != "kira: flee from hanne dashing" || p.Told != "flee from a woman with a harpoon, dashing" {
		t.Errorf("fleeing is %q, %q %s", p.Line, p.Told, refused)
	}
	for _, forged := range []Want{{Whom: "hanne"}, {Whom: "from p?"}, {Whom: "to crane"}, {Whom: "on"}, {Whom: "p1", With: "riding"}, {Whom: "p1", With: "walking, dice 1"}} {
		forged.Other = Moving
		if p, refused := log.Proposal(s.State(), forged); refused == "" {
			t.Errorf("%+v is proposed: %s", forged, p.Line)
		}
	}
}
