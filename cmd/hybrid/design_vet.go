package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/campaigns"
	"hybrid/characters"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/message"
	"hybrid/rules/source"
	"hybrid/tables"
)

// `hybrid vet`: finds mistakes and warns of doubtful places in files, in campaigns, and in everything that is built in. Mistakes and
// warnings are collected in a source.Report while the data is loaded. A pack is the set of tables of a game; a campaign adds its own tables
// to a pack, and can choose among variants of rules (rulings). Corrections are in design_vetfix.go, formats for code hosts in
// design_vetformat.go, and repeated checks in design_vetwatch.go.

// vetCommand returns the command `vet`.
func vetCommand(p *program) *cobra.Command {
	v := &vetRun{program: p, seen: map[string]bool{}, loaded: map[string]*campaign.Campaign{}}
	cmd := &cobra.Command{
		Use:   vetName + " [PATH…]",
		Short: "Check campaign files for mistakes",
		Long: "Load campaigns, packs, character files and encounter files, and print every mistake and warning. A path is a file, a\n" +
			"folder or the name of a built-in campaign. Without one, it checks the campaign in this folder, or else the one of --campaign and everything built in.\n\n" +
			"On a terminal, each mistake is marked in its line of the file. Elsewhere, each is one line for editors:\n" +
			"file:line:column: message [code]. hybrid help mistakes lists the codes. The exit code is 2 for mistakes, 1 for\n" +
			"warnings with --strict, and otherwise 0. --format github and sarif are for the checks of a code host.\n\n" +
			"--fix corrects certain mistakes: a name or key with one near neighbour, and a file that ends in .yml. It shows the\n" +
			"changes and asks; --yes writes them at once.",
		RunE: func(cmd *cobra.Command, args []string) error {
			v.display = newProgress(v.stderr)
			v.words = verbs.Table.Names()
			for _, sub := range cmd.Root().Commands() {
				if sub.GroupID != groupActions { // the pack's actions are commands, too
					v.words = append(v.words, sub.Name())
				}
			}
			if !slices.Contains(mistakeFormats(), v.format) {
				return fmt.Errorf("--format must be one of %s, not %s.", strings.Join(mistakeFormats(), ", "), v.format)
			}
			switch {
			case len(args) > 0 || v.flags.flagSet.Changed("campaign"):
			case defaultCampaign() != campaign.Sample: // the campaign in the current folder
				args = []string{defaultCampaign()}
			case lacksCampaignFile("."): // vetting the folder reports that
				args = []string{"."}
			}
			if v.origins {
				return v.showOrigins(args)
			}
			if v.fix {
				return v.fixMistakes(args)
			}
			if v.watch {
				return v.watchFiles(cmd.Context(), args)
			}
			v.vetAll(args)
			return v.writeResult()
		},
	}
	cmd.Flags().BoolVar(&v.strict, "strict", false, "exit code 1 for warnings")
	cmd.Flags().BoolVar(&v.watch, "watch", false, "a new check whenever a file changes, until Ctrl-C")
	cmd.Flags().BoolVar(&v.origins, "origins", false, "a list of the entries that each layer adds, changes or removes")
	cmd.Flags().BoolVar(&v.fix, "fix", false, "correct names with one near neighbour and .yml endings, after a question")
	cmd.Flags().BoolVar(&v.yes, "yes", false, "with --fix, write the changes without a question")
	cmd.Flags().StringVar(&v.format, "format", formatAuto, "`format` of mistakes: "+strings.Join(mistakeFormats(), ", "))
	return cmd
}

// vetAll vets paths or, if there are none, the campaign of --campaign and everything built in.
func (v *vetRun) vetAll(paths []string) {
	for _, path := range paths {
		v.vetPath(path)
	}
	if len(paths) == 0 {
		v.vetBuiltIn()
	}
}

// vetRun is one run of `hybrid vet`, with its flags. It loads data and collects the mistakes and warnings in it.
type vetRun struct {
	*program
	report  source.Report                 // mistakes and warnings so far
	seen    map[string]bool               // set of the names of the files that were read
	loaded  map[string]*campaign.Campaign // loaded campaigns by folder or name; nil for one that couldn't be loaded
	words   []string                      // commands and words of the prompt, none of which can be the name of an action
	strict  bool                          // whether warnings make the exit code 1
	watch   bool                          // whether files are checked again when they change
	origins bool                          // whether to list the changes by each layer instead of mistakes (design_origins.go)
	fix     bool                          // whether to make the corrections that are certain
	yes     bool                          // whether to make them without asking
	format  string                        // value of --format, one of mistakeFormats
	display *progress                     // progress line on the terminal, with the number of files read
}

// noteFile records that a file was read.
func (v *vetRun) noteFile(name string) {
	v.seen[name] = true
	v.display.show(len(v.seen), 0, "files")
}

// writeResult prints every mistake and warning, or the number of files without any.
func (v *vetRun) writeResult() error {
	v.display.clear()
	var mistakes source.Mistakes
	errors.As(v.report.Err(), &mistakes)
	warnings := v.report.Warnings()
	code := v.exitCode(mistakes, warnings)
	if v.format == formatSarif {
		if err := encodeJSON(v.stdout, sarifObject(mistakes, warnings), " "); err != nil {
			return err
		}
		return code
	}
	facts := object{{"files", len(v.seen)}, {"mistakes", mistakesJSON(mistakes)}, {"warnings", mistakesJSON(warnings)}}
	return v.write(report{facts: facts, code: code, text: func(w *textWriter) {
		for _, m := range mistakes {
			v.writeMistake(m)
		}
		v.writeWarnings(warnings)
		if len(mistakes) == 0 {
			w.writeLine("%s, no mistakes%s", countText(len(v.seen), "file", "files"), withWarnings(len(warnings)))
		}
	}})
}

// maxAlike is the number of warnings with the same code up to which all are written. If there are more, only the first firstAlike are.
const maxAlike, firstAlike = 12, 3

// writeWarnings writes warnings. If many have the same code, it writes the first ones and the number of others, unless --format requires
// each.
func (v *vetRun) writeWarnings(warnings source.Mistakes) {
	count, written := map[source.Code]int{}, map[source.Code]int{}
	for _, m := range warnings {
		count[m.Code]++
	}
	for _, m := range warnings {
		if written[m.Code]++; v.format != formatAuto || count[m.Code] <= maxAlike || written[m.Code] <= firstAlike {
			v.writeMistake(m)
		} else if written[m.Code] == count[m.Code] {
			w := newTextWriter(v.stdout)
			w.writeLine("%s%d more of this kind. Show all: hybrid %s --format %s %s", w.paintText(caution, "warning: "), count[m.Code]-firstAlike, vetName, formatPlain, w.paintText(dim, "["+string(m.Code)+"]"))
		}
	}
}

// exitCode returns the exit status as an error: exitBad if there are mistakes, exitRefused if there are warnings and --strict is set, or
// nil.
func (v *vetRun) exitCode(mistakes, warnings source.Mistakes) error {
	switch {
	case len(mistakes) > 0:
		return exitStatus(exitBad)
	case len(warnings) > 0 && v.strict:
		return exitStatus(exitRefused)
	}
	return nil
}

// withWarnings returns ", n warnings", or "" if n is 0.
func withWarnings(n int) string {
	if n == 0 {
		return ""
	}
	return ", " + countText(n, "warning", "warnings")
}

// mistakesJSON returns mistakes as JSON objects.
func mistakesJSON(mistakes source.Mistakes) []object {
	list := []object{}
	for _, m := range mistakes {
		list = append(list, object{{"file", m.Pos.File}, {"line", m.Pos.Line}, {"column", m.Pos.Col}, {"code", m.Code}, {"text", m.Text}})
	}
	return list
}

// addErrors adds the error of a load to the report: its mistakes if it holds any, otherwise the error itself. err can be nil.
func (v *vetRun) addErrors(err error) {
	var mistakes source.Mistakes
	if errors.As(err, &mistakes) {
		v.addMistakes(mistakes)
		return
	}
	if err != nil {
		v.report.Addf(source.Pos{}, "%s", err)
	}
}

// addMistakes adds mistakes to the report.
func (v *vetRun) addMistakes(mistakes source.Mistakes) {
	for _, m := range mistakes {
		v.report.Adopt(m)
	}
}

// vetBuiltIn checks the campaign of --campaign and everything that is built in.
func (v *vetRun) vetBuiltIn() {
	v.vetCampaign(v.flags.campaign)
	for _, name := range campaign.Folders(campaigns.Files) {
		v.vetCampaignWith(name, nil) // the choices of --ruling apply only to the campaign of --campaign
		v.readBelow(campaigns.Files, name, "campaigns/"+name)
	}
	for _, name := range campaign.Folders(tables.Files) {
		v.vetPack("tables/"+name, v.readFolder(tables.Files, name, "tables/"+name))
	}
	v.readBelow(characters.Files, ".", "characters")
}

// vetPath loads the folder or file at a path, or a built-in campaign if there is no such path.
func (v *vetRun) vetPath(path string) {
	info, err := os.Stat(path)
	switch {
	case err != nil && campaign.IsBuiltIn(path):
		v.vetCampaign(path)
		v.readBelow(campaigns.Files, path, "campaigns/"+path)
	case err != nil:
		v.report.Add(source.NoFile, source.Pos{File: path}, "%v", message.Unreadable("this", err))
	case info.IsDir():
		v.vetFolder(path)
	case !info.Mode().IsRegular():
		v.report.Add(source.NoFile, source.Pos{File: path}, "This is neither a file nor a folder. Remove it.")
	default:
		v.vetFile(path)
	}
}

// vetFolder loads the folder at path: a campaign, a folder within one, a pack, or a folder of characters or encounters. For a folder within
// a campaign, it loads the whole campaign.
func (v *vetRun) vetFolder(path string) {
	if home := campaignOf(path); home != "" {
		v.vetCampaign(home)
		return
	}
	var pack []source.File
	files := v.readFolder(os.DirFS(path), ".", path)
	for _, file := range files {
		if kindOfFile(file) == packFile {
			pack = append(pack, file)
			continue
		}
		v.vetCharacterOrEncounter(file)
	}
	switch {
	case len(files) == 0 && lacksCampaignFile(path):
		v.report.Add(source.NoFile, source.Pos{File: path}, "This folder of a campaign has no campaign.yaml. Add it: `campaign: {label: NAME}`.")
	case len(files) == 0:
		v.report.Add(source.NoFile, source.Pos{File: path}, "This folder has no .yaml file. Name a campaign's folder, a pack or a file.")
	}
	if len(pack) > 0 {
		v.vetPack(path, pack)
	}
}

// lacksCampaignFile reports whether a folder has the folders of a campaign with files in them, but no campaign.yaml.
func lacksCampaignFile(folder string) bool {
	return campaignOf(folder) == "" && slices.ContainsFunc([]string{"tables", "characters", "encounters"}, func(name string) bool {
		entries, _ := os.ReadDir(filepath.Join(folder, name))
		return slices.ContainsFunc(entries, func(entry fs.DirEntry) bool { return campaign.IsData(entry.Name()) })
	})
}

// campaignOf returns folder if it is a campaign's, its parent if that is, or "". A campaign's folder contains campaign.yaml, or a file that
// was probably meant to have that name.
func campaignOf(folder string) string {
	for _, home := range []string{folder, filepath.Join(folder, "..")} {
		if _, err := os.Stat(filepath.Join(home, "campaign.yaml")); err == nil || campaign.FindMisnamedFile(home) != "" {
			return filepath.Clean(home)
		}
	}
	return ""
}

// vetFile loads one file. A file of tables or a campaign.yaml is loaded with the whole campaign or pack that contains it.
func (v *vetRun) vetFile(path string) {
	folder := filepath.Dir(path)
	isCharacterOrEncounter := filepath.Base(folder) == "characters" || filepath.Base(folder) == "encounters"
	if home := campaignOf(folder); home != "" && !isCharacterOrEncounter {
		v.vetCampaign(home)
		return
	}
	data, err := campaign.ReadFile(path)
	if err != nil {
		v.report.Add(source.NoFile, source.Pos{File: path}, "%v", message.Unreadable("this", err))
		return
	}
	v.noteFile(path)
	file := source.File{Name: path, Data: data}
	if kindOfFile(file) == packFile {
		v.vetFolder(folder)
		return
	}
	v.vetCharacterOrEncounter(file)
}

// vetCharacterOrEncounter loads a character or an encounter by the rules of the campaign that contains it or, if none does, of --campaign.
// If that campaign can't be loaded, only the YAML of the file is checked.
func (v *vetRun) vetCharacterOrEncounter(file source.File) {
	home := campaignOf(filepath.Dir(file.Name))
	c := v.campaign
	if home != "" {
		c = v.vetCampaign(home)
	} else if c == nil || v.loadError != nil {
		c = v.vetCampaign(v.flags.campaign)
	}
	kind := kindOfFile(file)
	if kind == brokenFile || c == nil {
		v.checkYAML(file)
		return
	}
	var err error
	if kind == encounterFile {
		_, err = c.ReadEncounter(file.Name, file.Data)
	} else {
		_, err = c.Rules.ReadSheet(file.Name, file.Data)
	}
	v.addErrors(err)
}

// fileKind is the kind of data in a YAML file: tables of a pack or campaign, a character or an encounter.
type fileKind int

const (
	brokenFile fileKind = iota // not YAML
	packFile
	characterFile
	encounterFile
)

// kindOfFile returns the kind of a file, judging by its keys.
func kindOfFile(file source.File) fileKind {
	node := source.Parse(file.Name, file.Data, &source.Report{})
	stats := node.Get("stats")
	switch {
	case node == nil:
		return brokenFile
	case node.Get("combatants") != nil || node.Get("encounter") != nil:
		return encounterFile
	case node.Get("character") != nil:
		return characterFile
	case stats != nil && len(stats.Fields) > 0 && stats.Fields[0].Value.Kind == source.Scalar: // its values; in a pack, stats are maps
		return characterFile
	}
	return packFile
}

// checkYAML reports the YAML mistakes of a file.
func (v *vetRun) checkYAML(file source.File) { source.Parse(file.Name, file.Data, &v.report) }

// vetPack loads a pack by itself, outside any campaign. name is its folder's name in messages.
func (v *vetRun) vetPack(name string, files []source.File) {
	layers := []rules.Layer{{Name: filepath.Base(name), Files: append(campaign.Languages(&v.report), files...)}}
	var rs *rules.Ruleset
	var warnings source.Mistakes
	var err error
	v.display.showWhile("checking "+name, func() {
		if rs, warnings, err = rules.Vet(layers, nil); err == nil {
			warnings = append(warnings, rules.VetChoices(layers, nil)...)
		}
	})
	v.addMistakes(warnings)
	v.addErrors(err)
	if err == nil {
		v.warnReservedNames(rs)
	}
}

// vetCampaign loads and checks a campaign once, with the choices of --ruling. It returns nil if the campaign can't be loaded.
func (v *vetRun) vetCampaign(name string) *campaign.Campaign {
	choices, err := parseRulings(v.flags.rulings)
	v.addErrors(err)
	return v.vetCampaignWith(name, choices)
}

// vetCampaignWith loads and checks a campaign once, with choices of rulings. It returns nil if the campaign can't be loaded.
func (v *vetRun) vetCampaignWith(name string, choices map[string]string) *campaign.Campaign {
	if c, known := v.loaded[name]; known {
		return c
	}
	var c *campaign.Campaign
	var warnings source.Mistakes
	var err error
	v.display.showWhile("checking "+name, func() {
		if c, warnings, err = campaign.Vet(name, choices); c != nil {
			warnings = append(warnings, c.VetChoices()...)
		}
	})
	v.addMistakes(warnings)
	v.addErrors(err)
	if c != nil {
		verbs.VetClocks(c, &v.report)
		v.warnReservedNames(c.Rules)
		refreshSchemas(v.program, c)
	}
	v.loaded[name] = c
	if _, err := os.Stat(name); err == nil {
		v.readBelow(os.DirFS(name), ".", name)
	}
	return c
}

// warnReservedNames warns of names that the game master couldn't use, since they have another meaning for the program. These are names of
// actions, situations, tasks, skills and items that are commands or words of the prompt, and flags that the program or another entry
// already has.
func (v *vetRun) warnReservedNames(rs *rules.Ruleset) {
	if rs == nil {
		return
	}
	v.warnActionNames(rs)
	v.warnOptionNames(rs)
	for _, t := range rs.Tasks.All {
		v.warnWord(&t.Head, []string{"with", "by"}, "roll this task")
	}
	for _, s := range rs.Skills.All {
		v.warnWord(&s.Head, []string{"by", "against"}, "roll this skill")
	}
	for _, i := range rs.Items.All {
		v.warnWord(&i.Head, []string{"nothing", "other"}, "hold this thing")
	}
}

// warnActionNames warns of actions whose names are commands of the program, and of flags of actions that are flags of the program.
func (v *vetRun) warnActionNames(rs *rules.Ruleset) {
	for _, action := range rs.Actions.All {
		if action.IsDeclaredByName(rs) && slices.Contains(v.words, action.Name) {
			v.report.Warn(source.Hidden, action.Pos, "%s is a command of the program, so this action can't be declared. Rename it.", action.Name)
		}
		if action.Ask != nil && isOwnFlag(action.Ask.Flag) {
			v.warnFlag(action.Ask.Pos, action.Ask.Flag, action.Name)
		}
		if isOwnFlag(action.Flag) {
			v.warnFlag(action.Pos, action.Flag, action.Name)
		}
	}
}

// warnOptionNames warns of situations and modifiers whose flags the program or another entry already has, and of situations whose names are
// words of the prompt or flags of other entries.
func (v *vetRun) warnOptionNames(rs *rules.Ruleset) {
	flags := map[string]*rules.Head{} // situations and modifiers by their flags
	// checkFlag warns if flag is taken, and otherwise adds it to flags
	checkFlag := func(head *rules.Head, flag string) {
		switch other, taken := flags[flag]; {
		case flag == "":
		case isOwnFlag(flag) || slices.Contains(command.OptionWords(), flag):
			v.warnFlag(head.Pos, flag, head.Name)
		case taken:
			v.report.Warn(source.Hidden, head.Pos, "--%s is already the flag of %s, so %s has none. Rename it.", flag, other.Name, head.Name)
		default:
			flags[flag] = head
		}
	}
	for _, s := range rs.Situations.All {
		checkFlag(&s.Head, s.Flag)
		v.warnWord(&s.Head, command.OptionWords(), "tick it")
	}
	for _, m := range rs.Modifiers.All {
		checkFlag(&m.Head, m.Flag)
	}
	asks := map[string]*rules.Head{} // actions that ask for a value, by the flag for it; several actions can share a flag
	for _, action := range rs.Actions.All {
		if action.Ask == nil || action.Ask.Flag == "" {
			continue
		}
		if other := flags[action.Ask.Flag]; other != nil {
			v.report.Warn(source.Hidden, action.Ask.Pos, "--%s is already the flag of %s, so %s has none. Rename it.", action.Ask.Flag, other.Name, action.Name)
		}
		asks[action.Ask.Flag] = &action.Head
	}
	for _, s := range rs.Situations.All { // a situation can be typed by its name or its label
		for _, word := range slices.Compact([]string{s.Name, strings.ReplaceAll(strings.ToLower(s.Label), " ", "_")}) {
			if other := cmp.Or(flags[word], asks[word]); other != nil && other != &s.Head {
				v.report.Warn(source.Hidden, s.Pos, "%s is also the flag of %s. Rename one of them.", word, other.Name)
				break
			}
		}
	}
}

// warnWord warns if the name in head is one of words, which have another meaning at the prompt. use completes “so you can't …”, such as
// “roll this task”.
func (v *vetRun) warnWord(head *rules.Head, words []string, use string) {
	if slices.Contains(words, head.Name) {
		v.report.Warn(source.Hidden, head.Pos, "%s is a command of the program, so you can't %s. Rename it.", head.Name, use)
	}
}

// warnFlag warns that the flag of the named entry is already a flag of the program.
func (v *vetRun) warnFlag(pos source.Pos, flag, name string) {
	v.report.Warn(source.Hidden, pos, "--%s is a flag of the program, so %s has none. Rename it.", flag, name)
}

// readBelow counts every YAML file below a folder and reports invalid YAML in it, since the load of the campaign might have stopped before
// reaching that file. (The report keeps equal mistakes only once.) display is the name of the folder in messages.
func (v *vetRun) readBelow(files fs.FS, folder, display string) {
	err := fs.WalkDir(files, folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !campaign.IsData(path) {
			return err
		}
		name := filepath.ToSlash(filepath.Join(display, strings.TrimPrefix(path, folder)))
		data, err := campaign.Read(files, path)
		if err != nil {
			v.report.Add(source.NoFile, source.Pos{File: name}, "%v", message.Unreadable("this", err))
			return nil
		}
		v.noteFile(name)
		v.checkYAML(source.File{Name: name, Data: data})
		return nil
	})
	v.addErrors(err)
}

// readFolder returns the YAML files directly in a folder. display is the name of the folder in messages.
func (v *vetRun) readFolder(files fs.FS, folder, display string) (list []source.File) {
	entries, err := fs.ReadDir(files, folder)
	v.addErrors(err)
	for _, entry := range entries {
		if !campaign.IsData(entry.Name()) {
			continue
		}
		name := filepath.ToSlash(filepath.Join(display, entry.Name()))
		data, err := campaign.Read(files, filepath.ToSlash(filepath.Join(folder, entry.Name())))
		if err != nil {
			v.report.Add(source.NoFile, source.Pos{File: name}, "%v", message.Unreadable("this", err))
			continue
		}
		v.noteFile(name)
		list = append(list, source.File{Name: name, Data: data})
	}
	return list
}
