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

// The export as Markdown. An evening is a session of play, a scene is an encounter. A term is one of the numbers that add up to a
// chance.

// markdown is the formatter for Markdown.
type markdown struct {
	out     *bufio.Writer // destination; it keeps its first error until Flush
	isForGM bool          // whether the export is for the game master, so that prompt lines are included
}

// writeLine writes one line, formatted as by fmt.Fprintf. Texts among args must be escaped.
func (m *markdown) writeLine(format string, args ...any) { fmt.Fprintf(m.out, format+"\n", args...) }

// writeCampaign writes the title and the campaign's notes. It stores audience, which decides whether entries include their prompt
// lines.
func (m *markdown) writeCampaign(label, notes string, audience Audience) {
	m.isForGM = audience == GameMaster
	m.writeLine("# %s", escapeMarkdown(label))
	m.writeQuote(notes)
}

// writeRecap writes the recap of the last evening, and the current situation.
func (m *markdown) writeRecap(summary gm.Summary) {
	for heading, text := range eachPart(summary) {
		m.writeLine("\n**%s:** %s", heading, escapeMarkdown(text))
	}
}

// writeStory writes the chapters of the story: for each a heading, the text read aloud, the cast, and paragraphs.
func (m *markdown) writeStory(list []chapter) {
	m.writeLine("\n## What happened")
	for i := range list {
		c := &list[i]
		m.writeLine("\n### %s", escapeMarkdown(c.Label))
		m.writeQuote(c.Read)
		if cast := c.castText(); cast != "" {
			m.writeLine("\n*%s*", escapeMarkdown(cast))
		}
		for _, text := range append(append(c.Paragraphs, c.Standing), c.TurningPoints...) {
			if text != "" {
				m.writeLine("\n%s", escapeMarkdown(text))
			}
		}
	}
}

// writeEvening writes the heading of an evening and its note.
func (m *markdown) writeEvening(e gm.Evening) {
	m.writeLine("\n## %s", escapeMarkdown(eveningTitle(e)))
	m.writeQuote(e.Note)
}

// eveningTitle returns the heading of an evening.
func eveningTitle(e gm.Evening) string { return fmt.Sprintf("Session %d, %s", e.Number, e.Day()) }

// writeScene writes the heading of a scene, its text to be read aloud, its notes and its cast.
func (m *markdown) writeScene(s scene) {
	m.writeLine("\n### %s", escapeMarkdown(s.headingText()))
	m.writeQuote(s.Read)
	for heading, text := range s.eachAside() {
		m.writeLine("\n**%s:** %s", heading, escapeMarkdown(text))
	}
	if len(s.Cast) > 0 {
		m.writeLine("")
	}
	for _, p := range s.Cast {
		m.writeLine("- %s", escapeMarkdown(p.describeLine()))
	}
	m.writeLine("")
}

// headingText returns the heading of a scene, or of the time between two scenes, with the scene's outcome.
func (s scene) headingText() string {
	text := cmp.Or(s.Label, "Between scenes")
	if s.IsContinued {
		text += " (continued)"
	}
	if s.Outcome != "" {
		text += ": " + s.Outcome
	}
	return text
}

// describeLine describes a combatant in one line.
func (p castMember) describeLine() string {
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

// writeEntry writes an entry and its steps as a list. An undone entry is struck out.
func (m *markdown) writeEntry(t *passage) {
	text := escapeMarkdown(t.Text)
	if t.Undone {
		text = "~~" + text + "~~ (undone)"
	}
	if moment := t.timeText(); moment != "" {
		text = "**" + moment + "** " + text
	}
	m.writeLine("- %s", text)
	if m.isForGM {
		m.writeLine("  - entry %d, %s: %s", t.Number, t.Time.Format("15:04:05"), escapeMarkdown(t.Line))
	}
	for i := range t.Steps {
		m.writeStep(&t.Steps[i])
	}
}

// writeStep writes a step with its dice and terms.
func (m *markdown) writeStep(s *step) {
	text := escapeMarkdown(s.Label)
	if s.Text != "" {
		text += ": " + escapeMarkdown(s.Text)
	}
	if len(s.Dice) > 0 {
		text += " (" + diceText(s.Dice) + ")"
	}
	m.writeLine("  - %s", text)
	m.writeTerms(s.Terms, "    ")
}

// writeTerms writes the terms of a chance as a list with their parts below them; indent is the indentation of the list.
func (m *markdown) writeTerms(terms []rules.Term, indent string) {
	for i := range terms {
		m.writeLine("%s- %s", indent, escapeMarkdown(termText(&terms[i])))
		m.writeTerms(terms[i].Parts, indent+"  ")
	}
}

// diceText describes rolled dice and marks typed ones, as in "d100 37, d6 4 typed".
func diceText(dice []rules.Die) string {
	list := make([]string, len(dice))
	for i := range dice {
		list[i] = dice[i].KindText() + " " + dice[i].ResultText()
		if dice[i].Typed {
			list[i] += " typed"
		}
	}
	return strings.Join(list, ", ")
}

// termText describes a term of a number: its label, its value, the numbers from which it was computed, and the place of its rule.
func termText(t *rules.Term) string {
	text := t.Label + " "
	if t.Times {
		text += "×" + command.Number(t.Value)
	} else {
		text += command.FormatSigned(t.Value)
	}
	before := ", from "
	for _, input := range t.InputsToShow() {
		text += before + input.Name + " " + command.Number(input.Value)
		before = ", "
	}
	if places := slices.DeleteFunc([]string{t.Guide, t.Source}, func(place string) bool { return place == "" }); len(places) > 0 {
		text += " [" + strings.Join(places, ", ") + "]"
	}
	return text
}

// writeQuote writes notes, or a text to be read aloud, as one paragraph.
func (m *markdown) writeQuote(text string) {
	if text != "" {
		m.writeLine("\n> %s", escapeMarkdown(text))
	}
}

// writeEnd does nothing, since Markdown needs no end.
func (m *markdown) writeEnd() {}

// markdownEscaper escapes the characters that have a meaning in Markdown or HTML anywhere in a text.
var markdownEscaper = strings.NewReplacer("\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "{", "\\{", "}", "\\}", "[", "\\[", "]", "\\]",
	"<", "\\<", ">", "\\>", "#", "\\#", "|", "\\|", "~", "\\~", "&", "\\&", "!", "\\!", "$", "\\$")

// escapeMarkdown returns text on one line. It escapes every character that has a meaning in Markdown or HTML, anywhere or at the
// beginning of a line.
func escapeMarkdown(text string) string {
	text = markdownEscaper.Replace(command.CleanLine(text))
	rest, special := strings.TrimLeft(text, "0123456789"), "+-=:" // special: characters to escape at the beginning of rest
	if rest != text {
		special = ".)+-=:" // after a number, . and ) would begin a list
	}
	if rest == "" || !strings.Contains(special, rest[:1]) {
		return text
	}
	return strings.TrimSuffix(text, rest) + "\\" + rest
}
