package main

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm"
	"hybrid/rules"
	"hybrid/rules/source"
)

const (
	helpName      = "help"
	topicMistakes = "mistakes"
	topicNames    = "names"
)

func (p *program) helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   helpName + " [COMMAND | TOPIC]",
		Short: "Help about a command, or a part of the manual of the YAML",
		Long:  "Help about a command, or a part of the manual of the YAML: " + strings.Join(p.topics(), ", ") + ".",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return root.Help()
			}
			if cmd, rest, err := root.Find(args); err == nil && cmd != root && len(rest) == 0 {
				return cmd.Help()
			}
			return p.topic(strings.ToLower(strings.Join(args, " ")))
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return p.topics(), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// topics are the chapters of the manual, the sections and the kinds of file.
func (p *program) topics() []string {
	var list []string
	for _, chapter := range rules.Manual() {
		if chapter.Title != "" {
			list = append(list, chapterName(chapter))
		}
	}
	for _, section := range source.Keys(rules.PackFile()) {
		if !slices.Contains(list, section.Key) {
			list = append(list, section.Key)
		}
	}
	return append(list, "character", "encounter", "campaign", topicNames, topicMistakes)
}

// chapterName is the word that a chapter is asked for by: the last of its title.
func chapterName(chapter rules.Chapter) string {
	words := strings.Fields(strings.ToLower(chapter.Title))
	return words[len(words)-1]
}

func (p *program) topic(topic string) error {
	w := p.paper()
	if found := p.writeTopic(w, topic); found {
		return w.err
	}
	return fmt.Errorf("no help on %s%s", topic, cmp.Or(source.Suggest(topic, p.topics()), "; there is help on "+strings.Join(p.topics(), ", ")))
}

func (p *program) writeTopic(w *paper, topic string) bool {
	switch topic {
	case topicMistakes:
		writeMistakes(w)
		return true
	case topicNames:
		return p.writeNames(w)
	}
	found := false
	for _, chapter := range rules.Manual() {
		if chapter.Title != "" && chapterName(chapter) == topic {
			writeChapter(w, chapter)
			found = true
			continue
		}
		for i, part := range chapter.Parts {
			if begins(part.Text, topic) {
				writePart(w, part)
				found = true
				for _, example := range chapter.Parts[i+1:] {
					if !example.Example {
						break
					}
					writePart(w, example)
				}
			}
		}
	}
	if topic == "formulas" {
		p.writeNames(w)
	}
	return p.writeKeys(w, topic) || found
}

// begins tells whether a paragraph is about a section: its first sentence begins with that name, or says it early on.
func begins(text, topic string) bool {
	first, _, _ := strings.Cut(strings.ReplaceAll(text, "\n", " "), ". ")
	words := strings.FieldsFunc(first, func(r rune) bool { return r == ' ' || r == ',' || r == ':' })
	return len(words) > 0 && words[0] == topic || strings.HasPrefix(text, topic+",") || strings.Contains(" "+first, " "+topic+" have ") || strings.Contains(text, ". "+topic+" ")
}

func writeChapter(w *paper, chapter rules.Chapter) {
	w.title("%s", chapter.Title)
	for _, part := range chapter.Parts {
		writePart(w, part)
	}
}

func writePart(w *paper, part rules.Part) {
	if !part.Example {
		w.wrapped(part.Text)
		return
	}
	for _, line := range strings.Split(part.Text, "\n") {
		w.line("    %s", w.paint(good, line))
	}
	w.line("")
}

// writeKeys lists what an entry of a section, or a kind of file, may say.
func (p *program) writeKeys(w *paper, topic string) bool {
	docs, err := fieldDocs()
	if err != nil {
		return false
	}
	of := map[string]any{"character": rules.CharacterFile(), "encounter": gm.EncounterFile(), "campaign": gm.CampaignFile()}[topic]
	var keys []source.Key
	if of != nil {
		keys = source.Keys(of)
	}
	for _, section := range source.Keys(rules.PackFile()) {
		if section.Key == topic {
			keys = source.KeysOf(section.Holds)
		}
	}
	if keys == nil {
		return false
	}
	w.line("%s", w.paint(bold, "Keys"))
	p.keyRows(w, docs, keys, "")
	w.line("")
	return true
}

func (p *program) keyRows(w *paper, docs fieldDocumentation, keys []source.Key, indent string) {
	var rows [][]cell
	for _, key := range keys {
		rows = append(rows, []cell{{text: indent + key.Key, look: bold}, {text: docs.of(key.Of, key.Field)}})
		if inner := source.KeysOf(key.Holds); inner != nil && indent == "" && key.Holds.PkgPath() != reflect.TypeOf(source.Text{}).PkgPath() {
			for _, deep := range inner {
				if !slices.Contains([]string{"label", "src"}, deep.Key) {
					rows = append(rows, []cell{{text: "  " + deep.Key}, {text: docs.of(deep.Of, deep.Field)}})
				}
			}
		}
	}
	w.table(rows)
}

// writeNames lists every name that a formula may use, by place.
func (p *program) writeNames(w *paper) bool {
	if p.campaign == nil {
		return true
	}
	rs := p.campaign.Rules
	places := rs.Places()
	general := map[string]bool{}
	for i, place := range places {
		w.line("%s", w.paint(bold, place.Where))
		var names []string
		for _, name := range place.Names {
			if i == 0 {
				general[name] = true
			}
			if i < 2 || !general[name] {
				names = append(names, name)
			}
		}
		for _, line := range families(names) {
			w.wrappedAt("  ", line)
		}
		w.line("")
	}
	w.line("%s", w.paint(bold, "Functions"))
	w.wrappedAt("  ", "min max floor ceil round abs "+strings.Join(rs.Functions(), " "))
	return true
}

// families puts names with the same beginning together: "is. … bleeding prone", and beginnings that go with the same
// words. What the other one has likewise is said once.
func families(names []string) (lines []string) {
	var plain, order []string
	groups := map[string][]string{}
	other := false
	for _, name := range names {
		if strings.HasPrefix(name, "other.") {
			other = true
			continue
		}
		i := strings.IndexByte(name, '.')
		if i < 0 {
			plain = append(plain, name)
			continue
		}
		beginning := name[:i+1]
		if groups[beginning] == nil {
			order = append(order, beginning)
		}
		groups[beginning] = append(groups[beginning], name[i+1:])
	}
	if len(plain) > 0 {
		lines = append(lines, strings.Join(plain, " "))
	}
	for i, beginning := range order {
		same := groups[beginning]
		if same == nil {
			continue
		}
		for _, later := range order[i+1:] {
			if strings.Join(groups[later], " ") == strings.Join(groups[order[i]], " ") {
				beginning += " " + later
				delete(groups, later)
			}
		}
		lines = append(lines, beginning+" … "+strings.Join(same, " "))
	}
	if other {
		lines = append(lines, "other. before any of these but tag. and ruling.: the same of the other one")
	}
	return lines
}

// writeMistakes lists the codes of mistakes and warnings.
func writeMistakes(w *paper) {
	w.title("What hybrid vet finds, by code")
	for _, warnings := range []bool{false, true} {
		if warnings {
			w.line("%s", w.paint(bold, "Warnings"))
		}
		for _, meaning := range source.Codes() {
			if meaning.Warning == warnings {
				w.line("  %s", w.paint(bold, string(meaning.Code)))
				w.wrappedAt("      ", meaning.Text)
			}
		}
		w.line("")
	}
}
