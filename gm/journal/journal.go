package journal

import (
	"cmp"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"hybrid/gm/disk"
)

// The journal: entries written and read, with their checksums. Opening is in open.go, SQLite in sqlite.go.

// Errors of a campaign's file, each in one line with the fix. Errors of this package wrap them after the operation and the path.
var (
	ErrBusy     = errors.New("Another program is using this campaign. Close it there, then try again.")
	ErrNewer    = errors.New("This file was written by a newer version. Update hybrid to open it.")
	ErrForeign  = errors.New("This isn't a campaign log. Choose another file name.")
	ErrDamaged  = errors.New("The file is damaged. Restore a backup with `hybrid session restore`.")
	ErrReadOnly = errors.New("The file or its folder is read-only. Make it writable, or set HYBRID_STATE to another folder.")
	ErrFull     = errors.New("The disk is full. Free some space, then try again.")
	ErrMoved    = errors.New("its file was removed, replaced or written by another program")
	ErrLinked   = errors.New("the file has a second name (a hard link), under which it could be written twice; copy it, and remove one of the names")
)

// Record is one entry as the journal keeps it. What Kind and the bytes mean is
// the caller's; empty bytes come back as nil.
type Record struct {
	Seq     int64     // 1, 2, 3 … without gaps, given by Append
	Session int64     // the session it belongs to
	At      time.Time // to the millisecond; read back in UTC
	Kind    int
	Target  int64 // the Seq that an undo or redo means, else 0
	Command []byte
	Events  []byte
	Report  []byte
}

// Journal is an open campaign. It is for one goroutine at a time; another one
// that wants to read or back up the same campaign meanwhile opens its own with
// OpenReadOnly.
type Journal struct {
	path   string
	db     conn       // nil once closed
	lock   *disk.Lock // nil when open only for reading
	length int64

	version    int64  // format of the file; 1 has no checksums
	settled    bool   // whether everything is in the main file
	file       string // path without links
	inSnapshot bool   // whether a Snapshot is being read

	otherFile bool // whether the file was another one when it was last closed; unknown if it is open for reading
	stamps    [2]stamp
}

const (
	sqlInsert  = `INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
	sqlAfter   = `SELECT seq, session, at, kind, target, command, events, report, sum FROM entry WHERE seq > ? AND seq <= ? ORDER BY seq`
	sqlLast    = `SELECT seq, session, at, kind, target, command, events, NULL FROM entry ORDER BY seq DESC LIMIT 1`
	sqlVersion = `PRAGMA data_version`
	sqlLength  = `SELECT coalesce(max(seq), 0) FROM entry`
	sqlPut     = `INSERT INTO meta VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, sum = excluded.sum`
	sqlGet     = `SELECT value, sum FROM meta WHERE key = ?`
)

// Path returns the path the journal was opened with.
func (j *Journal) Path() string { return j.path }

// Len returns the number of entries, which is the Seq of the last one. A journal that is open only for reading asks the
// file, since another program may be writing; if that fails, it returns the last known number.
func (j *Journal) Len() int64 {
	if j.lock != nil || j.db == nil {
		return j.length
	}
	row, err := queryFirst(j.db, sqlLength)
	if err != nil || row == nil {
		return j.length
	}
	j.length, _ = row[0].(int64)
	return j.length
}

// Snapshot calls read, which sees the file as it is when first read, whatever another program writes meanwhile. A journal
// that is open for writing needs no snapshot: no other program writes to it.
func (j *Journal) Snapshot(read func() error) (err error) {
	if j.db == nil || j.lock != nil || j.inSnapshot {
		return read()
	}
	if err := execStatement(j.db, `BEGIN`); err != nil {
		return j.wrapError("read", err)
	}
	j.inSnapshot = true
	defer func() {
		j.inSnapshot = false
		err = cmp.Or(err, execStatement(j.db, `COMMIT`))
	}()
	return read()
}

// Version returns a number that changes whenever another program has written to the file.
func (j *Journal) Version() (int64, error) {
	if j.db == nil {
		return 0, j.wrapError("read", os.ErrClosed)
	}
	row, err := queryFirst(j.db, sqlVersion)
	if err != nil || row == nil {
		return 0, j.wrapError("read", err)
	}
	version, _ := row[0].(int64)
	return version, nil
}

// Append writes r as the next entry and sets r.Seq. When it returns nil the
// entry is on the disk and survives a crash or a power cut. After an error
// nothing is written, r is as it was, and the next Append may succeed; after
// ErrMoved what was appended before may be lost with the file, too.
func (j *Journal) Append(r *Record) error {
	if err := j.checkWritable(); err != nil {
		return j.wrapError("append to", err)
	}
	if err := j.checkNotMoved(); err != nil {
		return j.wrapError("append to", err)
	}
	if err := j.insertRecord(j.length+1, r); err != nil {
		return j.wrapError("append to", err)
	}
	j.markFiles()
	j.length++
	r.Seq = j.length
	return nil
}

// insertRecord inserts r as entry seq.
func (j *Journal) insertRecord(seq int64, r *Record) error {
	as := *r
	as.Seq = seq
	return execStatement(j.db, sqlInsert, seq, r.Session, r.At.UnixMilli(), int64(r.Kind), r.Target, blobOrNull(r.Command), blobOrNull(r.Events), blobOrNull(r.Report), sumRecord(&as))
}

// Each calls fn with every entry in order, and stops at the first damaged one or at an error of fn, which it returns unchanged. fn may
// keep the bytes and may use the journal; entries that it appends are not visited.
func (j *Journal) Each(fn func(Record) error) error {
	return j.After(0, func(r Record, damage error) error {
		if damage != nil {
			return damage
		}
		return fn(r)
	})
}

// After calls fn for each entry after seq, like Each, with the error of a damaged one.
func (j *Journal) After(seq int64, fn func(r Record, damage error) error) error {
	if j.db == nil {
		return j.wrapError("read", os.ErrClosed)
	}
	last := j.Len()
	rows, err := queryRows(j.db, j.withoutChecksum(sqlAfter), seq, last)
	if err != nil {
		return j.wrapError("read", err)
	}
	defer rows.Close()
	row := make([]driver.Value, len(rows.Columns()))
	for want := seq + 1; ; want++ {
		err := rows.Next(row)
		if err == io.EOF && want == last+1 {
			return nil
		}
		if err == io.EOF || err == nil && row[0] != want {
			err = damagedError("entry %d is missing", want)
		}
		if err != nil {
			return j.wrapError("read", err)
		}
		r := recordFromRow(row)
		var damage error
		if written, found := row[8].(int64); found && written != sumRecord(&r) {
			damage = j.wrapError("read", damagedError("entry %d is not as it was written", r.Seq))
		}
		if err := fn(r, damage); err != nil {
			return err
		}
	}
}

// withoutChecksum replaces the column of checksums in query by NULL if the file has none.
func (j *Journal) withoutChecksum(query string) string {
	if j.version < version {
		return strings.Replace(query, ", sum", ", NULL", 1)
	}
	return query
}

// recordFromRow turns a row of sqlAfter into a Record. The table is STRICT, so a column
// holds its type or, for bytes, NULL, which comes out as nil.
func recordFromRow(row []driver.Value) Record {
	var r Record
	r.Seq, _ = row[0].(int64)
	r.Session, _ = row[1].(int64)
	at, _ := row[2].(int64)
	r.At = time.UnixMilli(at).UTC()
	kind, _ := row[3].(int64)
	r.Kind = int(kind)
	r.Target, _ = row[4].(int64)
	r.Command, _ = row[5].([]byte)
	r.Events, _ = row[6].([]byte)
	r.Report, _ = row[7].([]byte)
	return r
}

// Put stores a small setting of the campaign under key, replacing the old value. It is on the disk when Put returns nil; after an error
// the old value remains.
func (j *Journal) Put(key string, value []byte) error {
	if err := j.checkWritable(); err != nil {
		return j.wrapError("write "+key+" to", err)
	}
	err := j.checkNotMoved()
	if err == nil {
		err = execStatement(j.db, sqlPut, key, blobOrNull(value), sumSetting(key, value))
	}
	if err != nil {
		return j.wrapError("write "+key+" to", err)
	}
	j.markFiles()
	return nil
}

// Get returns the last value Put under key, or nil if there is none.
func (j *Journal) Get(key string) ([]byte, error) {
	if j.db == nil {
		return nil, j.wrapError("read", os.ErrClosed)
	}
	row, err := queryFirst(j.db, j.withoutChecksum(sqlGet), key)
	if err != nil {
		return nil, j.wrapError("read", err)
	}
	if row == nil {
		return nil, nil
	}
	value, _ := row[0].([]byte)
	if written, found := row[1].(int64); found && written != sumSetting(key, value) {
		return nil, j.wrapError("read", damagedError("the setting %s is not as it was written", key))
	}
	return value, nil
}

// Close releases the campaign and leaves everything in its one file. (If
// another process reads it just then, the newest entries may stay in the -wal file,
// where the next Open finds them.) A second Close does
// nothing.
func (j *Journal) Close() error {
	if j.db == nil {
		return nil
	}
	if j.lock != nil && j.checkNotMoved() == nil && removeSeal(j.file) == nil {
		settleWAL(j.db)
		j.settled = true
	}
	err := j.releaseAll()
	if err != nil {
		return j.wrapError("close", err)
	}
	return nil
}

// Checkpoint moves what was written from the -wal file into the campaign's own, unless another program still reads the
// earlier state, so that a copy of that one file has it. After an error everything is in the two files as before.
func (j *Journal) Checkpoint() error {
	err := j.checkWritable()
	if err == nil {
		err = j.checkNotMoved()
	}
	if err == nil {
		_, err = queryFirst(j.db, `PRAGMA wal_checkpoint(PASSIVE)`)
	}
	if err != nil {
		return j.wrapError("tidy up", err)
	}
	j.markFiles()
	return nil
}

// settleWAL moves the newest entries from the -wal file into the campaign's own
// and removes -wal and -shm. While another process reads it cannot do all of it;
// nothing is lost then, so its errors are ignored.
func settleWAL(db conn) {
	execStatement(db, `PRAGMA busy_timeout = 0`)
	execStatement(db, `PRAGMA wal_checkpoint(TRUNCATE)`)
	execStatement(db, `PRAGMA journal_mode = DELETE`)
}

// releaseAll closes whatever of j is open.
func (j *Journal) releaseAll() error {
	var errs []error
	if j.db != nil {
		errs = append(errs, j.db.Close())
	}
	if j.settled {
		writeSeal(j.file)
	}
	if j.lock != nil {
		errs = append(errs, j.lock.Unlock())
	}
	j.db = nil
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// checkWritable returns an error if j is closed or open only for reading.
func (j *Journal) checkWritable() error {
	if j.db == nil {
		return os.ErrClosed
	}
	if j.lock == nil {
		return ErrReadOnly
	}
	return nil
}

// wrapError wraps the cause with the operation and the path.
func (j *Journal) wrapError(doing string, err error) error {
	return fmt.Errorf("%s journal %s: %w", doing, j.path, explainError(err))
}

// Last returns the newest entry, without its Report, or a zero Record if there is none.
func (j *Journal) Last() (last Record, err error) {
	if j.db == nil {
		return last, j.wrapError("read", os.ErrClosed)
	}
	row, err := queryFirst(j.db, sqlLast)
	if err != nil {
		return last, j.wrapError("read", err)
	}
	if row != nil {
		last = recordFromRow(row)
	}
	return last, nil
}
