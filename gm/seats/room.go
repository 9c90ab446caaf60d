package seats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"html/template"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"hybrid/gm/players"
)

// A room is the page of one character, shared by its devices; it works out what changed since the last one. stream.go sends
// that.

// room is the page of one character, shared by all devices that show it.
type room struct {
	epoch     string // of the numbers of its pages: those of another room, or of another run, mean nothing
	pages     int64  // drawn so far; those of other rooms would say what happens there
	now       *page  // nil until it is drawn
	firstDraw chan struct{}
	streams   map[*stream]bool
	watched   map[*stream]bool // by streams of devices that show another page of theirs
	used      time.Time
	question  pageQuestion
	ready     int64 // the page on which the player said that there is nothing to say; 0 for none
}

// pageQuestion is the question that a page shows.
type pageQuestion struct {
	id     int64 // with the session; 0 for none
	number int64 // on the page: the questions of its room are counted, so that it says nothing of others
	what   *players.Question
}

// ask takes up what is asked now.
func (a *pageQuestion) ask(l look) {
	if l.seen == nil || l.seen.Question == nil {
		a.id, a.what = 0, nil
		return
	}
	if l.question.ID != a.id {
		a.id = l.question.ID
		a.number++
	}
	a.what = l.seen.Question
}

// idOf is the number of a page of the room as a device is told it.
func (one *room) idOf(p *page) string { return fmt.Sprintf("%s-%d", one.epoch, p.number) }

// page is one state of a page: its parts as HTML. It does not change.
type page struct {
	number   int64
	title    string
	mark     string // what waits for the player, with a number; empty for nothing
	parts    map[string]template.HTML
	log      []line             // the oldest first
	passages []*players.Passage // that it is drawn from
	pictures []string           // that it may load
	levels   int                // of health
	event    []byte             // what has changed since the page before
	before   *page              // only to tell which that is
	from     *view              // that it is drawn from
}

// line is a line of the log. Its number says which it is: what happens twice reads the same twice.
type line struct {
	number int64
	html   template.HTML
}

// drawLog draws the log; what the page before has of it is not drawn anew.
func (p *page) drawLog(passages []*players.Passage, before *page, draw func(*players.Passage) template.HTML) {
	p.passages, p.log = passages, make([]line, 0, len(passages))
	for _, passage := range passages {
		l := line{number: passage.Number}
		if before != nil && len(before.passages) > 0 {
			at := l.number - before.passages[0].Number
			if at >= 0 && at < int64(len(before.passages)) && before.passages[at] == passage {
				l.html = before.log[at].html
			}
		}
		if l.html == "" {
			l.html = draw(passage)
		}
		p.log = append(p.log, l)
	}
}

// linesAtOnce is how many lines of the log a device gets at once, unless as many are new.
const linesAtOnce = 16

// lastLines are the last lines of the log that are older than one with a number.
func (p *page) lastLines(before int64) []line {
	end := len(p.log)
	for end > 0 && p.log[end-1].number >= before {
		end--
	}
	return p.log[max(0, end-linesAtOnce):end]
}

// openRooms lists the characters whose pages are open, and forgets the others.
func (s *Server) openRooms() (keys []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, room := range s.rooms {
		if len(room.streams)+len(room.watched) == 0 && s.options.Clock().Sub(room.used) > time.Minute {
			s.asks[key] = room.question.number
			delete(s.rooms, key)
			continue
		}
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// enter is the room of a character. The mutex must be held.
func (s *Server) enter(key string) *room {
	one := s.rooms[key]
	if one == nil {
		one = &room{epoch: randomText(4), question: pageQuestion{number: max(s.before, s.asks[key])}, firstDraw: make(chan struct{}), streams: map[*stream]bool{}, watched: map[*stream]bool{}}
		s.rooms[key] = one
		s.touch()
	}
	one.used = s.options.Clock()
	return one
}

// show draws what a seat sees, which nothing else may do for that seat meanwhile, and wakes the streams of its room if that
// is something else than before.
func (s *Server) show(l look) {
	s.mu.Lock()
	one := s.rooms[l.key]
	if one == nil {
		s.mu.Unlock()
		return
	}
	one.question.ask(l)
	l.number = one.question.number
	l.name, l.before = s.nameOf(l.key), one.now
	s.mu.Unlock()
	next := draw(l)
	if l.before != nil {
		m := changes(l.before, next)
		if m.nothing() {
			return
		}
		next.event = m.edit(l.before).data()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if l.before != nil {
		l.before.event, l.before.before = nil, nil  // or each would keep all before it
		l.before.from, l.before.passages = nil, nil // nothing is drawn from it any more
	}
	one.pages++
	next.number, next.before = one.pages, one.now
	first := one.now == nil
	one.now = next
	if first {
		close(one.firstDraw)
	}
	for each := range one.streams {
		each.poke()
	}
	if first || next.mark != next.before.mark {
		for each := range one.watched {
			each.poke()
		}
	}
}

// update is the difference between two states of a page, as it is sent to a device.
type update struct {
	Title string                   `json:"title,omitempty"`
	Parts map[string]template.HTML `json:"parts,omitempty"`
	Edits map[string][]any         `json:"edits,omitempty"` // of the parts of the page that a device has, see source
	Drop  int                      `json:"drop,omitempty"`  // so many of the last lines of the log go
	Log   template.HTML            `json:"log,omitempty"`   // lines to be added
}

// changes is what has changed from one page to another. Without a page before it is all, in the place of whatever a device
// shows.
func changes(from, to *page) *update {
	first := from == nil
	if first {
		from = &page{}
	}
	m := &update{Parts: map[string]template.HTML{}}
	if from.title != to.title {
		m.Title = to.title
	}
	for name, html := range to.parts {
		if old, known := from.parts[name]; !known || old != html {
			m.Parts[name] = html
		}
	}
	if drop, added, goesOn := added(from.log, to.log); goesOn && !first {
		m.Drop, m.Log = drop, join(added)
	} else {
		m.Parts[logPart] = join(to.lastLines(math.MaxInt64))
	}
	return m
}

// logPart is the part that the log is.
const logPart = "log"

func (m *update) nothing() bool {
	return m.Title == "" && len(m.Parts) == 0 && m.Log == "" && m.Drop == 0
}

// names are the parts that it is about, sorted, but for the log.
func (m *update) names() (list []string) {
	for name := range m.Parts {
		if name != logPart {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// edit sends edits instead of parts, for a device that has the page from.
func (m *update) edit(from *page) *update {
	has, names := newSource(from), m.names()
	defer has.release()
	has.add(m.Log)
	if len(names) > 0 {
		m.Edits = map[string][]any{}
	}
	for _, name := range names {
		m.Edits[name] = has.edits(m.Parts[name])
		delete(m.Parts, name)
	}
	return m
}

// counts says of how many pieces each part of a page is made: a device that has as many has the same ones.
func (p *page) counts() string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(p.parts)) {
		list = append(list, strconv.Itoa(strings.Count(string(p.parts[name]), "<")+1))
	}
	return strings.Join(list, ".")
}

// source is the pieces that a device has: those of all parts by name, of the lines of the log that come, and of the parts that are
// made of them.
type source struct {
	all  []string
	last map[uint64]int // the last place of each piece that is worth copying alone, or of one with that behind it, by hash
	same []int          // of each place the one before it with the same hash, −1 for none
}

// copyLength is about how long an instruction to copy is, with the end of one text and the beginning of another.
const copyLength = 14

// sources keeps released sources, whose slices and map are used again.
var sources = sync.Pool{New: func() any { return &source{last: map[uint64]int{}} }}

// newSource returns the pieces of a page, to be released.
func newSource(p *page) *source {
	s := sources.Get().(*source)
	for _, name := range slices.Sorted(maps.Keys(p.parts)) {
		s.add(p.parts[name])
	}
	return s
}

// release gives back what the source works in.
func (s *source) release() {
	clear(s.all)
	clear(s.last)
	s.all, s.same = s.all[:0], s.same[:0]
	sources.Put(s)
}

// add adds the pieces of HTML, which is split at each <.
func (s *source) add(html template.HTML) {
	for rest, more := string(html), true; more; {
		var piece string
		piece, rest, more = strings.Cut(rest, "<")
		s.all = append(s.all, piece)
	}
}

// pieceSeed is what pieces are hashed with.
var pieceSeed = maphash.MakeSeed()

// key returns the hash by which the piece at i is found.
func (s *source) key(i int) uint64 {
	key := maphash.String(pieceSeed, s.all[i])
	if len(s.all[i]) < copyLength && i+1 < len(s.all) {
		key += maphash.String(pieceSeed, s.all[i+1]) * 3
	}
	return key
}

// index makes it possible to find the pieces up to one place.
func (s *source) index(to int) {
	for from := len(s.same); from < to; from++ {
		key := s.key(from)
		at, known := s.last[key]
		if !known {
			at = -1
		}
		s.same, s.last[key] = append(s.same, at), from
	}
}

// edits returns how a device makes a part of the pieces that it has; those of the part are among them afterwards. A text is new, and
// two numbers say which piece comes next, and how many from there on.
func (s *source) edits(part template.HTML) (list []any) {
	from := len(s.all) // the first piece that is not in the list
	s.index(from)
	s.add(part)
	fresh := func(to int) {
		if from < to {
			list = append(list, strings.Join(s.all[from:to], "<"))
		}
	}
	for i := from; i < len(s.all); {
		s.index(i)
		start, count, saves := 0, 0, copyLength+1
		at, known := s.last[s.key(i)]
		for ; known && at >= 0; at = s.same[at] {
			n, size := 0, 0
			for i+n < len(s.all) && at+n < i && s.all[at+n] == s.all[i+n] {
				size += len(s.all[i+n]) + len("<")
				n++
			}
			if size >= saves {
				start, count, saves = at, n, size
			}
		}
		if count == 0 {
			i++
			continue
		}
		fresh(i)
		list = append(list, start, count)
		i += count
		from = i
	}
	fresh(len(s.all))
	return list
}

// data is how it is sent.
func (m *update) data() []byte {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false) // it is no part of a page there
	_ = out.Encode(m)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// added is the lines behind those that were there, of which the oldest may be gone, and so many of the last ones too; goesOn
// is false where none of them is there any more.
func added(old, now []line) (drop int, lines []line, goesOn bool) {
	if len(old) == 0 {
		return 0, now, true
	}
	if len(now) == 0 {
		return 0, nil, false
	}
	at := now[0].number - old[0].number // where the first line stood
	if at < 0 || at >= int64(len(old)) {
		return 0, nil, false
	}
	same := 0
	for same < len(now) && int(at)+same < len(old) && now[same] == old[int(at)+same] {
		same++
	}
	return len(old) - int(at) - same, now[same:], same > 0
}

// join concatenates the HTML of lines.
func join(lines []line) template.HTML {
	var all strings.Builder
	for _, l := range lines {
		all.WriteString(string(l.html))
	}
	return template.HTML(all.String())
}
