package export

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/players"
)

// retold plays lines in a campaign and returns the story in the players' export.
func retold(t *testing.T, name string, lines ...string) string {
	t.Helper()
	s := opened(t, gmtest.Campaign(t, name, nil), t.TempDir(), 9)
	defer s.Close()
	gmtest.Do(t, s, lines...)
	_, story, _ := strings.Cut(account(t, s, Markdown, Players), "\n## What happened")
	story, _, _ = strings.Cut(story, "\n## Session")
	return story
}

// TestRunsAreToldOnce: what comes to nothing again and again is one sentence of the story, at the last of them, while the log keeps each;
// what befalls one of the two between them parts it.
func TestRunsAreToldOnce(t *testing.T) {
	lines := []string{"begin warehouse", "initiative bram dice 1 3 3"}
	for i := range 4 {
		lines = append(lines, fmt.Sprint("turn bram ", 1+40*i), "next", "bram: attack cutter_1", "next, answer none, "+[]string{"answer none, ", "", "", ""}[i]+"dice 96")
	}
	text := retold(t, "saltmarket", lines...)
	if strings.Count(text, "Bram") != 3 || !strings.Contains(text, "three times") { // in the cast, as he closes in, and once more
		t.Errorf("more misses are not one sentence:\n%s", text)
	}
	for i, line := range lines {
		if line == "turn bram 81" {
			lines = append(lines[:i:i], append([]string{"put cutter_1 prone"}, lines[i:]...)...)
			break
		}
	}
	if text = retold(t, "saltmarket", lines...); strings.Contains(text, "three times") || !strings.Contains(text, "falls") {
		t.Errorf("a fall between two misses:\n%s", text)
	}
}

// TestTheClockIsNotRetold: a story leaves out what weighs nothing, and a fall ends its paragraph.
func TestTheClockIsNotRetold(t *testing.T) {
	text := retold(t, "saltmarket", "begin warehouse", "initiative bram dice 1 3 3", "set bram PBD -2", "put bram prone", "put dov unconscious", "put kira stunned", "end kira stunned")
	for _, want := range []string{"falls unconscious.\n\nKira is stunned.", "Bram falls."} {
		if !strings.Contains(text, want) {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
	for _, light := range []string{"no longer", "scene begins"} {
		if strings.Contains(text, light) {
			t.Errorf("%q is retold:\n%s", light, text)
		}
	}
}

// TestOnlyOneIsLeft: in a game in which nothing is hidden the story says who is the last one of a side, and many blows in a row that come to
// nothing are one sentence after the first.
func TestOnlyOneIsLeft(t *testing.T) {
	text := retold(t, "two_tribes", "begin skirmish", "next", "put blue_prince ko", "put blue_champion ko", "put blue_warrior_1 ko")
	if !strings.Contains(text, "The blue youngblood is the last of her side still standing") {
		t.Errorf("nobody is alone:\n%s", text)
	}
}

// TestOneRecapOnAllFaces: the head of the game master's export is the summary that the campaign's page shows; that of the players' is what the
// screen of the table opens the next evening with, and says what they know of the present and of what is open.
func TestOneRecapOnAllFaces(t *testing.T) {
	dir, at := t.TempDir(), time.Date(2024, 5, 1, 20, 0, 0, 0, time.UTC)
	open := func() *gm.Session {
		s, _, err := gm.Open(gmtest.Sample(t), gm.Options{Dir: dir, Clock: func() time.Time { return at }})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := open()
	gmtest.Do(t, s, "begin parlour", "put kira stunned", "set sefa PFT 1", "thread answer to party", "secret page to kira")
	s.Close()
	at = at.AddDate(0, 0, 7)
	s = open()
	defer s.Close()
	m := s.Summary()
	if text := account(t, s, Markdown, GameMaster); m.Text == "" || !strings.Contains(text, fmt.Sprintf("\n**Summary:** %s\n\n**Now:** %s\n\n**Open:** %s\n", m.Text, strings.Join(m.Now, " · "), strings.Join(m.Open, " · "))) {
		t.Errorf("%+v isn't the head of\n%s", m, text)
	}
	screen, err := players.NewTelling(s).SeatViewOf(players.TableSeat)
	if err != nil {
		t.Fatal(err)
	}
	text := account(t, s, Markdown, Players)
	if want := "\n**Summary:** " + screen.Recap + "\n\n**Now:** Madame Orlo's parlour · Kira: hurt · Sefa: badly hurt\n\n**Open:** What did Orlo see at the crane?\n"; screen.Recap == "" || !strings.Contains(text, want) {
		t.Errorf("%s isn't the head of\n%s", want, text)
	}
}

// TestTurningPoints: the game master's recap and export say where a fight turned, those of the players only after that is revealed, and only
// at entries that they were told of; an undone reveal, or another past, takes it back.
func TestTurningPoints(t *testing.T) {
	s := opened(t, gmtest.Campaign(t, "saltmarket", nil), t.TempDir(), 9)
	defer s.Close()
	gmtest.Do(t, s, "begin warehouse", "initiative bram dice 1 3 3", "put kira prone", "put hanne prone, secret", "put dov prone")
	log := s.Log()
	first, told, secret := log[0].Seq(), int64(0), int64(0)
	for _, l := range log {
		switch {
		case l.BeginsEncounter():
			first = l.Seq()
		case strings.Contains(l.Text(), "Kira falls"):
			told = l.Seq()
		case l.IsSecret() && strings.Contains(l.Text(), "Hanne"):
			secret = l.Seq()
		}
	}
	if told == 0 || secret == 0 {
		t.Fatalf("entries %d and %d", told, secret)
	}
	if _, err := s.Do(command.Command{Line: "reveal line"}); err == nil || !strings.Contains(err.Error(), "The fight isn't over.") {
		t.Errorf("revealed in the middle of a fight: %v", err)
	}
	gmtest.Do(t, s, "finish")
	last := s.Log()[len(s.Log())-1].Seq()
	if err := s.KeepTurningPoints(first, last, []gm.TurningPoint{{Entry: told, Side: "party", From: 0.731, To: 0.402}, {Entry: secret, Side: "party", From: 0.4, To: 0.6}}); err != nil {
		t.Fatal(err)
	}
	const whole, rounded, hidden = "73% → 40%: Kira falls", "75% → 40%: Kira falls", "40% → 60%"
	if text := s.Recap(false); !strings.Contains(text, whole) || !strings.Contains(text, hidden) {
		t.Errorf("the recap: %s", text)
	}
	for _, format := range []Format{Markdown, HTML, JSONLines} {
		if text := account(t, s, format, GameMaster); !strings.Contains(text, whole) || !strings.Contains(text, hidden) {
			t.Errorf("%v, game master:\n%s", format, text)
		}
	}
	players := func(when string, want bool) {
		t.Helper()
		for _, format := range []Format{Markdown, HTML, JSONLines} {
			text := account(t, s, format, Players)
			if strings.Contains(text, rounded) != want || strings.Contains(text, hidden) || !want && strings.Contains(text, "It turned") {
				t.Errorf("%s, %v: want %v\n%s", when, format, want, text)
			}
		}
	}
	players("before", false)
	gmtest.Do(t, s, "reveal line")
	players("revealed", true)
	gmtest.Do(t, s, "undo")
	players("undone", false)
	gmtest.Do(t, s, "redo", "undo 2")
	if text := s.Recap(false); strings.Contains(text, "It turned") {
		t.Errorf("of a fight that goes on again: %s", text)
	}
}
