package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/campaign"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// `hybrid help`: help on commands, pages of the manual, and keys of files. A topic is a word that can be typed after it: a page (a chapter
// of the manual), or one of nonChapterTopics. For other words, root_find.go searches.

// Topics that are treated specially.
const (
	topicManual   = "manual"   // the table of contents
	topicPrompt   = "prompt"   // page about the commands of the prompt
	topicWords    = "words"    // page with the glossary
	topicMistakes = "mistakes" // list of the codes of mistakes
	topicNames    = "names"    // list of the names that formulas can use
)

// helpCommand returns the command `help`.
func helpCommand(p *program, root *cobra.Command) *cobra.Command {
	man, folder := false, ""
	cmd := &cobra.Command{
		Use:     helpName + " [COMMAND | PAGE | WORD | QUESTION]",
		Aliases: []string{"find", topicManual},
		Short:   "Show help on a command or question",
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case man:
				return p.helpText(func() error { return writeManPage(p.stdout, root) })
			case folder != "":
				return writeManualHTML(p, folder)
			case len(args) == 0 && cmd.CalledAs() == topicManual:
				args = []string{topicManual}
			case len(args) == 0:
				return root.Help()
			}
			topic := strings.ToLower(strings.Join(args, " "))
			found, rest, err := root.Find(args)
			isAlias := err == nil && strings.ReplaceAll(args[len(args)-1], "-", "_") != found.Name() // an alias of an action is an everyday word, too
			if err != nil || found == root || len(rest) > 0 || isAlias {
				return p.helpText(func() error { return writeHelp(p, root, topic) })
			}
			if !slices.Contains(helpTopics(), topic) {
				return found.Help()
			}
			return p.helpText(func() error { // a topic and a command have this name: show both
				if err := writeHelp(p, root, topic); err != nil {
					return err
				}
				p.textWriter().writeLine("")
				return writeCommand(p, found)
			})
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return helpTopics(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	if mayBeCalled(p, cmd) {
		cmd.Long = "Show help on a command, a page of the manual, a term or a rule. Any word will do: hybrid help ammo. The pages are:\n\n" +
			strings.Join(helpTopics(), ", ")
	}
	cmd.Flags().BoolVar(&man, "man", false, "the whole help as a man page: hybrid help --man | man -l -")
	cmd.Flags().StringVar(&folder, "html", "", "`folder` to write the manual to, as HTML")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("html", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)))
	return cmd
}

// optionalValue matches the name of an optional value of a flag, as pflag writes it: NAME[=" "].
var optionalValue = regexp.MustCompile(`(\w+)\[=" "\]`)

// fitHelp gives root and its commands help and usage functions that wrap the text at the width of the terminal.
func fitHelp(p *program, root *cobra.Command) {
	width := p.textWriter().width
	writeUsage := root.UsageFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		cmd.Long = reflowText(cmd.Long, width)
		if p.command == "" { // help on the program itself
			p.command = helpName
		}
		if err := p.helpText(func() error { return writeCommand(p, cmd) }); err != nil {
			cmd.PrintErrln(err)
		}
	})
	root.SetUsageFunc(func(cmd *cobra.Command) error {
		out, text := cmd.OutOrStderr(), &bytes.Buffer{}
		cmd.SetOut(text)
		err := writeUsage(cmd)
		cmd.SetOut(out)
		if err != nil {
			return err
		}
		flags := optionalValue.ReplaceAllString(text.String(), "[$1]    ")
		_, err = io.WriteString(out, wrapLastColumn(flags, width))
		return err
	})
}

// writeCommand writes the description and the usage of a command.
func writeCommand(p *program, cmd *cobra.Command) error {
	if text := strings.TrimSpace(cmp.Or(cmd.Long, cmd.Short)); text != "" {
		if _, err := fmt.Fprintf(p.stdout, "%s\n\n", text); err != nil {
			return err
		}
	}
	_, err := io.WriteString(p.stdout, cmd.UsageString())
	return err
}

// helpText calls write, which writes help to p.stdout. With --json, the text becomes a string in a JSON object instead.
func (p *program) helpText(write func() error) error {
	if !p.isReadByPrograms() {
		return write()
	}
	out, text := p.stdout, &bytes.Buffer{}
	p.stdout = text
	err := write()
	p.stdout = out
	if err != nil {
		return err
	}
	return p.write(report{facts: object{{"text", text.String()}}})
}

// writeVersion writes the program's version, with --json as a string in a JSON object.
func (p *program) writeVersion() error {
	return p.helpText(func() error {
		_, err := fmt.Fprintln(p.stdout, "hybrid "+versionLine())
		return err
	})
}

// helpTopics returns all topics: the contents, the chapters of the manual, and the topics that aren't chapters.
func helpTopics() []string {
	list := []string{topicManual}
	for _, chapter := range rules.Manual() {
		if chapter.Title != "" {
			list = append(list, chapter.Name())
		}
	}
	return append(list, nonChapterTopics()...)
}

// nonChapterTopics returns the topics that are not chapters: kinds of file, whose keys are listed, and lists of names and mistakes.
func nonChapterTopics() []string {
	return []string{"character", "encounter", "campaign", topicNames, topicMistakes}
}

// writeHelp writes the help on a topic or, if topic isn't the name of one, the best match for its words.
func writeHelp(p *program, root *cobra.Command, topic string) error {
	w := p.textWriter()
	if found := writeTopic(p, w, topic); found {
		return w.err
	}
	if found, err := writeBestMatch(p, root, topic); found {
		return err
	}
	return fmt.Errorf("No help on “%s”.%s", topic, nearestHelp(p, root, topic))
}

// writeTopic writes the help on a topic: a chapter of the manual, the keys of a section or a kind of file, or both. It reports whether
// topic exists.
func writeTopic(p *program, w *textWriter, topic string) bool {
	switch topic {
	case topicManual:
		writeContents(w)
		return true
	case topicMistakes:
		writeMistakes(w)
		return true
	case topicNames:
		writeNames(p, w)
		return true
	}
	exists := false
	chapters := rules.Manual()
	for i, chapter := range chapters {
		if name := chapter.Name(); chapter.Title == "" || name != topic && name != "step "+topic {
			continue
		}
		exists = true
		writeChapter(w, chapter)
		if i+1 < len(chapters) && strings.HasPrefix(chapters[i+1].Name(), "step ") {
			w.writeLine("Next: hybrid help %s", chapters[i+1].Name())
		}
	}
	if topic == "formulas" {
		writeNames(p, w)
	}
	if !exists && slices.Contains(nonChapterTopics(), topic) {
		w.writeTitle("%s: %s", topic, describeTopic(topic))
	}
	return writeKeys(w, topic) || exists
}

// describeTopic returns the description of a topic that isn't a chapter.
func describeTopic(kind string) string {
	switch kind {
	case topicNames:
		return "every name that formulas can use, by place"
	case topicMistakes:
		return "the mistakes that hybrid vet finds, by code"
	}
	return "the keys of a file of this kind"
}

// writeChapter writes a chapter of the manual.
func writeChapter(w *textWriter, chapter rules.Chapter) {
	if chapter.Title != "" {
		w.writeTitle("%s", chapter.Title)
	}
	for _, part := range chapter.Parts {
		writePart(w, part)
	}
}

// writePart writes a part of a chapter: prose is wrapped, and examples are indented. In an example of a shell session, the output is
// dimmed.
func writePart(w *textWriter, part rules.ManualPart) {
	if !part.IsExample {
		writeProse(w, part.Lines())
		return
	}
	for _, line := range part.Lines() {
		style := collect.Choose(part.IsShellSession() && !strings.HasPrefix(line, "$ "), dim, good)
		w.writeLine("    %s", w.paintText(style, line))
	}
	w.writeLine("")
}

// writeProse writes the lines of a Markdown paragraph, wrapped at the width of w. Headings, list items, table rows and lines indented by
// four spaces begin a new line.
func writeProse(w *textWriter, lines []string) {
	var words []string    // text of the current paragraph or list item, which is to be wrapped
	first, hang := "", "" // prefixes of the first line and of the following ones
	flush := func() {     // writes the text
		if len(words) > 0 {
			w.writeHanging(first, plain, hang, strings.Join(words, " "))
		}
		words, first, hang = nil, "", ""
	}
	var rows [][]cell
	for _, line := range lines {
		heading, isHeading := strings.CutPrefix(line, "## ")
		item, isItem := strings.CutPrefix(line, "- ")
		number, rest, isNumber := strings.Cut(line, ". ")
		isNumber = isNumber && number != "" && len(number) < 3 && strings.Trim(number, "0123456789") == "" // an item such as “12. Text”
		switch {
		case isHeading:
			flush()
			w.writeLine("%s", w.paintText(bold, heading))
		case isItem:
			flush()
			words, first, hang = []string{item}, "- ", "  "
		case isNumber:
			flush()
			words, first, hang = []string{rest}, number+". ", strings.Repeat(" ", len(number)+2)
		case strings.HasPrefix(line, "    "):
			flush()
			w.writeLine("%s", line)
		case strings.HasPrefix(line, "|"):
			flush()
			if row := tableRow(line, len(rows) == 0); row != nil {
				rows = append(rows, row)
			}
		default:
			words = append(words, strings.TrimSpace(line))
		}
	}
	flush()
	w.writeWrappedTable(rows)
	w.writeLine("")
}

// tableRow returns the cells of a row of a Markdown table, bold if head is set, or nil for the line of dashes below the heading.
func tableRow(line string, head bool) (row []cell) {
	if strings.Trim(line, "|-: ") == "" {
		return nil
	}
	for _, text := range strings.Split(strings.Trim(line, "| "), " | ") {
		c := cell{text: strings.NewReplacer("`", "", `\|`, "|").Replace(strings.TrimSpace(text))}
		if head {
			c.style = bold
		}
		row = append(row, c)
	}
	return row
}

// writeKeys lists the keys of a section's entries, or of a kind of file. It reports whether the topic is one of these.
func writeKeys(w *textWriter, topic string) bool {
	docs, err := fieldDocs()
	if err != nil {
		return false
	}
	keys := topicKeys(topic)
	if keys == nil {
		return false
	}
	w.writeLine("%s", w.paintText(bold, "Keys"))
	eachKey(keys, 0, func(key source.Key, depth int) {
		lead := fmt.Sprintf("%-15s %-7s  ", strings.Repeat("  ", depth+1)+key.Key, key.Kind())
		w.writeHanging(lead, plain, strings.Repeat(" ", len(lead)), docs.sentenceFor(key.Struct, key.Field))
	})
	w.writeLine("")
	return true
}

// topicFiles returns, for topics other than sections of a pack, the types whose fields are the keys of their files.
func topicFiles() map[string]any {
	return map[string]any{"character": rules.CharacterFields(), "encounter": campaign.EncounterFields(), "campaign": campaign.CampaignFields(), "steps": rules.Step{}, "effects": rules.Effect{}}
}

// writeNames lists every name that a formula can use, by the place of the formula. The first place stands for all formulas; its names
// aren't repeated for the others, except the second place, which is listed in full.
func writeNames(p *program, w *textWriter) {
	if p.campaign == nil {
		return
	}
	rs := p.campaign.Rules
	places := rs.Places()
	general := map[string]bool{} // names of the first place
	for i, place := range places {
		w.writeHanging("", plain, "", place.Where)
		var names []string
		for _, name := range place.Names {
			if i == 0 {
				general[name] = true
			}
			if i < 2 || !general[name] {
				names = append(names, name)
			}
		}
		for _, line := range groupNames(names) {
			w.writeIndented("  ", line)
		}
		w.writeLine("")
	}
	w.writeLine("%s", w.paintText(bold, "Functions"))
	w.writeIndented("  ", "min max floor ceil round abs dice "+strings.Join(rs.Functions(), " "))
}

// groupNames returns lines in which names with the same prefix are grouped, "is. … bleeding prone". Prefixes that have the same names share
// a line. Names of the other actor ("other.") are represented by a single last line.
func groupNames(names []string) (lines []string) {
	var unprefixed, prefixes []string
	groups := map[string][]string{} // names without their prefix, by prefix
	hasOther := false
	for _, name := range names {
		if strings.HasPrefix(name, "other.") {
			hasOther = true
			continue
		}
		i := strings.IndexByte(name, '.')
		if i < 0 {
			unprefixed = append(unprefixed, name)
			continue
		}
		prefix := name[:i+1]
		if groups[prefix] == nil {
			prefixes = append(prefixes, prefix)
		}
		groups[prefix] = append(groups[prefix], name[i+1:])
	}
	if len(unprefixed) > 0 {
		lines = append(lines, strings.Join(unprefixed, " "))
	}
	for i, prefix := range prefixes {
		group := groups[prefix]
		if group == nil { // in the line of an earlier prefix
			continue
		}
		for _, laterPrefix := range prefixes[i+1:] {
			if strings.Join(groups[laterPrefix], " ") == strings.Join(group, " ") {
				prefix += " " + laterPrefix
				delete(groups, laterPrefix)
			}
		}
		lines = append(lines, prefix+" … "+strings.Join(group, " "))
	}
	if hasOther {
		lines = append(lines, "other. before any of these except tag. and ruling.: the same for the opponent")
	}
	return lines
}

// writeMistakes lists the codes of mistakes and warnings.
func writeMistakes(w *textWriter) {
	w.writeTitle("What hybrid vet finds, by code")
	for _, warnings := range []bool{false, true} {
		if warnings {
			w.writeLine("%s", w.paintText(bold, "Warnings"))
		}
		for _, meaning := range source.Codes() {
			if meaning.Warning == warnings {
				w.writeLine("  %s", w.paintText(bold, string(meaning.Code)))
				w.writeIndented("      ", meaning.Text)
			}
		}
		w.writeLine("")
	}
}
