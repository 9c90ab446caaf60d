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

// Reading and writing entries, with their checksums. open.go opens a journal, sqlite.go calls SQLite.

// Errors about a campaign's file. Each text is one line and includes the fix. Errors of this package wrap them, after the operation and
// the path.
var (
	ErrBusy     = errors.New("Another program is using this campaign. Close it there, then try again.")
	ErrNewer    = errors.New("This file was written by a newer version. Update hybrid to open it.")
	ErrForeign  = errors.New("This isn't a campaign log. Choose another file name.")
	ErrDamaged  = errors.New("The file is damaged. Restore a backup with `hybrid session restore`.")
	ErrReadOnly = errors.New("The file or its folder is read-only. Make it writable, or set HYBRID_STATE to another folder.")
	ErrFull     = errors.New("The disk is full. Free some space, then try again.")
	ErrMoved    = errors.New("its file was removed, replaced or written by another program")
	ErrLinked   = errors.New("The file has a second name (a hard link). Copy it, and remove one of the names.")
)

// Record is one entry of the journal. Kind and the byte slices are opaque to the journal; empty byte slices are returned as nil.
type Record struct {
	Seq     int64     // 1, 2, 3 … without gaps, set by Append
	Session int64     // number of the session of play
	At      time.Time // time, to the millisecond; in UTC when read back
	Kind    int       // kind of entry, defined by the caller
	Target  int64     // Seq of the entry that an undo or redo refers to, else 0
	Command []byte    // data of the caller; nil if empty
	Events  []byte    // data of the caller; nil if empty
	Report  []byte    // data of the caller whose damage leaves the rest of the entry usable; nil if empty
}

// Journal is an open campaign. It must be used by one goroutine at a time. Another goroutine that reads or backs up the same campaign
// meanwhile must open its own Journal with OpenReadOnly.
type Journal struct {
	path   string     // path passed to Open
	db     conn       // connection; nil after Close
	lock   *disk.Lock // writer's lock; nil if opened read-only
	length int64      // number of entries

	version    int64  // format version of the file; version 1 has no checksums
	settled    bool   // whether all data is in the main file
	file       string // path with all links resolved
	inSnapshot bool   // whether a Snapshot is being read

	differsFromClosed bool     // whether the file has changed since it was last closed; false if unknown or opened read-only
	stamps            [2]stamp // states of the file and of its -wal file after the last write, to detect changes by others
}

// SQL statements.
const (
	sqlInsert  = `INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
	sqlAfter   = `SELECT seq, session, at, kind, target, command, events, report, sum FROM entry WHERE seq > ? AND seq <= ? ORDER BY seq`
	sqlLast    = `SELECT seq, session, at, kind, target, command, events, NULL FROM entry ORDER BY seq DESC LIMIT 1`
	sqlVersion = `PRAGMA data_version`
	sqlLength  = `SELECT coalesce(max(seq), 0) FROM entry`
	sqlPut     = `INSERT INTO meta VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, sum = excluded.sum`
	sqlGet     = `SELECT value, sum FROM meta WHERE key = ?`
)

// Path returns the path passed to Open.
func (j *Journal) Path() string { return j.path }

// Len returns the number of entries, which is the Seq of the last one. In a read-only journal, it queries the file, since another program
// may be writing; if the query fails, it returns the last known number.
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

// Snapshot calls read, which sees the file unchanged as of its first access, even if another program writes meanwhile. A journal open
// for writing needs no snapshot, since no other program can write.
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

// Append writes r as the next entry and sets r.Seq. When it returns nil the entry is on the disk and survives a crash or a power cut. After
// an error nothing is written, r is unchanged, and the next Append can succeed. After ErrMoved, earlier entries may also be lost with the
// file.
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
	numbered := *r
	numbered.Seq = seq
	return execStatement(j.db, sqlInsert, seq, r.Session, r.At.UnixMilli(), int64(r.Kind), r.Target,
		blobOrNull(r.Command), blobOrNull(r.Events), blobOrNull(r.Report), sumRecord(&numbered))
}

// Each calls fn with every entry in order. It stops at the first damaged entry, or when fn returns an error, which it returns unchanged. fn
// can keep the bytes and use the journal; entries that it appends are not visited.
func (j *Journal) Each(fn func(Record) error) error {
	return j.EachAfter(0, func(r Record, damage error) error {
		if damage != nil {
			return damage
		}
		return fn(r)
	})
}

// EachAfter calls fn for each entry after seq, like Each, but continues after damaged ones, for which damage isn't nil.
func (j *Journal) EachAfter(seq int64, fn func(r Record, damage error) error) error {
	if j.db == nil {
		return j.wrapError("read", os.ErrClosed)
	}
	last := j.Len()
	rows, err := queryRows(j.db, j.omitChecksumColumn(sqlAfter), seq, last)
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
		// the last column is the checksum, or NULL in a file without checksums
		if written, found := row[8].(int64); found && written != sumRecord(&r) {
			damage = j.wrapError("read", damagedError("entry %d is not as it was written", r.Seq))
		}
		if err := fn(r, damage); err != nil {
			return err
		}
	}
}

// omitChecksumColumn replaces the checksum column in query with NULL if the file has no checksums.
func (j *Journal) omitChecksumColumn(query string) string {
	if j.version < version {
		return strings.Replace(query, ", sum", ", NULL", 1)
	}
	return query
}

// recordFromRow converts a row of sqlAfter to a Record. The table is STRICT, so a column has its declared type or, for bytes, is NULL,
// which becomes nil.
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

// Put stores value as a setting of the campaign under key. The value is on the disk when Put returns nil; after an error the old value
// remains.
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

// Get returns the last value stored by Put under key, or nil if there is none.
func (j *Journal) Get(key string) ([]byte, error) {
	if j.db == nil {
		return nil, j.wrapError("read", os.ErrClosed)
	}
	row, err := queryFirst(j.db, j.omitChecksumColumn(sqlGet), key)
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

// Close closes the campaign and moves all data into its main file. If another process is reading it, the newest entries may stay in the
// -wal file, where the next Open finds them. Further calls do nothing.
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

// Checkpoint moves new entries from the -wal file into the main file, so that a copy of the main file is complete. It doesn't do so
// while another program is still reading an earlier state. After an error both files are unchanged.
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

// settleWAL moves the newest entries from the -wal file into the main file, and removes -wal and -shm. It can't finish while another
// process is reading. Since nothing is lost in that case, it ignores errors.
func settleWAL(db conn) {
	execStatement(db, `PRAGMA busy_timeout = 0`)
	execStatement(db, `PRAGMA wal_checkpoint(TRUNCATE)`)
	execStatement(db, `PRAGMA journal_mode = DELETE`)
}

// releaseAll closes the connection and releases the lock of j, if they are open.
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

// Last returns the newest entry without its Report, or a zero Record if there is none.
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
