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

// Opening a journal: its lock, format and checks, and reading while another process writes. While a campaign is open for writing, SQLite
// keeps its newest entries in a second file, whose name ends in -wal. The .lock file belongs to the writer; after Close it holds the seal,
// a checksum of the whole file (sum.go).

// Values that mark a campaign's file: SQLite's application_id and user_version.
const (
	application = 0x48594252 // "HYBR"
	version     = 2          // format of new files; later formats can change the tables
)

// pragmaVersion is the statement that stores the format's version in a file.
var pragmaVersion = fmt.Sprintf(`PRAGMA user_version = %d`, version)

// The tables as SQLite returns them. A file with other tables, or with triggers, is not opened.
const (
	tableEntry = `CREATE TABLE entry (` + entryColumns + `, ` + sumColumn + `) STRICT`
	tableMeta  = `CREATE TABLE meta (` + metaColumns + `, ` + sumColumn + `) STRICT, WITHOUT ROWID`

	// Version 1 has no checksums.
	tableEntry1 = `CREATE TABLE entry (` + entryColumns + `) STRICT`
	tableMeta1  = `CREATE TABLE meta (` + metaColumns + `) STRICT, WITHOUT ROWID`

	entryColumns = `seq INTEGER PRIMARY KEY, session INTEGER NOT NULL, at INTEGER NOT NULL, kind INTEGER NOT NULL, target INTEGER NOT NULL, command BLOB, events BLOB, report BLOB`
	metaColumns  = `key TEXT NOT NULL PRIMARY KEY, value BLOB`
	sumColumn    = `sum INTEGER NOT NULL DEFAULT 0`
)

// walPages is the number of written pages (4 MB) after which an Append moves them into the main file, which takes about 2 ms, and the
// -wal file is overwritten from its start. As measured, an Append then costs less than appending as many bytes to a file, and about a
// tenth more while the -wal file is still growing. Preallocating the file in Open would avoid that but cost 10 ms.
const walPages = 1000

// Open opens the campaign at path for writing, and creates the file and its folder if they don't exist. It first checks the whole file.
// If it fails, it changes nothing. The error is ErrBusy if the file is open for writing elsewhere, also in this process, or ErrLinked,
// ErrNewer, ErrForeign, ErrDamaged or ErrReadOnly. When a process dies, its campaigns can be opened again.
func Open(path string) (*Journal, error) { return OpenIf(path, func(*Journal) error { return nil }) }

// OpenIf opens a journal as Open does, unless fits returns an error, which OpenIf returns unchanged. fits can read the campaign before
// anything is changed.
func OpenIf(path string, fits func(*Journal) error) (*Journal, error) {
	j, err := openWriting(path, fits)
	if err != nil {
		return nil, err
	}
	return j, nil
}

// openWriting opens the journal at path and locks it for this process, unless fits refuses it.
func openWriting(path string, fits func(*Journal) error) (*Journal, error) {
	fail := func(err error) (*Journal, error) {
		return nil, fmt.Errorf("open journal %s: %w", path, explainError(err))
	}
	file, err := locateFile(path)
	if err != nil {
		return fail(err)
	}
	lock, err := acquireLock(file)
	if err != nil {
		return fail(err)
	}
	j := &Journal{path: path, lock: lock, file: file}
	unfit, err := j.openLocked(fits)
	if err != nil || unfit != nil {
		j.releaseAll()
	}
	if unfit != nil {
		return nil, unfit
	}
	if err != nil {
		return fail(err)
	}
	return j, nil
}

// openLocked opens the locked file; unfit is the error of fits. It checks the file through a connection that can't change it, and opens
// it for writing only if the checks succeed.
func (j *Journal) openLocked(fits func(*Journal) error) (unfit, err error) {
	if err := prepareFile(j.file); err != nil {
		return nil, err
	}
	same, differs, err := matchesClosed(j.file) // whether the file is the same as when last closed; both are false if unknown
	if err != nil {
		return nil, stripPath(err)
	}
	j.differsFromClosed = differs
	j.db, err = connectReadOnly(j.file)
	if err != nil {
		return nil, err
	}
	err = j.verifyFile(same)
	isUnfinished := errorCode(err) == sqlite3.SQLITE_READONLY // a crash left a change unfinished, which only a process with write access can roll back
	if err != nil && !isUnfinished {
		return nil, err
	}
	if err == nil {
		unfit = fits(j)
	}
	closeErr := j.db.Close()
	if j.db = nil; unfit != nil || closeErr != nil {
		return unfit, closeErr
	}
	if j.db, err = connectWriting(j.file); err != nil {
		return nil, err
	}
	if isUnfinished {
		if err = j.verifyFile(same); err == nil {
			unfit = fits(j)
		}
		if err != nil || unfit != nil {
			return unfit, err
		}
	}
	return nil, j.beginWriting()
}

// prepareFile creates the file if it doesn't exist, makes it private, and makes the checks for which SQLite isn't needed: that the file
// has no second name, and that its -wal file isn't lost.
func prepareFile(file string) error {
	if err := createEmpty(file); err != nil {
		return err
	}
	if info, err := os.Stat(file); err == nil && disk.HasOtherNames(info) {
		return ErrLinked
	}
	if err := keepPrivate(file); err != nil {
		return err
	}
	return checkLostWAL(file)
}

// beginWriting prepares the checked file for entries: it removes the checksum of the closed file (its seal), upgrades an old format, and
// records the states of the files, to detect changes by others.
func (j *Journal) beginWriting() error {
	if err := removeSeal(j.file); err != nil {
		return err
	}
	if err := prepareWriting(j.db); err != nil {
		return err
	}
	if j.version < version {
		if err := upgradeIfOld(j.db); err != nil {
			return err
		}
		j.version = version
	}
	j.stamps = [...]stamp{{name: j.file}, {name: j.file + "-wal"}}
	j.markFiles()
	if j.stamps[1].info != nil { // a -wal file exists; checkLostWAL must be able to notice its loss after a crash
		if err := os.WriteFile(j.file+".lock", []byte(lockOpen), disk.Private); err != nil {
			return stripPath(err)
		}
	}
	return nil
}

// OpenReadOnly opens an existing campaign for reading, even while another process writes to it. A change left unfinished by a crash is
// rolled back first. It returns the errors of Open, except that ErrBusy occurs only while a writer is opening or closing the campaign,
// and fs.ErrNotExist if there is no such file.
func OpenReadOnly(path string) (*Journal, error) {
	return OpenReadOnlyIf(path, func(*Journal) error { return nil })
}

// OpenReadOnlyIf opens a journal as OpenReadOnly does, unless fits returns an error, which OpenReadOnlyIf returns unchanged. fits
// can read the campaign, all pages of which have been verified.
func OpenReadOnlyIf(path string, fits func(*Journal) error) (*Journal, error) {
	j, unfit, err := openReadOnly(path, fits)
	if errorCode(err) == sqlite3.SQLITE_READONLY {
		if err = undoUnfinished(path); err == nil {
			j, unfit, err = openReadOnly(path, fits)
		}
	}
	if err != nil {
		err = fmt.Errorf("open journal %s: %w", path, explainError(err))
	}
	if err = cmp.Or(err, unfit); err != nil {
		return nil, err
	}
	return j, nil
}

// openReadOnly opens the journal at path without a lock. If fits refuses it, the journal is closed again, and unfit is the refusal.
func openReadOnly(path string, fits func(*Journal) error) (j *Journal, unfit, err error) {
	file, err := resolveLinks(path)
	if err != nil {
		return nil, nil, err
	}
	db, err := connectReadOnly(file)
	if err != nil {
		return nil, nil, err
	}
	j = &Journal{path: path, db: db, file: file}
	err = j.Snapshot(func() error {
		err := j.verifyFile(true) // only the pages; the checksums of entries are verified when these are read
		if err == nil {
			unfit = fits(j)
		}
		return err
	})
	if err != nil || unfit != nil {
		j.releaseAll()
	}
	return j, unfit, stripPath(err)
}

// undoUnfinished rolls back a change left unfinished by a crash in the file at path, which requires write access. It returns ErrBusy if a
// process has the file open for writing, and ErrReadOnly if it can't be written.
func undoUnfinished(path string) (err error) {
	file, err := resolveLinks(path)
	if err != nil {
		return err
	}
	lock, err := acquireLock(file)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	db, err := connectWriting(file)
	if err != nil {
		return err
	}
	_, err = selectNumber(db, `PRAGMA user_version`) // the first read rolls back the change
	return cmp.Or(err, db.Close())
}

// locateFile creates the folder of path and returns the file's path with all links resolved, so that two writers use the same lock.
func locateFile(path string) (string, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
		return "", stripPath(err)
	}
	return resolveLinks(full)
}

// resolveLinks returns the absolute path of the file at path, with links resolved.
func resolveLinks(path string) (string, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	file, err := filepath.EvalSymlinks(full)
	if err == nil {
		return file, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", stripPath(err)
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(full))
	if err != nil {
		return "", stripPath(err)
	}
	return filepath.Join(folder, filepath.Base(full)), nil
}

// acquireLock takes the writer's lock.
func acquireLock(file string) (*disk.Lock, error) {
	lock, err := disk.TryLock(file + ".lock")
	if errors.Is(err, fs.ErrPermission) && checkRegular(file) == nil {
		return nil, ErrReadOnly
	}
	if err == nil && lock == nil {
		return nil, ErrBusy
	}
	return lock, stripPath(err)
}

// checkRegular returns an error if file cannot be opened, is not a regular file, or is shorter than the shortest SQLite file, which SQLite
// would treat as empty.
func checkRegular(file string) error {
	info, err := os.Stat(file)
	if err != nil {
		return stripPath(err)
	}
	if !info.Mode().IsRegular() {
		return ErrForeign
	}
	if info.Size() < 512 {
		return damagedError("it has only %d bytes", info.Size())
	}
	return nil
}

// createEmpty creates an empty campaign if the file does not exist. It writes the campaign under another name first, so that a crash leaves
// either no file or a complete one.
func createEmpty(file string) error {
	exists, err := fileExists(file)
	if err != nil || exists {
		return err
	}
	for _, leftover := range []string{file + "-wal", file + "-journal"} {
		exists, err := fileExists(leftover)
		if err != nil {
			return err
		}
		if exists {
			return damagedError("it is gone, but %s is still there", filepath.Base(leftover))
		}
	}
	draft := file + ".new"
	if err := removeFiles(draft, draft+"-journal"); err != nil {
		return err
	}
	err = writeEmpty(draft)
	if err == nil {
		err = disk.Rename(draft, file)
	}
	if err != nil {
		removeFiles(draft, draft+"-journal")
	}
	return stripPath(err)
}

// keepPrivate removes other users' read access to a campaign's files, since they contain the seeds of its dice.
func keepPrivate(file string) error {
	return stripPath(disk.KeepPrivate(file, file+"-wal", file+"-shm", file+".lock"))
}

// writeEmpty writes a journal without entries to draft, which must not exist.
func writeEmpty(draft string) error {
	f, err := os.OpenFile(draft, os.O_CREATE|os.O_EXCL, disk.Private)
	if err != nil {
		return err
	}
	f.Close()
	db, err := connectFile(draft, "rwc")
	if err != nil {
		return err
	}
	defer db.Close() // the data is on the disk when COMMIT returns
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
		if err := execStatement(db, statement); err != nil {
			return err
		}
	}
	return nil
}

// verifyAndCountEntries verifies the pages of file read-only, and counts its entries.
func verifyAndCountEntries(file string) (int64, error) {
	db, err := connectReadOnly(file)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	j := Journal{db: db}
	err = j.verifyFile(true)
	return j.length, err
}

// connectReadOnly opens file without write access. Even closing a connection with write access would modify a file that is damaged or
// isn't a campaign.
func connectReadOnly(file string) (conn, error) {
	if err := checkRegular(file); err != nil {
		return nil, err
	}
	return connectFile(file, "ro")
}

// connectWriting opens file for writing, and fails if it is read-only. SQLite would otherwise open such a file for reading.
func connectWriting(file string) (conn, error) {
	db, err := connectFile(file, "rw")
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

// verifyFile checks the format and all pages of the file. It also checks every checksum, unless same is true, which means that the file is
// unchanged since it was closed.
func (j *Journal) verifyFile(same bool) error {
	return j.Snapshot(func() error {
		if err := j.checkFormat(); err != nil {
			return err
		}
		if err := j.checkPages(); err != nil || same {
			return err
		}
		return j.Check()
	})
}

// checkPages verifies every page of the file.
func (j *Journal) checkPages() error {
	row, err := queryFirst(j.db, `PRAGMA quick_check(1)`)
	if err != nil {
		return err
	}
	if row[0] != "ok" {
		return damagedError("%s", toOneLine(fmt.Sprint(row[0])))
	}
	return nil
}

// checkFormat checks that the file is a campaign of a supported version with all entries, and counts them.
func (j *Journal) checkFormat() error {
	id, err := selectNumber(j.db, `PRAGMA application_id`)
	if err != nil {
		return err
	}
	if j.version, err = selectNumber(j.db, `PRAGMA user_version`); err != nil {
		return err
	}
	row, err := queryFirst(j.db, `SELECT group_concat(sql, ';' ORDER BY name) FROM sqlite_schema WHERE sql IS NOT NULL`)
	if err != nil {
		return err
	}
	tables := int64(0) // version of the format that has these tables; 0 for none
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
		return damagedError("its tables are not those of a campaign")
	case id != application || tables != j.version:
		return damagedError("its marks are %x and %d", id, j.version)
	}
	j.length, err = checkEntries(j.db)
	return err
}

// checkEntries counts the entries. There is no gap if their number equals the highest Seq and the first Seq is 1.
func checkEntries(db conn) (int64, error) {
	count, err := selectNumber(db, `SELECT count(*) FROM entry`)
	if err != nil {
		return 0, err
	}
	minimum, err := selectNumber(db, `SELECT coalesce(min(seq), 1) FROM entry`)
	if err != nil {
		return 0, err
	}
	maximum, err := selectNumber(db, sqlLength)
	if err != nil {
		return 0, err
	}
	if minimum != 1 || maximum != count {
		return 0, damagedError("%d entries, numbered %d to %d", count, minimum, maximum)
	}
	return count, nil
}

// selectNumber returns the integer that statement selects.
func selectNumber(db conn, statement string) (int64, error) {
	row, err := queryFirst(db, statement)
	if err != nil {
		return 0, err
	}
	n, ok := row[0].(int64)
	if !ok {
		return 0, damagedError("%s gives %v", statement, row[0])
	}
	return n, nil
}

// prepareWriting configures the connection so that every statement is durable when it returns, with one fsync. It also checks that the
// file can be written now.
func prepareWriting(db conn) error {
	row, err := queryFirst(db, `PRAGMA journal_mode = WAL`)
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
		if err := execStatement(db, statement); err != nil {
			return err
		}
	}
	return nil
}

// fileExists reports whether file exists.
func fileExists(file string) (bool, error) {
	_, err := os.Lstat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, stripPath(err)
}

// removeFiles removes files. A missing file is not an error.
func removeFiles(files ...string) error {
	for _, file := range files {
		err := os.Remove(file)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return stripPath(err)
		}
	}
	return nil
}

// stripPath returns the cause of a file or link error without its path, which the wrapping error adds.
func stripPath(err error) error {
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
