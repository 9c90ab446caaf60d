package journal

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const pageSize = 4096

// campaign makes a closed campaign of 300 entries and returns its path.
func campaign(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "night.db")
	j := mustOpen(t, path)
	fill(t, j, 300)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// foreign makes a SQLite file by statements.
func foreign(t *testing.T, statements ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "other.db")
	db, err := connect(path, "rwc")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range statements {
		if err := run(db, s); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// mustRefuse checks that neither way of opening path works and that it stays
// as it is, byte for byte.
func mustRefuse(t *testing.T, path string, target error) {
	t.Helper()
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, open := range map[string]func(string) (*Journal, error){"Open": Open, "OpenReadOnly": OpenReadOnly} {
		j, err := open(path)
		if err == nil {
			j.Close()
			t.Fatalf("%s succeeded, want %v", name, target)
		}
		mustFail(t, err, target)
		if !strings.HasPrefix(err.Error(), "open journal "+path+": ") {
			t.Errorf("%s: error without the path: %v", name, err)
		}
	}
	after, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("refusing the file changed it (%v)", err)
	}
}

func TestForeign(t *testing.T) {
	mustRefuse(t, foreign(t, `CREATE TABLE song (title TEXT)`), ErrForeign)
	mustRefuse(t, foreign(t, `PRAGMA journal_mode = WAL`, `CREATE TABLE song (title TEXT)`), ErrForeign)
	mustRefuse(t, foreign(t, `PRAGMA application_id = 7`), ErrForeign)
	folder := t.TempDir()
	_, err := Open(folder)
	mustFail(t, err, ErrForeign)
	_, err = OpenReadOnly(folder)
	mustFail(t, err, ErrForeign)
}

func TestUnwritable(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write every file")
	}
	path := campaign(t)
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	mustRefuseWriting(t, path)
	os.Remove(path + ".lock")
	folder := filepath.Dir(path)
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(folder, 0o777)
	mustRefuseWriting(t, path)
}

func mustRefuseWriting(t *testing.T, path string) {
	t.Helper()
	_, err := Open(path)
	mustFail(t, err, ErrReadOnly)
	r := mustRead(t, path)
	mustHold(t, r, 300)
	r.Close()
}

func TestNewer(t *testing.T) {
	mustRefuse(t, foreign(t,
		fmt.Sprintf(`PRAGMA application_id = %d`, application),
		fmt.Sprintf(`PRAGMA user_version = %d`, version+1),
		`CREATE TABLE entry2 (x)`), ErrNewer)
}

func TestOtherTables(t *testing.T) {
	ours := fmt.Sprintf(`PRAGMA application_id = %d`, application)
	v1 := fmt.Sprintf(`PRAGMA user_version = %d`, version)
	mustRefuse(t, foreign(t, ours), ErrDamaged)
	mustRefuse(t, foreign(t, ours, v1), ErrDamaged)
	mustRefuse(t, foreign(t, ours, v1, tableEntry), ErrDamaged)
	mustRefuse(t, foreign(t, ours, v1, tableEntry, tableMeta,
		`CREATE TRIGGER lose AFTER INSERT ON entry BEGIN DELETE FROM entry; END`), ErrDamaged)
}

func TestDamaged(t *testing.T) {
	for name, harm := range map[string]func([]byte) []byte{
		"empty":             func(b []byte) []byte { return nil },
		"one byte":          func(b []byte) []byte { return b[:1] },
		"half a header":     func(b []byte) []byte { return b[:50] },
		"header only":       func(b []byte) []byte { return b[:100] },
		"one page":          func(b []byte) []byte { return b[:pageSize] },
		"cut in a page":     func(b []byte) []byte { return b[:len(b)/2+100] },
		"cut at a page":     func(b []byte) []byte { return b[:len(b)/2/pageSize*pageSize] },
		"not a database":    func(b []byte) []byte { return bytes.Repeat([]byte("characters:\n"), 1000) },
		"zeros":             func(b []byte) []byte { return make([]byte, len(b)) },
		"first bytes":       func(b []byte) []byte { return overwrite(b, 0, 16) },
		"list of tables":    func(b []byte) []byte { return overwrite(b, 100, 8) },
		"top of the tree":   func(b []byte) []byte { return overwrite(b, pageSize, 40) },
		"a page of entries": func(b []byte) []byte { return overwrite(b, len(b)/2/pageSize*pageSize, pageSize) },
	} {
		t.Run(name, func(t *testing.T) {
			path := campaign(t)
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, harm(data), 0o666); err != nil {
				t.Fatal(err)
			}
			mustRefuse(t, path, ErrDamaged)
		})
	}
}

func overwrite(b []byte, at, length int) []byte {
	copy(b[at:at+length], bytes.Repeat([]byte{0xa5}, length))
	return b
}

// TestAnyByteDamaged: whatever byte is wrong, opening and reading ends in an
// answer, and no entry is added or lost in silence.
func TestAnyByteDamaged(t *testing.T) {
	path := campaign(t)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; at < len(data); at += 1 + at/6 {
		b := bytes.Clone(data)
		b[at] ^= 0xff
		if err := os.WriteFile(path, b, 0o666); err != nil {
			t.Fatal(err)
		}
		j, err := OpenReadOnly(path)
		if err != nil {
			continue
		}
		n := 0
		err = j.Each(func(Record) error { n++; return nil })
		if err == nil && n != 300 {
			t.Errorf("byte %d: %d entries", at, n)
		}
		j.Close()
	}
}

// TestUnfinishedChange: a crash left the file in the middle of a change in
// SQLite's older way, as when Open or Close switch; the next writer undoes it.
func TestUnfinishedChange(t *testing.T) {
	path := campaign(t)
	db, err := connect(path, "rw")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{`PRAGMA cache_size = 1`, `PRAGMA cache_spill = 1`, `BEGIN`, `UPDATE entry SET kind = 99, command = zeroblob(2000)`} {
		if err := run(db, s); err != nil {
			t.Fatal(err)
		}
	}
	crashed := filepath.Join(t.TempDir(), "night.db")
	for _, tail := range []string{"", "-journal"} {
		data, err := os.ReadFile(path + tail)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(crashed+tail, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	db.Close()
	_, err = OpenReadOnly(crashed)
	mustFail(t, err, ErrReadOnly)
	mustHold(t, mustOpen(t, crashed), 300)
}

func TestHalfMadeCampaignIsMadeAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "night.db")
	for _, tail := range []string{".new", ".new-journal"} {
		if err := os.WriteFile(path+tail, []byte("half"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	fill(t, mustOpen(t, path), 3)
	if got := files(t, filepath.Dir(path)); strings.Contains(got, ".new") {
		t.Errorf("left behind: %s", got)
	}
}

func TestNewestEntriesWithoutTheirFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "night.db")
	if err := os.WriteFile(path+"-wal", []byte("entries"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := Open(path)
	mustFail(t, err, ErrDamaged)
	if _, err := SetAside(path, start); err != nil {
		t.Fatal(err)
	}
	mustHold(t, mustOpen(t, path), 0)
}

func TestSetAside(t *testing.T) {
	path := campaign(t)
	folder := filepath.Dir(path)
	now := time.Date(2026, 3, 1, 21, 5, 9, 0, time.Local)
	var moved []string
	for i := range 3 {
		for tail, text := range map[string]string{"": "main", "-wal": "wal", "-shm": "shm"} {
			if err := os.WriteFile(path+tail, fmt.Append(nil, text, i), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		_, err := Open(path)
		mustFail(t, err, ErrDamaged)
		name, err := SetAside(path, now)
		if err != nil {
			t.Fatal(err)
		}
		moved = append(moved, filepath.Base(name))
		for tail, text := range map[string]string{"": "main", "-wal": "wal"} {
			got, err := os.ReadFile(name + tail)
			if err != nil || string(got) != fmt.Sprint(text, i) {
				t.Errorf("%s: %q, %v", name+tail, got, err)
			}
		}
		j := mustOpen(t, path)
		fill(t, j, 2)
		j.Close()
	}
	want := "night.db.damaged-2026-03-01-210509 night.db.damaged-2026-03-01-210509-2 night.db.damaged-2026-03-01-210509-3"
	if got := strings.Join(moved, " "); got != want {
		t.Errorf("moved to %s, want %s", got, want)
	}
	mustHold(t, mustRead(t, path), 2)
	_, err := SetAside(filepath.Join(folder, "none.db"), now)
	mustFail(t, err, fs.ErrNotExist)
	_, err = SetAside(filepath.Join(folder, "no folder", "none.db"), now)
	mustFail(t, err, fs.ErrNotExist)
}
