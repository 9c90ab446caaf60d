package dashboard

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"

	"hybrid/gm"
)

// edit is one line being typed. at is the byte before which the next character goes.
type edit struct {
	text string
	at   int
}

func (e *edit) set(text string) { e.text, e.at = text, len(text) }

// insert puts text at the cursor, without anything that controls a terminal or breaks the line.
func (e *edit) insert(text string) {
	text = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || r == '\r' {
			return ' '
		}
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, text)
	e.text = e.text[:e.at] + text + e.text[e.at:]
	e.at += len(text)
}

func (e *edit) left() {
	if e.at > 0 {
		e.at = e.before()
	}
}

// before is where the grapheme before the cursor begins.
func (e *edit) before() int {
	start := 0
	for rest, state := e.text[:e.at], -1; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		start = e.at - len(rest) - len(cluster)
	}
	return start
}

func (e *edit) right() {
	if e.at < len(e.text) {
		cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(e.text[e.at:], -1)
		e.at += len(cluster)
	}
}

func (e *edit) end() { e.at = len(e.text) }

func (e *edit) backspace() {
	if e.at == 0 {
		return
	}
	start := e.before()
	e.text, e.at = e.text[:start]+e.text[e.at:], start
}

func (e *edit) delete() {
	if e.at < len(e.text) {
		e.right()
		e.backspace()
	}
}

func (e *edit) eraseWord() {
	head := strings.TrimRight(e.text[:e.at], " ")
	head = head[:strings.LastIndexByte(head, ' ')+1]
	e.text, e.at = head+e.text[e.at:], len(head)
}

func (e *edit) eraseLine() { e.text, e.at = e.text[e.at:], 0 }

// draw draws the line so that the cursor is in view.
func (e *edit) draw(p pen, x, y int) {
	head := e.text[:e.at]
	for width(head) > p.w-x-1 && head != "" {
		_, head, _ = first(head)
	}
	at := p.text(x, y, head, roleStrong)
	p.text(at, y, e.text[e.at:], roleStrong)
	p.screen.ShowCursor(p.x+at, p.y+y)
}

// prompt is the line at the bottom, where everything can be typed.
type prompt struct {
	active  bool
	edit    edit
	history []string
	recent  int    // which line of the history is shown; len(history) for none
	draft   string // what was typed before the history was looked at
	words   []gm.Completion
	from    int // where the word being completed begins
	base    string
	chosen  int // among words, -1 for none
	stale   bool
}

func (p *prompt) open(text string) {
	p.active, p.recent, p.draft = true, len(p.history), ""
	p.edit.set(text)
	p.changed()
}

func (p *prompt) close() { p.active, p.words, p.stale = false, nil, false }

// changed forgets the completions of what the line was before.
func (p *prompt) changed() { p.words, p.chosen, p.stale = nil, -1, true }

// recall shows a line typed before.
func (p *prompt) recall(by int) {
	if p.recent == len(p.history) {
		p.draft = p.edit.text
	}
	to := p.recent + by
	if to < 0 || to > len(p.history) {
		return
	}
	p.recent = to
	if to == len(p.history) {
		p.edit.set(p.draft)
	} else {
		p.edit.set(p.history[to])
	}
	p.changed()
	p.stale = false
}

// remember keeps a line for the history.
func (p *prompt) remember(line string) {
	if n := len(p.history); n == 0 || p.history[n-1] != line {
		p.history = append(p.history, line)
	}
}

// look asks for completions of what is typed, once after every change.
func (d *Dashboard) look() {
	p := &d.prompt
	if !p.stale {
		return
	}
	p.stale = false
	p.from, p.words = d.session.Complete(p.edit.text, p.edit.at)
	p.base, p.chosen = p.edit.text, -1
	if p.from < 0 || p.from > p.edit.at {
		p.from = p.edit.at
	}
}

// complete puts the next completion into the line.
func (d *Dashboard) complete(by int) {
	p := &d.prompt
	p.stale = p.stale || p.words == nil
	d.look()
	if len(p.words) == 0 {
		d.say("nothing to complete here")
		return
	}
	if p.chosen < 0 && by < 0 {
		p.chosen = 0
	}
	p.chosen = (p.chosen + by + len(p.words)) % len(p.words)
	word := p.words[p.chosen].Text
	tail := p.base[min(len(p.base), p.from):]
	if cut := strings.IndexAny(tail, " ,"); cut >= 0 && p.from+cut >= p.edit.at {
		tail = tail[cut:]
	} else {
		tail = ""
	}
	p.edit.text = p.base[:min(len(p.base), p.from)] + word + tail
	p.edit.at = len(p.edit.text) - len(tail)
	if len(p.words) == 1 {
		if tail == "" {
			p.edit.insert(" ")
		}
		p.changed()
	}
}

// enterLine does what the line says. A line that only looks at something changes nothing.
func (d *Dashboard) enterLine() {
	text := strings.TrimSpace(d.prompt.edit.text)
	if text == "" {
		d.prompt.close()
		return
	}
	d.prompt.remember(text)
	d.prompt.recent = len(d.prompt.history)
	if d.lookLine(text) {
		return
	}
	d.do(text)
}

// lookLine carries out a line that only looks; it tells whether it was one.
func (d *Dashboard) lookLine(text string) bool {
	verb, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	switch verb {
	case "odds":
		preview, err := d.preview(rest)
		p := d.previewPage(&preview, rest, 60, 60)
		if err == nil && !d.allOdds {
			p.rule()
			d.outlookLines(p, rest)
		}
		d.looked(p, err)
	case "why":
		p, err := d.whyPage(rest)
		d.looked(p, err)
	case "sheet":
		if d.session.State().Find(rest) != nil {
			d.selected = rest
		}
		d.prompt.close()
		d.sheet()
	case "simulate":
		d.simulate(rest)
	case "help":
		d.prompt.close()
		d.help()
	case "quit":
		d.quit()
	default:
		return false
	}
	return true
}

func (d *Dashboard) looked(p *page, err error) {
	if err != nil {
		d.warn(err)
		return
	}
	d.prompt.close()
	d.show(p)
}

// paste puts text where one types.
func (d *Dashboard) paste(text string) {
	switch d.place() {
	case atPrompt:
		d.prompt.edit.insert(text)
		d.prompt.changed()
	case atDie:
		d.dialog().edit.insert(text)
	case atList:
		d.list().letter(text)
	}
}

// drawPrompt draws the prompt: the line being typed, the line that the choices so far make, or what comes next.
func (d *Dashboard) drawPrompt(p pen) {
	p.text(1, 0, ":", roleKey)
	if d.place() == atPrompt {
		d.prompt.edit.draw(p, 3, 0)
		return
	}
	if d.past != nil {
		p.fit(3, 0, p.w-4, d.pastText(), roleDim)
		return
	}
	if text := d.building(); text != "" {
		p.fit(3, 0, p.w-4, text, roleStrong)
		return
	}
	p.fit(3, 0, p.w-4, d.nextLine(), roleDim)
}

// building is the line that the choices so far make; empty if nothing is being chosen.
func (d *Dashboard) building() string {
	for i := len(d.over) - 1; i >= 0; i-- {
		if list, ok := d.over[i].(*picker); ok && list.line != nil {
			return list.line()
		}
	}
	return ""
}

// nextLine says what the timeline owes next.
func (d *Dashboard) nextLine() string {
	s := d.session.State()
	if !s.Running {
		return "no encounter: b begins one, : types a line, / finds anything"
	}
	owed := d.session.Owed()
	if len(owed) == 0 {
		return d.standstill()
	}
	o := owed[0]
	if o.Actor.Open {
		return o.Actor.Name + " declares now"
	}
	return "next at " + number(o.At) + ": " + d.session.OwedText(o)
}

// standstill says why nothing is owed, and what would help.
func (d *Dashboard) standstill() string {
	for _, a := range d.session.State().Actors {
		if a.Waiting {
			return a.Name + " waits, and nothing else is owed: choose what " + a.Name + " does, or I rolls initiative"
		}
	}
	return "nobody has a turn yet: n rolls for everybody when to act"
}

// drawWords draws the completions above the prompt.
func (d *Dashboard) drawWords(p pen) {
	list := d.prompt.words
	if len(list) == 0 || d.prompt.edit.text == "" && d.prompt.chosen < 0 {
		return
	}
	rows := min(len(list), min(8, p.h-1))
	from := max(0, min(d.prompt.chosen-rows+1, len(list)-rows))
	wide := 0
	for _, word := range list {
		wide = max(wide, width(word.Text))
	}
	wide = min(wide, p.w/2)
	box := p.part(0, p.h-rows-1, min(p.w, max(wide+38, 44)), rows+1).popup("", true)
	for i := range rows {
		word := &list[from+i]
		r := roleText
		if from+i == d.prompt.chosen {
			box.text(0, i, "▸", roleKey)
			r = roleChosen
		}
		box.fit(1, i, wide, word.Text, r)
		label := word.Label
		if word.Hint != "" {
			label += "  " + word.Hint
		}
		if !strings.EqualFold(label, word.Text) {
			box.fit(wide+3, i, box.w-wide-3, label, roleDim)
		}
	}
}
