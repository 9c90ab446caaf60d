package export

import (
	"bufio"
	"fmt"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
)

// markdown writes an account as Markdown.
type markdown struct {
	out   *bufio.Writer
	whole bool // for the game master
}

func (m *markdown) line(format string, args ...any) { fmt.Fprintf(m.out, format+"\n", args...) }

func (m *markdown) campaign(label, notes string, audience Audience) {
	m.whole = audience == GameMaster
	m.line("# %s", marked(label))
	m.quote(notes)
}

func (m *markdown) evening(e gm.Evening) {
	m.line("\n## %s", marked(eveningTitle(e)))
	m.quote(e.Note)
}

// eveningTitle is the heading of an evening.
func eveningTitle(e gm.Evening) string { return fmt.Sprintf("Evening %d, %s", e.Number, e.Day()) }

func (m *markdown) scene(s scene) {
	m.line("\n### %s", marked(s.title()))
	m.quote(s.Notes)
	if len(s.Cast) > 0 {
		m.line("")
	}
	for _, p := range s.Cast {
		m.line("- %s", marked(p.text()))
	}
	m.line("")
}

// title is the heading of a scene.
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

// text is an actor who takes part, in one line.
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

func (m *markdown) entry(t *passage) {
	text := marked(t.Text)
	if t.Undone {
		text = "~~" + text + "~~ (undone)"
	}
	if t.Timed {
		text = "**" + command.Number(t.Count) + "** " + text
	}
	m.line("- %s", text)
	if m.whole {
		m.line("  - entry %d, %s: %s", t.Number, t.Time.Format("15:04:05"), marked(t.Line))
	}
	for i := range t.Steps {
		m.step(&t.Steps[i])
	}
}

func (m *markdown) step(s *step) {
	text := marked(s.Label)
	if s.Text != "" {
		text += ": " + marked(s.Text)
	}
	if dice := diceText(s.Dice); dice != "" {
		text += " (" + dice + ")"
	}
	m.line("  - %s", text)
	m.terms(s.Terms, "    ")
}

func (m *markdown) terms(terms []rules.Term, indent string) {
	for i := range terms {
		m.line("%s- %s", indent, marked(termText(&terms[i])))
		m.terms(terms[i].Parts, indent+"  ")
	}
}

// diceText is dice as they fell.
func diceText(dice []rules.Die) string {
	var parts []string
	for _, die := range dice {
		text := die.Die + " " + die.Shows()
		if die.Typed {
			text += " typed"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// termText is a term in one line: what, how much, from which numbers, and where the rule stands.
func termText(t *rules.Term) string {
	text := t.Label + " " + command.Signed(t.Value)
	if t.Times {
		text = t.Label + " ×" + command.Number(t.Value)
	}
	var read []string
	for _, input := range t.Unsaid() {
		read = append(read, input.Name+" "+command.Number(input.Value))
	}
	if len(read) > 0 {
		text += ", from " + strings.Join(read, ", ")
	}
	var where []string
	for _, place := range []string{t.Guide, t.Source} {
		if place != "" {
			where = append(where, place)
		}
	}
	if len(where) > 0 {
		text += " [" + strings.Join(where, ", ") + "]"
	}
	return text
}

// quote writes notes, one paragraph.
func (m *markdown) quote(text string) {
	if text != "" {
		m.line("\n> %s", marked(text))
	}
}

func (m *markdown) end() {}

// marked is a text in which nothing means anything to Markdown or HTML, on one line.
func marked(text string) string {
	const signs = "\\`*_{}[]<>#|~&!$"
	if text = command.Clean(text); strings.ContainsAny(text, signs) {
		var b strings.Builder
		for _, r := range text {
			if r < 128 && strings.ContainsRune(signs, r) {
				b.WriteByte('\\')
			}
			b.WriteRune(r)
		}
		text = b.String()
	}
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	if digits < len(text) && strings.ContainsRune(".)+-=:", rune(text[digits])) && (digits > 0 || strings.ContainsRune("+-=:", rune(text[0]))) {
		text = text[:digits] + "\\" + text[digits:] // else it begins a list, a rule or a heading
	}
	return text
}
