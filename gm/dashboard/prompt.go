package dashboard

import (
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/seats"
)

// prompt is the line at the bottom, where everything can be typed.
type prompt struct {
	session     *gm.Session
	active      bool
	edit        draw.InputField
	history     []string
	recalled    int    // which line of the history is shown; len(history) for none
	draft       string // what was typed before the history was looked at
	completions []command.Completion
	from        int // where the word that is completed begins
	base        string
	chosen      int // among words, -1 for none
	outdated    bool
	over        bool // words are typed over from their beginning, and the space bar goes on to the next one
}

func (p *prompt) open(text string) {
	p.active, p.over, p.recalled, p.draft = true, false, len(p.history), ""
	p.edit.Set(text)
	p.changed()
}

// openOver opens the prompt with a line whose words are typed over, from a place on.
func (p *prompt) openOver(text string, at int) {
	p.open(text)
	p.over, p.edit.At = true, at
}

// typed types a character.
func (p *prompt) typed(text string) {
	rest := p.edit.Text[p.edit.At:]
	word := rest
	if space := strings.IndexByte(rest, ' '); space >= 0 {
		word = rest[:space]
	}
	switch {
	case !p.over || rest == "":
		p.edit.Insert(text)
	case text == " " && word != rest:
		p.edit.At += len(word) + 1
	case text == " ":
		p.edit.End()
	default:
		if strings.HasSuffix(p.edit.Text[:p.edit.At], " ") {
			p.edit.Text = p.edit.Text[:p.edit.At] + rest[len(word):]
		}
		p.edit.Insert(text)
	}
	p.changed()
}

func (p *prompt) close() { p.active, p.completions, p.outdated = false, nil, false }

// changed forgets the completions of the line before.
func (p *prompt) changed() { p.completions, p.chosen, p.outdated = nil, -1, true }

// recall shows an earlier or later line of the history.
func (p *prompt) recall(by int) {
	if p.recalled == len(p.history) {
		p.draft = p.edit.Text
	}
	to := p.recalled + by
	if to < 0 || to > len(p.history) {
		return
	}
	p.recalled = to
	if to == len(p.history) {
		p.edit.Set(p.draft)
	} else {
		p.edit.Set(p.history[to])
	}
	p.changed()
	p.outdated = false
}

// remember adds a line to the history.
func (p *prompt) remember(line string) {
	if n := len(p.history); n == 0 || p.history[n-1] != line {
		p.history = append(p.history, line)
	}
}

// load asks for completions, once after every change.
func (p *prompt) load() {
	if !p.outdated {
		return
	}
	p.outdated = false
	if rest, ok := strings.CutPrefix(p.edit.Text[:p.edit.At], seats.Verb+" "); ok {
		p.from, p.completions = seatsCompletions(p.session, rest)
		p.from += len(seats.Verb) + 1
	} else {
		p.from, p.completions = p.session.Complete(p.edit.Text, p.edit.At)
	}
	p.base, p.chosen = p.edit.Text, -1
	if p.from < 0 || p.from > p.edit.At {
		p.from = p.edit.At
	}
}

// complete puts the next completion into the line. It reports whether there is one.
func (p *prompt) complete(by int) bool {
	p.outdated = p.outdated || p.completions == nil
	p.load()
	if len(p.completions) == 0 {
		return false
	}
	if p.chosen < 0 && by < 0 {
		p.chosen = 0
	}
	p.chosen = (p.chosen + by + len(p.completions)) % len(p.completions)
	word := p.completions[p.chosen].Text
	tail := p.base[min(len(p.base), p.from):]
	if cut := strings.IndexAny(tail, " ,"); cut >= 0 && p.from+cut >= p.edit.At {
		tail = tail[cut:]
	} else {
		tail = ""
	}
	p.edit.Text = p.base[:min(len(p.base), p.from)] + word + tail
	p.edit.At = len(p.edit.Text) - len(tail)
	if len(p.completions) == 1 {
		if tail == "" {
			p.edit.Insert(" ")
		}
		p.changed()
	}
	return true
}

// complete completes the line at the prompt.
func (d *Dashboard) complete(by int) {
	if !d.prompt.complete(by) {
		d.say("nothing to complete here")
	}
}

// enterLine carries out the line that was typed.
func (d *Dashboard) enterLine() {
	text := strings.TrimSpace(d.prompt.edit.Text)
	if text == "" {
		d.prompt.close()
		return
	}
	d.prompt.remember(text)
	d.prompt.recalled = len(d.prompt.history)
	if d.runLookup(text) {
		return
	}
	if verb, _, _ := strings.Cut(text, " "); verb == "begin" && !d.session.State().Running {
		afterFight{d}.settled("begin", func() { d.do(text) }, nil)
		return
	}
	d.do(text)
}

// runLookup carries out a line that only shows something, and reports whether it is one.
func (d *Dashboard) runLookup(text string) bool {
	verb, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	switch verb {
	case "odds":
		preview, err := d.preview(rest)
		p := d.pages.previewPage(&preview, rest, 60, 60)
		if err == nil && !d.showAllOdds {
			p.Rule()
			d.pages.allOddsLines(p, rest)
		}
		d.showLookup(p, err)
	case "why":
		p, err := d.pages.whyPage(rest)
		d.showLookup(p, err)
	case "sheet":
		if d.session.State().Find(rest) != nil {
			d.selected = rest
		}
		d.prompt.close()
		d.sheet()
	case "build":
		d.menus.buildNamed(rest)
	case "advise":
		d.menus.advise(rest)
	case "simulate":
		d.simulate(rest)
	case seats.Verb:
		d.phones.line(rest)
	case "help":
		d.prompt.close()
		d.menus.help()
	case "finish":
		if rest != "" {
			return false
		}
		d.prompt.close()
		afterFight{d}.endMenu("", nil, nil)
	case "quit":
		d.quit()
	default:
		return false
	}
	return true
}

func (d *Dashboard) showLookup(p *draw.Page, err error) {
	if err != nil {
		d.warn(err)
		return
	}
	d.prompt.close()
	d.showPage(p)
}

// paste inserts text where the user types, in one piece: a paste presses no keys, and a line break at its end does not,
// either. Where nothing is typed it does nothing.
func (d *Dashboard) paste(text string) {
	line := strings.TrimRight(text, "\r\n")
	if d.mode() != modeText && line != text {
		defer func() {
			if d.message.text == "" {
				d.say("pasted; Enter takes it")
			}
		}()
	}
	switch d.mode() {
	case modePrompt:
		d.prompt.edit.Insert(line)
		d.prompt.changed()
	case modeDie:
		topOverlay[*dialog](d).edit.Insert(line)
	case modeForm:
		d.say(topOverlay[*form](d).insert(line))
	case modeText:
		topOverlay[*textEditor](d).insert(text)
	case modeList:
		d.say(topOverlay[*picker](d).narrow(strings.Join(strings.Fields(text), " ")))
	default:
		d.say("a paste goes to an open prompt: type : first")
	}
}

// drawPrompt draws the bottom line but one: the line being typed, the line composed so far, or what comes next.
func (d *Dashboard) drawPrompt(c draw.Canvas) {
	c.Text(1, 0, ":", draw.RoleKey)
	if d.mode() == modePrompt {
		d.prompt.edit.Draw(c, 3, 0)
		return
	}
	if d.inPast() {
		c.Fit(3, 0, c.W-4, d.past.text(), draw.RoleDim)
		return
	}
	if text := d.composedLine(); text != "" {
		c.Fit(3, 0, c.W-4, text, draw.RoleStrong)
		return
	}
	if note := d.tray.note(); note != "" {
		c.Fit(3, 0, c.W-4, note, draw.RoleStrong)
		return
	}
	if b := builderUnder(d); b != nil {
		c.Fit(3, 0, c.W-4, b.next(), draw.RoleDim)
		return
	}
	room := c.W - 4
	if d.mode() == modeDesk {
		room = d.tray.draw(c, 3) - 4
	}
	if room > 0 {
		text := d.nextLine()
		if !goesOn(d) {
			text = strings.TrimPrefix(text, "n: ")
		}
		c.Fit(3, 0, room, text, draw.RoleDim)
	}
}

// plannedLine returns the line that is being composed or typed, empty if none is, and in the past.
func (d *Dashboard) plannedLine() string {
	line := d.composedLine()
	switch {
	case d.inPast():
		return ""
	case line == "" && d.prompt.active && d.mode() == modePrompt:
		return strings.TrimSpace(d.prompt.edit.Text)
	}
	return line
}

// composedLine returns the line composed so far, empty if nothing is being chosen.
func (d *Dashboard) composedLine() string {
	for i := len(d.overlays) - 1; i >= 0; i-- {
		if list, ok := d.overlays[i].(*picker); ok && list.line != nil {
			return list.line()
		}
		if f, ok := d.overlays[i].(*form); ok && f.line != nil {
			return f.line()
		}
	}
	return ""
}

// mostCompletions is how many completions are seen at once.
const mostCompletions = 8

// completionRows is how many rows the completions take, with the rule above them.
func (p *prompt) completionRows() int {
	if len(p.completions) == 0 || p.edit.Text == "" && p.chosen < 0 {
		return 0
	}
	return 1 + min(len(p.completions), mostCompletions)
}

// drawCompletions draws the completions above the prompt.
func (p *prompt) drawCompletions(c draw.Canvas) {
	list := p.completions
	if p.completionRows() == 0 {
		return
	}
	rows := min(p.completionRows(), c.H) - 1
	from := max(0, min(p.chosen-rows+1, len(list)-rows))
	wide := 0
	for _, word := range list {
		wide = max(wide, draw.Width(word.Text))
	}
	wide = min(wide, c.W/2)
	box := c.Part(0, c.H-rows-1, min(c.W, max(wide+38, 44)), rows+1).Popup("", true)
	for i := range rows {
		word := &list[from+i]
		r := draw.RoleText
		if from+i == p.chosen {
			box.Text(0, i, "▸", draw.RoleKey)
			r = draw.RoleChosen
		}
		box.Fit(1, i, wide, word.Text, r)
		label := word.Label
		if word.Hint != "" {
			label += "  " + word.Hint
		}
		if !strings.EqualFold(label, word.Text) {
			box.Fit(wide+3, i, box.W-wide-3, label, draw.RoleDim)
		}
	}
}
