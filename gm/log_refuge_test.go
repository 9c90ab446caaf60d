package gm

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
	"hybrid/gm/journal"
)

// TestFileGone takes the session's file away while it is played, in many ways. Nothing that was done is lost, it is
// said so, and the next time everything is there and decides the same.
func TestFileGone(t *testing.T) {
	t.Parallel()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	copyOf := func(path string) []byte {
		data, err := os.ReadFile(path)
		must(err)
		return data
	}
	for name, harm := range map[string]func(dir, path string){
		"the file removed":           func(_, path string) { must(os.Remove(path)) },
		"the newest entries removed": func(_, path string) { must(os.Remove(path + "-wal")) },
		"all files removed": func(_, path string) {
			for _, tail := range []string{"", "-wal", "-shm", ".lock"} {
				must(os.Remove(path + tail))
			}
		},
		"the folder removed": func(dir, _ string) { must(os.RemoveAll(dir)) },
		"the folder renamed": func(dir, _ string) { must(os.Rename(dir, dir+"-elsewhere")) },
		"the file replaced by its copy": func(_, path string) {
			must(os.WriteFile(path+".copy", copyOf(path), 0o600))
			must(os.Rename(path+".copy", path))
		},
		"the newest entries cut off": func(_, path string) { must(os.Truncate(path+"-wal", 0)) },
		"the file cut":               func(_, path string) { must(os.Truncate(path, 100)) },
		"zeros written into it": func(_, path string) {
			must(os.WriteFile(path, make([]byte, len(copyOf(path))), 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, dir := sample(t), filepath.Join(t.TempDir(), "state")
			path := SessionPath(dir, c)
			s := fairly(t, c, dir, "2024-05-01 20:00")
			do(t, s, "begin warehouse", "initiative", "note lost?", "undo", "next")
			must(s.SetEveningNote(1, "the tide"))
			s.Close()
			s = fairly(t, c, dir, "2024-05-01 21:00")
			do(t, s, "roll sneaking by party")
			harm(dir, path)
			do(t, s, "roll climbing by party", "undo", "redo", "note kept")
			if s.SaveError() != nil || s.Refuge() == "" || len(s.Notices()) != 1 || !strings.Contains(s.Notices()[0], "Nothing is lost") {
				t.Errorf("saved: %v, in %q, said: %q", s.SaveError(), s.Refuge(), s.Notices())
			}
			now, seq, stands := print(s.State()), s.seq, len(s.inForce)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			again, notice, err := Open(c, Options{Dir: dir, Clock: ticking()})
			if err != nil {
				t.Fatal(err)
			}
			defer again.Close()
			if again.seq != seq { // another file is in its place, which is not for the program to remove
				if !strings.Contains(notice, "restore") {
					t.Fatalf("%d records, want %d; said: %s", again.seq, seq, notice)
				}
				again.Close()
				must(os.Rename(path, path+".mine"))
				if again, notice, err = Open(c, Options{Dir: dir, Clock: ticking()}); err != nil {
					t.Fatal(err)
				}
				defer again.Close()
			}
			if !strings.Contains(notice, "was missing at the end") {
				t.Errorf("said: %s", notice)
			}
			if again.seq != seq || len(again.inForce) != stands || print(again.State()) != now || again.evenings.notes[1] != "the tide" {
				t.Errorf("%d records and %d entries, want %d and %d; note %q", again.seq, len(again.inForce), seq, stands, again.evenings.notes[1])
			}
			if _, err := again.Verify(); err != nil {
				t.Error(err)
			}
			if _, _, err := again.CheckDice(); err != nil {
				t.Error(err)
			}
			entry, err := again.Entry(2)
			must(err)
			if len(entry.Outcomes) == 0 && !strings.Contains(name, "zeros") && !strings.Contains(name, "cut") {
				t.Error("the steps of the initiative are lost")
			}
		})
	}
}

// TestNowhereToGo takes the file away where no other can be written: play goes on in memory, and everything is written
// down as soon as it can be.
func TestNowhereToGo(t *testing.T) {
	t.Parallel()
	c, dir := sample(t), filepath.Join(t.TempDir(), "state")
	s := fairly(t, c, dir, "2024-05-01 20:00")
	do(t, s, "begin warehouse", "initiative")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	do(t, s, "next", "roll sneaking by party", "undo")
	if err := s.SaveError(); err == nil || !strings.Contains(err.Error(), "in memory only") || len(s.Notices()) != 1 {
		t.Errorf("saved: %v; said: %q", err, s.Notices())
	}
	if err := s.Close(); err == nil {
		t.Error("what was played is lost, and nobody says so")
	}

	s = fairly(t, c, filepath.Join(t.TempDir(), "state"), "2024-05-01 20:00")
	dir = filepath.Dir(s.path)
	do(t, s, "begin warehouse", "initiative")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	do(t, s, "next", "roll sneaking by party", "undo", "redo")
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	do(t, s, "note there is room again")
	if s.SaveError() != nil || s.Refuge() == "" {
		t.Errorf("saved: %v, in %q", s.SaveError(), s.Refuge())
	}
	now, seq := print(s.State()), s.seq
	s.Close()
	again := fairlyAgain(t, c, dir)
	if again.seq != seq || print(again.State()) != now {
		t.Errorf("%d records, want %d", again.seq, seq)
	}
	if _, err := again.Verify(); err != nil {
		t.Error(err)
	}
}

// fairlyAgain opens a session with whatever it has to say.
func fairlyAgain(t *testing.T, c *campaign.Campaign, dir string) *Session {
	t.Helper()
	s, _, err := Open(c, Options{Dir: dir, Clock: ticking()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestHardLink: a file with two names would have two writers.
func TestHardLink(t *testing.T) {
	c, dir := sample(t), t.TempDir()
	s := fairly(t, c, dir, "2024-05-01 20:00")
	do(t, s, "begin warehouse")
	s.Close()
	if err := os.Link(SessionPath(dir, c), filepath.Join(dir, "second.db")); err != nil {
		t.Skip(err)
	}
	if _, _, err := Open(c, Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), "hard link") {
		t.Errorf("got %v", err)
	}
	if _, err := journal.Open(filepath.Join(dir, "second.db")); err == nil {
		t.Error("it can be written under its second name")
	}
	look, _, err := Open(c, Options{Dir: dir, ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	look.Close()
}

// TestUnknownKind refuses an entry of a later version, and leaves the file as it is, byte for byte.
func TestUnknownKind(t *testing.T) {
	c, dir := sample(t), t.TempDir()
	s := fairly(t, c, dir, "2024-05-01 20:00")
	do(t, s, "begin warehouse")
	if err := s.appendRecords(&journal.Record{Kind: 99, At: s.now()}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	before, err := os.ReadFile(s.path)
	if err != nil {
		t.Fatal(err)
	}
	for _, read := range []bool{true, false} {
		_, _, err := Open(c, Options{Dir: dir, ReadOnly: read})
		if err == nil || !strings.Contains(err.Error(), "Entry 2 was written by a newer version") {
			t.Errorf("got %v", err)
		}
	}
	if after, err := os.ReadFile(s.path); err != nil || string(after) != string(before) {
		t.Errorf("the file is another one (%v)", err)
	}
}

// TestVerifyBytes changes a byte of what is written, in every part of an entry and beside them: verifying finds it.
func TestVerifyBytes(t *testing.T) {
	c, dir := sample(t), t.TempDir()
	s := fairly(t, c, dir, "2024-05-01 20:00")
	do(t, s, "begin warehouse", "initiative", "roll sneaking by party", "note the heron knows")
	if err := s.SetEveningNote(1, "a good evening"); err != nil {
		t.Fatal(err)
	}
	s.Close()
	data, err := os.ReadFile(s.path)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"the heron knows", `"line":"begin`, `"dice":`, `"count":`, `"k":"turn"`, `"carry":`, "Hanne", "a good evening", `"seed":"`, "PST", "terms"} {
		text := string(data)
		for at, n := 0, 0; n < 3; n++ {
			next := strings.Index(text[at:], word)
			if next < 0 {
				if n == 0 && word != `"carry":` {
					t.Errorf("%q is not written anywhere", word)
				}
				break
			}
			at += next + 1
			changed := []byte(text)
			changed[at] ^= 1
			if err := os.WriteFile(s.path, changed, 0o600); err != nil {
				t.Fatal(err)
			}
			again, _, err := Open(c, Options{Dir: dir, ReadOnly: true})
			if err == nil {
				_, err = again.Verify()
				again.Close()
			}
			if err == nil {
				t.Errorf("%q, at %d: nothing is found", word, at)
			}
		}
	}
}

// TestSalvaged damages the session's file in many ways: what is before the damage comes back, what a backup has too,
// and the screen says what is missing. The damaged file stays as it was.
func TestSalvaged(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	c, dir := sample(t), t.TempDir()
	s := fairly(t, c, dir, "2024-05-01 20:00")
	do(t, s, "begin warehouse", "initiative", "note one", "undo", "note two")
	s.Close()
	backed := fairly(t, c, dir, "2024-05-02 20:00")
	for n := range 120 {
		do(t, backed, fmt.Sprintf("note %d the tide comes in, and somebody has to say so at some length", n))
	}
	backed.Close()
	data, err := os.ReadFile(s.path)
	if err != nil {
		t.Fatal(err)
	}
	backup := ListBackups(s.path)[0]
	copied, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	at := func(text string) int { return strings.LastIndex(string(data), text) }
	for name, row := range map[string]struct {
		at, length int
		backup     bool
		least      int64
		say        string
	}{
		"a note":              {at("note 60 "), 1, true, 64, "; 65 is missing|66 to 125 are missing|65 to 125"},
		"the last note":       {at("note 119 "), 1, true, 124, "124 of 125 entries came back; 125 is missing"},
		"the first entry":     {at("begin warehouse"), 1, false, 0, "0 of "},
		"in the backup, too":  {at("begin warehouse"), 1, true, 125, "1 entry was taken from backups"},
		"the head":            {0, 100, true, 125, "125 entries"},
		"the list of tables":  {100, 1000, false, 125, "125 entries"},
		"the top of the tree": {4096, 40, false, 125, "125 entries"},
		"a page":              {at("note 60 ") / 4096 * 4096, 4096, true, 20, "are missing"},
		"everything":          {0, len(data), true, 5, "5 entries"},
		"and no backup":       {0, len(data), false, 0, "Nothing of it can be read"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := SessionPath(dir, c)
			bad := append([]byte(nil), data...)
			for i := range row.length {
				bad[row.at+i] ^= 0x5a
			}
			if err := os.WriteFile(path, bad, 0o600); err != nil {
				t.Fatal(err)
			}
			if row.backup {
				if err := os.WriteFile(filepath.Join(dir, filepath.Base(backup)), copied, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			again, notice, err := Open(c, Options{Dir: dir, Clock: ticking()})
			if err != nil {
				t.Fatal(err)
			}
			defer again.Close()
			said := false
			for _, text := range strings.Split(row.say, "|") {
				said = said || strings.Contains(notice, text)
			}
			if again.seq < row.least || row.least == 0 && again.seq > 0 || !said {
				t.Errorf("%d records, want %d; said: %s", again.seq, row.least, notice)
			}
			if _, err := again.Verify(); err != nil {
				t.Error(err)
			}
			if _, _, err := again.CheckDice(); err != nil {
				t.Error(err)
			}
			aside := datedFiles(path, damagedKind, stampLayout)
			if len(aside) != 1 {
				t.Fatalf("set aside: %v", aside)
			}
			if kept, err := os.ReadFile(aside[0]); err != nil || string(kept) != string(bad) {
				t.Errorf("what was set aside is another file (%v)", err)
			}
			do(t, again, "note it goes on")
		})
	}
}

// TestRestore takes backups back: the file that is there is set aside, and can be taken back itself.
func TestRestore(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	c, dir := sample(t), t.TempDir()
	for n := 1; n <= 3; n++ {
		s := fairly(t, c, dir, fmt.Sprintf("2024-05-%02d 20:00", n))
		do(t, s, "note something", "note more")
		s.Close()
	}
	path := SessionPath(dir, c)
	list := ListCopies(path)
	if len(list) != 2 || list[0].Entries != 4 || list[0].Evening != 2 || list[1].Entries != 2 || list[1].Kind != "backup" {
		t.Fatalf("the copies are %+v", list)
	}
	open := fairly(t, c, dir, "2024-05-03 21:00")
	if _, err := Restore(path, list[1].Path, open.clock()); !errors.Is(err, journal.ErrBusy) || open.seq != 6 {
		t.Errorf("it is being played: %v", err)
	}
	open.Close()
	aside, err := Restore(path, list[1].Path, open.clock())
	if err != nil {
		t.Fatal(err)
	}
	s := fairly(t, c, dir, "2024-05-01 21:00")
	if s.seq != 2 {
		t.Errorf("%d entries, want 2", s.seq)
	}
	s.Close()
	if again, err := Restore(path, aside, open.clock()); err != nil || again == aside {
		t.Errorf("%s, %v", again, err)
	}
	s = fairly(t, c, dir, "2024-05-03 22:00")
	if s.seq != 6 {
		t.Errorf("%d entries, want 6", s.seq)
	}
	if len(ListCopies(path)) != 4 {
		t.Errorf("the copies are %+v", ListCopies(path))
	}
	if _, err := Restore(path, filepath.Join(dir, "none"), open.clock()); err == nil {
		t.Error("a file that is not there was taken back")
	}
}
