/*
Package journal keeps the entries of a campaign in one SQLite file, each one safe on the disk before the next. It does
not know what an entry means, nor anything of a game: a [Record] is a number, a kind and bytes.

# The promise

When [Journal.Append] returns nil, the entry is on the disk and outlives a crash, a kill or a power cut. When it returns
an error, nothing was written and the journal is as it was, so that the same entry can be appended again.
[Journal.AppendAll] promises the same of several entries, all of them or none. Entries are numbered 1, 2, 3 … without
gaps and never change.

# The files

While a [Journal] is open for writing, two more files stand beside the campaign: -wal holds the newest entries, until
[Journal.Checkpoint] at the end of a turn, and -shm the way to them. [Journal.Close] puts everything into the one file, which may then be copied or moved. The file .lock
beside it stays; it says whether a program has the campaign open for writing, and holds a checksum of the whole file
while none has.

# Parts

Opening (open.go). [Open] takes the lock, checks the file and makes one where there is none; [OpenReadOnly] reads beside a
writer, and what a [Journal.Snapshot] reads there is of one moment. What can be wrong is a sentinel error ([ErrBusy], [ErrDamaged], [ErrFull] …), each with the way out in its text.

Writing (journal.go, batch.go). Append, and [Journal.Put] for small settings. moved.go finds out that the file was
removed, replaced or written by another program while it was open.

Checking (sum.go, wal.go). Each entry and setting has a checksum, the closed file has one as a whole, and [Journal.Check]
reads all of them, as [Open] does unless the file is the one that was closed. A -wal file that lost what it held is found too.

Saving (backup.go, aside.go, salvage.go). [Journal.Backup] copies the campaign as it stands, [SetAside] moves a damaged one
out of the way and [Salvage] reads from it, page by page, whatever is still as it was written.

sqlite.go is the seam to SQLite and turns its errors into those of this package. The package imports nothing of the
program.

# Where to begin

	j, err := journal.Open(path)
	err = j.Append(&journal.Record{At: now, Kind: 1, Command: command, Events: events})
	err = j.Each(func(r journal.Record) error { return replay(r) })
	err = j.Close()

A Journal is not safe for concurrent use. Another goroutine that wants to read or back up the same campaign opens its own
with OpenReadOnly.

TestKill in crash_test.go kills a program that appends and reads what it left; the other tests cut, flip and lengthen
files byte by byte. A new version of the file's form needs a step in renew (sum.go), and the old form stays readable.
*/
package journal
