/*
Package journal stores the entries of a campaign in one SQLite file, each one safe on the disk before the next. Entries are
opaque to it: a [Record] is a number, a kind and bytes.

# The promise

When [Journal.Append] returns nil, the entry is on the disk and survives a crash, a kill or a power cut. When it returns
an error, nothing was written and the journal is unchanged, so that the same entry can be appended again.
[Journal.AppendAll] promises the same for several entries, all or none. Entries are numbered 1, 2, 3 … without
gaps and never change.

# The files

While a [Journal] is open for writing, there are two more files next to the campaign: -wal holds the newest entries, until
[Journal.Checkpoint] at the end of a turn, and -shm is its index. [Journal.Close] moves everything into the one file, which can then
be copied or moved. The file .lock remains; it says whether a program has the campaign open for writing, and otherwise holds a
checksum of the whole file.

# Parts

Opening (open.go). [Open] takes the lock, checks the file and creates it if necessary; [OpenReadOnly] can read while another
process writes, and [Journal.Snapshot] gives it a consistent view. Errors are sentinels ([ErrBusy], [ErrDamaged], [ErrFull] …),
each with the fix in its text.

Writing (journal.go, batch.go). Append, and [Journal.Put] for small settings. moved.go detects that the file was removed, replaced
or written by another program while it was open.

Checking (sum.go, wal.go). Each entry and setting has a checksum, and so has the closed file as a whole. [Journal.Check] verifies
all of them, and so does [Open], unless the file is unchanged since it was closed. Lost entries of a -wal file are detected, too.

Saving (backup.go, aside.go, salvage.go). [Journal.Backup] copies the campaign in its current state, [SetAside] renames a damaged
one, and [Salvage] reads the intact parts of it, page by page.

sqlite.go calls SQLite and converts its errors to those of this package. The package imports only gm/disk of the program.

# Where to begin

	j, err := journal.Open(path)
	err = j.Append(&journal.Record{At: now, Kind: 1, Command: command, Events: events})
	err = j.Each(func(r journal.Record) error { return replay(r) })
	err = j.Close()

A Journal is not safe for concurrent use. Another goroutine that reads or backs up the same campaign must open its own with
OpenReadOnly.

TestKill in crash_test.go kills a program while it appends and checks the file; other tests cut, flip and append bytes. A new
version of the file format needs a step in upgradeIfOld (sum.go), and the old format must stay readable.
*/
package journal
