package main

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/rulebook"
)

// Search for help, commands and rules by everyday words.

//go:embed words.json
var wordsJSON []byte

// everydayWords returns other words for the commands and the pages of the manual, for searches.
var everydayWords = sync.OnceValue(func() (words map[string][]string) {
	if err := json.Unmarshal(wordsJSON, &words); err != nil {
		panic(err)
	}
	return words
})

// helpEntry is a command or a page of the manual.
type helpEntry struct {
	name  string // as typed after hybrid help
	about string // short description
	page  bool
	cmd   *cobra.Command
}

// Grades of a match between help and a question, the best first.
const (
	helpName0 = iota // name
	helpOther        // an alias
	helpTitle        // a word of the title
	helpStart        // the beginning of a word
	helpNot
)

// helpEntries returns the commands and the pages of the manual.
func helpEntries(root *cobra.Command) (list []helpEntry) {
	for _, chapter := range rules.Manual()[1:] {
		_, about, _ := strings.Cut(chapter.Title, ": ")
		list = append(list, helpEntry{name: chapter.Name(), about: about, page: true})
	}
	list = append(list, collect.Map(topicKinds(), func(kind string) helpEntry { return helpEntry{name: kind, about: topicAbout(kind), page: true} })...)
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, below := range cmd.Commands() {
			if !below.Hidden && below.GroupID != groupActions {
				list = append(list, helpEntry{name: strings.TrimPrefix(below.CommandPath(), root.Name()+" "), about: below.Short, cmd: below})
				walk(below)
			}
		}
	}
	walk(root)
	return list
}

// matchGrade returns the grade of an entry's match with words, in lower case.
func (e *helpEntry) matchGrade(words string) int {
	other, title := everydayWords()[e.name], helpWords(e.about)
	all := func(has func(word string) bool) bool {
		return !slices.ContainsFunc(helpWords(words), func(word string) bool { return !has(word) })
	}
	named := func(word string) bool { return slices.Contains(helpWords(e.name), word) }
	switch {
	case words == e.name:
		return helpName0
	case slices.Contains(other, words):
		return helpOther
	case all(func(word string) bool { return named(word) || slices.Contains(title, word) }):
		return helpTitle
	case e.name == topicPrompt && slices.Contains(verbs.Table.Words(), words):
		return helpStart
	case all(func(word string) bool {
		return len(word) > 2 && slices.ContainsFunc(slices.Concat(helpWords(e.name), title, helpWords(strings.Join(other, " "))), func(own string) bool { return strings.HasPrefix(own, word) })
	}):
		return helpStart
	}
	return helpNot
}

// helpWords returns the words of a text in lower case, without articles, prepositions and the like.
func helpWords(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" ,:._-?!", r) })
	return slices.DeleteFunc(words, func(word string) bool {
		return slices.Contains([]string{"a", "an", "the", "of", "to", "and", "or", "in", "how", "do", "i"}, word)
	})
}

// questionWords are words of a question that don't contain its subject.
var questionWords = strings.Fields("am are at be can could did does for from get has have if is it it's its long many me much must my need on " +
	"should that there this until was we what when where which who why will with work works would you your")

// subjectWords returns the words that contain the subject of a question, without a plural or participle ending.
func subjectWords(text string) (words []string) {
	for _, word := range helpWords(text) {
		if slices.Contains(questionWords, word) {
			continue
		}
		for _, end := range []string{"ing", "ed", "s"} {
			if stem, ok := strings.CutSuffix(word, end); ok && len(stem) > 2 {
				word = stem
				break
			}
		}
		words = append(words, word)
	}
	return words
}

// helpAnswer is a section of the manual that answers a question.
type helpAnswer struct {
	page     rules.Chapter
	question string
	parts    []rules.ManualPart
}

// helpAnswers returns the sections of the manual whose heading is a question.
func helpAnswers() (list []helpAnswer) {
	for _, page := range rules.Manual() {
		open := false
		for _, part := range page.Parts {
			if heading, ok := strings.CutPrefix(part.Text, "## "); ok && !part.Example {
				if open = strings.HasSuffix(heading, "?"); open {
					list = append(list, helpAnswer{page: page, question: heading})
				}
				continue
			}
			if open {
				last := &list[len(list)-1]
				last.parts = append(last.parts, part)
			}
		}
	}
	return list
}

// findAnswer returns the section of the manual that best answers a question: one that has words as an alias, in which case sure is true,
// otherwise the one that has all words of the question's subject and the fewest others.
func findAnswer(words string) (best *helpAnswer, sure bool) {
	list, about := helpAnswers(), subjectWords(words)
	others := func(a *helpAnswer) int {
		own := subjectWords(a.question)
		if slices.Contains(everydayWords()[a.question], strings.TrimRight(words, "?")) {
			return 0
		}
		vocabulary := slices.Concat(own, subjectWords(strings.Join(everydayWords()[a.question], " ")))
		if len(about) == 0 || slices.ContainsFunc(about, func(word string) bool { return !slices.Contains(vocabulary, word) }) {
			return math.MaxInt
		}
		return 1 + len(slices.DeleteFunc(own, func(word string) bool { return slices.Contains(about, word) }))
	}
	fewest := math.MaxInt
	for i := range list {
		if n := others(&list[i]); n < fewest {
			best, fewest = &list[i], n
		}
	}
	return best, fewest == 0
}

// writeAnswer writes the answer, and the name of its page.
func (a *helpAnswer) writeAnswer(w *textWriter) {
	w.writeTitle("%s", a.question)
	for _, part := range a.parts {
		writePart(w, part)
	}
	w.writeLine("From: hybrid help %s", a.page.Name())
	w.writeLine("")
}

// findHelp returns the commands and pages that match words, best first.
func findHelp(root *cobra.Command, words string) []helpEntry {
	list := helpEntries(root)
	fit := map[string]int{}
	for i := range list {
		fit[list[i].name] = list[i].matchGrade(words)
	}
	list = slices.DeleteFunc(list, func(e helpEntry) bool { return fit[e.name] == helpNot })
	slices.SortStableFunc(list, func(a, b helpEntry) int { return cmp.Compare(fit[a.name], fit[b.name]) })
	return list
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

// writeFound writes the help that best matches words: a term in one line, then a page or a command, or otherwise rules of the game, and the
// other matches after it. It reports whether it found anything.
func writeFound(p *program, root *cobra.Command, words string) (bool, error) {
	w := p.textWriter()
	term, isTerm := termMeanings()[words]
	if isTerm {
		w.writeLine("%s", term)
	}
	list := findHelp(root, words)
	book := namedRules(p, words)
	exact := len(book) > 0 && strings.EqualFold(book[0].Head.Label, words)
	if answer, sure := findAnswer(words); answer != nil && !isTerm && (sure || !exact && (len(list) == 0 || list[0].matchGrade(words) > helpOther)) {
		answer.writeAnswer(w)
		writeAlso(w, list, book, words)
		return true, w.err
	}
	if len(list) > 0 && (!exact || list[0].matchGrade(words) <= helpOther) {
		if isTerm {
			w.writeLine("")
		}
		if err := list[0].writeEntry(p, w); err != nil {
			return true, err
		}
		list = list[1:]
	} else if len(book) > 0 {
		if isTerm {
			w.writeLine("")
		}
		w.writeRules(book[:min(len(book), fewRules)], true, p.concernedFinder())
		w.writeLine("")
		book = nil
	} else if about := strings.Join(subjectWords(words), " "); !isTerm && about != "" && about != words {
		return writeFound(p, root, about) // words are a whole question
	} else if !isTerm {
		return false, nil
	}
	writeAlso(w, list, book, words)
	return true, w.err
}

// namedRules returns the rules of the campaign's game that words name, best first.
func namedRules(p *program, words string) []rulebook.Rule {
	if p.campaign == nil || p.campaign.Rules == nil {
		return nil
	}
	book, meant := rulebook.Find(rulebook.List(p.campaign.Rules), words)
	if meant != "" {
		return nil
	}
	return book
}

// fewRules is the maximum number of rules that help writes.
const fewRules = 3

// writeEntry writes a page or the help of a command.
func (e *helpEntry) writeEntry(p *program, w *textWriter) error {
	if e.page {
		writeTopic(p, w, e.name)
		return w.err
	}
	return e.cmd.Help()
}

// writeAlso lists other matching help, and how to show the rules.
func writeAlso(w *textWriter, list []helpEntry, book []rulebook.Rule, words string) {
	const maxEntries = 5
	rows := collect.Map(list[:min(len(list), maxEntries)], func(e helpEntry) []cell { return []cell{{text: "hybrid help " + e.name, style: bold}, {text: e.about}} })
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

// nearestHelp returns a suggestion for words without a match, such as ". Did you mean “tables”?", or how to list everything.
func nearestHelp(p *program, root *cobra.Command, words string) string {
	var names []string
	for _, e := range helpEntries(root) {
		names = append(append(names, e.name), everydayWords()[e.name]...)
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
