package dashboard

import (
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/players"
	"hybrid/gm/seats"
)

// The prompt: editing, history and completions of a typed line, the text of a command. desk_lookup.go runs the line. The session completes
// words, except in lines that begin with the verb seats.Verb: these are about the players' phones, and the dashboard handles them itself.

// prompt is the line at the bottom, where every command can be typed.
type prompt struct {
	d            *Dashboard
	isOpen       bool                 // whether it is open
	below        int                  // number of overlays that it covers; overlays opened later cover it
	edit         draw.InputField      // the typed line
	history      []string             // lines typed earlier, the newest last
	historyIndex int                  // index in history of the line shown; len(history) if it isn't from the history
	draft        string               // text typed before a line of the history was shown
	completions  []command.Completion // possible completions of the word under the cursor
	wordStart    int                  // byte offset of the word being completed
	drawnRows    draw.Rect            // screen cells of the completions, as last drawn; empty if there were none
	firstDrawn   int                  // index of the completion in the first of these rows
	base         string               // line for which the completions were computed
	chosen       int                  // index of the chosen completion; -1 if none is
	isOutdated   bool                 // whether the completions must be computed again
	overtypes    bool                 // whether typing replaces words after the cursor; Space moves to the next word
}

// openWith opens the prompt with a text and the cursor after it.
func (p *prompt) openWith(text string) {
	p.isOpen, p.below, p.overtypes, p.historyIndex, p.draft = true, len(p.d.overlays), false, len(p.history), ""
	p.edit.Set(text)
	p.dropCompletions()
}

// openForOvertyping opens the prompt with a line and the cursor at byte offset at. Typing at the beginning of a word from there on replaces
// that word; a space moves the cursor to the next word.
func (p *prompt) openForOvertyping(text string, at int) {
	p.openWith(text)
	p.overtypes, p.edit.At = true, at
}

// typeCharacter types a character at the cursor, and replaces the word there if p.overtypes is set.
func (p *prompt) typeCharacter(text string) {
	after := p.edit.Text[p.edit.At:] // text after the cursor
	word := after                    // rest of the word at the cursor
	if space := strings.IndexByte(after, ' '); space >= 0 {
		word = after[:space]
	}
	switch {
	case !p.overtypes || after == "":
		p.edit.Insert(text)
	case text == " " && word != after:
		p.edit.At += len(word) + 1
	case text == " ":
		p.edit.MoveToEnd()
	default:
		if strings.HasSuffix(p.edit.Text[:p.edit.At], " ") { // at the beginning of a word: delete it
			p.edit.Text = p.edit.Text[:p.edit.At] + after[len(word):]
		}
		p.edit.Insert(text)
	}
	p.dropCompletions()
}

// close closes the prompt; its text stays until it is opened again.
func (p *prompt) close() { p.isOpen, p.completions, p.isOutdated = false, nil, false }

// dropCompletions drops the completions after a change of the line, so that they are computed again.
func (p *prompt) dropCompletions() { p.completions, p.chosen, p.isOutdated = nil, -1, true }

// recallLine moves through the history by a number of lines, towards older ones if by is negative, and shows the line reached.
func (p *prompt) recallLine(by int) {
	if p.historyIndex == len(p.history) {
		p.draft = p.edit.Text
	}
	target := p.historyIndex + by
	if target < 0 || target > len(p.history) {
		return
	}
	p.historyIndex = target
	if target == len(p.history) {
		p.edit.Set(p.draft)
	} else {
		p.edit.Set(p.history[target])
	}
	p.dropCompletions()
	p.isOutdated = false // don't offer completions of a line from the history
}

// rememberLine adds a line to the history, unless it repeats the last one.
func (p *prompt) rememberLine(line string) {
	if n := len(p.history); n == 0 || p.history[n-1] != line {
		p.history = append(p.history, line)
	}
}

// loadCompletions computes completions, once after every change.
func (p *prompt) loadCompletions() {
	if !p.isOutdated {
		return
	}
	p.isOutdated = false
	if rest, ok := strings.CutPrefix(p.edit.Text[:p.edit.At], seats.Verb+" "); ok {
		p.wordStart, p.completions = seatsCompletions(p.d.session, rest)
		p.wordStart += len(seats.Verb) + 1
	} else {
		p.wordStart, p.completions = p.edit.At, nil
		p.d.runGuarded("Completion", func() { p.wordStart, p.completions = p.d.session.Complete(p.edit.Text, p.edit.At) })
	}
	p.base, p.chosen = p.edit.Text, -1
	if p.wordStart < 0 || p.wordStart > p.edit.At {
		p.wordStart = p.edit.At
	}
}

// seatsCompletions lists the completions of the last word of typed, a line about the players' seats without its verb. from is the byte
// offset of that word in typed.
func seatsCompletions(session *gm.Session, typed string) (from int, list []command.Completion) {
	from = strings.LastIndex(typed, " ") + 1
	words := strings.Fields(typed[:from])
	add := func(text, label, hint string) {
		start := strings.ToLower(typed[from:])
		if strings.HasPrefix(strings.ToLower(text), start) || strings.HasPrefix(strings.ToLower(label), start) {
			list = append(list, command.Completion{Text: text, Label: label, Hint: hint})
		}
	}
	switch {
	case len(words) == 0:
		for _, word := range seats.LineWords { // each a word and its description
			add(word[0], "", word[1])
		}
		add("close", "", "no network address reaches them now")
	case len(words) == 1 && slices.Contains([]string{"revoke", "take", "refuse", "auto"}, words[0]):
		if words[0] == "revoke" {
			add("all", "", "every seat")
		}
		for _, c := range players.Characters(session) {
			add(c.Key, c.Name, c.Player)
		}
	}
	return from, list
}

// completeWord inserts the next completion (by is 1) or the previous one (-1), wrapping around, and reports whether there are any. If
// there is only one, the word is complete, and the completion of the next word is prepared.
func (p *prompt) completeWord(by int) bool {
	p.isOutdated = p.isOutdated || p.completions == nil
	p.loadCompletions()
	if len(p.completions) == 0 {
		return false
	}
	if p.chosen < 0 && by < 0 {
		p.chosen = 0 // so that the last one is chosen
	}
	p.putCompletion((p.chosen + by + len(p.completions)) % len(p.completions))
	if len(p.completions) == 1 {
		p.startNextWord()
	}
	return true
}

// putCompletion inserts the completion with index at in place of the word being completed.
func (p *prompt) putCompletion(at int) {
	p.chosen = at
	word := p.completions[at].Text
	tail := p.base[min(len(p.base), p.wordStart):] // shortened below to the text after the completed word
	if cut := strings.IndexAny(tail, " ,"); cut >= 0 && p.wordStart+cut >= p.edit.At {
		tail = tail[cut:]
	} else {
		tail = ""
	}
	p.edit.Text = p.base[:min(len(p.base), p.wordStart)] + word + tail
	p.edit.At = len(p.edit.Text) - len(tail)
}

// startNextWord prepares the completion of the next word; at the end of the line it adds a space first.
func (p *prompt) startNextWord() {
	if p.edit.At == len(p.edit.Text) {
		p.edit.Insert(" ")
	}
	p.dropCompletions()
}

// clickCompletion inserts the completion in row y of the screen.
func (p *prompt) clickCompletion(y int) {
	if at := p.firstDrawn + y - p.drawnRows.Y; at < len(p.completions) {
		p.putCompletion(at)
		p.startNextWord()
	}
}

// completeLine handles Tab (by is 1) and Shift-Tab (-1): it completes the word at the cursor, or shows a message if it can't.
func (d *Dashboard) completeLine(by int) {
	if !d.prompt.completeWord(by) {
		d.showMessage("Nothing to complete here.")
	}
}

// openPromptAt closes all overlays and opens the prompt with a line and the cursor at byte offset at.
func (d *Dashboard) openPromptAt(text string, at int) {
	d.overlays = nil
	d.prompt.openWith(text)
	d.prompt.edit.At = at
}

// maxCompletions is the maximum number of completions shown at once.
const maxCompletions = 8

// completionRows returns the number of rows that the completions take, including the rule above them.
func (p *prompt) completionRows() int {
	if len(p.completions) == 0 || p.edit.Text == "" && p.chosen < 0 {
		return 0
	}
	return 1 + min(len(p.completions), maxCompletions)
}

// drawCompletions draws the completions above the prompt.
func (p *prompt) drawCompletions(c draw.Canvas) {
	list := p.completions
	if p.drawnRows = (draw.Rect{}); p.completionRows() == 0 {
		return
	}
	rows := min(p.completionRows(), c.H) - 1             // rows of completions, without the rule
	from := max(0, min(p.chosen-rows+1, len(list)-rows)) // index of the first one drawn, so that the chosen one is visible
	width := 0
	for _, word := range list {
		width = max(width, draw.Width(word.Text))
	}
	width = min(width, c.W/2)
	c.Part(0, c.H-rows-1, c.W, rows+1).Clear() // also to the right of the box
	// The box is 38 cells wider than the words, for labels and hints, and has at least 44 cells.
	box := c.Part(0, c.H-rows-1, min(c.W, max(width+38, 44)), rows+1).Popup("", true)
	p.drawnRows, p.firstDrawn = draw.NewRect(box.X, box.Y, box.W, box.H), from
	for i := range rows {
		word := &list[from+i]
		r := draw.RoleText
		if from+i == p.chosen {
			box.Text(0, i, "▸", draw.RoleKey)
			r = draw.RoleChosen
		}
		box.Fit(1, i, width, word.Text, r)
		label := word.Label
		if word.Hint != "" {
			label += "  " + word.Hint
		}
		if !strings.EqualFold(label, word.Text) {
			box.Fit(width+3, i, box.W-width-3, label, draw.RoleDim)
		}
	}
}
