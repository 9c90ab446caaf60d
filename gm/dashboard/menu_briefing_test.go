package dashboard

import (
	"strings"
	"testing"
	"time"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
)

// TestEncounterBeginsWithWhatIsReadAloud: its first screen frames the text; Enter begins, R shows it any time, and a note
// stands below it.
func TestEncounterBeginsWithWhatIsReadAloud(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "note parlour: the porter limps")
	s := newStage(t, session, 80, 24).keys("b", "5")
	if session.State().Running || !strings.Contains(s.frame(), "the porter limps") {
		t.Errorf("what is read aloud is not shown before it begins\n%s", s.frame())
	}
	s.golden("briefing-80x24")
	if s.keys("n"); session.State().Running || strings.Contains(s.frame(), ": n: ") {
		t.Errorf("n went on before it began\n%s", s.frame())
	}
	s.keys("Esc")
	if session.State().Running {
		t.Errorf("Esc began it")
	}
	s.keys("b", "5", "Enter")
	if session.State().Encounter != "parlour" {
		t.Errorf("Enter did not begin it\n%s", s.frame())
	}
	s.keys("R")
	if !strings.Contains(s.frame(), "Seven candles") {
		t.Errorf("R does not show it again\n%s", s.frame())
	}
	if s.keys("Enter"); s.d.mode() != modeDesk {
		t.Errorf("Enter does not go on")
	}
	if s.keys("R"); !strings.Contains(s.frame(), ": n: ") {
		t.Errorf("the prompt does not say that n goes on\n%s", s.frame())
	}
	if s.keys("n"); s.d.mode() != modeDesk || len(session.State().Actors) == 0 || session.State().Actors[0].Turn < 0 {
		t.Errorf("n does not go on from it\n%s", s.frame())
	}
	if s.keys("R"); !strings.Contains(s.frame(), "Enter continue") {
		t.Errorf("it has begun, and Enter would begin it\n%s", s.frame())
	}
}

// The next encounter is one that was not played yet, with the cursor on it; what was played says so.
func TestNextEncounterIsProposed(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "finish")
	s := newStage(t, session, 120, 40).keys("b")
	if frame := s.frame(); !strings.Contains(frame, "▸ 2 ") || !strings.Contains(frame, "played") {
		t.Errorf("what was just played is proposed again\n%s", frame)
	}
	if s.keys("Enter", "Enter"); session.State().Encounter == "warehouse" || !session.State().Running {
		t.Errorf("%s began again\n%s", session.State().Encounter, s.frame())
	}
}

// TestCampaignPage: a session starts with the campaign's page: the encounters in order, who is in them, what is next. Enter goes on
// to the first encounter's page, and Enter there begins. C shows the page again, with what was played.
func TestCampaignPage(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		session := sampleSession(t)
		if _, err := session.Do(command.Command{Line: "begin " + session.Campaign().Encounters()[0].Name}); err != nil {
			t.Fatal(err)
		}
		s := newStage(t, session, size[0], size[1])
		s.d.Brief(true)
		s.draw()
		s.shows(t, "Saltmarket", "1 Warehouse at Low Tide", "now", "2 Over the Tiles", "next", "thieves: Wren", "Notes", "Enter continue")
		s.keys("Enter").shows(t, "read aloud", "The tide is out", "Enter begin")
		s.keys("Enter").shows(t, "Combatant", "not", "read aloud")
		play(t, session, "finish", "begin rooftops")
		s.keys("C").shows(t, "1 Warehouse at Low Tide", "played", "now", "3 Tide-Turn at the Crane", "next")
		s.keys("Esc").shows(t, "Combatant")
	}
}

// TestCampaignPageLastTime: another evening starts with the campaign's page and what happened last time. The same evening goes on at
// once with a fight under way; after it, it starts with the page and how that fight went.
func TestCampaignPageLastTime(t *testing.T) {
	c := gmtest.Campaign(t, campaign.Sample, nil)
	dir, at := t.TempDir(), time.Date(2024, 5, 1, 20, 0, 0, 0, time.UTC)
	open := func() (*gm.Session, *stage) {
		session, _, err := gm.Open(c, gm.Options{Dir: dir, Clock: func() time.Time { return at }})
		if err != nil {
			t.Fatal(err)
		}
		s := newStage(t, session, 80, 24)
		s.d.Brief(false)
		s.draw()
		return session, s
	}
	session, _ := open()
	play(t, session, "begin warehouse", "put scar unconscious")
	session.Close()
	session, s := open()
	s.shows(t, "not", "Last time", "Encounters", "The last encounter")
	play(t, session, "finish")
	session.Close()
	session, s = open()
	s.shows(t, "The last encounter", "Scar is knocked unconscious", "Warehouse at Low Tide", "played", "Over the Tiles", "next", "not", "Last time")
	s.keys("Enter").shows(t, "not", "Encounters")
	session.Close()
	at = at.AddDate(0, 0, 7)
	session, s = open()
	defer session.Close()
	s.shows(t, "session 2", "Last time", "Scar is knocked unconscious", "Warehouse at Low Tide", "played", "Over the Tiles", "next")
	s.keys("Enter").shows(t, "not", "Encounters")
}
