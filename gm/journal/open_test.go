package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hybrid/gm/gmtest"

	"hybrid/gm/disk"
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
	db, err := connectFile(path, "rwc")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range statements {
		if err := execStatement(db, s); err != nil {
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
	whileRead := func(path string) (*Journal, error) {
		return OpenReadOnlyIf(path, func(j *Journal) error { return j.Each(func(Record) error { return nil }) })
	}
	for name, open := range map[string]func(string) (*Journal, error){"Open": Open, "OpenReadOnly": OpenReadOnly, "OpenReadOnlyIf": whileRead} {
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
	t.Parallel()
	ours := fmt.Sprintf(`PRAGMA application_id = %d`, application)
	v1 := fmt.Sprintf(`PRAGMA user_version = %d`, version)
	mustRefuse(t, foreign(t, ours), ErrDamaged)
	mustRefuse(t, foreign(t, ours, v1), ErrDamaged)
	mustRefuse(t, foreign(t, ours, v1, tableEntry), ErrDamaged)
	mustRefuse(t, foreign(t, ours, v1, tableEntry, tableMeta,
		`CREATE TRIGGER lose AFTER INSERT ON entry BEGIN DELETE FROM entry; END`), ErrDamaged)
}

func TestDamaged(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
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
			t.Parallel()
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

// TestAnyByteDamaged: whatever byte is wrong, it is found, or nothing that is read is another than was written.
func TestAnyByteDamaged(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "night.db")
	j := mustOpen(t, path)
	fill(t, j, 60)
	if err := j.Put("name", []byte("The Long Night")); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	flipped := filepath.Join(t.TempDir(), "night.db")
	step := 67
	if *long {
		step = 1
	}
	found, unused := 0, 0
	for at := 0; at < len(data); at += step {
		if at > 200 && at%pageSize < 30 {
			at += 1 - step // every byte of the heads
		}
		b := bytes.Clone(data)
		b[at] ^= byte(1 + at%255)
		if err := os.WriteFile(flipped, b, 0o666); err != nil {
			t.Fatal(err)
		}
		j, err := OpenReadOnly(flipped)
		if err == nil {
			err = j.Check()
		}
		if err != nil {
			if errors.Is(err, ErrForeign) || errors.Is(err, ErrNewer) {
				t.Errorf("byte %d: %v", at, err)
			}
			found++
		} else {
			unused++
			mustHold(t, j, 60)
			if name, err := j.Get("name"); err != nil || string(name) != "The Long Night" {
				t.Errorf("byte %d: name %q, %v", at, name, err)
			}
		}
		if j != nil {
			j.Close()
		}
	}
	t.Logf("%d found, %d where nothing is written", found, unused)
}

// TestHeadDamaged flips each bit of SQLite's head: the file is called damaged, or opens unchanged.
func TestHeadDamaged(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	data := read(t, campaign(t))
	flipped := filepath.Join(t.TempDir(), "night.db")
	for bit := 8 * 16; bit < 8*72; bit++ {
		b := bytes.Clone(data)
		b[bit/8] ^= 1 << (bit % 8)
		for name, open := range map[string]func(string) (*Journal, error){"read": OpenReadOnly, "write": Open} {
			if err := os.WriteFile(flipped, b, 0o666); err != nil {
				t.Fatal(err)
			}
			j, err := open(flipped)
			if err != nil {
				if !errors.Is(err, ErrDamaged) {
					t.Errorf("byte %d, bit %d, %s: %v", bit/8, bit%8, name, err)
				}
				continue
			}
			if err := j.Check(); err != nil {
				t.Errorf("byte %d, bit %d, %s: opened: %v", bit/8, bit%8, name, err)
			}
			j.Close()
		}
	}
}

// TestSealed: a file that was closed is found changed, be it where nothing is written.
func TestSealed(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	path := campaign(t)
	check := func() {
		t.Helper()
		j := mustRead(t, path)
		defer j.Close()
		if err := j.Check(); err != nil || j.DiffersFromClosed() {
			t.Errorf("%v, changed: %t", err, j.DiffersFromClosed())
		}
	}
	check()
	data := read(t, path)
	step := 4099
	if *long {
		step = 101
	}
	for at := 0; at < len(data); at += step {
		b := bytes.Clone(data)
		b[at] ^= byte(1 + at%255)
		if err := os.WriteFile(path, b, 0o666); err != nil {
			t.Fatal(err)
		}
		j, err := OpenReadOnly(path)
		if err == nil {
			if err = j.Check(); err == nil && j.DiffersFromClosed() {
				err = ErrMoved
			}
			j.Close()
		}
		if err == nil {
			t.Errorf("byte %d: nothing is found", at)
		}
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	j := mustOpen(t, path)
	fill(t, j, 301)
	check()
	j.Close()
	check()
}

// TestFirstVersion reads a file without checksums, gives it some when it is opened for writing, and finds what is
// changed from then on.
func TestFirstVersion(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	path := foreign(t, `BEGIN`, tableEntry1, tableMeta1, fmt.Sprintf(`PRAGMA application_id = %d`, application), `PRAGMA user_version = 1`,
		`INSERT INTO meta VALUES ('name', CAST('The Long Night' AS BLOB))`, `COMMIT`)
	db, err := connectFile(path, "rw")
	if err != nil {
		t.Fatal(err)
	}
	if err := execStatement(db, `PRAGMA synchronous = OFF`); err != nil {
		t.Fatal(err)
	}
	for seq := int64(1); seq <= 2500; seq++ {
		r := sample(seq)
		if err := execStatement(db, `INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, seq, r.Session, r.At.UnixMilli(), int64(r.Kind), r.Target, blobOrNull(r.Command), blobOrNull(r.Events), blobOrNull(r.Report)); err != nil {
			t.Fatal(err)
		}
	}
	db.Close()
	look := mustRead(t, path)
	if mustHold(t, look, 2500); look.HasChecksums() {
		t.Error("there are no checksums")
	}
	look.Close()
	j := mustOpen(t, path)
	if name, err := j.Get("name"); err != nil || string(name) != "The Long Night" {
		t.Errorf("name %q, %v", name, err)
	}
	fill(t, j, 2510)
	if err := j.Check(); err != nil {
		t.Error(err)
	}
	j.Close()
	look = mustRead(t, path)
	mustHold(t, look, 2510)
	look.Close()
	for name, statement := range map[string]string{
		"command": `UPDATE entry SET command = CAST('{"command":9}' AS BLOB) WHERE seq = 7`,
		"report":  `UPDATE entry SET report = CAST('{"report":9}' AS BLOB) WHERE seq = 2400`,
		"kind":    `UPDATE entry SET kind = 2 WHERE seq = 1`,
		"setting": `UPDATE meta SET value = CAST('The Short Night' AS BLOB)`,
	} {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			harmed := filepath.Join(t.TempDir(), "harmed.db")
			if err := os.WriteFile(harmed, data, 0o666); err != nil {
				t.Fatal(err)
			}
			db, err := connectFile(harmed, "rw")
			if err == nil {
				err = execStatement(db, statement)
			}
			if err != nil {
				t.Fatal(err)
			}
			db.Close()
			mustFail(t, mustRead(t, harmed).Check(), ErrDamaged)
			for _, lock := range []string{"", lockOpen, lockClosed, "closed, 1 bytes, CRC-32C 00000000"} { // none of them a checksum of the file
				if err := os.WriteFile(harmed+".lock", []byte(lock), 0o666); err != nil {
					t.Fatal(err)
				}
				_, err := Open(harmed)
				mustFail(t, err, ErrDamaged)
			}
		})
	}
}

// TestPrivate: what the dice come from is for the user alone, in every file, an old one that others could read too.
func TestPrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "night.db")
	check := func() {
		t.Helper()
		for _, name := range strings.Fields(files(t, filepath.Dir(path))) {
			info, err := os.Stat(filepath.Join(filepath.Dir(path), name))
			if err != nil || info.Mode().Perm()&0o077 != 0 {
				t.Errorf("%s: %v, %v", name, info.Mode(), err)
			}
		}
	}
	j := mustOpen(t, path)
	fill(t, j, 3)
	if err := j.Backup(path + ".backup"); err != nil {
		t.Fatal(err)
	}
	check()
	j.Close()
	check()
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	j = mustOpen(t, path)
	fill(t, j, 5)
	check()
	j.Close()
	if err := os.WriteFile(path, []byte("damaged"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := SetAside(path, start); err != nil {
		t.Fatal(err)
	}
	check()
}

// TestUnfit: what the caller cannot read is refused, and the file stays as it is, byte for byte.
func TestUnfit(t *testing.T) {
	path := campaign(t)
	before := read(t, path)
	unfit := errors.New("not for us")
	for _, open := range []func(string, func(*Journal) error) (*Journal, error){OpenIf, OpenReadOnlyIf} {
		_, err := open(path, func(j *Journal) error {
			mustHold(t, j, 300)
			return unfit
		})
		if err != unfit || !bytes.Equal(read(t, path), before) {
			t.Errorf("got %v; the file is another one: %v", err, !bytes.Equal(read(t, path), before))
		}
	}
}

// TestUnfinishedChange: a crash left the file in the middle of a change in
// SQLite's older way, as when Open or Close switch; the next writer undoes it.
func TestUnfinishedChange(t *testing.T) {
	t.Parallel()
	path := campaign(t)
	db, err := connectFile(path, "rw")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{`PRAGMA cache_size = 1`, `PRAGMA cache_spill = 1`, `BEGIN`, `UPDATE entry SET kind = 99, command = zeroblob(2000)`} {
		if err := execStatement(db, s); err != nil {
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
	lock, err := disk.TryLock(crashed + ".lock")
	if err != nil || lock == nil {
		t.Fatal(lock, err)
	}
	_, err = OpenReadOnly(crashed)
	mustFail(t, err, ErrBusy)
	lock.Unlock()
	r := mustRead(t, crashed)
	mustHold(t, r, 300)
	r.Close()
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
	t.Parallel()
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
