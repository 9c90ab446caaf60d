package dashboard

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/gmtest"
	"hybrid/rules/collect"
)

// TestSceneBegins: a scene begins as soon as it is chosen, with what is read aloud on the desk; R shows its page any time, and a note
// stands on it.
func TestSceneBegins(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		session := sampleSession(t)
		play(t, session, "note parlour: the porter limps")
		s := newStage(t, session, size[0], size[1]).keys("b", "5")
		if session.State().Encounter != "parlour" {
			t.Fatalf("it did not begin\n%s", s.frame())
		}
		s.shows(t, "Seven candles", "no fight", "n fight", "Madame Orlo")
		s.golden(fmt.Sprintf("rest-%dx%d", size[0], size[1]))
		s.keys("R").shows(t, "read aloud", "Seven candles", "notes", "The room is 8 by 6", "people", "house: Madame Orlo", "the porter limps", "Enter continue")
		s.golden(fmt.Sprintf("scene-%dx%d", size[0], size[1]))
		if s.keys("Enter"); s.d.mode() != modeDesk {
			t.Errorf("Enter does not go on")
		}
		if s.keys("R"); !strings.Contains(s.frame(), "n begins a fight") {
			t.Errorf("the prompt does not say that n goes on\n%s", s.frame())
		}
		s.keys("n").shows(t, "begin one?", "Roll initiative for everyone here") // a slip of the finger is no fight
		if s.keys("Enter"); s.d.mode() != modeDesk || len(session.State().Actors) == 0 || session.State().Actors[0].Turn < 0 {
			t.Errorf("n does not go on from it\n%s", s.frame())
		}
		s.shows(t, "Combatant", "not", "no fight")
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
	if s.keys("Enter"); session.State().Encounter == "warehouse" || !session.State().Running {
		t.Errorf("%s began again\n%s", session.State().Encounter, s.frame())
	}
}

// TestCampaignPage: a session starts with the campaign's page: its scenes in order, who is in them, what is next. In a new campaign
// Enter begins the scene under the mark. C shows the page again, with what was played and skipped; b begins another one.
func TestCampaignPage(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		session := sampleSession(t)
		s := newStage(t, session, size[0], size[1])
		s.d.Brief(true)
		s.draw()
		s.shows(t, "Saltmarket", "▸ 1 Warehouse at Low Tide", "next", "2 Over the Tiles", "gang: Grell", "Notes", "Enter begin", "day 1, 21:40")
		s.keys("Enter").shows(t, "Here", "The tide is out", "not", "Scenes")
		if session.State().Encounter != "warehouse" {
			t.Errorf("Enter began %q", session.State().Encounter)
		}
		play(t, session, "finish", "begin tide_turn")
		s.keys("C").shows(t, "1 Warehouse at Low Tide", "played", "2 Over the Tiles", "skipped", "now", "▸ 4 Under", "next", "Enter continue", "b begin")
		s.golden(fmt.Sprintf("campaign-page-%dx%d", size[0], size[1]))
		s.keys("↑", "↑").shows(t, "▸ 2 Over the Tiles")
		s.keys("1").shows(t, "▸ 1 Warehouse at Low Tide")
		s.keys("9").shows(t, "▸ 1 Warehouse at Low Tide", "9 does nothing here")
		s.keys("2").shows(t, "▸ 2 Over the Tiles")
		s.keys("Enter").shows(t, "Here", "not", "Scenes")
		if s.keys("C", "↓", "b"); len(s.d.overlays) > 0 {
			s.keys("Enter") // the scene under way ends
		}
		if session.State().Encounter != "parlour" {
			t.Errorf("b began %q\n%s", session.State().Encounter, s.frame())
		}
	}
}

// TestCampaignPageLastTime: another evening starts with the campaign's page and what happened last time. The same evening goes on at
// once with a fight under way; after it, it starts with the page. The page shows the summary that exports have, with Now and Open below it.
func TestCampaignPageLastTime(t *testing.T) {
	gmtest.SkipIfShort(t)
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
	s.shows(t, "not", "Last time", "Scenes", "This session")
	play(t, session, "finish", "begin mole", "thread Who was aboard?", "set dov PFT 5", "finish")
	session.Close()
	session, s = open()
	s.shows(t, "This session", "Scar fell", "Warehouse at Low Tide", "Over the Tiles", "next", "not", "Last time")
	page := strings.Join(collect.Map(s.d.pages.overviewPage(0).Lines, func(l draw.PageLine) string { return l.Lead + l.Left }), "\n")
	m := session.Summary()
	for _, want := range append(append([]string{m.Text}, m.Now...), m.Open...) {
		if !strings.Contains(page, want) || m.Text == "" || len(m.Now) == 0 || len(m.Open) == 0 {
			t.Errorf("%+v, of which the page lacks %q:\n%s", m, want, page)
		}
	}
	s.keys("Enter").shows(t, "not", "Scenes")
	session.Close()
	at = at.AddDate(0, 0, 7)
	session, s = open()
	defer session.Close()
	s.shows(t, "Who is here?")
	s.keys("Enter")
	s.shows(t, "session 2", "Last time", "Scar fell", "Warehouse at Low Tide", "played", "Over the Tiles", "next")
	s.keys("Enter").shows(t, "not", "Scenes")
}

// TestRecapIsEdited: e on the campaign's page edits the recap; the text stands in its place from then on.
func TestRecapIsEdited(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin mole", "thread Who was aboard?", "finish")
	s := newStage(t, session, 120, 40).keys("C")
	s.shows(t, "Open", "Who was aboard?", "e recap")
	s.keys("e", "N", "i", "g", "h", "t", " ", "Tab").shows(t, "This session", "Night ")
	if e := session.Evenings()[0]; !strings.HasPrefix(e.Note, "Night") && !strings.HasSuffix(e.Note, "Night") || session.Recap(false) != e.Note {
		t.Errorf("%q", e.Note)
	}
}
