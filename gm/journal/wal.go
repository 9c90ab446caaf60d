package journal

import (
	"bytes"
	"encoding/binary"
	"os"
)

// Checks of SQLite's write-ahead log, the -wal file, for lost entries and damaged frames. A frame is a header and a page. The header holds
// the page's number (bytes 0 to 3), the size of the database if the frame ends a transaction, else 0 (4 to 7), the salt, a number common to
// all valid frames (8 to 15), and the checksum of all frames so far (16 to 23).

// checkLostWAL returns ErrDamaged if a campaign that was not closed has lost entries with its -wal file, a loss that SQLite itself
// doesn't notice. It also fails if the file's header requires a newer SQLite, in which case the file would be read-only. No process may
// have the campaign open for writing.
func checkLostWAL(file string) error {
	head := make([]byte, 20)
	f, err := os.Open(file)
	if err != nil {
		return nil // opening the file gives a better error
	}
	defer f.Close()
	if _, err := f.ReadAt(head, 0); err != nil || !bytes.HasPrefix(head, []byte("SQLite format 3\x00")) {
		return nil
	}
	if head[18] > 2 {
		return damagedError("its head asks for version %d of the format", head[18])
	}
	if head[18] != 2 { // the file was closed; 2 means that it is used with a -wal file
		return nil
	}
	wal, err := os.ReadFile(file + "-wal")
	sealed, _ := os.ReadFile(file + ".lock")
	if os.IsNotExist(err) && string(sealed) == lockOpen {
		return damagedError("its -wal file, with the newest entries, is gone")
	}
	if err != nil {
		return nil
	}
	// The index of the -wal file is available unless the machine stopped. It has the number of frames at byte 16, the salt of the -wal file
	// at 32, and the number of frames already moved to the main file at 96 (https://sqlite.org/walformat.html, 2).
	shm, err := os.ReadFile(file + "-shm")
	intact, isHeaderIntact := countIntactFrames(wal)
	if hasFramesAfterDamage(wal, intact, isHeaderIntact) {
		return damagedError("page %d of its newest entries is not as it was written", intact+1)
	}
	if err != nil || len(shm) < 100 || isHeaderIntact && !bytes.Equal(shm[32:40], wal[16:24]) { // no index, or one of another -wal file
		return nil
	}
	total, moved := binary.NativeEndian.Uint32(shm[16:]), binary.NativeEndian.Uint32(shm[96:])
	if intact < total && moved < total {
		return damagedError("%d of %d pages of its newest entries are gone", total-intact, total)
	}
	return nil
}

// lockOpen is the content of the .lock file while a -wal file exists.
const lockOpen = "open"

// Sizes in bytes of the header of a -wal file, and of a frame's header.
const walHeaderSize, frameHeaderSize = 32, 24

// hasFramesAfterDamage reports whether a -wal file has a later transaction after its first intact frames. If so, the frame between these
// was damaged after it had been written, since every transaction is on the disk before the next begins; a machine that stopped can only
// leave its last transaction incomplete. If isHeaderIntact is false, every frame counts as damaged.
func hasFramesAfterDamage(wal []byte, intact uint32, isHeaderIntact bool) bool {
	const length = frameHeaderSize + pageBytes
	if len(wal) < walHeaderSize+length {
		return false
	}
	frames := wal[walHeaderSize+int(intact)*length:]
	salt := wal[16:24] // number that all valid frames have
	if !isHeaderIntact {
		salt = frames[8:16]
	}
	for ; len(frames) >= 2*length; frames = frames[length:] {
		before, f := frames[:length], frames[length:2*length]
		endsTransaction := binary.BigEndian.Uint32(before[4:]) > 0
		if endsTransaction && bytes.Equal(f[8:16], salt) && (continuesChecksum(f, before, binary.LittleEndian) || continuesChecksum(f, before, binary.BigEndian)) {
			return true
		}
	}
	return false
}

// continuesChecksum reports whether the checksum of frame f continues that of before, the previous frame.
func continuesChecksum(f, before []byte, order binary.ByteOrder) bool {
	c := walSum{order: order, a: binary.BigEndian.Uint32(before[16:]), b: binary.BigEndian.Uint32(before[20:])}
	c.add(f[:8])
	c.add(f[frameHeaderSize:])
	return c.equalsStored(f[16:])
}

// walSum is the running checksum of a -wal file.
type walSum struct {
	order binary.ByteOrder // byte order of the summed data
	a, b  uint32           // sums so far
}

// add adds data, of a length divisible by 8, to the checksum.
func (c *walSum) add(data []byte) {
	for ; len(data) >= 8; data = data[8:] {
		c.a += c.order.Uint32(data) + c.b
		c.b += c.order.Uint32(data[4:]) + c.a
	}
}

// equalsStored reports whether the checksum equals the stored one.
func (c *walSum) equalsStored(written []byte) bool {
	return binary.BigEndian.Uint32(written) == c.a && binary.BigEndian.Uint32(written[4:]) == c.b
}

// countIntactFrames counts the intact frames at the start of a -wal file (https://sqlite.org/fileformat2.html, 4). isHeaderIntact reports
// whether the header is intact.
func countIntactFrames(wal []byte) (n uint32, isHeaderIntact bool) {
	if len(wal) < walHeaderSize {
		return 0, false
	}
	c := walSum{order: binary.LittleEndian}
	if wal[3]&1 == 1 {
		c.order = binary.BigEndian
	}
	if c.add(wal[:24]); !c.equalsStored(wal[24:]) {
		return 0, false
	}
	for f := wal[walHeaderSize:]; len(f) >= frameHeaderSize+pageBytes; f = f[frameHeaderSize+pageBytes:] {
		c.add(f[:8])
		c.add(f[frameHeaderSize : frameHeaderSize+pageBytes])
		if !bytes.Equal(f[8:16], wal[16:24]) || !c.equalsStored(f[16:]) {
			return n, true
		}
		n++
	}
	return n, true
}
