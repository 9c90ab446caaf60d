package export

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
)

// The export as Markdown.

// markdown writes an account as Markdown.
type markdown struct {
	out   *bufio.Writer
	whole bool   // for the game master
	text  []byte // memory for a line
	term  []byte // likewise for a term

	marked map[string]string // texts that were marked, by what they were: most labels and terms come again and again
}

// maxKnown is how many marked texts are known at once.
const maxKnown = 4096

// mark writes a text that may come again behind what is in the line already.
func (m *markdown) mark(text []byte) {
	as, ok := m.marked[string(text)]
	if !ok {
		if m.marked == nil || len(m.marked) == maxKnown {
			m.marked = make(map[string]string, maxKnown)
		}
		of := string(text)
		as = marked(of)
		m.marked[of] = as
	}
	m.text = append(m.text, as...)
}

func (m *markdown) line(format string, args ...any) { fmt.Fprintf(m.out, format+"\n", args...) }

// campaign writes the title and the campaign's notes. audience decides whether the entries are written whole.
func (m *markdown) campaign(label, notes string, audience Audience) {
	m.whole = audience == GameMaster
	m.line("# %s", marked(label))
	m.quote(notes)
}

// story writes the chapters before the log.
func (m *markdown) story(list []chapter) {
	m.line("\n## What happened")
	for i := range list {
		c := &list[i]
		m.line("\n### %s", marked(c.Label))
		m.quote(c.Read)
		if cast := c.castText(); cast != "" {
			m.line("\n*%s*", marked(cast))
		}
		for _, text := range append(c.Paragraphs, c.Standing) {
			if text != "" {
				m.line("\n%s", marked(text))
			}
		}
	}
}

// evening writes the heading of an evening and its note.
func (m *markdown) evening(e gm.Evening) {
	m.line("\n## %s", marked(eveningTitle(e)))
	m.quote(e.Note)
}

// eveningTitle returns the heading of an evening.
func eveningTitle(e gm.Evening) string { return fmt.Sprintf("Session %d, %s", e.Number, e.Day()) }

// scene writes the heading of a scene, what is read aloud, its notes and its cast.
func (m *markdown) scene(s scene) {
	m.line("\n### %s", marked(s.title()))
	m.quote(s.Read)
	if s.Notes != "" {
		m.line("\n**Notes:** %s", marked(s.Notes))
	}
	if len(s.Cast) > 0 {
		m.line("")
	}
	for _, p := range s.Cast {
		m.line("- %s", marked(p.text()))
	}
	m.line("")
}

// title returns the heading of a scene.
func (s scene) title() string {
	text := s.Label
	if text == "" {
		text = "Between encounters"
	}
	if s.Again {
		text += " (continued)"
	}
	return text
}

// text describes a combatant in one line.
func (p player) text() string {
	text := p.Name
	var more []string
	if p.Player != "" {
		more = append(more, "played by "+p.Player)
	}
	if p.Side != "" {
		more = append(more, "side "+p.Side)
	}
	if len(more) > 0 {
		text += " (" + strings.Join(more, ", ") + ")"
	}
	if p.Notes != "" {
		text += ": " + p.Notes
	}
	return text
}

// entry writes an entry and its steps as a list. An undone one is struck out.
func (m *markdown) entry(t *passage) {
	m.text = append(m.text[:0], "- "...)
	if t.Timed {
		m.text = append(append(append(m.text, "**"...), command.Number(t.Count)...), "** "...)
	}
	if t.Undone {
		m.text = append(m.text, "~~"...)
	}
	if m.text = appendMarked(m.text, t.Text); t.Undone {
		m.text = append(m.text, "~~ (undone)"...)
	}
	m.text = append(m.text, '\n')
	if m.whole {
		m.text = strconv.AppendInt(append(m.text, "  - entry "...), t.Number, 10)
		m.text = append(t.Time.AppendFormat(append(m.text, ", "...), "15:04:05"), ": "...)
		m.text = append(appendMarked(m.text, t.Line), '\n')
	}
	m.out.Write(m.text)
	for i := range t.Steps {
		m.step(&t.Steps[i])
	}
}

// step writes a step with its dice and terms.
func (m *markdown) step(s *step) {
	m.text = append(m.text[:0], "  - "...)
	m.term = append(m.term[:0], s.Label...)
	m.mark(m.term)
	if s.Text != "" {
		m.text = appendMarked(append(m.text, ": "...), s.Text)
	}
	if len(s.Dice) > 0 {
		m.text = append(appendDice(append(m.text, " ("...), s.Dice), ')')
	}
	m.out.Write(append(m.text, '\n'))
	m.terms(s.Terms, "    ")
}

// terms writes a list of the terms of a chance, with the parts of each below it, two spaces deeper than indent.
func (m *markdown) terms(terms []rules.Term, indent string) {
	for i := range terms {
		m.text = append(append(m.text[:0], indent...), "- "...)
		m.term = appendTerm(m.term[:0], &terms[i])
		m.mark(m.term)
		m.out.Write(append(m.text, '\n'))
		if len(terms[i].Parts) > 0 {
			m.terms(terms[i].Parts, indent+"  ")
		}
	}
}

// appendDice writes dice as they fell behind what is there already.
func appendDice(b []byte, dice []rules.Die) []byte {
	for i := range dice {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(append(append(b, dice[i].Die...), ' '), dice[i].Shows()...)
		if dice[i].Typed {
			b = append(b, " typed"...)
		}
	}
	return b
}

// appendTerm writes a term likewise: what, how much, from which numbers, and where the rule stands.
func appendTerm(b []byte, t *rules.Term) []byte {
	b = append(b, t.Label...)
	if t.Times {
		b = append(append(b, " ×"...), command.Number(t.Value)...)
	} else {
		b = append(append(b, ' '), command.Signed(t.Value)...)
	}
	for i, input := range t.Unsaid() {
		if b = append(b, ", "...); i == 0 {
			b = append(b, "from "...)
		}
		b = append(append(append(b, input.Name...), ' '), command.Number(input.Value)...)
	}
	if t.Guide != "" || t.Source != "" {
		b = append(append(b, " ["...), t.Guide...)
		if t.Guide != "" && t.Source != "" {
			b = append(b, ", "...)
		}
		b = append(append(b, t.Source...), ']')
	}
	return b
}

// quote writes notes, or what is read aloud, as one paragraph.
func (m *markdown) quote(text string) {
	if text != "" {
		m.line("\n> %s", marked(text))
	}
}

func (m *markdown) end() {}

// marked returns text on one line with everything escaped that means something to Markdown or HTML.
func marked(text string) string { return string(appendMarked(nil, text)) }

// signs is what means something to Markdown or HTML wherever it stands.
var signs = func() (is [256]bool) {
	for _, c := range []byte("\\`*_{}[]<>#|~&!$") {
		is[c] = true
	}
	return is
}()

// appendMarked writes the marked text behind what is there already.
func appendMarked(out []byte, text string) []byte {
	text = command.Clean(text)
	digits := 0
	for digits < len(text) && text[digits] >= '0' && text[digits] <= '9' {
		digits++
	}
	begins := -1 // where it would begin a list, a rule or a heading
	if digits < len(text) && strings.IndexByte(".)+-=:", text[digits]) >= 0 && (digits > 0 || strings.IndexByte("+-=:", text[0]) >= 0) {
		begins = digits
	}
	from := 0
	for i := range len(text) {
		if signs[text[i]] || i == begins {
			out = append(append(out, text[from:i]...), '\\')
			from = i
		}
	}
	return append(out, text[from:]...)
}
