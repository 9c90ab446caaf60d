package journal

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strings"

	"hybrid/gm/disk"
)

// Checksums, which detect a changed byte even if SQLite finds no fault.

// castagnoli is the table of the checksums. Every entry has a checksum of all its data: the upper half covers everything but the Report,
// the lower half the Report. Each setting has a checksum, too.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sumRecord returns the checksum of an entry: that of its head in the upper half, that of its Report in the lower half.
func sumRecord(r *Record) int64 {
	return int64(uint64(sumHead(r))<<32 | uint64(sumReport(r.Report)))
}

// sumHead returns the checksum of all fields except the Report.
func sumHead(r *Record) uint32 {
	var fixed [6 * 8]byte
	for i, n := range []int64{r.Seq, r.Session, r.At.UnixMilli(), int64(r.Kind), r.Target, int64(len(r.Command))} {
		binary.LittleEndian.PutUint64(fixed[8*i:], uint64(n))
	}
	c := crc32.Update(0, castagnoli, fixed[:])
	c = crc32.Update(c, castagnoli, r.Command)
	return crc32.Update(c, castagnoli, r.Events)
}

// sumReport returns the checksum of a Report.
func sumReport(report []byte) uint32 { return crc32.Checksum(report, castagnoli) }

// sumSetting returns the checksum of a setting.
func sumSetting(key string, value []byte) int64 {
	c := crc32.Update(0, castagnoli, []byte(key))
	return int64(crc32.Update(c, castagnoli, append([]byte{0}, value...)))
}

// HasChecksums reports whether checksums are verified on reading. They aren't if the file has an earlier format and hasn't been opened
// for writing since.
func (j *Journal) HasChecksums() bool { return j.version >= version }

// Check reads all data of the campaign, including Reports and settings. It returns ErrDamaged for the first value that has changed since it
// was written.
func (j *Journal) Check() error {
	return j.Snapshot(func() error {
		if err := j.Each(func(Record) error { return nil }); err != nil {
			return err
		}
		return j.CheckSettings()
	})
}

// CheckSettings reads every setting. It returns ErrDamaged for the first one that has changed since it was written.
func (j *Journal) CheckSettings() error {
	if j.db == nil {
		return j.wrapError("read", os.ErrClosed)
	}
	rows, err := queryRows(j.db, `SELECT key FROM meta ORDER BY key`)
	if err != nil {
		return j.wrapError("read", err)
	}
	defer rows.Close()
	for row := make([]driver.Value, 1); ; {
		err := rows.Next(row)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return j.wrapError("read", err)
		}
		key, _ := row[0].(string)
		if _, err := j.Get(key); err != nil {
			return err
		}
	}
}

// Checksums of entries don't cover the bytes between entries. Therefore, while no process has the campaign open for writing, the .lock
// file holds a checksum of the whole closed file.

// lockClosed is the beginning of the .lock file of a closed campaign.
const lockClosed = "closed"

// writeSeal writes the checksum of a closed file, its seal, into its .lock file, or only a mark that the file was closed if the checksum
// can't be computed.
func writeSeal(file string) {
	text := lockClosed
	if members, err := existingSuffixes(file); err == nil && len(members) == 1 {
		if sum, err := fileChecksum(file); err == nil {
			text = sum
		}
	}
	os.WriteFile(file+".lock", []byte(text), disk.Private)
}

// removeSeal removes the checksum from a file's .lock file. It must be called before the file is changed.
func removeSeal(file string) error { return stripPath(os.Truncate(file+".lock", 0)) }

// fileChecksum returns the length and the checksum of a file, as text.
func fileChecksum(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := crc32.New(castagnoli)
	n, err := io.Copy(h, f)
	return fmt.Sprintf("%s, %d bytes, CRC-32C %08x", lockClosed, n, h.Sum32()), err
}

// matchesClosed reports whether a file is the same as when it was closed, or differs. Both are false while a program has the campaign
// open for writing, after such a program was killed, and if the checksum of the closed file isn't known.
func matchesClosed(file string) (same, differs bool, err error) {
	want, err := os.ReadFile(file + ".lock")
	if err != nil || !strings.HasPrefix(string(want), lockClosed+",") {
		return false, false, nil
	}
	now, err := fileChecksum(file)
	if err != nil || now == string(want) {
		return err == nil, false, err
	}
	wantAfter, _ := os.ReadFile(file + ".lock")
	return false, string(wantAfter) == string(want), nil // if the two differ, another program has just opened the file
}

// DiffersFromClosed reports whether the file was changed, or replaced with another one such as an older copy, after it was last closed.
// For a journal open for writing, it returns the result of the check at its opening; for a read-only one, it reads the whole file.
func (j *Journal) DiffersFromClosed() bool {
	if j.lock != nil {
		return j.differsFromClosed
	}
	_, differs, _ := matchesClosed(j.file)
	return differs
}

// upgradeIfOld adds checksums to a campaign of version 1, in one transaction.
func upgradeIfOld(db conn) error {
	if err := execStatement(db, `BEGIN IMMEDIATE`); err != nil {
		return err
	}
	err := addChecksums(db)
	if err == nil {
		err = execStatement(db, `COMMIT`)
	}
	if err != nil {
		execStatement(db, `ROLLBACK`) // fails if SQLite has already rolled back automatically
	}
	return err
}

// addChecksums adds checksums to a journal of an older version.
func addChecksums(db conn) error {
	for _, statement := range []string{
		`ALTER TABLE entry ADD COLUMN ` + sumColumn,
		`ALTER TABLE meta ADD COLUMN ` + sumColumn,
		pragmaVersion,
	} {
		if err := execStatement(db, statement); err != nil {
			return err
		}
	}
	if err := addSettingChecksums(db); err != nil {
		return err
	}
	update, err := db.Prepare(`UPDATE entry SET sum = ? WHERE seq = ?`)
	if err != nil {
		return err
	}
	defer update.Close()
	const maximum = 1000 // number of entries read at once
	for last := int64(0); ; {
		list, err := queryAll(db, `SELECT seq, session, at, kind, target, command, events, report FROM entry WHERE seq > ? ORDER BY seq LIMIT ?`, last, int64(maximum))
		if err != nil || len(list) == 0 {
			return err
		}
		for _, row := range list {
			r := recordFromRow(row)
			last = r.Seq
			if _, err := update.(driver.StmtExecContext).ExecContext(context.Background(), orderArgs([]driver.Value{sumRecord(&r), r.Seq})); err != nil {
				return err
			}
		}
	}
}

// addSettingChecksums computes the checksums of all settings.
func addSettingChecksums(db conn) error {
	list, err := queryAll(db, `SELECT key, value FROM meta`)
	if err != nil {
		return err
	}
	for _, row := range list {
		key, _ := row[0].(string)
		value, _ := row[1].([]byte)
		if err := execStatement(db, `UPDATE meta SET sum = ? WHERE key = ?`, sumSetting(key, value), key); err != nil {
			return err
		}
	}
	return nil
}

// queryAll runs a query and returns all its rows.
func queryAll(db conn, statement string, args ...driver.Value) (list [][]driver.Value, err error) {
	rows, err := queryRows(db, statement, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for {
		row := make([]driver.Value, len(rows.Columns()))
		err := rows.Next(row)
		if err == io.EOF {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		list = append(list, row)
	}
}
