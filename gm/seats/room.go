package seats

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"hybrid/gm/players"
)

// Rooms. A room is the page of one character, shared by the devices that show it. It computes the changes since the last page, and
// stream.go sends them.

// room is the page of one character, shared by all devices that show it.
type room struct {
	epoch     string           // random tag in page numbers: numbers with another tag come from another room or run and mean nothing
	pages     int64            // number of pages drawn; per room, since a common count would reveal what happens in others
	latest    *page            // latest page; nil until one is drawn
	firstDraw chan struct{}    // channel that is closed when the first page is drawn
	streams   map[*stream]bool // connections to the devices that show the page
	watchers  map[*stream]bool // streams of devices that have this seat, but show another of their pages
	lastUsed  time.Time        // time of the latest use
	question  pageQuestion     // question on the page, and its numbers
	readyPage int64            // number of the page on which the player answered that there is nothing to say; 0 for none
}

// pageQuestion is the question that a page shows.
type pageQuestion struct {
	id      int64             // number in the session; 0 if there is no question
	number  int64             // number on the page, counted per room so that it reveals nothing about other rooms
	content *players.Question // text and choices to show; nil if there is no question
}

// updateQuestion sets the question to the one in l.
func (q *pageQuestion) updateQuestion(l seatSnapshot) {
	if l.seen == nil || l.seen.Question == nil {
		q.id, q.content = 0, nil
		return
	}
	if id := l.seen.QuestionID(); id != q.id {
		q.id = id
		q.number++
	}
	q.content = l.seen.Question
}

// pageToken returns the number of a page of the room in the form in which it is sent to devices.
func (r *room) pageToken(p *page) string { return fmt.Sprintf("%s-%d", r.epoch, p.number) }

// page is one state of a page: its parts as HTML. It does not change.
type page struct {
	number   int64                    // count of pages drawn in its room up to this one, which identifies it
	title    string                   // title for the browser's tab
	mark     string                   // the player's next task, with a number, such as "asked 12"; empty if there is none
	parts    map[string]template.HTML // HTML of each part, by a name in partNames
	log      []line                   // lines of the log, oldest first
	pictures []string                 // hashes of the pictures that the page may load
	levels   int                      // number of health levels
	data     *view                    // data that the page is drawn from
}

// line is a line of the log. Its number identifies it, since the same text can occur twice.
type line struct {
	number int64         // serial number of the passage (players.Passage.Number)
	html   template.HTML // passage as HTML
}

// linesAtOnce is the number of log lines sent to a device at once, unless more than that are new.
const linesAtOnce = 16

// lastLogLines returns the last lines of the log whose numbers are less than before.
func (p *page) lastLogLines(before int64) []line {
	end := len(p.log)
	for end > 0 && p.log[end-1].number >= before {
		end--
	}
	return p.log[max(0, end-linesAtOnce):end]
}

// pruneRooms closes the rooms that no device has shown for a minute, and lists the characters of the others.
func (s *Server) pruneRooms() (keys []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, room := range s.rooms {
		if len(room.streams)+len(room.watchers) == 0 && s.options.Clock().Sub(room.lastUsed) > time.Minute {
			s.lastQuestions[key] = room.question.number
			delete(s.rooms, key)
			continue
		}
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// enterRoom returns a character's room, creating it if necessary. The mutex must be held.
func (s *Server) enterRoom(key string) *room {
	r := s.rooms[key]
	if r == nil {
		r = &room{epoch: randomText(4), question: pageQuestion{number: max(s.firstQuestion, s.lastQuestions[key])},
			firstDraw: make(chan struct{}), streams: map[*stream]bool{}, watchers: map[*stream]bool{}}
		s.rooms[key] = r
		s.markChanged()
	}
	r.lastUsed = s.options.Clock()
	return r
}

// showPage draws a seat's page and, if that has changed, wakes the streams of its room. Only one goroutine may draw the page of a seat at a
// time.
func (s *Server) showPage(l seatSnapshot) {
	s.mu.Lock()
	r := s.rooms[l.key]
	if r == nil {
		s.mu.Unlock()
		return
	}
	r.question.updateQuestion(l)
	l.number = r.question.number
	l.name = s.characterName(l.key)
	l.before = r.latest
	first := l.before == nil
	s.mu.Unlock()
	next := drawPage(l)
	if !first && pageChanges(l.before, next).isEmpty() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r.pages++
	next.number, r.latest = r.pages, next
	if first {
		close(r.firstDraw)
	}
	for device := range r.streams {
		device.signalNews()
	}
	if first || next.mark != l.before.mark {
		for device := range r.watchers {
			device.signalNews()
		}
	}
}

// update is the difference between two states of a page, as it is sent to a device.
type update struct {
	Title string                   `json:"title,omitempty"` // new title of the browser's tab; "" if unchanged
	Parts map[string]template.HTML `json:"parts,omitempty"` // parts to replace, by name
	Edits map[string]edit          `json:"edits,omitempty"` // edits to the parts that the device already has
	Drop  int                      `json:"drop,omitempty"`  // number of log lines to remove from the end
	Log   template.HTML            `json:"log,omitempty"`   // log lines to append
}

// pageChanges returns the update from one page to another. If from is nil, it replaces everything that a device shows.
func pageChanges(from, to *page) *update {
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
	if drop, added, continues := addedLines(from.log, to.log); continues && !first {
		m.Drop, m.Log = drop, joinLines(added)
	} else {
		m.Parts[logPart] = joinLines(to.lastLogLines(math.MaxInt64))
	}
	return m
}

// edit turns one text into another by replacing its middle.
type edit struct {
	From int    `json:"from"` // number of UTF-16 code units kept at the beginning
	To   int    `json:"to"`   // number of UTF-16 code units kept at the end
	Text string `json:"text"` // text that replaces the middle
}

// computeEdit returns the edit that turns old into now.
func computeEdit(old, now template.HTML) edit {
	from, to, limit := 0, 0, min(len(old), len(now)) // bytes kept at the beginning and at the end, and the maximum of their sum
	for from < limit && old[from] == now[from] {
		from++
	}
	// neither the kept beginning nor the kept end may split a rune
	for from > 0 && (startsInsideRune(old[from:]) || startsInsideRune(now[from:])) {
		from--
	}
	for to < limit-from && old[len(old)-1-to] == now[len(now)-1-to] {
		to++
	}
	for startsInsideRune(old[len(old)-to:]) {
		to--
	}
	return edit{utf16Length(old[:from]), utf16Length(old[len(old)-to:]), string(now[from : len(now)-to])}
}

// startsInsideRune reports whether text starts in the middle of a rune.
func startsInsideRune(text template.HTML) bool { return text != "" && !utf8.RuneStart(text[0]) }

// utf16Length counts the UTF-16 code units of text.
func utf16Length(text template.HTML) (units int) {
	for _, r := range text {
		units += utf16.RuneLen(r)
	}
	return units
}

// useEdits replaces parts with edits if the device has an earlier version of them. sent is the page with that version, and had holds the
// names of the parts that the device has; it adds the parts of m to had.
func (m *update) useEdits(sent *page, had map[string]bool) {
	m.Edits = map[string]edit{}
	for name, html := range m.Parts {
		if had[name] && name != logPart {
			m.Edits[name] = computeEdit(sent.parts[name], html)
			delete(m.Parts, name)
		}
		had[name] = true
	}
}

// logPart is the name of the log among the parts.
const logPart = "log"

// isEmpty reports whether the update changes nothing.
func (m *update) isEmpty() bool {
	return m.Title == "" && len(m.Parts) == 0 && m.Log == "" && m.Drop == 0
}

// encodeUpdate returns the update in the form in which it is sent.
func (m *update) encodeUpdate() []byte {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false) // the message isn't embedded in an HTML page
	_ = out.Encode(m)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// addedLines returns the lines in now that follow the old ones, and the number of old lines to drop from the end. Old lines may be missing
// at the beginning of now. continues is false if none of the old lines is left.
func addedLines(old, now []line) (drop int, lines []line, continues bool) {
	if len(old) == 0 {
		return 0, now, true
	}
	if len(now) == 0 {
		return 0, nil, false
	}
	at := now[0].number - old[0].number // index in old of the first line of now
	if at < 0 || at >= int64(len(old)) {
		return 0, nil, false
	}
	same := 0 // number of lines at the beginning of now that old has, too
	for same < len(now) && int(at)+same < len(old) && now[same] == old[int(at)+same] {
		same++
	}
	return len(old) - int(at) - same, now[same:], same > 0
}

// joinLines concatenates the HTML of lines.
func joinLines(lines []line) template.HTML {
	var all strings.Builder
	for _, l := range lines {
		all.WriteString(string(l.html))
	}
	return template.HTML(all.String())
}

// markChanged requests that the open pages be redrawn. Any goroutine may call it at any time.
func (s *Server) markChanged() {
	select {
	case s.changed <- struct{}{}:
	default: // it is already marked
	}
}

// characterName returns the name of a seat's character. The mutex must be held.
func (s *Server) characterName(key string) string {
	if key == players.TableSeat {
		return tableLabel
	}
	return cmp.Or(s.names[key], key)
}
