package journal

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// The few SQLite calls that the package needs.

// conn is a connection to one file. It is the driver's own, without database/sql: no pool is needed, and connection settings stay
// with it.
type conn interface {
	driver.Conn
	driver.ExecerContext
	driver.QueryerContext
	// IsReadOnly reports whether a schema, such as main, can't be written.
	IsReadOnly(schema string) (bool, error)
}

// waitMillis is the time in milliseconds that a call waits for a process that locks the file briefly, such as a backup program.
const waitMillis = 200

// connectFile opens a file. mode is SQLite's "ro", "rw" or, to create a missing file, "rwc". Most faults of a file appear only when it is
// read.
func connectFile(path, mode string) (conn, error) {
	c, err := new(sqlite.Driver).Open(fileURI(path, mode))
	if err != nil {
		return nil, err
	}
	db, ok := c.(conn)
	if !ok {
		panic("journal: the SQLite driver's connection is not a conn")
	}
	if err := execStatement(db, fmt.Sprintf(`PRAGMA busy_timeout = %d`, waitMillis)); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// fileURI returns path as a file: URI, so that ?, # and % in it are literal.
func fileURI(path, mode string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	u := url.URL{Scheme: "file", Path: path, RawQuery: "mode=" + mode}
	return u.String()
}

// execStatement executes statement with args.
func execStatement(db conn, statement string, args ...driver.Value) error {
	_, err := db.ExecContext(context.Background(), statement, orderArgs(args))
	return err
}

// queryRows runs a query. The caller must close the rows.
func queryRows(db conn, statement string, args ...driver.Value) (driver.Rows, error) {
	return db.QueryContext(context.Background(), statement, orderArgs(args))
}

// queryFirst runs a query and returns its first row, or nil if it has none.
func queryFirst(db conn, statement string, args ...driver.Value) ([]driver.Value, error) {
	rows, err := queryRows(db, statement, args...)
	if err != nil {
		return nil, err
	}
	return firstRowOf(rows)
}

// firstRowOf returns the first of rows, or nil, and closes rows.
func firstRowOf(rows driver.Rows) ([]driver.Value, error) {
	defer rows.Close()
	row := make([]driver.Value, len(rows.Columns()))
	err := rows.Next(row)
	if err == io.EOF {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return row, nil
}

// orderArgs numbers args from 1, as the driver requires.
func orderArgs(args []driver.Value) []driver.NamedValue {
	values := make([]driver.NamedValue, len(args))
	for i, arg := range args {
		values[i] = driver.NamedValue{Ordinal: i + 1, Value: arg}
	}
	return values
}

// blobOrNull returns b as a value to write; empty slices become NULL.
func blobOrNull(b []byte) driver.Value {
	if len(b) == 0 {
		return nil
	}
	return b
}

// errorCode returns SQLite's primary result code of err, or 0 if err does not come from SQLite.
func errorCode(err error) int {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Code() & 0xff
}

// explainError converts an error of SQLite to one of this package's errors, or at least to one line. Other errors are returned unchanged.
func explainError(err error) error {
	switch errorCode(err) {
	case 0:
		return err
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return ErrBusy
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return ErrReadOnly
	case sqlite3.SQLITE_FULL:
		return ErrFull
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR: // SQLITE_ERROR too, since this package's statements are valid
		return damagedError("%s", toOneLine(err.Error()))
	case sqlite3.SQLITE_IOERR:
		return fmt.Errorf("The disk failed. Check it and its free space: %s", toOneLine(err.Error()))
	case sqlite3.SQLITE_CANTOPEN:
		return fmt.Errorf("The file or its folder can't be opened. Check its permissions: %s", toOneLine(err.Error()))
	}
	return errors.New(toOneLine(err.Error()))
}

// damagedError returns an error that wraps ErrDamaged with a formatted description.
func damagedError(format string, args ...any) error {
	return fmt.Errorf("%w (%s)", ErrDamaged, fmt.Sprintf(format, args...))
}

// toOneLine returns text with single spaces in place of line breaks.
func toOneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
