package gm

import (
	"bytes"
	"encoding/json"
	"weak"

	"github.com/klauspost/compress/s2"

	"hybrid/gm/journal"
	"hybrid/rules"
)

// Old entries compressed together in memory.

// pack is entries of which the session is long past: as the journal has them, all of them compressed into one piece. A
// hundred thousand take some 30 MB, and any is there in 50 µs, whatever became of the file meanwhile.
type pack struct {
	data  []byte
	ends  []int // of each part: the command, events and steps of the first entry, of the second …
	open  weak.Pointer[unpacked]
	block *block // which has it instead; nil where data has it
}

// unpacked is what a pack holds. It stays until memory is collected, since who asks for one entry mostly asks for those
// beside it.
type unpacked struct {
	list     []rawEntry
	contents []*payload // those that were read
}

// packSize is how many bytes go into a pack; the tests make small ones.
var packSize = 64 << 10

// packer puts entries that grow old into packs.
type packer struct {
	list []*record
	size int
	data []byte // memory for a pack in the making
	out  []byte // likewise, compressed
}

// add puts an entry aside; once there are enough of them, they are packed.
func (p *packer) add(k *record) {
	from := k.raw()
	k.begun = begunBy(from.events)
	p.list = append(p.list, k)
	if p.size += len(from.command) + len(from.events) + len(from.report); p.size < packSize {
		return
	}
	data, ends := p.data[:0], make([]int, 0, 3*len(p.list))
	for _, k := range p.list {
		r := journal.Record{}
		if k.put(&r) != nil {
			p.list, p.size = nil, 0 // they stay as they are
			return
		}
		for _, part := range [][]byte{r.Command, r.Events, k.raw().report} {
			data = append(data, part...)
			ends = append(ends, len(data))
		}
	}
	p.data, p.out = data, s2.Encode(p.out[:cap(p.out)], data)
	packed := &pack{data: bytes.Clone(p.out), ends: ends}
	for i, k := range p.list {
		k.pack, k.place = packed, i
		k.content, k.stored = nil, nil
	}
	p.list, p.size = nil, 0
}

// unpack returns the pack's content, decoding it if needed.
func (p *pack) unpack() *unpacked {
	if p.block != nil {
		defer p.block.lock.Unlock()
		p.block.lock.Lock()
	}
	if is := p.open.Value(); is != nil {
		return is
	}
	is := &unpacked{}
	if p.block != nil {
		is.list = p.block.read()
	} else {
		is.list = p.decode()
	}
	is.contents = make([]*payload, len(is.list))
	p.open = weak.Make(is)
	return is
}

// decode decodes the pack's own data.
func (p *pack) decode() []rawEntry {
	data, err := s2.Decode(nil, p.data)
	if err != nil {
		panic(err) // what was packed in memory can be unpacked
	}
	list, from := make([]rawEntry, 0, len(p.ends)/3), 0
	for ends := p.ends; len(ends) > 0; ends = ends[3:] {
		list = append(list, rawEntry{command: data[from:ends[0]:ends[0]], events: data[ends[0]:ends[1]:ends[1]], report: data[ends[1]:ends[2]:ends[2]]})
		from = ends[2]
	}
	return list
}

// rawEntry is an entry as the journal has it.
type rawEntry struct {
	command, events, report []byte
	err                     error // why it could not be read

	of *unpacked // which stays while these do
}

// raw returns the entry as the journal has it, or nothing if it was not written yet. The steps are there only if they were
// read with it.
func (k *record) raw() rawEntry {
	if k.pack == nil {
		if k.stored == nil {
			return rawEntry{}
		}
		return *k.stored
	}
	is := k.pack.unpack()
	from := is.list[k.place]
	from.of = is
	return from
}

// payload returns the entry's command, read when it is asked for: of a long session only the end ever is.
func (k *record) payload() *payload {
	if k.pack == nil {
		if k.content = k.decode(k.raw()); k.stored != nil {
			k.stored.command = nil
		}
		return k.content
	}
	content := &k.pack.unpack().contents[k.place]
	if *content == nil {
		*content = k.decode(k.raw())
	}
	return *content
}

// decode decodes the command of an entry without keeping it; it is for callers that go through all entries.
func (k *record) decode(from rawEntry) *payload {
	if from.command == nil && k.content != nil {
		return k.content
	}
	content := &payload{}
	if len(from.command) == 0 && from.err == nil {
		return content
	}
	if from.err != nil || json.Unmarshal(from.command, content) != nil {
		*content = payload{Title: "an entry that cannot be read", Text: "an entry that cannot be read"}
	}
	for i, who := range content.Whose {
		if i < len(content.Dice) {
			content.Dice[i].Who = who
		}
	}
	return content
}

// text returns the entry's line of the log. That of an old entry is kept once it was asked for, since a search asks for all
// of them.
func (k *record) text() string {
	if k.pack == nil {
		return k.payload().Text
	}
	if k.line == "" {
		k.line = k.payload().Text
	}
	return k.line
}

// settled returns the entry's events, read when they are needed.
func (k *record) settled() ([]rules.Event, error) { return k.settledAs(k.raw()) }

// settledAs returns the entry's events, decoded from from unless they are in memory.
func (k *record) settledAs(from rawEntry) ([]rules.Event, error) {
	if k.events != nil || len(from.events) == 0 {
		return k.events, from.err
	}
	var events []rules.Event
	if err := json.Unmarshal(from.events, &events); err != nil {
		return nil, unreadable(k.seq, err)
	}
	return events, nil
}
