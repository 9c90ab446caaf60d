package main

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/rulebook"
	"hybrid/rules/source"
)

// The search of `hybrid help` for everyday words: in commands, pages of the manual, their sections, terms of the glossary, and rules of the
// game. root_search.go has the index and the ranking. A piece of help that it finds (foundHelp) is named if the words are its name or a
// synonym, and exact if they are its name, a synonym, its heading or its description. Words are compared by their stems, so that inflected
// forms match.

// wordsJSON holds synonyms, by the name of a command or page.
//
//go:embed words.json
var wordsJSON []byte

// searchWords returns the synonyms for commands and pages of the manual, by the name of the command or page.
var searchWords = sync.OnceValue(func() (words map[string][]string) {
	if err := json.Unmarshal(wordsJSON, &words); err != nil {
		panic(err)
	}
	return words
})

// helpEntry is a piece of help: a command, a page of the manual or a section of a page.
type helpEntry struct {
	name    string         // name as typed after `hybrid help`; for a section, that of its page
	about   string         // short description; for a section, its heading
	isPage  bool           // whether it is a page of the manual
	cmd     *cobra.Command // command; nil for a page or a section
	section *helpSection   // section; nil for a page or a command
}

// synonyms returns the other words for the entry. A section has those of its heading.
func (e *helpEntry) synonyms() []string {
	return searchWords()[collect.Choose(e.section == nil, e.name, e.about)]
}

// helpSection is a heading of a page of the manual, with the text below it.
type helpSection struct {
	page    rules.Chapter      // page that contains the section
	heading string             // heading without its ##
	parts   []rules.ManualPart // text of the section: paragraphs, lists, tables and examples
}

// sectionsOf returns the sections of a page.
func sectionsOf(page rules.Chapter) (list []helpSection) {
	for _, part := range page.Parts {
		if heading, ok := strings.CutPrefix(part.Text, "## "); ok && !part.IsExample {
			list = append(list, helpSection{page: page, heading: heading})
		} else if len(list) > 0 {
			last := &list[len(list)-1]
			last.parts = append(last.parts, part)
		}
	}
	return list
}

// writeSection writes the section, and the command that shows its page.
func (s *helpSection) writeSection(w *textWriter) {
	title := s.heading
	if !strings.HasSuffix(title, "?") {
		title = s.page.Name() + ": " + title
	}
	w.writeTitle("%s", title)
	for _, part := range s.parts {
		writePart(w, part)
	}
	w.writeLine("From: hybrid help %s", s.page.Name())
	w.writeLine("")
}

// indexHelp returns the index of the commands below root, the pages of the manual and their sections. It is built on the first call; a
// search without a result needs it again for a suggestion.
func (p *program) indexHelp(root *cobra.Command) *searchIndex {
	if p.helpIndex != nil {
		return p.helpIndex
	}
	x := &searchIndex{termCounts: map[string]int{}, stems: map[string]string{}}
	docs, err := fieldDocs()
	if err != nil {
		panic(err) // built in
	}
	pages := rules.Manual()[1:] // without the introduction, which has no name
	for _, page := range pages {
		_, about, _ := strings.Cut(page.Title, ": ")
		// pages for the first group of readers count more, and those of the step-by-step course less
		weight := collect.Choose(page.Readers == pages[0].Readers, 1.25, collect.Choose(strings.HasPrefix(page.Name(), "step "), 0.7, 1))
		x.addPage(helpEntry{name: page.Name(), about: about, isPage: true}, weight, page.Parts, docs)
		for _, section := range sectionsOf(page) {
			keys, body := partsText(section.parts)
			x.addEntry(helpEntry{name: page.Name(), about: section.heading, section: &section}, weight, section.heading, keys, body+"\n"+page.Title)
		}
	}
	for _, kind := range nonChapterTopics() {
		x.addPage(helpEntry{name: kind, about: describeTopic(kind), isPage: true}, 1, nil, docs)
	}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			if !sub.Hidden && sub.GroupID != groupActions {
				name := strings.TrimPrefix(sub.CommandPath(), root.Name()+" ")
				x.addEntry(helpEntry{name: name, about: sub.Short, cmd: sub}, 1, name+" "+sub.Short, "", sub.Long+"\n"+sub.Example+"\n"+sub.LocalFlags().FlagUsages())
				walk(sub)
			}
		}
	}
	walk(root)
	p.helpIndex = x
	return x
}

// addPage adds a page of help to the index, with the YAML keys that it lists. weight multiplies its relevance; 1 is normal.
func (x *searchIndex) addPage(e helpEntry, weight float64, parts []rules.ManualPart, docs fieldDocumentation) {
	keys, body := partsText(parts)
	eachKey(topicKeys(e.name), 0, func(key source.Key, _ int) {
		keys += " " + key.Key
		body += "\n" + docs.sentenceFor(key.Struct, key.Field)
	})
	if e.name == topicPrompt {
		keys += " " + strings.Join(verbs.Table.Words(), " ")
	}
	x.addEntry(e, weight, e.name+" "+e.about, keys, body)
}

// termMeanings returns the meanings of the terms and abbreviations on the glossary page of the manual, by term in lower case.
func termMeanings() map[string]string {
	meanings := map[string]string{}
	for _, chapter := range rules.Manual() {
		if chapter.Name() != topicWords {
			continue
		}
		for _, part := range chapter.Parts {
			for i, line := range part.Lines() {
				row := tableRow(line, i == 0)
				if len(row) != 2 {
					continue
				}
				// a row can explain several terms; if it has as many meanings, they correspond
				names, abouts := strings.Split(row[0].text, ", "), strings.Split(strings.TrimSuffix(row[1].text, "."), ", ")
				for j, name := range names {
					about := row[1].text
					if len(names) > 1 && len(abouts) == len(names) {
						about = abouts[j] + "."
					}
					meanings[strings.ToLower(name)] = name + ": " + about
				}
			}
		}
	}
	return meanings
}

// writeBestMatch writes the help that best matches words, and reports whether it found anything. If words are a term, its meaning comes
// first. Then follows a page, a section or a command, or else rules of the game, and a list of other matches.
func writeBestMatch(p *program, root *cobra.Command, words string) (bool, error) {
	w, x := p.textWriter(), p.indexHelp(root)
	subject := words // of a question such as “what is a margin”, the term alone
	if opener, rest, _ := strings.Cut(words, " "); opener == "what" && (strings.HasPrefix(rest, "is ") || strings.HasPrefix(rest, "are ")) {
		subject = strings.Join(subjectWords(words), " ")
	}
	term, isTerm := termMeanings()[subject]
	list, book := x.find(words), namedRules(p, words)
	if isTerm {
		w.writeLine("%s", term)
		w.writeLine("")
	}
	switch {
	case len(list) > 0 && x.fitsBetter(&list[0], book, words):
		if !list[0].exact && !list[0].hasAllWords {
			p.writeNote("No page has all of these words. This one has some.")
		}
		if err := list[0].writeEntry(p, w); err != nil {
			return true, err
		}
		list = list[1:]
	case len(book) > 0:
		w.writeRules(book[:min(len(book), fewRules)], true, p.concernedFinder())
		w.writeLine("")
		book = nil
	default:
		return isTerm, w.err
	}
	writeAlso(w, list, book, words)
	return true, w.err
}

// fitsBetter reports whether h, the best match in help, fits words better than the rules in book, best first, which can be empty. If words
// are the name of the first rule, h must have the same name, and not only an inflection of it, such as charges for charge. Otherwise h is
// named by words, contains all of them, or is all that was found.
func (x *searchIndex) fitsBetter(h *foundHelp, book []rulebook.Rule, words string) bool {
	isRuleName := len(book) > 0 && slices.ContainsFunc(append([]string{book[0].Head.Label}, book[0].Head.Also...), func(name string) bool {
		return slices.Equal(x.subjectStems(name), x.subjectStems(words))
	})
	if !isRuleName {
		return h.named || h.exact || h.hasAllWords || len(book) == 0
	}
	return h.named && slices.ContainsFunc(append([]string{h.name, h.about}, h.synonyms()...), func(text string) bool {
		return slices.Equal(subjectWords(text), subjectWords(words))
	})
}

// namedRules returns the rules of the campaign's game that match words as they are, without corrections, best first.
func namedRules(p *program, words string) []rulebook.Rule {
	if p.campaign == nil || p.campaign.Rules == nil {
		return nil
	}
	book, suggestion := rulebook.Find(rulebook.List(p.campaign.Rules), words)
	if suggestion != "" {
		return nil
	}
	return book
}

// fewRules is the maximum number of rules that writeBestMatch writes.
const fewRules = 3

// writeEntry writes the page or section, or the help of the command.
func (e *helpEntry) writeEntry(p *program, w *textWriter) error {
	if e.section != nil {
		e.section.writeSection(w)
		return w.err
	}
	if e.isPage {
		writeTopic(p, w, e.name)
		return w.err
	}
	return e.cmd.Help()
}

// writeAlso lists commands that show other matches: the first entries of list, and the rules in book.
func writeAlso(w *textWriter, list []foundHelp, book []rulebook.Rule, words string) {
	const maxEntries = 4
	rows := collect.Map(list[:min(len(list), maxEntries)], func(e foundHelp) []cell { return []cell{{text: "hybrid help " + e.name, style: bold}, {text: e.about}} })
	if len(book) > 0 {
		rows = append(rows, []cell{{text: "hybrid rule " + words, style: bold}, {text: countText(len(book), "rule", "rules") + ": " + book[0].Head.Label + ", …"}})
		if len(book) == 1 {
			rows[len(rows)-1][1].text = book[0].Head.Label
		}
	}
	if len(rows) > 0 {
		w.writeLine("See also:")
		w.writeTable(rows)
	}
}

// nearestHelp returns a suggestion for words without a match, after a space: “ Did you mean “tables”?”, or else how to list everything.
func nearestHelp(p *program, root *cobra.Command, words string) string {
	var names []string
	for _, e := range p.indexHelp(root).entries {
		names = append(append(names, e.name), searchWords()[e.name]...)
	}
	for term := range termMeanings() {
		names = append(names, term)
	}
	if p.campaign != nil && p.campaign.Rules != nil {
		book := rulebook.List(p.campaign.Rules)
		for i := range book {
			names = append(append(names, strings.ToLower(book[i].Head.Label)), book[i].Head.Also...)
		}
	}
	slices.Sort(names)
	if near := message.NearestWord(words, names); message.IsMisspelling(words, near) {
		return " Did you mean “" + near + "”?"
	}
	return " `hybrid help manual` lists the pages, `hybrid --help` the commands."
}
