package journal

import (
	"bytes"
	"encoding/binary"
	"os"
)

// walLost reports, as ErrDamaged, that a campaign that was not closed has lost entries with its -wal file: SQLite takes
// what is left of it for all there was. No process may have the campaign open for writing.
func walLost(file string) error {
	head := make([]byte, 20)
	f, err := os.Open(file)
	if err != nil {
		return nil // which opening it says better
	}
	defer f.Close()
	if _, err := f.ReadAt(head, 0); err != nil || head[18] != 2 { // it was closed
		return nil
	}
	wal, err := os.ReadFile(file + "-wal")
	sealed, _ := os.ReadFile(file + ".lock")
	if os.IsNotExist(err) && string(sealed) == opened {
		return damaged("its -wal file, with the newest entries, is gone")
	}
	if err != nil {
		return nil
	}
	// The index of the -wal file, as long as the machine did not stop: how many frames there were, and how many of them
	// are in the campaign's file (https://sqlite.org/walformat.html, 2).
	shm, err := os.ReadFile(file + "-shm")
	whole, headed := wholeFrames(wal)
	if err != nil || len(shm) < 100 || headed && !bytes.Equal(shm[32:40], wal[16:24]) {
		return nil
	}
	were, moved := binary.NativeEndian.Uint32(shm[16:]), binary.NativeEndian.Uint32(shm[96:])
	if whole < were && moved < were {
		return damaged("%d of %d pages of its newest entries are gone", were-whole, were)
	}
	return nil
}

// opened is in the .lock file once a -wal file is there, until it is about to be removed.
const opened = "open"

const walHead, frameHead = 32, 24

// wholeFrames counts the frames of a -wal file up to the first that is not as it was written
// (https://sqlite.org/fileformat2.html, 4); headed reports whether its head is.
func wholeFrames(wal []byte) (n uint32, headed bool) {
	if len(wal) < walHead {
		return 0, false
	}
	var order binary.ByteOrder = binary.LittleEndian
	if wal[3]&1 == 1 {
		order = binary.BigEndian
	}
	var a, b uint32
	add := func(data []byte) {
		for ; len(data) >= 8; data = data[8:] {
			a += order.Uint32(data) + b
			b += order.Uint32(data[4:]) + a
		}
	}
	if add(wal[:24]); binary.BigEndian.Uint32(wal[24:]) != a || binary.BigEndian.Uint32(wal[28:]) != b {
		return 0, false
	}
	for f := wal[walHead:]; len(f) >= frameHead+pageBytes; f = f[frameHead+pageBytes:] {
		add(f[:8])
		add(f[frameHead : frameHead+pageBytes])
		if !bytes.Equal(f[8:16], wal[16:24]) || binary.BigEndian.Uint32(f[16:]) != a || binary.BigEndian.Uint32(f[20:]) != b {
			return n, true
		}
		n++
	}
	return n, true
}
