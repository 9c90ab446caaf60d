package journal

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hybrid/gm/gmtest"
)

var start = time.Date(2026, 3, 1, 19, 30, 0, 0, time.UTC)

// sample is the record that the tests append as number seq.
func sample(seq int64) Record {
	return Record{
		Session: 1 + seq/100,
		At:      start.Add(time.Duration(seq) * 1001 * time.Millisecond),
		Kind:    int(seq % 3),
		Target:  seq / 2,
		Command: fmt.Appendf(nil, `{"command":%d}`, seq),
		Events:  bytes.Repeat([]byte("e"), int(seq%7)*100),
		Report:  fmt.Appendf(nil, `{"report":%d}`, seq),
	}
}

// want is sample(seq) as Each gives it.
func want(seq int64) Record {
	r := sample(seq)
	r.Seq = seq
	if len(r.Events) == 0 {
		r.Events = nil
	}
	return r
}

func mustOpen(t testing.TB, path string) *Journal {
	t.Helper()
	j, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j
}

func mustRead(t testing.TB, path string) *Journal {
	t.Helper()
	j, err := OpenReadOnly(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j
}

// fill appends the samples up to number last.
func fill(t testing.TB, j *Journal, last int64) {
	t.Helper()
	for seq := j.Len() + 1; seq <= last; seq++ {
		r := sample(seq)
		if err := j.Append(&r); err != nil {
			t.Fatal(err)
		}
		if r.Seq != seq {
			t.Fatalf("append gave number %d, want %d", r.Seq, seq)
		}
	}
}

// mustHold checks that j holds the samples 1 to last and nothing else.
func mustHold(t testing.TB, j *Journal, last int64) {
	t.Helper()
	var n int64
	err := j.Each(func(got Record) error {
		n++
		if !reflect.DeepEqual(got, want(n)) {
			t.Fatalf("entry %d:\n got %+v\nwant %+v", n, got, want(n))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n != last || j.Len() != last {
		t.Fatalf("%d entries, Len %d, want %d", n, j.Len(), last)
	}
}

// mustFail checks that err is target in one line.
func mustFail(t testing.TB, err, target error) {
	t.Helper()
	if !errors.Is(err, target) {
		t.Fatalf("got error %v, want %v", err, target)
	}
	if strings.Contains(err.Error(), "\n") {
		t.Fatalf("error of more than one line: %q", err)
	}
}

func files(t testing.TB, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func TestAppendAndReopen(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "my campaigns", "new")
	path := filepath.Join(folder, "100% night?#1.db")
	j := mustOpen(t, path)
	if j.Path() != path {
		t.Errorf("Path %q, want %q", j.Path(), path)
	}
	mustHold(t, j, 0)
	fill(t, j, 250)
	mustHold(t, j, 250)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if got, want := files(t, folder), "100% night?#1.db 100% night?#1.db.lock"; got != want {
		t.Errorf("files after Close: %s, want %s", got, want)
	}
	j = mustOpen(t, path)
	mustHold(t, j, 250)
	fill(t, j, 300)
	mustHold(t, j, 300)
}

// TestAfterTellsDamage damages an entry: Each names what is wrong with it, and ends there.
func TestAfterTellsDamage(t *testing.T) {
	for _, changed := range []string{"report = x'00'", "events = NULL", "session = 7"} {
		j := mustOpen(t, filepath.Join(t.TempDir(), "c.db"))
		fill(t, j, 4)
		if err := execStatement(j.db, `UPDATE entry SET `+changed+` WHERE seq = 3`); err != nil {
			t.Fatal(err)
		}
		n := 0
		mustFail(t, j.Each(func(Record) error { n++; return nil }), ErrDamaged)
		var damaged []int64
		err := j.EachAfter(1, func(r Record, damage error) error {
			if damage != nil {
				mustFail(t, damage, ErrDamaged)
				damaged = append(damaged, r.Seq)
			}
			return nil
		})
		if n != 2 || err != nil || !slices.Equal(damaged, []int64{3}) {
			t.Errorf("%s: %d entries, damaged are %v, %v", changed, n, damaged, err)
		}
	}
}

func TestEachKeepsMilliseconds(t *testing.T) {
	j := mustOpen(t, filepath.Join(t.TempDir(), "c.db"))
	at := []time.Time{
		{},
		time.Date(1969, 12, 31, 23, 59, 59, 999e6, time.UTC),
		time.Date(2026, 7, 1, 20, 0, 0, 123_999_999, time.FixedZone("CEST", 7200)),
	}
	for _, when := range at {
		if err := j.Append(&Record{At: when}); err != nil {
			t.Fatal(err)
		}
	}
	i := 0
	err := j.Each(func(r Record) error {
		if want := at[i].Truncate(time.Millisecond).UTC(); r.At != want {
			t.Errorf("got %v, want %v", r.At, want)
		}
		i++
		return nil
	})
	if err != nil || i != len(at) {
		t.Fatal(i, err)
	}
}

func TestEachStopsAtFirstError(t *testing.T) {
	j := mustOpen(t, filepath.Join(t.TempDir(), "c.db"))
	fill(t, j, 10)
	enough := errors.New("enough")
	n := 0
	err := j.Each(func(r Record) error {
		n++
		if r.Seq == 4 {
			return enough
		}
		return nil
	})
	if err != enough || n != 4 {
		t.Errorf("got %v after %d entries, want %v after 4", err, n, enough)
	}
	mustHold(t, j, 10)
}

func TestJournalWithinEach(t *testing.T) {
	j := mustOpen(t, filepath.Join(t.TempDir(), "c.db"))
	fill(t, j, 10)
	n := int64(0)
	err := j.Each(func(r Record) error {
		n++
		fill(t, j, 10+n)
		return nil
	})
	if err != nil || n != 10 {
		t.Fatalf("%d entries, %v", n, err)
	}
	mustHold(t, j, 20)
}

func TestGapIsDamage(t *testing.T) {
	t.Parallel()
	for name, statement := range map[string]string{
		"first":  `DELETE FROM entry WHERE seq = 1`,
		"middle": `DELETE FROM entry WHERE seq = 5`,
		"zero":   `UPDATE entry SET seq = 0 WHERE seq = 10`,
		"far":    `UPDATE entry SET seq = 9223372036854775807 WHERE seq = 10`,
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "c.db")
			j := mustOpen(t, path)
			fill(t, j, 10)
			if err := execStatement(j.db, statement); err != nil {
				t.Fatal(err)
			}
			mustFail(t, j.Each(func(Record) error { return nil }), ErrDamaged)
			j.Close()
			_, err := Open(path)
			mustFail(t, err, ErrDamaged)
		})
	}
}

func TestSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.db")
	j := mustOpen(t, path)
	for _, value := range []string{"The Long Night", "", "Übergang"} {
		if err := j.Put("name", []byte(value)); err != nil {
			t.Fatal(err)
		}
		got, err := j.Get("name")
		if err != nil || string(got) != value {
			t.Errorf("got %q, %v, want %q", got, err, value)
		}
	}
	j.Close()
	r := mustRead(t, path)
	got, err := r.Get("name")
	if err != nil || string(got) != "Übergang" {
		t.Errorf("reopened: got %q, %v", got, err)
	}
	got, err = r.Get("nothing")
	if err != nil || got != nil {
		t.Errorf("unknown key: got %q, %v", got, err)
	}
	mustFail(t, r.Put("name", nil), ErrReadOnly)
}

func TestSecondWriterIsBusy(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "c.db")
	link := filepath.Join(folder, "link.db")
	j := mustOpen(t, path)
	fill(t, j, 3)
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	for _, other := range []string{path, link} {
		_, err := Open(other)
		mustFail(t, err, ErrBusy)
		_, err = SetAside(other, start)
		mustFail(t, err, ErrBusy)
	}
	fill(t, j, 5)
	j.Close()
	mustHold(t, mustOpen(t, link), 5)
}

// TestLockedByStranger is about a program that knows SQLite and not our lock.
func TestLockedByStranger(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "c.db")
	j := mustOpen(t, path)
	fill(t, j, 3)
	stranger, err := connectFile(path, "rw")
	if err != nil {
		t.Fatal(err)
	}
	defer stranger.Close()
	if err := execStatement(stranger, `BEGIN IMMEDIATE`); err != nil {
		t.Fatal(err)
	}
	r := sample(4)
	mustFail(t, j.Append(&r), ErrBusy)
	if r.Seq != 0 {
		t.Errorf("a failed Append set Seq to %d", r.Seq)
	}
	if err := execStatement(stranger, `ROLLBACK`); err != nil {
		t.Fatal(err)
	}
	fill(t, j, 5)
	mustHold(t, j, 5)
}

func TestReadWhileWriting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.db")
	w := mustOpen(t, path)
	fill(t, w, 50)
	r := mustRead(t, path)
	mustHold(t, r, 50)
	n := int64(0)
	err := r.Each(func(Record) error {
		n++
		fill(t, w, 50+n)
		return nil
	})
	if err != nil || n != 50 {
		t.Fatalf("%d entries, %v", n, err)
	}
	mustHold(t, r, 100)
	mustHold(t, w, 100)
	rec := sample(101)
	mustFail(t, r.Append(&rec), ErrReadOnly)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	fill(t, w, 101)
	mustHold(t, w, 101)
}

// TestLookWhileWriting opens and reads a campaign again and again while another goroutine appends to it and changes a setting in
// the same step: it is sound each time, and what one look reads is of one moment.
func TestLookWhileWriting(t *testing.T) {
	rounds := 2
	if *long {
		rounds = 200
	}
	looks := 0
	for range rounds {
		path := filepath.Join(t.TempDir(), "c.db")
		w := mustOpen(t, path)
		fill(t, w, 20)
		written := make(chan error)
		go func() {
			var err error
			for err == nil && w.Len() < 500 {
				r := sample(w.Len() + 1)
				err = cmp.Or(w.Append(&r), w.Put("entries", fmt.Append(nil, r.Seq)))
			}
			written <- err
		}()
		for writing := true; writing; looks++ {
			j, err := OpenReadOnlyIf(path, readSnapshot)
			if err == nil {
				err = cmp.Or(j.Snapshot(func() error { return readSnapshot(j) }), j.Check(), j.Close())
			}
			if err != nil {
				t.Fatalf("look %d: %v", looks, err)
			}
			select {
			case err := <-written:
				if writing = false; err != nil {
					t.Fatal(err)
				}
			default:
			}
		}
		w.Close()
	}
	t.Logf("%d looks", looks)
}

// readSnapshot reads the entries of j and the setting that the writer of TestLookWhileWriting puts behind each of them, in several
// steps, and returns an error if they are not of one moment.
func readSnapshot(j *Journal) error {
	before, n := j.Len(), int64(0)
	if err := j.Each(func(Record) error { n++; return nil }); err != nil {
		return err
	}
	last, err := j.Last()
	if err != nil {
		return err
	}
	put, err := j.Get("entries")
	if err != nil {
		return err
	}
	at, _ := strconv.ParseInt(cmp.Or(string(put), "20"), 10, 64)
	if n != before || last.Seq != n || j.Len() != n || at != n && at != n-1 {
		return fmt.Errorf("%d entries of %d, the last is %d, the setting is of %d", n, before, last.Seq, at)
	}
	return nil
}

// TestCloseWhileReading: even then the one file has everything.
func TestCloseWhileReading(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "c.db")
	w := mustOpen(t, path)
	r := mustRead(t, path)
	fill(t, w, 50)
	mustHold(t, r, 50)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	mustHold(t, r, 50)
	again := mustOpen(t, path)
	fill(t, again, 60)
	mustHold(t, r, 60)
	again.Close()
	r.Close()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	alone := filepath.Join(folder, "alone.db")
	if err := os.WriteFile(alone, data, 0o666); err != nil {
		t.Fatal(err)
	}
	mustHold(t, mustOpen(t, alone), 60)
}

func TestReadOnlyLeavesNothingBehind(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "c.db")
	j := mustOpen(t, path)
	fill(t, j, 5)
	j.Close()
	before := files(t, folder)
	r := mustRead(t, path)
	mustHold(t, r, 5)
	r.Close()
	if after := files(t, folder); after != before {
		t.Errorf("files %s, before %s", after, before)
	}
	_, err := OpenReadOnly(filepath.Join(folder, "none.db"))
	mustFail(t, err, fs.ErrNotExist)
	if after := files(t, folder); after != before {
		t.Errorf("files %s, before %s", after, before)
	}
}

func TestFullThenRoom(t *testing.T) {
	t.Parallel()
	j := mustOpen(t, filepath.Join(t.TempDir(), "c.db"))
	fill(t, j, 20)
	if err := execStatement(j.db, `PRAGMA max_page_count = 1`); err != nil { // as small as it is now
		t.Fatal(err)
	}
	last := j.Len()
	var failed error
	for failed == nil && last < 100 {
		r := sample(last + 1)
		failed = j.Append(&r)
		if failed == nil {
			last++
		}
	}
	mustFail(t, failed, ErrFull)
	r := sample(last + 1)
	r.Events = bytes.Repeat([]byte("big"), 5000)
	mustFail(t, j.Append(&r), ErrFull)
	if r.Seq != 0 {
		t.Errorf("a failed Append set Seq to %d", r.Seq)
	}
	mustFail(t, j.Put("key", bytes.Repeat([]byte("big"), 5000)), ErrFull)
	mustHold(t, j, last)
	if err := execStatement(j.db, `PRAGMA max_page_count = 1000000`); err != nil {
		t.Fatal(err)
	}
	fill(t, j, last+20)
	mustHold(t, j, last+20)
}

func TestClosed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.db")
	j := mustOpen(t, path)
	fill(t, j, 2)
	for range 2 {
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	r := sample(3)
	mustFail(t, j.Append(&r), os.ErrClosed)
	mustFail(t, j.Put("k", nil), os.ErrClosed)
	mustFail(t, j.Each(func(Record) error { return nil }), os.ErrClosed)
	mustFail(t, j.Backup(path+".bak"), os.ErrClosed)
	_, err := j.Get("k")
	mustFail(t, err, os.ErrClosed)
	mustHold(t, mustOpen(t, path), 2)
}

// TestCheckpoint goes on long enough for the -wal file to be written from the
// start again, more than once.
// TestCheckpointNow: the one file has everything then, also while another connection reads, and a writer that is killed leaves it.
func TestCheckpointNow(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "c.db")
	j := mustOpen(t, path)
	alone := filepath.Join(folder, "alone.db")
	copied := func() *Journal {
		t.Helper()
		if err := os.WriteFile(alone, read(t, path), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := OpenReadOnly(alone)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	r := mustRead(t, path)
	for _, last := range []int64{7, 9, 300} {
		fill(t, j, last)
		if err := j.Checkpoint(); err != nil {
			t.Fatal(err)
		}
		c := copied()
		mustHold(t, c, last)
		c.Close()
		mustHold(t, r, last)
	}
	mustFail(t, r.Checkpoint(), ErrReadOnly)
	if err := os.Rename(path, alone); err != nil {
		t.Fatal(err)
	}
	mustFail(t, j.Checkpoint(), ErrMoved)
}

func TestCheckpoint(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "c.db")
	j := mustOpen(t, path)
	if err := execStatement(j.db, `PRAGMA synchronous = OFF`); err != nil {
		t.Fatal(err)
	}
	fill(t, j, 3*walPages)
	info, err := os.Stat(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	if most := int64(walPages+walPages/10) * pageSize; info.Size() > most {
		t.Errorf("-wal has %d bytes, want at most %d", info.Size(), most)
	}
	mustHold(t, j, 3*walPages)
	j.Close()
	mustHold(t, mustRead(t, path), 3*walPages)
}

func TestBackup(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path, copied := filepath.Join(folder, "c.db"), filepath.Join(folder, "file:?#'copy.db")
	j := mustOpen(t, path)
	fill(t, j, 30)
	if err := j.Put("name", []byte("night")); err != nil {
		t.Fatal(err)
	}
	if err := j.Backup(copied); err != nil {
		t.Fatal(err)
	}
	mustFail(t, j.Backup(copied), fs.ErrExist)
	mustFail(t, j.Backup(path), fs.ErrExist)
	mustFail(t, j.Backup(filepath.Join(folder, "none", "b.db")), fs.ErrNotExist)
	fill(t, j, 40)
	b := mustOpen(t, copied)
	mustHold(t, b, 30)
	if name, err := b.Get("name"); err != nil || string(name) != "night" {
		t.Errorf("name %q, %v", name, err)
	}
	b.Close()
	r := mustRead(t, path)
	if err := r.Backup(filepath.Join(folder, "second.db")); err != nil {
		t.Fatal(err)
	}
	mustHold(t, mustRead(t, filepath.Join(folder, "second.db")), 40)
	if got := files(t, folder); strings.Contains(got, ".part") {
		t.Errorf("left behind: %s", got)
	}
}
