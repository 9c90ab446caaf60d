package journal

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"iter"
	"maps"
	"math"
	"os"
	"slices"
	"time"
)

// Recovery of the intact parts of a damaged journal, page by page, and of missing parts from copies. SQLite divides a file into pages,
// and writes new versions of them to a second file, -wal. The Report of an entry has a checksum of its own, so that an entry is usable
// without it.

// SalvagedPages holds the readable parts of a campaign's file and its -wal file, page by page.
type SalvagedPages struct {
	Records  map[int64]*Record // intact records by Seq
	Settings map[string][]byte // intact settings by key
	Last     int64             // highest Seq found, including damaged entries

	withoutReport map[int64]bool  // entries of Records whose damaged Report is omitted
	stale         map[string]bool // settings whose value may be outdated, by key

	withoutChecksum map[int64]*Record // rows without a checksum, which are valid only in a file without checksums
	hasChecksums    bool              // whether the file has checksums
}

// Salvage reads the intact parts of a damaged campaign and changes nothing. Entries of a version-1 file, which has no checksums, are intact
// if fits returns true. Only errors of the disk are returned.
func Salvage(path string, fits func(*Record) bool) (*SalvagedPages, error) {
	data, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	s := &SalvagedPages{Records: map[int64]*Record{}, Settings: map[string][]byte{}, withoutReport: map[int64]bool{}, stale: map[string]bool{}, withoutChecksum: map[int64]*Record{}}
	p := pages{bytes: len(data), data: data, walVersions: map[uint32][][]byte{}}
	if wal, err := os.ReadFile(path + "-wal"); err == nil {
		p.bytes += len(wal)
		p.overlayWAL(wal)
	}
	for _, n := range p.pageNumbers() {
		for _, page := range append([][]byte{p.pageInMainFile(n)}, p.walVersions[n]...) {
			s.salvagePage(&p, n, page, fits)
		}
	}
	if !s.hasChecksums {
		for seq, r := range s.withoutChecksum {
			s.Records[seq], s.Last = r, max(s.Last, seq)
		}
	}
	for key := range s.Settings {
		s.stale[key] = true
	}
	s.applyCurrentSettings(&p, p.metaRoot(), map[uint32]bool{})
	return s, nil
}

// ContiguousRecords returns the entries before the first gap.
func (s *SalvagedPages) ContiguousRecords() (list []*Record) {
	for seq := int64(1); s.Records[seq] != nil; seq++ {
		list = append(list, s.Records[seq])
	}
	return list
}

// Fill adds missing or damaged entries, Reports and settings from copies of the same campaign, each from the copy whose history agrees
// with that of s the longest. If a copy has a different history, because an older backup was restored and play continued, only its
// entries up to the last common one are used. It returns the number of added entries.
func (s *SalvagedPages) Fill(copies ...*SalvagedPages) (taken int) {
	slices.SortStableFunc(copies, func(a, b *SalvagedPages) int {
		return cmp.Or(cmp.Compare(s.lastCommonSeq(b), s.lastCommonSeq(a)), b.newestTime().Compare(a.newestTime()))
	})
	for _, c := range copies {
		if last := s.comparableUpTo(c); last > 0 {
			taken += s.fillFrom(c, last)
		}
	}
	return taken
}

// fillFrom adds, from the copy c, the entries up to Seq last that s lacks or has without their Report, and the settings that s lacks
// or whose values in s may be outdated. It returns the number of entries that s lacked.
func (s *SalvagedPages) fillFrom(c *SalvagedPages, last int64) (taken int) {
	for key, value := range c.Settings {
		if _, has := s.Settings[key]; !has || s.stale[key] && !c.stale[key] && c.Last >= s.Last {
			s.Settings[key], s.stale[key] = value, c.stale[key]
		}
	}
	for seq, r := range c.Records {
		existing := s.Records[seq]
		switch {
		case seq > last || existing != nil && !(s.withoutReport[seq] && !c.withoutReport[seq]): // not needed
			continue
		case existing == nil:
			taken++
		}
		s.Records[seq], s.Last = r, max(s.Last, seq)
		delete(s.withoutReport, seq)
		if c.withoutReport[seq] {
			s.withoutReport[seq] = true
		}
	}
	return taken
}

// lastCommonSeq returns the highest Seq at which s and c have the same content, or 0 if there is none. A journal only grows, so all earlier
// entries are the same, too.
func (s *SalvagedPages) lastCommonSeq(c *SalvagedPages) (last int64) {
	for seq, r := range c.Records {
		if existing := s.Records[seq]; existing != nil && seq > last && sumHead(existing) == sumHead(r) {
			last = seq
		}
	}
	return last
}

// comparableUpTo returns the Seq up to which c can supply entries that s lacks: unlimited if the two never contradict each other, the
// last common Seq if they do, or 0 if c is from another campaign.
func (s *SalvagedPages) comparableUpTo(c *SalvagedPages) int64 {
	for seq, r := range c.Records {
		if existing := s.Records[seq]; existing != nil && sumHead(existing) != sumHead(r) {
			return s.lastCommonSeq(c)
		}
	}
	if s.lastCommonSeq(c) == 0 && !s.canInterleave(c) {
		return 0
	}
	return math.MaxInt64
}

// canInterleave reports whether the entries of s and c, which have none in common, can belong to one history: neither the time nor the
// session decreases from an entry of one to the next entry of the other.
func (s *SalvagedPages) canInterleave(c *SalvagedPages) bool {
	all := maps.Clone(s.Records)
	maps.Copy(all, c.Records)
	var before *Record
	for _, seq := range slices.Sorted(maps.Keys(all)) {
		r := all[seq]
		isFromOther := before != nil && (s.Records[before.Seq] == nil) != (s.Records[seq] == nil) // one is from s, the other from c
		if isFromOther && (r.At.Before(before.At) || r.Session < before.Session) {
			return false
		}
		before = r
	}
	return true
}

// newestTime returns the time of the last entry, or the zero time if there is none.
func (s *SalvagedPages) newestTime() (at time.Time) {
	if len(s.Records) == 0 {
		return at
	}
	return s.Records[slices.Max(slices.Collect(maps.Keys(s.Records)))].At
}

// CountWithoutReport returns the number of entries before the first gap that have lost their Report.
func (s *SalvagedPages) CountWithoutReport() (n int) {
	for seq := range s.withoutReport {
		if seq <= int64(len(s.ContiguousRecords())) {
			n++
		}
	}
	return n
}

// pageBytes is the length of a campaign's pages.
const pageBytes = 4096

// pages holds the pages of a file, some of them replaced by its -wal file.
type pages struct {
	bytes       int                 // length of the main and the -wal file
	data        []byte              // main file
	walVersions map[uint32][][]byte // versions of a page in the -wal file by page number, the newest last
	gaps        bool                // whether part of the -wal file is damaged, so that the newest version of a page may be missing
}

// pageNumbers returns the numbers of all pages in order, from 1. A damaged -wal file can contain any numbers.
func (p *pages) pageNumbers() (list []uint32) {
	for n := range uint32(len(p.data) / pageBytes) {
		list = append(list, n+1)
	}
	for n := range p.walVersions {
		if int64(n) > int64(len(p.data)/pageBytes) {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list
}

// pageAt returns page n, counted from 1, or nil if there is none.
func (p *pages) pageAt(n uint32) []byte {
	if newer := p.walVersions[n]; newer != nil {
		return newer[len(newer)-1]
	}
	return p.pageInMainFile(n)
}

// pageInMainFile returns page n of the main file, or nil.
func (p *pages) pageInMainFile(n uint32) []byte {
	if end := int(n) * pageBytes; n > 0 && end <= len(p.data) {
		return p.data[end-pageBytes : end]
	}
	return nil
}

// overlayWAL adds the pages of a -wal file, including those after a damaged one, since every entry has its own checksum.
func (p *pages) overlayWAL(wal []byte) {
	if len(wal) < walHeaderSize {
		return
	}
	_, isHeaderIntact := countIntactFrames(wal)
	pending := map[uint32][]byte{} // pages of the transaction being read
	frames := wal[walHeaderSize:]  // frames that are still to be read; wal.go describes their headers
	salt := wal[16:24]             // number that all valid frames have
	if !isHeaderIntact && len(frames) >= 16 {
		salt = frames[8:16] // used because the header itself may be damaged
	}
	for skipped := false; len(frames) >= frameHeaderSize+pageBytes; {
		f := frames[:frameHeaderSize+pageBytes]
		frames = frames[frameHeaderSize+pageBytes:]
		if !bytes.Equal(f[8:16], salt) {
			skipped = true // the frame is damaged, or is left from before the file was last overwritten from its start
			continue
		}
		p.gaps = p.gaps || skipped
		pending[binary.BigEndian.Uint32(f)] = f[frameHeaderSize:]
		if binary.BigEndian.Uint32(f[4:]) > 0 { // the last frame of a transaction
			for n, page := range pending {
				p.walVersions[n] = append(p.walVersions[n], page)
			}
			clear(pending)
		}
	}
}

// Kinds of pages with rows (https://sqlite.org/fileformat2.html, 1.6): leaves of the table of entries, and all pages of the settings,
// whose table is an index. A page has a header, the offsets of its cells, and the cells, each of which holds a row.
const (
	leafTable  = 13
	leafIndex  = 10
	innerIndex = 2
)

// Lengths in bytes of the longest rows that are stored in a page without overflow pages: in the table of entries, and in the settings.
const (
	maxTableRow = pageBytes - 35
	maxIndexRow = (pageBytes-12)*64/255 - 23
)

// salvagePage adds the intact parts of page n. The first page holds only the list of tables. Entries without a checksum are added if fits
// returns true.
func (s *SalvagedPages) salvagePage(p *pages, n uint32, page []byte, fits func(*Record) bool) {
	if n == 1 || page == nil {
		return
	}
	switch page[0] {
	case leafIndex, innerIndex:
		s.salvageSettings(p, page)
	case leafTable:
		for cell := range cellsOfPage(page, 0) {
			size, used := decodeVarint(cell)
			// a cell of a table: length of the row, Seq, row
			seq, more := decodeVarint(cell[used:])
			s.salvageEntry(int64(seq), p.splitColumns(p.cellPayload(cell[used+more:], size, maxTableRow)), fits)
		}
	}
}

// cellsOfPage yields the cells of a page whose header is at head; each extends to the end of the page. The header has the number of cells
// at byte 3; the offsets of the cells, two bytes each, follow it.
func cellsOfPage(page []byte, head int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		first := head + 8 // the first offset
		if page[head] == innerIndex {
			first += 4 // skips the number of the last page below
		}
		count := int(binary.BigEndian.Uint16(page[head+3:]))
		for at := first; count > 0 && at+2 <= len(page); count, at = count-1, at+2 {
			if start := int(binary.BigEndian.Uint16(page[at:])); start < len(page) && !yield(page[start:]) {
				return
			}
		}
	}
}

// salvageSettings adds the intact settings of a page, and returns their keys.
func (s *SalvagedPages) salvageSettings(p *pages, page []byte) (keys []string) {
	for cell := range cellsOfPage(page, 0) {
		if page[0] == innerIndex {
			cell = cell[min(4, len(cell)):] // skips the number of the page below
		}
		size, used := decodeVarint(cell)
		c := p.splitColumns(p.cellPayload(cell[used:], size, maxIndexRow)) // key, value and, if the file has checksums, a checksum
		whole := len(c) == 2 && !s.hasChecksums || len(c) == 3 && c[2].n == sumSetting(string(c[0].data), c[1].data)
		if !whole {
			continue
		}
		key := string(c[0].data)
		s.Settings[key] = c[1].data
		keys = append(keys, key)
	}
	return keys
}

// metaRoot returns the number of the root page of the settings, according to the list of tables on the first page.
func (p *pages) metaRoot() uint32 {
	// root page in the files that this package creates, and the length of the file's header at the start of page 1
	const usual, head = 3, 100
	page := p.pageAt(1)
	if page == nil || page[head] != leafTable {
		return usual
	}
	for cell := range cellsOfPage(page, head) {
		size, used := decodeVarint(cell)
		_, more := decodeVarint(cell[used:])
		// columns of sqlite_schema: type, name, table name, root page, SQL
		if c := p.splitColumns(p.cellPayload(cell[used+more:], size, maxTableRow)); len(c) == 5 && string(c[1].data) == "meta" {
			return uint32(c[3].n)
		}
	}
	return usual
}

// applyCurrentSettings replaces settings with those of page n and of the pages below it. These pages are in use, while a page no
// longer in use can contain an older value. seen holds the pages visited so far, since the page numbers in a damaged file can form a
// cycle.
func (s *SalvagedPages) applyCurrentSettings(p *pages, n uint32, seen map[uint32]bool) {
	page := p.pageAt(n)
	if page == nil || seen[n] || page[0] != leafIndex && page[0] != innerIndex {
		return
	}
	seen[n] = true
	for _, key := range s.salvageSettings(p, page) {
		s.stale[key] = p.gaps
	}
	if page[0] == leafIndex {
		return
	}
	for cell := range cellsOfPage(page, 0) {
		if len(cell) >= 4 {
			s.applyCurrentSettings(p, binary.BigEndian.Uint32(cell), seen)
		}
	}
	s.applyCurrentSettings(p, binary.BigEndian.Uint32(page[8:]), seen)
}

// salvageEntry adds an entry if it is intact. c holds its columns in the order of entryColumns, then its checksum if there is one. An
// entry without a checksum is stored in withoutChecksum if fits returns true.
func (s *SalvagedPages) salvageEntry(seq int64, c []column, fits func(*Record) bool) {
	if len(c) != 8 && len(c) != 9 || seq < 1 {
		return
	}
	r := &Record{Seq: seq, Session: c[1].n, At: time.UnixMilli(c[2].n).UTC(), Kind: int(c[3].n), Target: c[4].n, Command: c[5].data, Events: c[6].data, Report: c[7].data}
	if len(c) == 8 {
		if fits(r) {
			s.withoutChecksum[seq] = r
		}
		return
	}
	written := uint64(c[8].n) // lower half: checksum of the Report; upper half: checksum of everything else
	if uint32(written>>32) != sumHead(r) {
		// the number of a damaged entry is trusted only if it follows the last one
		if seq == s.Last+1 {
			s.Last = seq
		}
		return
	}
	s.hasChecksums = true
	if uint32(written) == sumReport(r.Report) {
		delete(s.withoutReport, seq)
	} else {
		if s.Records[seq] != nil {
			return // an older copy of the page has the complete entry
		}
		r.Report = nil // its Report is unreadable, but the rest isn't
		s.withoutReport[seq] = true
	}
	s.Records[seq], s.Last = r, max(s.Last, seq)
}

// column is one value of a row: an integer or bytes.
type column struct {
	n    int64  // value of an integer, else 0
	data []byte // bytes; nil for an integer
}

// cellPayload returns the row of a cell, size bytes long, including its overflow pages, or nil if some are missing. maximum is the length
// of the longest row that is stored without overflow pages in a page of this kind; SQLite's formulas for it, and for the length of the
// first part of a longer row, are at https://sqlite.org/fileformat2.html, 1.6.
func (p *pages) cellPayload(cell []byte, size uint64, maximum int) []byte {
	if size > uint64(p.bytes) {
		return nil
	}
	local := int(size) // length of the part in the cell; the number of the first overflow page follows that part
	if local > maximum {
		const minimum = (pageBytes-12)*32/255 - 23
		if local = minimum + (int(size)-minimum)%(pageBytes-4); local > maximum {
			local = minimum
		}
	}
	if local > len(cell) {
		return nil
	}
	data := bytes.Clone(cell[:local])
	if local == int(size) {
		return data
	}
	if local+4 > len(cell) {
		return nil
	}
	for next := binary.BigEndian.Uint32(cell[local:]); len(data) < int(size); { // an overflow page begins with the number of the next one
		page := p.pageAt(next)
		if page == nil {
			return nil
		}
		data = append(data, page[4:min(len(page), 4+int(size)-len(data))]...)
		next = binary.BigEndian.Uint32(page)
	}
	return data
}

// splitColumns splits a row into its columns, or returns nil if it isn't a row (https://sqlite.org/fileformat2.html,
// 2.1).
func (p *pages) splitColumns(row []byte) (list []column) {
	head, used := decodeVarint(row)
	if head > uint64(len(row)) || head < uint64(used) {
		return nil
	}
	types, body := row[used:head], row[head:]
	for len(types) > 0 {
		// kind is a serial type: 0 is NULL, 1 to 4 are integers of as many bytes, 5 and 6 are integers of 6 and 8 bytes, 8 and 9 are the
		// numbers 0 and 1, and those from 12 on are blobs and texts, whose length follows from the number
		kind, used := decodeVarint(types)
		types = types[used:]
		size, ok := 0, true
		switch {
		case kind <= 4:
			size = int(kind)
		case kind == 5:
			size = 6
		case kind == 6:
			size = 8
		case kind == 8 || kind == 9:
		case kind >= 12:
			size = int(min(kind-12, 1<<31) / 2)
		default:
			ok = false
		}
		if !ok || size > len(body) {
			return nil
		}
		c := column{}
		switch value := body[:size]; {
		case kind >= 12:
			if size > 0 {
				c.data = value
			}
		case kind >= 8:
			c.n = int64(kind - 8)
		case size > 0:
			c.n = int64(int8(value[0]))
			for _, b := range value[1:] {
				c.n = c.n<<8 | int64(b)
			}
		}
		body = body[size:]
		list = append(list, c)
	}
	return list
}

// decodeVarint decodes a SQLite varint and returns its value and length in bytes.
func decodeVarint(data []byte) (n uint64, used int) {
	for i, b := range data {
		if i == 8 {
			return n<<8 | uint64(b), 9
		}
		n = n<<7 | uint64(b&0x7f)
		if b < 0x80 {
			return n, i + 1
		}
	}
	return 0, len(data)
}
