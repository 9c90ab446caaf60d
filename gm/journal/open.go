package journal

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	sqlite3 "modernc.org/sqlite/lib"

	"hybrid/gm/disk"
)

// Opening a journal: lock, format, checks, and looking on while another process writes.

// Marks of a campaign's file: SQLite's application_id and user_version.
const (
	application = 0x48594252 // "HYBR"
	version     = 2          // format of new files; a later one can change the tables
)

var pragmaVersion = fmt.Sprintf(`PRAGMA user_version = %d`, version)

// The tables, written as SQLite gives them back. A file whose tables differ, or
// that brings triggers of its own, is not opened.
const (
	tableEntry = `CREATE TABLE entry (` + entryColumns + `, ` + sumColumn + `) STRICT`
	tableMeta  = `CREATE TABLE meta (` + metaColumns + `, ` + sumColumn + `) STRICT, WITHOUT ROWID`

	// Version 1 had no checksums.
	tableEntry1 = `CREATE TABLE entry (` + entryColumns + `) STRICT`
	tableMeta1  = `CREATE TABLE meta (` + metaColumns + `) STRICT, WITHOUT ROWID`

	entryColumns = `seq INTEGER PRIMARY KEY, session INTEGER NOT NULL, at INTEGER NOT NULL, kind INTEGER NOT NULL, target INTEGER NOT NULL, command BLOB, events BLOB, report BLOB`
	metaColumns  = `key TEXT NOT NULL PRIMARY KEY, value BLOB`
	sumColumn    = `sum INTEGER NOT NULL DEFAULT 0`
)

// walPages is after how many written pages (4 MB) an Append also moves them into
// the campaign's own file, which takes about 2 ms, and the -wal file is written
// from its start again. Measured: an Append then costs less than adding as many
// bytes to a file, and about a tenth more while the -wal file still grows;
// making it long in Open would save that and cost 10 ms there.
const walPages = 1000

// Open opens the campaign at path for writing and makes it, and its folder, if
// there is none. It checks the whole file first and changes nothing if it
// fails: with ErrBusy if it is open for writing elsewhere (in this program
// too), ErrLinked, ErrNewer, ErrForeign, ErrDamaged or ErrReadOnly. A process that
// dies with the campaign open leaves it free.
func Open(path string) (*Journal, error) { return OpenIf(path, func(*Journal) error { return nil }) }

// OpenIf opens a journal as Open does, unless fits returns an error; fits may read the campaign while nothing in it is
// changed yet. That error is returned as it is.
func OpenIf(path string, fits func(*Journal) error) (*Journal, error) {
	j, err := open(path, fits)
	if err != nil {
		return nil, err
	}
	return j, nil
}

// open opens the journal at path, locked for this process, if fits agrees.
func open(path string, fits func(*Journal) error) (*Journal, error) {
	fail := func(err error) (*Journal, error) {
		return nil, fmt.Errorf("open journal %s: %w", path, explain(err))
	}
	file, err := locate(path)
	if err != nil {
		return fail(err)
	}
	lock, err := acquire(file)
	if err != nil {
		return fail(err)
	}
	j := &Journal{path: path, lock: lock, file: file}
	unfit, err := j.openLocked(fits)
	if err != nil || unfit != nil {
		j.release()
	}
	if unfit != nil {
		return nil, unfit
	}
	if err != nil {
		return fail(err)
	}
	return j, nil
}

// openLocked opens the file; unfit is what fits has against it.
func (j *Journal) openLocked(fits func(*Journal) error) (unfit, err error) {
	if err := create(j.file); err != nil {
		return nil, err
	}
	if info, err := os.Stat(j.file); err == nil && disk.Linked(info) {
		return nil, ErrLinked
	}
	if err := keepPrivate(j.file); err != nil {
		return nil, err
	}
	if err := walLost(j.file); err != nil {
		return nil, err
	}
	same, differs, err := comparedWithClosed(j.file)
	if err != nil {
		return nil, cause(err)
	}
	j.otherFile = differs
	j.db, err = connectReadOnly(j.file)
	if err != nil {
		return nil, err
	}
	err = j.verify(same)
	unfinished := code(err) == sqlite3.SQLITE_READONLY // only who may write can undo what a crash left half done
	if err != nil && !unfinished {
		return nil, err
	}
	if err == nil {
		unfit = fits(j)
	}
	closed := j.db.Close()
	if j.db = nil; unfit != nil || closed != nil {
		return unfit, closed
	}
	if j.db, err = connectWriting(j.file); err != nil {
		return nil, err
	}
	if unfinished {
		if err = j.verify(same); err == nil {
			unfit = fits(j)
		}
		if err != nil || unfit != nil {
			return unfit, err
		}
	}
	if err := unseal(j.file); err != nil {
		return nil, err
	}
	if err := prepareWriting(j.db); err != nil {
		return nil, err
	}
	if j.version < version {
		if err := renewed(j.db); err != nil {
			return nil, err
		}
		j.version = version
	}
	j.stamps = [...]stamp{{name: j.file}, {name: j.file + "-wal"}}
	j.mark()
	if j.stamps[1].info != nil {
		if err := os.WriteFile(j.file+".lock", []byte(opened), disk.Private); err != nil {
			return nil, cause(err)
		}
	}
	return nil, nil
}

// OpenReadOnly opens an existing campaign for reading, also while it is being
// written elsewhere. A change that a crash left half done is undone first. Its errors are those of Open, ErrBusy only in the moment a
// writer opens or closes it; fs.ErrNotExist if there is no such file.
func OpenReadOnly(path string) (*Journal, error) {
	return OpenReadOnlyIf(path, func(*Journal) error { return nil })
}

// OpenReadOnlyIf opens a journal as OpenReadOnly does, unless fits returns an error; fits may read the campaign, of which
// every page is sound. That error is returned as it is.
func OpenReadOnlyIf(path string, fits func(*Journal) error) (*Journal, error) {
	j, unfit, err := openReadOnly(path, fits)
	if code(err) == sqlite3.SQLITE_READONLY {
		if err = undoUnfinished(path); err == nil {
			j, unfit, err = openReadOnly(path, fits)
		}
	}
	if err != nil {
		err = fmt.Errorf("open journal %s: %w", path, explain(err))
	}
	if err = cmp.Or(err, unfit); err != nil {
		return nil, err
	}
	return j, nil
}

// openReadOnly opens the journal at path without a lock. If fits refuses it, the journal is closed again and the refusal
// returned as unfit.
func openReadOnly(path string, fits func(*Journal) error) (j *Journal, unfit, err error) {
	file, err := resolve(path)
	if err != nil {
		return nil, nil, err
	}
	db, err := connectReadOnly(file)
	if err != nil {
		return nil, nil, err
	}
	j = &Journal{path: path, db: db, file: file}
	err = j.Snapshot(func() error {
		err := j.verify(true)
		if err == nil {
			unfit = fits(j)
		}
		return err
	})
	if err != nil || unfit != nil {
		j.release()
	}
	return j, unfit, cause(err)
}

// undoUnfinished undoes a change that a crash left half done in the file at path, which only a connection that may write can do.
// It returns ErrBusy if a process has the file open for writing, and ErrReadOnly if it may not be written.
func undoUnfinished(path string) (err error) {
	file, err := resolve(path)
	if err != nil {
		return err
	}
	lock, err := acquire(file)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	db, err := connectWriting(file)
	if err != nil {
		return err
	}
	_, err = number(db, `PRAGMA user_version`) // the first reading undoes it
	return cmp.Or(err, db.Close())
}

// locate makes the folder of path and gives the one name of the file, whatever
// links lead to it, so that two writers meet at one lock.
func locate(path string) (string, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
		return "", cause(err)
	}
	return resolve(full)
}

// resolve returns the absolute path of the file that path leads to, through links.
func resolve(path string) (string, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	file, err := filepath.EvalSymlinks(full)
	if err == nil {
		return file, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", cause(err)
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(full))
	if err != nil {
		return "", cause(err)
	}
	return filepath.Join(folder, filepath.Base(full)), nil
}

// acquire takes the lock of the one writer.
func acquire(file string) (*disk.Lock, error) {
	lock, err := disk.TryLock(file + ".lock")
	if errors.Is(err, fs.ErrPermission) && regular(file) == nil {
		return nil, ErrReadOnly
	}
	if err == nil && lock == nil {
		return nil, ErrBusy
	}
	return lock, cause(err)
}

// regular says what is in the way of opening file, if it is not even a file as
// long as SQLite's shortest, which it would take for an empty one.
func regular(file string) error {
	info, err := os.Stat(file)
	if err != nil {
		return cause(err)
	}
	if !info.Mode().IsRegular() {
		return ErrForeign
	}
	if info.Size() < 512 {
		return damaged("it has only %d bytes", info.Size())
	}
	return nil
}

// create makes an empty campaign if there is no file. It is made under another
// name first, so that a crash leaves none or a whole one.
func create(file string) error {
	exists, err := present(file)
	if err != nil || exists {
		return err
	}
	for _, left := range []string{file + "-wal", file + "-journal"} {
		exists, err := present(left)
		if err != nil {
			return err
		}
		if exists {
			return damaged("it is gone, but %s is still there", filepath.Base(left))
		}
	}
	draft := file + ".new"
	if err := removeAll(draft, draft+"-journal"); err != nil {
		return err
	}
	err = writeEmpty(draft)
	if err == nil {
		err = disk.Rename(draft, file)
	}
	if err != nil {
		removeAll(draft, draft+"-journal")
	}
	return cause(err)
}

// keepPrivate takes a campaign's files away from every other user: what its dice come from is in it.
func keepPrivate(file string) error {
	return cause(disk.KeepPrivate(file, file+"-wal", file+"-shm", file+".lock"))
}

// writeEmpty writes a journal without entries to draft, which must not exist.
func writeEmpty(draft string) error {
	f, err := os.OpenFile(draft, os.O_CREATE|os.O_EXCL, disk.Private)
	if err != nil {
		return err
	}
	f.Close()
	db, err := connect(draft, "rwc")
	if err != nil {
		return err
	}
	defer db.Close() // it is whole on the disk once COMMIT returned
	for _, statement := range []string{
		`PRAGMA page_size = 4096`,
		`PRAGMA synchronous = FULL`,
		`BEGIN`,
		tableEntry,
		tableMeta,
		fmt.Sprintf(`PRAGMA application_id = %d`, application),
		pragmaVersion,
		`COMMIT`,
	} {
		if err := run(db, statement); err != nil {
			return err
		}
	}
	return nil
}

// inspect verifies the pages of file without a chance of changing it, and counts its entries.
func inspect(file string) (int64, error) {
	db, err := connectReadOnly(file)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	j := Journal{db: db}
	err = j.verify(true)
	return j.length, err
}

// connectReadOnly opens file without a chance of changing it: closing a
// connection that may write would already tidy up a file that is damaged or not
// ours.
func connectReadOnly(file string) (conn, error) {
	if err := regular(file); err != nil {
		return nil, err
	}
	return connect(file, "ro")
}

// connectWriting refuses a file that may only be read; SQLite by itself would
// open it for reading then.
func connectWriting(file string) (conn, error) {
	db, err := connect(file, "rw")
	if err != nil {
		return nil, err
	}
	readOnly, err := db.IsReadOnly("main")
	if err == nil && readOnly {
		err = ErrReadOnly
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// verify checks the file as check does, every page of it, and every checksum unless it is the same file that was closed.
func (j *Journal) verify(same bool) error {
	return j.Snapshot(func() error {
		if err := j.check(); err != nil {
			return err
		}
		if err := j.checkPages(); err != nil || same {
			return err
		}
		return j.Check()
	})
}

// checkPages looks at every page of the file.
func (j *Journal) checkPages() error {
	row, err := first(j.db, `PRAGMA quick_check(1)`)
	if err != nil {
		return err
	}
	if row[0] != "ok" {
		return damaged("%s", oneLine(fmt.Sprint(row[0])))
	}
	return nil
}

// check finds out whether the file is a campaign of a version that can be read,
// with all its entries, and how many they are.
func (j *Journal) check() error {
	id, err := number(j.db, `PRAGMA application_id`)
	if err != nil {
		return err
	}
	if j.version, err = number(j.db, `PRAGMA user_version`); err != nil {
		return err
	}
	row, err := first(j.db, `SELECT group_concat(sql, ';' ORDER BY name) FROM sqlite_schema WHERE sql IS NOT NULL`)
	if err != nil {
		return err
	}
	tables := int64(0)
	switch row[0] {
	case tableEntry1 + ";" + tableMeta1:
		tables = 1
	case tableEntry + ";" + tableMeta:
		tables = version
	}
	switch {
	case id != application && tables == 0:
		return ErrForeign
	case id == application && tables == 0 && j.version > version:
		return ErrNewer
	case tables == 0:
		return damaged("its tables are not those of a campaign")
	case id != application || tables != j.version:
		return damaged("its marks are %x and %d", id, j.version)
	}
	j.length, err = checkEntries(j.db)
	return err
}

// checkEntries counts: as many entries as the highest number, from 1 up, leave
// no gap.
func checkEntries(db conn) (int64, error) {
	count, err := number(db, `SELECT count(*) FROM entry`)
	if err != nil {
		return 0, err
	}
	minimum, err := number(db, `SELECT coalesce(min(seq), 1) FROM entry`)
	if err != nil {
		return 0, err
	}
	maximum, err := number(db, sqlLength)
	if err != nil {
		return 0, err
	}
	if minimum != 1 || maximum != count {
		return 0, damaged("%d entries, numbered %d to %d", count, minimum, maximum)
	}
	return count, nil
}

// number returns the integer that statement selects.
func number(db conn, statement string) (int64, error) {
	row, err := first(db, statement)
	if err != nil {
		return 0, err
	}
	n, ok := row[0].(int64)
	if !ok {
		return 0, damaged("%s gives %v", statement, row[0])
	}
	return n, nil
}

// prepareWriting makes every statement durable when it returns, with one fsync,
// and finds out whether the file can be written at this moment.
func prepareWriting(db conn) error {
	row, err := first(db, `PRAGMA journal_mode = WAL`)
	if err != nil {
		return err
	}
	if row[0] != "wal" {
		return errors.New("This disk can't hold an open campaign log. Move it to a local disk.")
	}
	for _, statement := range []string{
		`PRAGMA synchronous = FULL`,
		fmt.Sprintf(`PRAGMA wal_autocheckpoint = %d`, walPages),
		`BEGIN IMMEDIATE`,
		`ROLLBACK`,
	} {
		if err := run(db, statement); err != nil {
			return err
		}
	}
	return nil
}

// present reports whether file exists.
func present(file string) (bool, error) {
	_, err := os.Lstat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, cause(err)
}

// removeAll removes files; that one is missing is no error.
func removeAll(files ...string) error {
	for _, file := range files {
		err := os.Remove(file)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return cause(err)
		}
	}
	return nil
}

// cause removes the path from a file or link error, since the path is already named in front.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}
