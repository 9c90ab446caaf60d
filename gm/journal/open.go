package journal

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"
	sqlite3 "modernc.org/sqlite/lib"
)

// How a file says what it is: SQLite's application_id and user_version.
const (
	application = 0x48594252 // "HYBR"
	version     = 1
)

// The tables, written as SQLite gives them back. A file whose tables differ, or
// that brings triggers of its own, is not opened.
const (
	tableEntry = `CREATE TABLE entry (seq INTEGER PRIMARY KEY, session INTEGER NOT NULL, at INTEGER NOT NULL, kind INTEGER NOT NULL, target INTEGER NOT NULL, command BLOB, events BLOB, report BLOB) STRICT`
	tableMeta  = `CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value BLOB) STRICT, WITHOUT ROWID`
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
// too), ErrLinked, ErrNewer, ErrForeign, ErrDamaged or ErrReadOnly. Whoever dies with the
// campaign open leaves it free.
func Open(path string) (*Journal, error) {
	j, err := open(path)
	if err != nil {
		return nil, fmt.Errorf("open journal %s: %w", path, explain(err))
	}
	return j, nil
}

func open(path string) (*Journal, error) {
	file, err := locate(path)
	if err != nil {
		return nil, err
	}
	lock, err := acquire(file)
	if err != nil {
		return nil, err
	}
	j := &Journal{path: path, lock: lock, file: file}
	if err := j.openLocked(file); err != nil {
		j.release()
		return nil, err
	}
	return j, nil
}

func (j *Journal) openLocked(file string) error {
	if err := create(file); err != nil {
		return err
	}
	if info, err := os.Stat(file); err == nil && linked(info) {
		return ErrLinked
	}
	length, err := inspect(file)
	unfinished := code(err) == sqlite3.SQLITE_READONLY
	if err != nil && !unfinished {
		return err
	}
	j.length = length
	j.db, err = connectWriting(file)
	if err != nil {
		return err
	}
	if unfinished {
		j.length, err = verify(j.db)
	}
	if err != nil {
		return err
	}
	if err := prepareWriting(j.db); err != nil {
		return err
	}
	j.stamps = [...]stamp{{name: file}, {name: file + "-wal"}}
	j.mark()
	return j.prepareInsert()
}

// OpenReadOnly opens an existing campaign for reading, also while it is being
// written elsewhere. Its errors are those of Open, ErrBusy only in the moment a
// writer opens or closes it; fs.ErrNotExist if there is no such file.
func OpenReadOnly(path string) (*Journal, error) {
	j, err := openReadOnly(path)
	if err != nil {
		return nil, fmt.Errorf("open journal %s: %w", path, explain(err))
	}
	return j, nil
}

func openReadOnly(path string) (*Journal, error) {
	file, err := resolve(path)
	if err != nil {
		return nil, err
	}
	db, err := connectReadOnly(file)
	if err != nil {
		return nil, err
	}
	length, err := verify(db)
	if code(err) == sqlite3.SQLITE_READONLY {
		err = fmt.Errorf("%w (a crash left it in the middle of a change)", ErrReadOnly)
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return &Journal{path: path, db: db, length: length}, nil
}

// locate makes the folder of path and gives the one name of the file, whatever
// links lead to it, so that two writers meet at one lock.
func locate(path string) (string, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
		return "", cause(err)
	}
	return resolve(full)
}

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

// acquire takes the lock of the one writer, which the system frees when the
// process dies. The lock file stays: removing it would let two in.
func acquire(file string) (*flock.Flock, error) {
	lock := flock.New(file+".lock", flock.SetPermissions(0o666))
	ok, err := lock.TryLock()
	if errors.Is(err, fs.ErrPermission) && regular(file) == nil {
		return nil, ErrReadOnly
	}
	if err != nil {
		return nil, cause(err)
	}
	if !ok {
		return nil, ErrBusy
	}
	return lock, nil
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
		err = os.Rename(draft, file)
	}
	if err != nil {
		removeAll(draft, draft+"-journal")
	}
	return cause(err)
}

func writeEmpty(draft string) error {
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
		fmt.Sprintf(`PRAGMA user_version = %d`, version),
		`COMMIT`,
	} {
		if err := run(db, statement); err != nil {
			return err
		}
	}
	return nil
}

// inspect verifies file without a chance of changing it: closing a connection
// that may write would already tidy up a file that is damaged or not ours. The
// error is SQLITE_READONLY if a crash left the file in the middle of a change:
// only who may write can undo that.
func inspect(file string) (int64, error) {
	db, err := connectReadOnly(file)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	return verify(db)
}

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

// verify is check with a look at every page of the file.
func verify(db conn) (int64, error) {
	length, err := check(db)
	if err != nil {
		return 0, err
	}
	row, err := first(db, `PRAGMA quick_check(1)`)
	if err != nil {
		return 0, err
	}
	if row[0] != "ok" {
		return 0, damaged("%s", oneLine(fmt.Sprint(row[0])))
	}
	return length, nil
}

// check says whether the file is a campaign of this version with all its
// entries, and how many they are.
func check(db conn) (int64, error) {
	id, err := number(db, `PRAGMA application_id`)
	if err != nil {
		return 0, err
	}
	if id != application {
		return 0, ErrForeign
	}
	v, err := number(db, `PRAGMA user_version`)
	if err != nil {
		return 0, err
	}
	if v > version {
		return 0, ErrNewer
	}
	if v < version {
		return 0, damaged("version %d", v)
	}
	if err := checkTables(db); err != nil {
		return 0, err
	}
	return checkEntries(db)
}

func checkTables(db conn) error {
	row, err := first(db, `SELECT group_concat(sql, ';' ORDER BY name) FROM sqlite_schema WHERE sql IS NOT NULL`)
	if err != nil {
		return err
	}
	if row[0] != tableEntry+";"+tableMeta {
		return damaged("its tables are not those of a campaign")
	}
	return nil
}

// checkEntries counts: as many entries as the highest number, from 1 up, leave
// no gap.
func checkEntries(db conn) (int64, error) {
	count, err := number(db, `SELECT count(*) FROM entry`)
	if err != nil {
		return 0, err
	}
	least, err := number(db, `SELECT coalesce(min(seq), 1) FROM entry`)
	if err != nil {
		return 0, err
	}
	most, err := number(db, sqlLength)
	if err != nil {
		return 0, err
	}
	if least != 1 || most != count {
		return 0, damaged("%d entries, numbered %d to %d", count, least, most)
	}
	return count, nil
}

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
		return errors.New("this disk cannot hold an open campaign; put it on one of this machine's own")
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

func (j *Journal) prepareInsert() error {
	s, err := j.db.Prepare(sqlInsert)
	if err != nil {
		return err
	}
	insert, ok := s.(driver.StmtExecContext)
	if !ok {
		panic("journal: the SQLite driver lacks StmtExecContext")
	}
	j.insert = insert
	j.args = ordered(make([]driver.Value, strings.Count(sqlInsert, "?")))
	return nil
}

func present(file string) (bool, error) {
	_, err := os.Lstat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, cause(err)
}

func removeAll(files ...string) error {
	for _, file := range files {
		err := os.Remove(file)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return cause(err)
		}
	}
	return nil
}

// cause is err without the path, which stands in front already; of a link error
// likewise.
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
