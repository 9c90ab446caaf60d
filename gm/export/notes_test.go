package export

import (
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
)

// TestNotesAreForTheGameMaster: what is pinned, to one of the party, too, is in no export for the players.
func TestNotesAreForTheGameMaster(t *testing.T) {
	c := gmtest.Campaign(t, campaign.Sample, nil)
	s := opened(t, c, "", 2)
	for _, line := range []string{"begin warehouse", "note kira: Ptarmigan pays her", "note here: Ptarmigan comes at dawn", "note at the loft: Ptarmigan's mark", "turn kira 1", "next"} {
		if _, err := s.Do(command.Command{Line: line}); err != nil {
			t.Fatal(err)
		}
	}
	for _, format := range []Format{Markdown, HTML, JSONLines} {
		if text := account(t, s, format, Players); strings.Contains(text, "Ptarmigan") || strings.Contains(text, "noted") {
			t.Errorf("the players read %s", text)
		}
		if text := account(t, s, format, GameMaster); strings.Count(text, "Ptarmigan") < 3 {
			t.Errorf("the game master does not read all notes in %s", text)
		}
	}
}

// What is read aloud and what the game master noted are apart in each format, and the notes are in none for players.
func TestReadAloudIsApartFromNotes(t *testing.T) {
	c := *gmtest.Sample(t)
	s := opened(t, &c, "", 1)
	gmtest.Do(t, s, "begin warehouse")
	e, _ := c.Encounter("warehouse")
	if e.Read == "" || e.Notes == "" {
		t.Fatal("the encounter has nothing to read aloud, or no notes")
	}
	read, notes := strings.Fields(e.Read)[:4], strings.Fields(e.Notes)[:3]
	for format, want := range map[Format][2]string{Markdown: {"> ", "**Notes:** "}, HTML: {`<p class="note">`, "Notes: "}, JSONLines: {`"read":"`, `"notes":"`}} {
		for audience, texts := range map[Audience][]string{GameMaster: {want[0] + strings.Join(read, " "), want[1] + strings.Join(notes, " ")}, Players: {want[0] + strings.Join(read, " ")}} {
			text := account(t, s, format, audience)
			for _, part := range texts {
				if !strings.Contains(text, part) {
					t.Errorf("%s for %s has no %q", format, audience, part)
				}
			}
			if audience == Players && strings.Contains(text, strings.Join(notes, " ")) {
				t.Errorf("%s: players read the notes", format)
			}
		}
	}
}
