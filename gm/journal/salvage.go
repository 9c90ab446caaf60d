package journal

import (
	"bytes"
	"encoding/binary"
	"os"
	"time"
)

// Salvaged is what can still be read of a campaign's file and its -wal file, page by page, whatever else is wrong with
// them.
type Salvaged struct {
	Records  map[int64]*Record // by Seq, those that are as they were written
	Settings map[string][]byte
	Last     int64 // the highest Seq that was seen, of a damaged entry too
}

// Salvage reads what is whole of a damaged campaign and changes nothing. Entries of a file of the first version, which
// has no checksums, are whole if fits says so. The error is of the disk alone.
func Salvage(path string, fits func(*Record) bool) (*Salvaged, error) {
	data, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	s := &Salvaged{Records: map[int64]*Record{}, Settings: map[string][]byte{}}
	p := pages{data: data, newer: map[uint32][][]byte{}}
	if wal, err := os.ReadFile(path + "-wal"); err == nil {
		p.overlay(wal)
	}
	most := uint32(len(data) / pageBytes)
	for n := range p.newer {
		most = max(most, n)
	}
	for n := uint32(1); n <= most; n++ {
		for _, page := range append([][]byte{p.old(n)}, p.newer[n]...) {
			s.page(&p, n, page, fits)
		}
	}
	return s, nil
}

// Upto is the entries from the first one to the one before the first that is missing.
func (s *Salvaged) Upto() (list []*Record) {
	for seq := int64(1); s.Records[seq] != nil; seq++ {
		list = append(list, s.Records[seq])
	}
	return list
}

// Fill takes what is missing from a copy, if it is one of the same campaign: what both have is the same.
func (s *Salvaged) Fill(copied *Salvaged) {
	common := 0
	for seq, r := range copied.Records {
		if own := s.Records[seq]; own != nil {
			if sum(own) != sum(r) {
				return
			}
			common++
		}
	}
	if common == 0 && len(s.Records) > 0 {
		return
	}
	for seq, r := range copied.Records {
		s.Records[seq] = r
		s.Last = max(s.Last, seq)
	}
	for key, value := range copied.Settings {
		if _, has := s.Settings[key]; !has {
			s.Settings[key] = value
		}
	}
}

// pageBytes is how long the pages of a campaign are.
const pageBytes = 4096

// pages are those of a file, with what its -wal file has in their place.
type pages struct {
	data  []byte
	newer map[uint32][][]byte // the newest last
}

// page is a page by number, from 1; nil if there is none.
func (p *pages) page(n uint32) []byte {
	if newer := p.newer[n]; newer != nil {
		return newer[len(newer)-1]
	}
	return p.old(n)
}

// old is a page as the file has it.
func (p *pages) old(n uint32) []byte {
	if end := int(n) * pageBytes; n > 0 && end <= len(p.data) {
		return p.data[end-pageBytes : end]
	}
	return nil
}

// overlay takes the pages of a -wal file, those behind one that is not as it was written too: every entry has a
// checksum of its own.
func (p *pages) overlay(wal []byte) {
	if len(wal) < walHead {
		return
	}
	_, headed := wholeFrames(wal)
	pending := map[uint32][]byte{}
	frames := wal[walHead:]
	salt := wal[16:24]
	if !headed && len(frames) >= 16 {
		salt = frames[8:16] // the head itself may be what is damaged
	}
	for n := 0; len(frames) >= frameHead+pageBytes; n++ {
		f := frames[:frameHead+pageBytes]
		frames = frames[frameHead+pageBytes:]
		if !bytes.Equal(f[8:16], salt) {
			continue
		}
		pending[binary.BigEndian.Uint32(f)] = f[frameHead:]
		if binary.BigEndian.Uint32(f[4:]) > 0 {
			for n, page := range pending {
				p.newer[n] = append(p.newer[n], page)
			}
			clear(pending)
		}
	}
}

// The kinds of pages that hold what is looked for: leaves of the entries, and of the settings.
const (
	leafTable = 13
	leafIndex = 10
)

// page takes what is whole of a page.
func (s *Salvaged) page(p *pages, n uint32, page []byte, fits func(*Record) bool) {
	if n == 1 || page == nil || page[0] != leafTable && page[0] != leafIndex {
		return
	}
	count := int(binary.BigEndian.Uint16(page[3:]))
	for i := 0; i < count && 8+2*i+2 <= len(page); i++ {
		at := int(binary.BigEndian.Uint16(page[8+2*i:]))
		if at >= len(page) {
			continue
		}
		cell := page[at:]
		size, used := varint(cell)
		cell = cell[used:]
		if page[0] == leafIndex {
			s.setting(p.columns(p.payload(cell, size, (pageBytes-12)*64/255-23)))
			continue
		}
		seq, used := varint(cell)
		s.entry(int64(seq), p.columns(p.payload(cell[used:], size, pageBytes-35)), fits)
	}
}

// entry takes an entry that is as it was written.
func (s *Salvaged) entry(seq int64, c []column, fits func(*Record) bool) {
	if len(c) != 8 && len(c) != 9 || seq < 1 {
		return
	}
	r := &Record{Seq: seq, Session: c[1].n, At: time.UnixMilli(c[2].n).UTC(), Kind: int(c[3].n), Target: c[4].n, Command: c[5].data, Events: c[6].data, Report: c[7].data}
	if len(c) == 9 {
		written := uint64(c[8].n)
		if uint32(written>>32) != sumHead(r) {
			if seq == s.Last+1 {
				s.Last = seq
			}
			return
		}
		if uint32(written) != sumReport(r.Report) {
			r.Report = nil // how it came about can no longer be read, but what it came to
		}
	} else if !fits(r) {
		return
	}
	s.Records[seq], s.Last = r, max(s.Last, seq)
}

// setting takes a setting that is as it was written.
func (s *Salvaged) setting(c []column) {
	if len(c) < 2 || len(c) == 3 && c[2].n != sumSetting(string(c[0].data), c[1].data) {
		return
	}
	s.Settings[string(c[0].data)] = c[1].data
}

// column is one value of a row: a whole number, or bytes.
type column struct {
	n    int64
	data []byte
}

// payload is the bytes of a cell, with those on overflow pages; nil if they are not all there.
func (p *pages) payload(cell []byte, size uint64, most int) []byte {
	if size > 1<<30 {
		return nil
	}
	local := int(size)
	if local > most {
		const least = (pageBytes-12)*32/255 - 23
		if local = least + (int(size)-least)%(pageBytes-4); local > most {
			local = least
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
	for next := binary.BigEndian.Uint32(cell[local:]); len(data) < int(size); {
		page := p.page(next)
		if page == nil {
			return nil
		}
		data = append(data, page[4:min(len(page), 4+int(size)-len(data))]...)
		next = binary.BigEndian.Uint32(page)
	}
	return data
}

// columns takes a row apart; nil if it is none (https://sqlite.org/fileformat2.html, 2.1).
func (p *pages) columns(row []byte) (list []column) {
	head, used := varint(row)
	if head > uint64(len(row)) || head < uint64(used) {
		return nil
	}
	types, body := row[used:head], row[head:]
	for len(types) > 0 {
		kind, used := varint(types)
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

// varint is a number of SQLite's, and how many bytes it has.
func varint(data []byte) (n uint64, used int) {
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
