package gm

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"hybrid/gm/gmtest"
	"hybrid/gm/journal"
	"hybrid/rules/collect"
)

// TestEvenings plays on several days, once past midnight, and looks at what is kept of it.
func TestEvenings(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	c, dir := sample(t), t.TempDir()
	s := fairly(t, c, dir, "2024-05-01 20:00")
	if s.EveningNumber() != 1 || len(s.Evenings()) != 0 {
		t.Errorf("nothing was played: evening %d of %v", s.EveningNumber(), s.Evenings())
	}
	do(t, s, "begin warehouse", "initiative")
	s.Close()
	s = fairly(t, c, dir, "2024-05-02 01:30")
	do(t, s, "note late", "undo", "finish")
	s.Close()
	for _, at := range []string{"2024-05-07 19:00", "2024-05-08 19:00"} {
		s = fairly(t, c, dir, at)
		if s.EveningNumber() != 2 {
			t.Errorf("%s: it is evening %d, want 2", at, s.EveningNumber())
		}
		s.Close()
	}
	s = fairly(t, c, dir, "2024-05-08 20:00")
	do(t, s, "begin Over the Tiles", "finish", "begin warehouse")
	if err := s.SetEveningNote(2, "  two\tfights "); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s = fairly(t, c, dir, "2024-05-15 20:00")
	type summary struct {
		Number     int64
		Day        string
		Last       string
		Note       string
		Encounters []string
		Entries    int
	}
	var got []summary
	for _, e := range s.Evenings() {
		got = append(got, summary{e.Number, e.Day(), e.Last.Format("2006-01-02 15"), e.Note, collect.Map(e.Encounters, func(of Scene) string { return of.Label }), e.Entries})
	}
	want := []summary{
		{1, "2024-05-01", "2024-05-02 01", "", []string{"Warehouse at Low Tide"}, 3},
		{2, "2024-05-08", "2024-05-08 20", "two fights", []string{"Over the Tiles", "Warehouse at Low Tide"}, 3},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the evenings are\n got %+v\nwant %+v", got, want)
	}
	if s.EveningNumber() != 3 {
		t.Errorf("it is evening %d, want 3", s.EveningNumber())
	}
}

// TestBackups opens a campaign on many days: of the copies made when an evening begins the last five stay, each of
// them a campaign as it stood then.
func TestBackups(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	c, dir := sample(t), t.TempDir()
	own := SessionPath(dir, c) + ".backup-" + "notes.txt"
	if err := os.WriteFile(own, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 8; n++ {
		for _, hour := range []int{19, 21} {
			s := fairly(t, c, dir, fmt.Sprintf("2024-05-%02d %d:00", n, hour))
			do(t, s, "note something")
			s.Close()
		}
	}
	var days []string
	for _, path := range ListBackups(SessionPath(dir, c)) {
		days = append(days, filepath.Base(path))
	}
	want := []string{"saltmarket.db.backup-2024-05-04", "saltmarket.db.backup-2024-05-05", "saltmarket.db.backup-2024-05-06",
		"saltmarket.db.backup-2024-05-07", "saltmarket.db.backup-2024-05-08"}
	if !slices.Equal(days, want) {
		t.Errorf("the backups are %v, want %v", days, want)
	}
	if _, err := os.Stat(own); err != nil {
		t.Errorf("a file that is no backup: %v", err)
	}
	j, err := journal.OpenReadOnly(filepath.Join(dir, want[4]))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if j.Len() != 14 {
		t.Errorf("the backup of the 8th has %d entries, want the 14 of the seven days before", j.Len())
	}
}

// TestBackupsOfAnyClock begins evenings with a clock that goes backwards, or jumps: the copies with the most entries
// stay.
func TestBackupsOfAnyClock(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	c, dir := sample(t), t.TempDir()
	for i, day := range []string{"2024-05-20", "2024-05-19", "2024-05-18", "2030-01-01", "2024-05-17", "2024-05-20", "2024-05-16", "1999-01-01", "2024-05-20"} {
		s := fairly(t, c, dir, day+" 19:00")
		if list := ListBackups(SessionPath(dir, c)); i > 0 && (len(list) == 0 || len(list) > 5 || countEntries(list[len(list)-1]) != int64(i)) {
			t.Errorf("on %s, with %d entries, the backups are %v", day, i, list)
		}
		do(t, s, "note something")
		s.Close()
	}
	for i, name := range ListBackups(SessionPath(dir, c)) {
		if n := countEntries(name); n != int64(4+i) {
			t.Errorf("%s has %d entries, want %d", name, n, 4+i)
		}
	}
}

// TestNoBackup holds that play begins all the same where no copy can be made, and says so.
func TestNoBackup(t *testing.T) {
	t.Parallel()
	c, dir := sample(t), t.TempDir()
	s := fairly(t, c, dir, "2024-05-01 20:00")
	do(t, s, "note something")
	s.Close()
	copied := SessionPath(dir, c) + ".backup-" + "2024-05-02"
	for n := range maxBackups {
		// Folders with things in them, which cannot be removed like old copies.
		if err := os.MkdirAll(SessionPath(dir, c)+".backup-"+fmt.Sprintf("2024-04-0%d/full", n+1), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	s, notice, err := Open(c, Options{Dir: dir, Clock: func() time.Time { return time.Date(2024, 5, 2, 20, 0, 0, 0, time.UTC) }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := os.Stat(copied); err != nil || notice == "" {
		t.Errorf("notice %q, the copy: %v", notice, err)
	}
}

// TestMendEvening mends what happened on another evening: it stays what happened then.
func TestMendEvening(t *testing.T) {
	dir := t.TempDir()
	s := duel(t, dir)
	first := s.Evenings()
	s.Close()
	later := ticking()
	s, _, err := Open(s.game.Campaign, Options{Dir: dir, Clock: func() time.Time { return later().Add(7 * 24 * time.Hour) }})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { s.Close() }()
	do(t, s, "note we go on")
	do(t, s, "mend "+itoa(said(t, s, "attack"))+", df -4", "accept")
	check := func(s *Session) {
		t.Helper()
		list := s.Evenings()
		if len(list) != 2 || list[0].Entries != first[0].Entries || !list[0].Last.Equal(first[0].Last) || list[1].Entries != 1 || s.EveningNumber() != 2 {
			t.Errorf("evenings %+v of %d, the first was %+v", list, s.EveningNumber(), first)
		}
		mustVerify(t, s)
	}
	check(s)
	s.Close()
	if s, _, err = Open(s.game.Campaign, Options{Dir: dir, Clock: func() time.Time { return later().Add(7 * 24 * time.Hour) }}); err != nil {
		t.Fatal(err)
	}
	check(s)
}

// TestRolledBack puts an older file back after a session was closed: playing and looking through what was played say so, once,
// with the backups; what came afterwards is an evening like any other.
func TestRolledBack(t *testing.T) {
	t.Parallel()
	c, dir := sample(t), t.TempDir()
	s := opened(t, c, dir, 1)
	do(t, s, "begin warehouse", "note one")
	path := s.path
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s = opened(t, c, dir, 1)
	do(t, s, "note two", "note three")
	if err := errors.Join(s.backUp(), s.Close(), os.WriteFile(path, old, 0o600)); err != nil {
		t.Fatal(err)
	}
	for i, row := range []struct {
		name string
		o    Options
		told bool
	}{{"list", Options{PastOnly: true}, true}, {"look", Options{ReadOnly: true}, false}, {"play", Options{}, true}, {"play again", Options{}, false}, {"list again", Options{PastOnly: true}, false}} {
		row.o.Dir, row.o.Clock = dir, ticking()
		s, notice, err := Open(c, row.o)
		if err != nil {
			t.Fatal(err)
		}
		told := strings.Contains(notice, "saltmarket.db was replaced or changed after it was closed") && strings.Contains(notice, "It has 2 entries now.") &&
			strings.Contains(notice, "with 4 entries. Restore one with `hybrid session restore FILE`.")
		if told != row.told || !told && notice != "" {
			t.Errorf("%s: %q", row.name, notice)
		}
		if n, err := s.Verify(); n != 2 || (i < 2) != (err != nil) || err != nil && !strings.HasPrefix(err.Error(), "Every entry is as it was written, but the file was replaced or changed") {
			t.Errorf("%s: verified %d entries: %v", row.name, n, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCopiedWhilePlayed copies the one file of a session that is open: it has every entry up to the end of the last turn.
func TestCopiedWhilePlayed(t *testing.T) {
	t.Parallel()
	c, dir := sample(t), t.TempDir()
	s := opened(t, c, dir, 1)
	do(t, s, "begin warehouse", "turn shooter 1", "turn kira 2", "next")
	want := s.journal.Len()
	data, err := os.ReadFile(s.path)
	copied := filepath.Join(t.TempDir(), filepath.Base(s.path))
	if err := errors.Join(err, os.WriteFile(copied, data, 0o600)); err != nil {
		t.Fatal(err)
	}
	if got := countEntries(copied); got != want {
		t.Errorf("the copy has %d of %d entries", got, want)
	}
}
