package dashboard

import (
	"slices"
	"testing"
	"time"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
)

// TestWhoIsHere: `w` on the campaign's page ticks whose players are here; Space turns to by tactic and out. The state says so, `z` plays the
// character, and another session asks once, with everybody ticked.
func TestWhoIsHere(t *testing.T) {
	c := gmtest.Campaign(t, campaign.Sample, nil)
	dir, at := t.TempDir(), time.Date(2024, 5, 1, 20, 0, 0, 0, time.UTC)
	open := func() (*gm.Session, *stage) {
		session, _, err := gm.Open(c, gm.Options{Dir: dir, Clock: func() time.Time { return at }})
		if err != nil {
			t.Fatal(err)
		}
		s := newStage(t, session, 120, 40)
		s.d.Brief(session.State().Encounter == "")
		s.draw()
		return session, s
	}
	session, s := open()
	s.keys("w").shows(t, "Who is here?", "[x] Kira Vance", "Ana")
	s.keys("Space", "↓", "Space", "Space").shows(t, "[ ] Kira Vance", "away · by tactic", "away · out of the scenes")
	s.keys("Enter")
	var lines []string
	for _, entry := range session.Log() {
		e, _ := session.Entry(entry.Seq())
		lines = append(lines, e.Line)
	}
	if want := []string{"gather", "absent kira", "absent dov, out"}; !slices.Equal(lines, want) {
		t.Fatalf("made %q, not %q", lines, want)
	}
	s.keys("Esc").shows(t, "away · by tactic", "not", "Dov Hallam")
	play(t, session, "begin warehouse", "turn kira 1", "next")
	s.keys("z")
	if got := lastEntry(t, session).Line; got == "next" {
		t.Errorf("z does nothing for her\n%s", s.frame())
	}
	s.keys("C", "↑").shows(t, "Kira Vance (away)")
	session.Close()
	at = at.AddDate(0, 0, 7)
	session, s = open()
	defer session.Close()
	s.shows(t, "Who is here?", "[x] Kira Vance", "[x] Dov Hallam", "not", "[ ]")
	s.keys("Enter").shows(t, "Scenes", "session 2", "not", "Who is here?")
	if got := lastEntry(t, session).Line; got != "here kira and dov" {
		t.Errorf("Enter made %q", got)
	}
}

// TestGather: a new campaign with an empty cast asks who gathers; those who are ticked come in, and the first scene has them.
func TestGather(t *testing.T) {
	c := gmtest.OpenFiles(t, map[string]string{"campaign.yaml": "campaign: {label: Demo, pack: hybrid}\ncast: []", "encounters/first.yaml": "encounter: {label: The first session}\ncombatants: {}"})
	session, _, err := gm.Open(c, gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	s := newStage(t, session, 80, 24)
	s.d.Brief(true)
	s.d.phones.options.Addr = "127.0.0.1:0"
	s.d.phones.openAtStart() // with --seats
	defer s.d.phones.closeSeats()
	s.draw()
	s.shows(t, "Who gathers?", "[ ] Bram Teague", "Eva")
	s.keys("Enter").shows(t, "Who gathers?", "No one is ticked. Tick a character with Space, or press Esc.")
	s.keys("Space", "↓", "Space", "Enter").shows(t, "Seats", "code", "not", "Who gathers?")
	s.keys("Esc").shows(t, "Demo", "Scenes", "not", "Seats")
	if got := lastEntry(t, session); got.Seq != 1 || got.Line != "add bram and dov side party" {
		t.Errorf("two gather by entry %d, %q; want one entry", got.Seq, got.Line)
	}
	s.keys("Enter").shows(t, "The first session", "Bram Teague", "Dov Hallam", "not", "No one is here")
	s.keys("C", "w").shows(t, "Who is here?", "[x] Bram Teague")
}

// TestGatherOwnCharacters: those with a player whose files a campaign has, but not its cast, are ticked; without them in the first scene
// w at the desk asks once more. One without a player comes in on another side, and while nobody takes turns without initiative.
func TestGatherOwnCharacters(t *testing.T) {
	open := func() *stage {
		c := gmtest.OpenFiles(t, map[string]string{
			"campaign.yaml":         "campaign: {label: Demo, pack: hybrid}\ncast: []",
			"encounters/first.yaml": "encounter: {label: The first session}\ncombatants: {}",
			"characters/ana.yaml":   "{character: {name: Ana, player: Ann}, stats: {PST: 14, PEN: 13, DEX: 16, PAG: 15, PAW: 14, MST: 11, MEN: 12, MAG: 12, MAW: 13, PSI: 5}}",
			"characters/ben.yaml":   "{character: {name: Ben}, stats: {PST: 14, PEN: 13, DEX: 16, PAG: 15, PAW: 14, MST: 11, MEN: 12, MAG: 12, MAW: 13, PSI: 5}}",
		})
		session, _, err := gm.Open(c, gm.Options{Clock: gmtest.Clock()})
		if err != nil {
			t.Fatal(err)
		}
		s := newStage(t, session, 80, 24)
		s.d.Brief(true)
		s.draw()
		return s
	}
	s := open()
	s.shows(t, "Who gathers?", "[x] Ana", "[ ] Ben")
	s.keys("Enter", "Enter").shows(t, "The first session", "Ana", "not", "Ben")
	s = open()
	s.keys("Space", "↓", "Space", "Enter").shows(t, "Scenes") // Ben alone, who has no player
	s.keys("Enter").shows(t, "The first session", "Ben", "not", "Ana", "No one is here")
	s = open()
	s.keys("Esc", "Enter").shows(t, "No one is here. Press w to gather characters, or + to add one.")
	s.keys("w").shows(t, "Who gathers?", "[x] Ana")
	s.keys("Enter").shows(t, "Ana", "n fight")
	s.keys("+").types("ben").keys("Enter").shows(t, "side ◂ others ▸")
	s.keys("Enter").shows(t, "Ben", "n fight", "not", "comes in by surprise")
	if got := lastEntry(t, s.d.session); got.Line != "add ben side others" || len(got.Dice) > 0 {
		t.Errorf("got %q, dice %v", got.Line, got.Dice)
	}
}
