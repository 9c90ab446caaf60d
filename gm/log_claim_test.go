package gm

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
	"hybrid/gm/journal"
	"hybrid/rules"
)

// campaignAt makes a campaign in a folder.
func campaignAt(t *testing.T, folder string) *campaign.Campaign {
	t.Helper()
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "campaign.yaml"), []byte("campaign: {label: The Fens}\ncast: [kira]\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	c, err := campaign.Open(folder, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// openedAsking opens a session and counts the questions, which it answers all alike.
func openedAsking(t *testing.T, c *campaign.Campaign, dir string, yes bool) (s *Session, questions []string) {
	t.Helper()
	s, notice, err := Open(c, Options{Dir: dir, Clock: ticking(), Ask: func(q string) (bool, error) {
		questions = append(questions, q)
		return yes, nil
	}})
	if err != nil || notice != "" && !strings.HasPrefix(notice, "Defaults have changed") {
		t.Fatal(err, notice)
	}
	t.Cleanup(func() { s.Close() })
	return s, questions
}

// TestFolders: two folders of one name have a session each, and neither that of the campaign that comes along.
func TestFolders(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	dir, home := t.TempDir(), t.TempDir()
	list := []*campaign.Campaign{sample(t), campaignAt(t, filepath.Join(home, "a", campaign.Sample)), campaignAt(t, filepath.Join(home, "b", campaign.Sample))}
	for i, c := range list {
		s, questions := openedAsking(t, c, dir, true)
		if len(s.Log()) > 0 || len(questions) > 0 {
			t.Errorf("campaign %d begins with %d entries and the questions %q", i, len(s.Log()), questions)
		}
		for range i + 1 {
			do(t, s, "note it rains")
		}
		s.Close()
	}
	for i, c := range list {
		s, questions := openedAsking(t, c, dir, true)
		if len(s.Log()) != i+1 || len(questions) > 0 {
			t.Errorf("campaign %d has %d entries and the questions %q", i, len(s.Log()), questions)
		}
		s.Close()
	}
	link := filepath.Join(home, "link")
	if err := os.Symlink(filepath.Join(home, "b", campaign.Sample), link); err == nil {
		if c, err := campaign.Open(link, nil); err != nil || SessionPath(dir, c) != SessionPath(dir, list[2]) {
			t.Errorf("by another way it is another campaign (%v)", err)
		}
	}
}

// TestMovedFolder asks once whether a session is that of a folder that was moved, and takes it over or does not.
func TestMovedFolder(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	for _, yes := range []bool{true, false} {
		dir, home := t.TempDir(), t.TempDir()
		c := campaignAt(t, filepath.Join(home, "fens"))
		for _, day := range []string{"2024-05-01 20:00", "2024-05-02 20:00"} {
			s := fairly(t, c, dir, day)
			do(t, s, "note it rains")
			s.Close()
		}
		if err := os.Rename(filepath.Join(home, "fens"), filepath.Join(home, "moor")); err != nil {
			t.Fatal(err)
		}
		moved, err := campaign.Open(filepath.Join(home, "moor"), nil)
		if err != nil {
			t.Fatal(err)
		}
		var refused *rules.Refusal
		for _, read := range []bool{true, false} {
			if _, _, err := Open(moved, Options{Dir: dir, ReadOnly: read}); !errors.As(err, &refused) || !regexp.MustCompile("If so, `hybrid session restore fens-[^`]*`; else `hybrid session restore --none` starts a new log\\.$").MatchString(err.Error()) {
				t.Errorf("nobody can be asked: %v", err)
			}
		}
		s, questions := openedAsking(t, moved, dir, yes)
		if want := 2; yes && (len(s.Log()) != want || len(ListBackups(s.path)) != 2) || !yes && len(s.Log()) != 0 {
			t.Errorf("%v: %d entries, backups %v", yes, len(s.Log()), ListBackups(s.path))
		}
		if len(questions) != 1 || !strings.Contains(questions[0], filepath.Join(home, "fens")+", which is gone. Was that folder moved to") {
			t.Errorf("asked %q", questions)
		}
		s.Close()
		if s, questions = openedAsking(t, moved, dir, yes); len(questions) > 0 {
			t.Errorf("asked again: %q", questions)
		}
		s.Close()
	}
}

// TestOldFile takes over a session from before there was one for each folder: at once where it can only be the
// folder's, with a question where it may be that of the campaign that comes along.
func TestOldFile(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	old := func(dir, name, ruled string) string {
		path := filepath.Join(dir, name+".db")
		j, err := journal.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		command := `{"line":"note it rains","count":0,"title":"note","text":"note: it rains"`
		if ruled != "" {
			command += `,"rules":"` + ruled + `"`
		}
		if err := j.Append(&journal.Record{Session: 1, Command: []byte(command + "}")}); err != nil {
			t.Fatal(err)
		}
		return path
	}
	own := campaignAt(t, filepath.Join(t.TempDir(), campaign.Sample))
	for _, row := range []struct {
		what, name, ruled string
		c                 *campaign.Campaign
		asked, entries    int
	}{
		{"another name", "fens", "", campaignAt(t, filepath.Join(t.TempDir(), "fens")), 0, 1},
		{"the name of the sample", campaign.Sample, "", own, 1, 1},
		{"played with the sample's rules", campaign.Sample, sample(t).Fingerprint(), own, 0, 0},
		{"played with other rules", campaign.Sample, "0123456789abcdef", own, 1, 1},
		{"the sample itself", campaign.Sample, "", sample(t), 0, 1},
	} {
		dir := t.TempDir()
		old(dir, row.name, row.ruled)
		look, _, err := Open(row.c, Options{Dir: dir, ReadOnly: true})
		if row.asked > 0 && err == nil || row.asked == 0 && row.entries == 1 && (err != nil || len(look.Log()) != 1) {
			t.Errorf("%s: looked at, it is %v", row.what, err)
		}
		if err == nil {
			look.Close()
		}
		s, questions := openedAsking(t, row.c, dir, true)
		if len(s.Log()) != row.entries || len(questions) != row.asked {
			t.Errorf("%s: %d entries and the questions %q", row.what, len(s.Log()), questions)
		}
		s.Close()
	}
}
