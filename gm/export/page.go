package export

import (
	"bufio"
	"fmt"
	"html"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
)

// The export as one HTML page. An evening is a session of play, a scene is an encounter. A term is one of the numbers that add up to a
// chance.

// page is the formatter for one HTML page without scripts, pictures or other files.
type page struct {
	out        *bufio.Writer // destination; it keeps its first error until Flush
	isForGM    bool          // whether the export is for the game master, so that prompt lines are included
	isListOpen bool          // whether a list of entries is open
}

// pageHead is the beginning of the page, with %s for its title.
const pageHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
<style>
:root { color-scheme: light dark; --ink: #1c1b19; --paper: #fbfaf7; --faint: #66625a; --line: #ddd8cc; --mark: #8a3b12; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e5dc; --paper: #1b1a18; --faint: #a49e92; --line: #3b3833; --mark: #e59a6a; } }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 48rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { margin: 0 0 .5rem; font-size: 1.8rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 .5rem; padding-bottom: .2rem; border-bottom: 1px solid var(--line); font-size: 1.3rem; }
h3 { margin: 1.5rem 0 .5rem; font-size: 1.1rem; color: var(--mark); }
ol, ul { margin: .3rem 0; padding-left: 0; list-style: none; }
li ul { padding-left: 1rem; }
.entry { display: grid; grid-template-columns: 3.2rem 1fr; gap: .6rem; padding: .25rem 0; }
.count { text-align: right; color: var(--faint); font-variant-numeric: tabular-nums; }
.note { margin: .5rem 0; padding-left: .8rem; border-left: 3px solid var(--line); color: var(--faint); }
.small, .terms { color: var(--faint); font-size: .875rem; }
details { font-size: .9rem; }
summary { cursor: pointer; color: var(--faint); font-size: .875rem; }
s { color: var(--faint); }
@media print { body { max-width: none; } }
</style>
</head>
<body>
`

// writeEscaped writes format, which is HTML, with args. It cleans and escapes the strings among args.
func (p *page) writeEscaped(format string, args ...any) {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = html.EscapeString(command.CleanLine(text))
		}
	}
	fmt.Fprintf(p.out, format, args...)
}

// writeCampaign writes the head of the page, its title and the campaign's notes. It stores audience, which decides whether entries
// include their prompt lines.
func (p *page) writeCampaign(label, notes string, audience Audience) {
	p.isForGM = audience == GameMaster
	p.writeEscaped(pageHead, label)
	p.writeEscaped("<h1>%s</h1>\n", label)
	p.writeNote(notes)
}

// writeNote writes notes, or a text to be read aloud, as one paragraph, unless it is empty.
func (p *page) writeNote(text string) {
	if text != "" {
		p.writeEscaped("<p class=\"note\">%s</p>\n", text)
	}
}

// writeRecap writes the recap of the last evening, and the current situation.
func (p *page) writeRecap(m gm.Summary) {
	for heading, text := range eachPart(m) {
		p.writeEscaped("<p><strong>%s:</strong> %s</p>\n", heading, text)
	}
}

// writeStory writes the chapters of the story: for each, a heading, the text read aloud, the cast, paragraphs, and the
// party's state at the end.
func (p *page) writeStory(list []chapter) {
	p.writeEscaped("<h2>What happened</h2>\n")
	for i := range list {
		c := &list[i]
		p.writeEscaped("<h3>%s</h3>\n", c.Label)
		p.writeNote(c.Read)
		if cast := c.castText(); cast != "" {
			p.writeEscaped("<p class=\"small\">%s</p>\n", cast)
		}
		for _, text := range append(append(c.Paragraphs, c.Standing), c.TurningPoints...) {
			if text != "" {
				p.writeEscaped("<p>%s</p>\n", text)
			}
		}
	}
}

// writeEvening writes the heading of an evening and its note.
func (p *page) writeEvening(e gm.Evening) {
	p.closeEntries()
	p.writeEscaped("<h2>%s</h2>\n", eveningTitle(e))
	p.writeNote(e.Note)
}

// writeScene writes the heading of a scene, its text to be read aloud, its notes and its cast, and opens the list of its entries.
func (p *page) writeScene(s scene) {
	p.closeEntries()
	p.writeEscaped("<h3>%s</h3>\n", s.headingText())
	p.writeNote(s.Read)
	for heading, text := range s.eachAside() {
		p.writeEscaped("<p class=\"small\">%s: %s</p>\n", heading, text)
	}
	if len(s.Cast) > 0 {
		p.writeEscaped("<ul class=\"small\">\n")
		for _, member := range s.Cast {
			p.writeEscaped("<li>%s</li>\n", member.describeLine())
		}
		p.writeEscaped("</ul>\n")
	}
	p.writeEscaped("<ol>\n")
	p.isListOpen = true
}

// closeEntries closes the list of entries, if one is open.
func (p *page) closeEntries() {
	if p.isListOpen {
		p.writeEscaped("</ol>\n")
		p.isListOpen = false
	}
}

// writeEntry writes an entry as an item of the list, with its steps in a part that is folded until the reader opens it.
func (p *page) writeEntry(t *passage) {
	p.writeEscaped("<li class=\"entry\"><span class=\"count\">%s</span><div>", t.timeText())
	if t.Undone {
		p.writeEscaped("<s>%s</s> (undone)", t.Text)
	} else {
		p.writeEscaped("%s", t.Text)
	}
	if p.isForGM {
		p.writeEscaped("\n<details><summary>entry %d, %s: %s</summary>\n", t.Number, t.Time.Format("15:04:05"), t.Line)
		p.writeSteps(t.Steps)
		p.writeEscaped("</details>")
	} else if len(t.Steps) > 0 {
		p.writeEscaped("\n<details><summary>the numbers</summary>\n")
		p.writeSteps(t.Steps)
		p.writeEscaped("</details>")
	}
	p.writeEscaped("</div></li>\n")
}

// writeSteps writes the steps of an entry as a list.
func (p *page) writeSteps(list []step) {
	if len(list) == 0 {
		return
	}
	p.writeEscaped("<ul>\n")
	for i := range list {
		s := &list[i]
		parts := []string{s.Label}
		if s.Text != "" {
			parts = append(parts, s.Text)
		}
		p.writeEscaped("<li>%s", strings.Join(parts, ": "))
		if len(s.Dice) > 0 {
			p.writeEscaped(" <span class=\"small\">(%s)</span>", diceText(s.Dice))
		}
		p.writeTerms(s.Terms)
		p.writeEscaped("</li>\n")
	}
	p.writeEscaped("</ul>\n")
}

// writeTerms writes terms as a list, with their parts as lists below them.
func (p *page) writeTerms(terms []rules.Term) {
	if len(terms) == 0 {
		return
	}
	p.writeEscaped("<ul class=\"terms\">")
	for i := range terms {
		p.writeEscaped("<li>%s", termText(&terms[i]))
		p.writeTerms(terms[i].Parts)
		p.writeEscaped("</li>")
	}
	p.writeEscaped("</ul>")
}

// writeEnd closes the list of entries and the page.
func (p *page) writeEnd() {
	p.closeEntries()
	p.writeEscaped("</body>\n</html>\n")
}
