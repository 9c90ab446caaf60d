package gm

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
)

// TestOldSessions opens session files that earlier versions of the program wrote. They must always open, come to the
// same moment, and be undone to their start; the .txt beside each has a line for that moment. One in a folder was played in the campaign
// there, of whose rules only words have changed since: its entries, decided again, are the same.
func TestOldSessions(t *testing.T) {
	files, _ := filepath.Glob("testdata/sessions/*.db")
	own, _ := filepath.Glob("testdata/sessions/*/*.db")
	if len(files) == 0 || len(own) == 0 {
		t.Fatal("no old session is kept")
	}
	for _, file := range append(files, own...) {
		t.Run(strings.TrimPrefix(file, "testdata/sessions/"), func(t *testing.T) {
			c, dir, own := sample(t), t.TempDir(), slices.Contains(own, file)
			if own {
				var err error
				if c, err = campaign.Open(filepath.Join(filepath.Dir(file), "game"), nil); err != nil {
					t.Fatal(err)
				}
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(SessionPath(dir, c), data, 0o600); err != nil {
				t.Fatal(err)
			}
			s, notice, err := Open(c, Options{Dir: dir})
			if err != nil || !own && !strings.HasPrefix(notice, "Defaults have changed: ") {
				t.Fatal(err, notice)
			}
			defer s.Close()
			got, written := summed(s), strings.TrimSuffix(file, ".db")+".txt"
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(written, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want, _ := os.ReadFile(written); got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if own {
				s.rulesetHashes.current = s.entries[0].payload().Rules
			}
			if n, err := s.Verify(); err != nil || own && n < len(s.inForce) {
				t.Errorf("%d of %d entries come out the same: %v", n, len(s.inForce), err)
			}
			do(t, s, fmt.Sprintf("undo %d", len(s.inForce)))
			if s.State().Running || len(s.State().Actors) > 0 {
				t.Error("undone to the start, and somebody is still there")
			}
		})
	}
}

// summed is a session in lines: its count, who is there with what, and its whole log.
func summed(s *Session) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s, count %g, undo: %s\n", s.State().Label, s.State().Count, s.UndoLabel())
	for _, a := range s.State().Actors {
		fmt.Fprintf(&text, "%s:", a.Name)
		for _, pool := range s.Rules().Pools.All {
			fmt.Fprintf(&text, " %s %s", pool.Name, command.Number(a.PoolValue(pool)))
		}
		for _, held := range a.Conditions {
			fmt.Fprintf(&text, ", %s", held.Condition.Name)
		}
		text.WriteByte('\n')
	}
	for _, l := range s.Log() {
		fmt.Fprintf(&text, "%d %g %v %s\n", l.Seq(), l.Count(), l.IsUndone(), l.Text())
	}
	return text.String()
}
