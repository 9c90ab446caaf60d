package gm_test

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"hybrid/campaigns"
	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
)

// TestCasesWithOwnFiles plays the acceptance cases that change a file of a campaign: objectives as the victory of another mission (S 4), and a
// regeneration of 4 (C 6).
func TestCasesWithOwnFiles(t *testing.T) {
	for _, row := range []struct {
		campaign, file, old, text string
		lines                     []string
		want                      string // last line of the log, or refusal of the last line typed
	}{
		{"heresiarch", "encounters/prowlers.yaml", "theirs(not is.eliminated) == 0 or count", "OBJECTIVES.now >= 3 or count",
			[]string{"begin prowlers", "next, dice 2 9", "purifier: objective 3"}, "Take an objective isn't possible: the objectives are taken in order."},
		{"heresiarch", "encounters/prowlers.yaml", "theirs(not is.eliminated) == 0 or count", "OBJECTIVES.now >= 3 or count",
			[]string{"begin prowlers", "next, dice 2 9", "purifier: objective 1", "purifier: objective 2", "purifier: objective 3"}, "The purifier takes an objective. The Lodge of Hod wins."},
		{"heresiarch", "encounters/prowlers.yaml", "theirs(not is.eliminated) == 0 or count", "OBJECTIVES.now >= 3 or count",
			[]string{"begin prowlers", "next, dice 2 9", "purifier: objective 1", "purifier: objective 2", "purifier: objective 3", "p2: walk 1"}, "The Lodge of Hod won. Type `finish`."},
		{"catacombs", "characters/king.yaml", "REGEN: 1", "REGEN: 4",
			[]string{"begin proving_ground", "set king HP 10", "next", "heroes: done", "next, dice 6 6 6 6"}, "· King HP +24"},
		{"catacombs", "characters/king.yaml", "REGEN: 1", "REGEN: 4",
			[]string{"begin proving_ground", "set king HP 30", "next", "heroes: done", "next, dice 6 6 6 6"}, "· King HP +10"},
	} {
		from, err := fs.Sub(campaigns.Files, row.campaign)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if err := os.CopyFS(dir, from); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(dir + "/" + row.file)
		if err != nil || !strings.Contains(string(data), row.old) {
			t.Fatalf("no %q in %s: %v", row.old, row.file, err)
		}
		if err := os.WriteFile(dir+"/"+row.file, []byte(strings.ReplaceAll(string(data), row.old, row.text)), 0o600); err != nil {
			t.Fatal(err)
		}
		s, _, err := gm.Open(gmtest.Campaign(t, dir, nil), gm.Options{Clock: gmtest.Clock()})
		if err != nil {
			t.Fatal(err)
		}
		last := len(row.lines) - 1
		gmtest.Do(t, s, row.lines[:last]...)
		_, err = s.Do(command.Command{Line: row.lines[last]})
		log := s.Log()
		if got := log[len(log)-1].Text(); err == nil && !strings.Contains(got, row.want) || err != nil && err.Error() != row.want {
			t.Errorf("%q: %s, %v, want %s", row.lines[last], got, err, row.want)
		}
		s.Close()
	}
}
