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

// TestSecretsAreApart: secrets and threads of a scene are apart from its notes in each format, and in none for players.
func TestSecretsAreApart(t *testing.T) {
	s := opened(t, gmtest.Sample(t), "", 1)
	gmtest.Do(t, s, "begin parlour")
	for format, want := range map[Format][2]string{Markdown: {"**Secrets:** the torn page is", "**Threads:** What did Orlo"}, HTML: {"Secrets: the torn page is", "Threads: What did Orlo"}, JSONLines: {`"secrets":["the torn page is`, `"threads":["What did Orlo`}} {
		master, all := account(t, s, format, GameMaster), account(t, s, format, Players)
		if !strings.Contains(master, want[0]) || !strings.Contains(master, want[1]) {
			t.Errorf("%s for the game master has no %q", format, want)
		}
		if strings.Contains(all, "torn page") || strings.Contains(all, "What did Orlo") {
			t.Errorf("%s: players read secrets of the scene", format)
		}
	}
	mole := opened(t, gmtest.Sample(t), "", 1)
	gmtest.Do(t, mole, "begin mole")
	e, _ := mole.Campaign().Encounter("mole")
	goal := "Goals: " + e.Goals[0].Label + "<"
	if !strings.Contains(account(t, mole, HTML, GameMaster), goal) || strings.Contains(account(t, mole, HTML, Players), goal) {
		t.Errorf("%q is not for the game master alone", goal)
	}
	gmtest.Do(t, s, "secret page to party")
	if text := account(t, s, Markdown, Players); !strings.Contains(text, "orn page is under her cards") {
		t.Errorf("players do not read what all of them learnt:\n%s", text)
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
