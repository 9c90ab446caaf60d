package rules

import (
	"embed"
	"slices"
	"strings"
)

// Reading of rules/manual, the manual for designers of games: chapters, paragraphs and examples. Tests run the examples.

//go:embed manual
var manual embed.FS

// Chapter is a page of the manual.
type Chapter struct {
	Title   string       // title of the page; "" for the table of contents
	File    string       // file name in the folder manual
	Readers string       // heading above its link in the table of contents; it names the intended readers
	Parts   []ManualPart // paragraphs and examples, in order
}

// ManualPart is a paragraph of the manual, or an example: YAML, prompt commands, or a shell session.
type ManualPart struct {
	Text      string // lines of the part, without the ``` around an example
	IsExample bool   // whether it is an example
}

// Name returns the name of a chapter for `hybrid help NAME`: its title up to the colon.
func (c Chapter) Name() string {
	name, _, _ := strings.Cut(c.Title, ":")
	return strings.ToLower(name)
}

// Lines returns the lines of the part.
func (p ManualPart) Lines() []string { return strings.Split(p.Text, "\n") }

// IsShellSession reports whether the part is an example of a shell session.
func (p ManualPart) IsShellSession() bool { return p.IsExample && strings.HasPrefix(p.Text, "$ ") }

// Manual returns the YAML manual for designers: its README, without a title, then the chapters in the order in which the README lists them.
func Manual() []Chapter {
	first := readChapter("README.md")
	contents := slices.IndexFunc(first.Parts, func(part ManualPart) bool { return strings.HasPrefix(part.Text, "## ") })
	chapters := []Chapter{{File: first.File, Parts: first.Parts[:contents]}}
	for _, part := range first.Parts[contents:] {
		if heading, ok := strings.CutPrefix(part.Text, "## "); ok {
			first.Readers = heading
			continue
		}
		for _, line := range part.Lines() {
			_, link, _ := strings.Cut(line, "](")
			page := readChapter(strings.TrimSuffix(link, ")"))
			page.Readers = first.Readers
			chapters = append(chapters, page)
		}
	}
	return chapters
}

// Markdown returns the text of the chapter's file.
func (c Chapter) Markdown() []byte {
	text, err := manual.ReadFile("manual/" + c.File)
	if err != nil {
		panic(err) // the manual is embedded, so its files exist
	}
	return text
}

// readChapter reads a page of the manual: its title, paragraphs separated by empty lines, and fenced examples.
func readChapter(file string) Chapter {
	page := Chapter{File: file}
	var lines []string
	example := false
	flush := func() { // ends the current part
		if len(lines) > 0 {
			page.Parts = append(page.Parts, ManualPart{strings.Join(lines, "\n"), example})
		}
		lines = nil
	}
	for _, line := range strings.Split(string(page.Markdown()), "\n") {
		title, titled := strings.CutPrefix(line, "# ")
		switch {
		case strings.HasPrefix(line, "```"):
			flush()
			example = !example
		case titled && !example:
			page.Title = title
		case line == "" && !example:
			flush()
		default:
			lines = append(lines, line)
		}
	}
	flush()
	return page
}
