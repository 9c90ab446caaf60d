package dashboard

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"

	"hybrid/campaigns"
	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
)

// Whatever is open bears wrong keys, a paste of several lines, and a terminal that is made tiny and large again: nothing is
// done by it, an unknown key says so, and Ctrl-C and Esc close it without having done anything.
func TestEveryDialogBearsWrongKeys(t *testing.T) {
	gmtest.SkipIfShort(t)
	proposed, asked := []string{"a player proposes"}, []string{"a player asks"} // these are no lines, but come from phones
	seated := ": s e a t s Space 1 2 7 . 0 . 0 . 1 : 0 Enter"
	tests := []struct {
		name, keys string
		lines      []string
	}{
		{"at rest", "", nil},
		{"whom to attack", "a", nil},
		{"how to attack", "a Enter", nil},
		{"a called shot", "a Enter 1", nil},
		{"a check", "c", nil},
		{"a number of an option", "a Enter 3", nil},
		{"find", "/", nil},
		{"find with words", "/ s t u", nil},
		{"the prompt", ": a t t", nil},
		{"damage", "d", nil},
		{"damage, another field", "d Tab Tab", nil},
		{"conditions", "e", nil},
		{"pools", "s", nil},
		{"in hand", "h", nil},
		{"move", "m", nil},
		{"where to", "M", []string{"place kira 0", "place grell 5"}},
		{"initiative again", "i", nil},
		{"scene", "S", nil},
		{"why", "y", nil},
		{"a note", "N", nil},
		{"who knows", "K", nil},
		{"whose dice", "D", nil},
		{"a newcomer", "+", nil},
		{"a newcomer's form", "+ Enter", nil},
		{"the end of the fight", "F", []string{"put ilse bleeding"}},
		{"end it", "F o", []string{"put ilse bleeding"}},
		{"hours", "r", []string{"finish"}},
		{"how long", "r 9", []string{"finish"}},
		{"who helps", "F t", []string{"put ilse bleeding"}},
		{"leaving", "q", []string{"put ilse bleeding"}},
		{"an encounter", "b", []string{"finish"}},
		{"an encounter's own words", "R", nil},
		{"the sheet", "v", nil},
		{"losses", "A", nil},
		{"help", "?", nil},
		{"all keys", "? ?", nil},
		{"the log", "L", nil},
		{"presets", "P", []string{"preset when Grell draws"}},
		{"the past", "H", nil},
		{"the past, what to do", "H Enter", nil},
		{"the past, another line", "H m", nil},
		{"the past, other dice", "H d", nil},
		{"the past, a step", "H o", nil},
		{"the past, words", "H /", nil},
		{"a question", "n", []string{"attack scar"}},
		{"a die", "n 1", []string{"dice all", "attack scar"}},
		{"a proposal, at rest", "", proposed},
		{"a proposal that is changed", "E", proposed},
		{"a proposal that is refused", "X", proposed},
		{"the seats", seated, nil},
		{"the seats, found", "/ s e a t s", nil},
		{"the seats, a player to let in", seated, asked},
		{"the builder", "B", nil},
		{"the builder, an encounter", "B Enter", nil},
		{"the builder, people", "B Enter +", nil},
		{"the builder, a text", "B Enter r", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			session := sampleSession(t)
			if strings.HasPrefix(test.name, "the builder") { // it needs a folder to write to
				dir := filepath.Join(t.TempDir(), "mine")
				files, err := fs.Sub(campaigns.Files, campaign.Sample)
				if err == nil {
					err = os.CopyFS(dir, files)
				}
				if err != nil {
					t.Fatal(err)
				}
				own, err := campaign.Open(dir, nil)
				session = openSession(t, own, err)
			}
			play(t, session, "begin warehouse", "turn kira 1", "next")
			if slices.Equal(test.lines, proposed) {
				proposes(t, session, gm.Proposal{By: "kira", Line: "kira: attack grell"})
			} else if !slices.Equal(test.lines, asked) {
				play(t, session, test.lines...)
			}
			s := newStage(t, session, 80, 24).keys(strings.Fields(test.keys)...)
			t.Cleanup(s.d.phones.closeSeats)
			if server := s.d.phones.server; server != nil && slices.Equal(test.lines, asked) {
				post(t, server.URL(), `{"Code":"`+server.Code()+`","Key":"kira","Player":"Ana"}`)
				s.draw()
			}
			done, open, over := len(session.Log()), s.d.mode(), len(s.d.overlays)
			if test.keys != "" && test.name != "the log" && open == modeDesk {
				t.Fatalf("nothing is open\n%s", s.frame())
			}
			same := func(after string) {
				t.Helper()
				if n := len(session.Log()); n != done {
					t.Fatalf("%s did %s\n%s", after, lastEntry(t, session).Line, s.frame())
				}
				if s.d.mode() != open || len(s.d.overlays) != over {
					t.Fatalf("%s went elsewhere\n%s", after, s.frame())
				}
			}
			before := s.frame()
			for _, size := range [][2]int{{20, 5}, {1, 1}, {80, 24}} {
				s.sim.SetSize(size[0], size[1])
				s.draw()
			}
			if same("a smaller terminal"); s.frame() != before {
				t.Errorf("made small and large again it was\n%s\nand is\n%s", before, s.frame())
			}
			s.d.handleKey(tcell.NewEventKey(tcell.KeyF9, 0, tcell.ModNone))
			s.draw()
			if same("F9"); !strings.Contains(s.frame(), "F9 does nothing here") {
				t.Errorf("an unknown key says nothing\n%s", s.frame())
			}
			s.d.insertPaste("nq\nu\nw\n")
			s.draw()
			if same("a paste"); s.d.message.text == "" {
				t.Errorf("a paste of three lines with Enter says nothing\n%s", s.frame())
			}
			for _, key := range []string{"Ctrl-C", "Esc"} {
				again := newStage(t, session, 80, 24).keys(strings.Fields(test.keys)...)
				t.Cleanup(again.d.phones.closeSeats)
				for range 5 {
					again.keys(key)
				}
				if len(session.Log()) != done || again.d.mode() != modeDesk {
					t.Errorf("%s leaves it open, or did something\n%s", key, again.frame())
				}
			}
		})
	}
}

// A dialog says once what it asks for.
func TestADialogAsksOnce(t *testing.T) {
	for _, row := range [][3]string{
		{"Range", "how many squares away", "how many squares away:"},
		{"Movement points", "movement points", "number"},
		{"Cards bid: points of the cards bid, from 1 to 16", "Cards bid", "number"},
	} {
		if got := inputLabel(row[0], row[1], "number"); got != row[2] {
			t.Errorf("%s: got %q, want %q", row[0], got, row[2])
		}
	}
}
