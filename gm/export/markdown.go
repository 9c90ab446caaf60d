package export

import (
	"bufio"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
)

// The export as Markdown.

// markdown writes an account as Markdown.
type markdown struct {
	out   *bufio.Writer
	whole bool // for the game master
}

func (m *markdown) line(format string, args ...any) { fmt.Fprintf(m.out, format+"\n", args...) }

// campaign writes the title and the campaign's notes. audience decides whether the entries are written whole.
func (m *markdown) campaign(label, notes string, audience Audience) {
	m.whole = audience == GameMaster
	m.line("# %s", marked(label))
	m.quote(notes)
}

// recap writes what was played last, and how things stand.
func (m *markdown) recap(h head) {
	for heading, text := range h.parts() {
		m.line("\n**%s:** %s", heading, marked(text))
	}
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
		for _, text := range append(append(c.Paragraphs, c.Standing), c.Turns...) {
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
	for heading, text := range s.asides() {
		m.line("\n**%s:** %s", heading, marked(text))
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
	text := cmp.Or(s.Label, "Between scenes")
	if s.Again {
		text += " (continued)"
	}
	if s.Outcome != "" {
		text += ": " + s.Outcome
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
	text := marked(t.Text)
	if t.Undone {
		text = "~~" + text + "~~ (undone)"
	}
	if moment := t.moment(); moment != "" {
		text = "**" + moment + "** " + text
	}
	m.line("- %s", text)
	if m.whole {
		m.line("  - entry %d, %s: %s", t.Number, t.Time.Format("15:04:05"), marked(t.Line))
	}
	for i := range t.Steps {
		m.step(&t.Steps[i])
	}
}

// step writes a step with its dice and terms.
func (m *markdown) step(s *step) {
	text := marked(s.Label)
	if s.Text != "" {
		text += ": " + marked(s.Text)
	}
	if len(s.Dice) > 0 {
		text += " (" + diceText(s.Dice) + ")"
	}
	m.line("  - %s", text)
	m.terms(s.Terms, "    ")
}

// terms writes a list of the terms of a chance, with the parts of each below it, two spaces deeper than indent.
func (m *markdown) terms(terms []rules.Term, indent string) {
	for i := range terms {
		m.line("%s- %s", indent, marked(termText(&terms[i])))
		m.terms(terms[i].Parts, indent+"  ")
	}
}

// diceText returns dice as they fell.
func diceText(dice []rules.Die) string {
	list := make([]string, len(dice))
	for i := range dice {
		list[i] = dice[i].Die + " " + dice[i].Shows()
		if dice[i].Typed {
			list[i] += " typed"
		}
	}
	return strings.Join(list, ", ")
}

// termText returns a term: what, how much, from which numbers, and where the rule stands.
func termText(t *rules.Term) string {
	text := t.Label + " "
	if t.Times {
		text += "×" + command.Number(t.Value)
	} else {
		text += command.Signed(t.Value)
	}
	before := ", from "
	for _, input := range t.Unsaid() {
		text += before + input.Name + " " + command.Number(input.Value)
		before = ", "
	}
	if places := slices.DeleteFunc([]string{t.Guide, t.Source}, func(place string) bool { return place == "" }); len(places) > 0 {
		text += " [" + strings.Join(places, ", ") + "]"
	}
	return text
}

// quote writes notes, or what is read aloud, as one paragraph.
func (m *markdown) quote(text string) {
	if text != "" {
		m.line("\n> %s", marked(text))
	}
}

func (m *markdown) end() {}

// signs escapes what means something to Markdown or HTML wherever it stands.
var signs = strings.NewReplacer("\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "{", "\\{", "}", "\\}", "[", "\\[", "]", "\\]",
	"<", "\\<", ">", "\\>", "#", "\\#", "|", "\\|", "~", "\\~", "&", "\\&", "!", "\\!", "$", "\\$")

// marked returns text on one line with everything escaped that means something to Markdown or HTML, there or at its beginning.
func marked(text string) string {
	text = signs.Replace(command.Clean(text))
	rest, begins := strings.TrimLeft(text, "0123456789"), "+-=:"
	if rest != text {
		begins = ".)+-=:"
	}
	if rest == "" || !strings.Contains(begins, rest[:1]) {
		return text
	}
	return strings.TrimSuffix(text, rest) + "\\" + rest
}
