package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"hybrid/gm/campaign"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
	"hybrid/tables"
)

// `hybrid vet --fix`: corrections that are certain, shown as a diff and then written. A correction is certain if a misspelt word has only
// one similar word that could be meant, or if a file's name has the wrong ending.

// fix is a certain correction of a file: of a word in a line, or of the file's name.
type fix struct {
	pos              source.Pos // position of the word; line 0 for a correction of the file's name
	oldText, newText string     // the word or file name, and its replacement
}

// suggestionPattern matches the suggestion at the end of a mistake's text, if it suggests only one word.
var suggestionPattern = regexp.MustCompile(`Did you mean “([\pL\pN_.]+)”\?$`)

// fixMistakes shows the certain corrections of the mistakes in paths, asks for confirmation, makes them, and vets again, until there are no
// more corrections.
func (v *vetRun) fixMistakes(paths []string) error {
	if v.flags.json || v.watch || v.format == formatSarif || v.format == formatGithub {
		return message.Conflict("--fix", "--json, --watch, --format github or --format sarif", "Remove one")
	}
	for round := 0; ; round++ {
		v.report, v.seen, v.loaded = source.Report{}, map[string]bool{}, map[string]*campaign.Campaign{}
		v.vetAll(paths)
		v.display.clear()
		files := fileCache{}
		fixes := v.findFixes(files)
		w := v.textWriter()
		if len(fixes) == 0 || round == maxRounds {
			if round == 0 {
				w.writeLine("Nothing can be fixed automatically.")
			}
			return v.writeResult()
		}
		writeFixes(w, files, fixes)
		accepted := v.yes
		if ask := v.terminalAsker(); !accepted && ask != nil {
			var err error
			if accepted, err = ask(countText(len(fixes), "change", "changes") + ". Write?"); err != nil {
				return err
			}
		}
		if !accepted {
			return &rules.Refusal{Text: "Nothing was changed. Add --yes to write the changes."}
		}
		if err := makeFixes(fixes); err != nil {
			return err
		}
		w.writeLine("")
	}
}

// maxRounds is the maximum number of rounds of corrections, since a correction can reveal another mistake.
const maxRounds = 10

// findFixes returns the certain corrections of the report's mistakes, sorted by file, and within a file from its end to its beginning, so
// that a correction doesn't move the next one.
func (v *vetRun) findFixes(files fileCache) (list []fix) {
	var mistakes source.Mistakes
	errors.As(v.report.Err(), &mistakes)
	var words []string         // all words that could be meant; read only if needed
	wrong := map[string]bool{} // words that are mistakes themselves
	for _, m := range mistakes {
		if word, found := files.wordAt(m.Pos); found && isUnknownWord(m) {
			wrong[word] = true
		}
	}
	siblings := map[source.Pos][]string{} // words of each list and keys of each map, with the corrections so far, by the position of the list or map
	for _, m := range mistakes {
		if !isUnknownWord(m) {
			continue
		}
		match := suggestionPattern.FindStringSubmatch(m.Text)
		written, found := files.wordAt(m.Pos)
		if match == nil || !found || !strings.Contains(m.Text, written) {
			continue
		}
		suggested := match[1]
		if suggested == written || !message.IsMisspelling(written, suggested) {
			continue
		}
		if words == nil {
			words = v.writtenWords()
		}
		others := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return word == suggested || wrong[word] })
		if slices.ContainsFunc(others, func(word string) bool { return message.IsMisspelling(written, word) }) {
			continue // another word is equally similar
		}
		container, neighbours := files.wordsAround(m.Pos)
		if siblings[container] == nil {
			siblings[container] = neighbours
		}
		if slices.Contains(siblings[container], suggested) {
			continue // the list or map already has that word
		}
		siblings[container] = append(siblings[container], suggested)
		list = append(list, fix{m.Pos, written, suggested})
	}
	list = append(list, v.findRenames()...)
	slices.SortFunc(list, func(a, b fix) int {
		return cmp.Or(cmp.Compare(a.pos.File, b.pos.File), cmp.Compare(b.pos.Line, a.pos.Line), cmp.Compare(b.pos.Col, a.pos.Col))
	})
	return slices.Compact(list)
}

// isUnknownWord reports whether a mistake is a name or key that the program doesn't know.
func isUnknownWord(m source.Mistake) bool {
	return m.Code == source.UnknownName || m.Code == source.UnknownKey
}

// findRenames returns the corrections of file names with a wrong ending, such as .yml.
func (v *vetRun) findRenames() (list []fix) {
	for _, m := range v.report.Warnings() {
		name := strings.TrimSuffix(m.Pos.File, filepath.Ext(m.Pos.File)) + ".yaml"
		ending := filepath.Ext(m.Pos.File)
		isMisnamed := strings.EqualFold(ending, ".yml") || ending == ".YAML"
		if m.Code == source.Unseen && isMisnamed && !fileExists(name) {
			list = append(list, fix{source.Pos{File: m.Pos.File}, m.Pos.File, name})
		}
	}
	return list
}

// fileCache caches files by name.
type fileCache map[string]*cachedFile

// cachedFile is a file in the cache, with its lines and its YAML.
type cachedFile struct {
	lines []string            // text by lines; nil if the file can't be read
	top   func() *source.Node // function that returns the parsed YAML, or nil if it is invalid
}

// readOnce returns the file with the given name, and reads it on the first call.
func (files fileCache) readOnce(name string) *cachedFile {
	f, known := files[name]
	if !known {
		f = &cachedFile{}
		data, err := campaign.ReadFile(name)
		if err == nil {
			f.lines = strings.Split(string(data), "\n")
		}
		f.top = sync.OnceValue(func() *source.Node { return source.Parse(name, data, &source.Report{}) })
		files[name] = f
	}
	return f
}

// wordsAround returns the words of the list that has an item at pos, or the keys of the map that has a key there, and the position of that
// list or map. If there is none, container is pos.
func (files fileCache) wordsAround(pos source.Pos) (container source.Pos, words []string) {
	var walk func(n *source.Node)
	walk = func(n *source.Node) {
		if n == nil {
			return
		}
		if slices.ContainsFunc(n.Items, func(item *source.Node) bool { return item.Pos == pos }) {
			container, words = n.Pos, n.Words()
		}
		if slices.ContainsFunc(n.Fields, func(f source.Field) bool { return f.Pos == pos }) {
			container, words = n.Pos, nil
			words = append(words, collect.Map(n.Fields, func(f source.Field) string { return f.Key })...)
		}
		for _, item := range n.Items {
			walk(item)
		}
		for _, f := range n.Fields {
			walk(f.Value)
		}
	}
	container = pos
	walk(files.readOnce(pos.File).top())
	return container, words
}

// fileExists reports whether there is a file or a link with this name.
func fileExists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// wordAt returns the word that begins at a position of a file on disk. ok is false if there is none, or no such file.
func (files fileCache) wordAt(pos source.Pos) (word string, ok bool) {
	lines := files.readOnce(pos.File).lines
	if pos.Line < 1 || pos.Line > len(lines) || !fileExists(pos.File) {
		return "", false
	}
	runes := []rune(lines[pos.Line-1])
	start := pos.Col - 1
	if start < 0 || start >= len(runes) || start > 0 && isWordRune(runes[start-1]) { // outside the line, or within a word
		return "", false
	}
	end := start
	for end < len(runes) && isWordRune(runes[end]) {
		end++
	}
	return string(runes[start:end]), end > start
}

// writtenWords returns the keys of all YAML files that were read, and of all built-in packs. They are the names and keywords that a
// misspelt word could stand for.
func (v *vetRun) writtenWords() []string {
	words := map[string]bool{}
	var walk func(n *source.Node)
	walk = func(n *source.Node) {
		if n == nil {
			return
		}
		for _, item := range n.Items {
			walk(item)
		}
		for _, field := range n.Fields {
			words[field.Key] = true
			walk(field.Value)
		}
	}
	for name := range v.seen {
		if data, err := campaign.ReadFile(name); err == nil {
			walk(source.Parse(name, data, &source.Report{}))
		}
	}
	for _, pack := range campaign.Folders(tables.Files) {
		for _, file := range v.readFolder(tables.Files, pack, "tables/"+pack) {
			walk(source.Parse(file.Name, file.Data, &source.Report{}))
		}
	}
	list := make([]string, 0, len(words))
	for word := range words {
		list = append(list, word)
	}
	return list
}

// writeFixes shows corrections, sorted as findFixes returns them, as a diff. A line with several corrections is shown once, with all of
// them.
func writeFixes(w *textWriter, files fileCache, fixes []fix) {
	for len(fixes) > 0 {
		n := 1 // number of corrections in the same line as the first one
		for n < len(fixes) && fixes[n].pos.File == fixes[0].pos.File && fixes[n].pos.Line == fixes[0].pos.Line {
			n++
		}
		f := fixes[0]
		if f.pos.Line == 0 {
			w.writeLine("%s", w.paintText(bold, "rename "+f.oldText))
			w.writeLine("    %s", w.paintText(good, "to "+f.newText))
		} else {
			line := strings.TrimRight(files.readOnce(f.pos.File).lines[f.pos.Line-1], "\r")
			w.writeLine("%s", w.paintText(bold, fmt.Sprintf("%s:%d", f.pos.File, f.pos.Line)))
			w.writeLine("  %s", w.paintText(bad, "- "+tabsAsSpaces(line)))
			for i := range n {
				line = fixes[i].applyTo(line)
			}
			w.writeLine("  %s", w.paintText(good, "+ "+tabsAsSpaces(line)))
		}
		fixes = fixes[n:]
	}
}

// applyTo returns line with the correction applied.
func (f *fix) applyTo(line string) string {
	runes := []rune(line)
	at := f.pos.Col - 1
	return string(runes[:at]) + f.newText + string(runes[at+utf8.RuneCountInString(f.oldText):])
}

// makeFixes writes corrections, sorted as findFixes returns them, to their files. All corrections of a file are written at once.
func makeFixes(fixes []fix) error {
	for len(fixes) > 0 {
		file := fixes[0].pos.File
		n := 0 // number of corrections in this file
		for n < len(fixes) && fixes[n].pos.File == file {
			n++
		}
		fileFixes := fixes[:n]
		fixes = fixes[n:]
		if fileFixes[0].pos.Line == 0 {
			if err := os.Rename(fileFixes[0].oldText, fileFixes[0].newText); err != nil {
				return message.Unwritable(fileFixes[0].newText, err)
			}
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return message.Unreadable(file, err)
		}
		lines := strings.Split(string(data), "\n")
		for _, f := range fileFixes {
			lines[f.pos.Line-1] = f.applyTo(lines[f.pos.Line-1])
		}
		if err := writeAtomically(file, []byte(strings.Join(lines, "\n"))); err != nil {
			return err
		}
	}
	return nil
}
