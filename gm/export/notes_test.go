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
