package export

import (
	"fmt"
	"strings"
	"testing"

	"hybrid/gm/gmtest"
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
	for _, light := range []string{"no longer", "encounter begins"} {
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
