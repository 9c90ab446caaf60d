package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// `hybrid character write`: writes the ranks, statistics and experience that a character gained in the session to its file. The file itself
// doesn't change during play.

// characterCommand returns the command `character`.
func characterCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "character",
		Short: "Update a character's file from the session",
		RunE:  wantSubcommand,
	}
	cmd.AddCommand(writeCharacterCommand(p))
	return cmd
}

// writeCharacterCommand returns the command `character write`.
func writeCharacterCommand(p *program) *cobra.Command {
	var yes bool
	var to string
	cmd := &cobra.Command{
		Use:   "write WHO",
		Short: "Write ranks and experience into the character's file",
		Long: "Write raised ranks and statistics, and the remaining experience, into the character's file. Comments and order stay.\n" +
			"The difference is shown first. On a terminal, you are asked; elsewhere, use --yes. Values that are higher in the file\n" +
			"stay.",
		Example:           "  hybrid character write {who}\n  hybrid character write {who} --yes\n  hybrid character write {who} --to later.yaml",
		Args:              wantArgs("WHO"),
		ValidArgsFunction: p.completeWho(1, nil),
		RunE: func(_ *cobra.Command, args []string) error {
			x, err := newCharacterDraft(p, args[0], to)
			if err != nil {
				return err
			}
			return x.writeFile(yes)
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "write without a question")
	cmd.Flags().StringVar(&to, "to", "", "new `file` to write; the old one stays")
	return cmd
}

// characterDraft is a character's file with the changes that the session made to the character.
type characterDraft struct {
	*program
	actor            *rules.Actor     // character as it is in the session
	file             string           // path to write to
	isNew            bool             // whether the file must be created, as with --to
	oldText, newText []byte           // text of the file before and after the changes
	settings         []source.Setting // changes of single values, which lead from oldText to newText
	unchanged        []string         // sentences about values that stay as they are, although they differ in the session
}

// newCharacterDraft compares the named character in the session with its file, and prepares the changes for the file at path to, or for the
// character's own file if to is "".
func newCharacterDraft(p *program, name, to string) (*characterDraft, error) {
	played := playedState(p)
	if played == nil {
		return nil, &rules.Refusal{Text: fmt.Sprintf("No saved session for %s, so there is nothing to write.", p.campaign.Label)}
	}
	sheet, _, err := p.findCharacter(name)
	if err != nil {
		return nil, err
	}
	x := &characterDraft{program: p, file: to}
	for _, a := range slices.Concat(played.Actors, played.Away) {
		// several actors can have the same name; the one with the file's own key takes precedence
		if a.Sheet.Person.Name == sheet.Person.Name && (x.actor == nil || a.Key == sheet.Key) {
			x.actor = a
		}
	}
	if x.actor == nil {
		return nil, &rules.Refusal{Text: sheet.Person.Name + " wasn't in the session, so there is nothing to write."}
	}
	keyOrPath := sheet.Key
	if isPath(name) {
		keyOrPath = name
	}
	file, text, err := p.campaign.CharacterFile(keyOrPath)
	if err != nil && to == "" {
		return nil, fmt.Errorf("%w Write a file of your own with --to FILE.", err)
	}
	if err != nil { // a new file is based on the built-in one
		_, own, err := p.campaign.Character(keyOrPath)
		if err != nil {
			return nil, err
		}
		file, text = keyOrPath+".yaml", []byte(own)
	}
	x.oldText, x.file, x.isNew = text, cmp.Or(to, file), to != ""
	x.collectChanges(sheet)
	if err := x.applySettings(file); err != nil {
		return nil, err
	}
	_, err = p.campaign.Rules.ReadSheet(file, x.newText)
	return x, err
}

// applySettings applies the changes to the text of file. A value that can't be changed in the text is removed from settings, and the reason
// is added to unchanged. It fails if there are changes, but none can be made.
func (x *characterDraft) applySettings(file string) (err error) {
	x.newText = x.oldText
	var applied []source.Setting
	for _, s := range x.settings {
		changed, setErr := source.SetValues(file, x.newText, s)
		if setErr != nil {
			err = cmp.Or(err, setErr)
			x.unchanged = append(x.unchanged, setErr.Error())
			continue
		}
		x.newText, applied = changed, append(applied, s)
	}
	if x.settings = applied; len(applied) > 0 {
		return nil
	}
	return err
}

// Keys of a character file for ranks and points.
const (
	statsSection  = "stats"
	ranksSection  = "skills"
	pointsSection = "pools_now"
	rankKey       = "rank" // key of the rank of a skill that has other keys, too
)

// collectChanges compares the character in the session with sheet, the character in its file, and adds the differences to settings or
// unchanged. A rank or statistic changes only if it is higher in the session. The points of experience always change.
func (x *characterDraft) collectChanges(sheet *rules.Sheet) {
	rs := x.campaign.Rules
	for _, learnable := range slices.Concat(rules.Learnables(x.actor.Sheet.Skills), rs.RaisableStats()) {
		section := collect.Choose(learnable.Stat != nil, statsSection, ranksSection)
		sessionValue, inFile := learnable.CurrentValue(x.actor.Sheet), learnable.CurrentValue(sheet)
		switch {
		case sessionValue > inFile:
			x.settings = append(x.settings, source.Setting{Section: section, Key: learnable.Name(), Value: formatForFile(sessionValue), Part: rankKey})
		case sessionValue < inFile:
			x.unchanged = append(x.unchanged, fmt.Sprintf("%s stays at %s, as in the file. In the session it is %s.", learnable.Label(), command.Number(inFile), command.Number(sessionValue)))
		}
	}
	pool, ok := rs.Pools.Get(rs.Skill.Currency)
	if !ok {
		return
	}
	if inSession, inFile := x.actor.PoolValue(pool), rs.NewActor(sheet.Key, sheet).PoolValue(pool); inSession != inFile {
		x.settings = append(x.settings, source.Setting{Section: pointsSection, Key: pool.Name, Value: formatForFile(inSession)})
	}
}

// formatForFile formats a number as in a character file.
func formatForFile(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// writeFile shows the changes as a diff and, if yes is set or the user agrees, writes the file.
func (x *characterDraft) writeFile(yes bool) error {
	for _, text := range x.unchanged {
		x.writeNote("%s", text)
	}
	if len(x.settings) == 0 {
		return x.program.write(report{facts: x.changesJSON(false), text: func(w *textWriter) {
			w.writeLine("%s is up to date with the session's values of %s.", x.file, x.actor.Name)
		}})
	}
	w := x.liveWriter() // shows the diff before the question
	w.writeLine("%s", x.file)
	for _, line := range campaign.Diff(string(x.oldText), string(x.newText)) {
		style := good
		switch line.Sign {
		case ' ':
			continue
		case '-':
			style = bad
		}
		w.writeLine("  %s", w.paintText(style, string(line.Sign)+" "+line.Text))
	}
	if ask := x.terminalAsker(); !yes && ask != nil && !x.isReadByPrograms() {
		var err error
		if yes, err = ask("Write it?"); err != nil {
			return err
		}
	}
	if yes {
		err := error(nil)
		if x.isNew {
			err = createFile(x.file, string(x.newText))
		} else {
			err = writeAtomically(x.file, x.newText)
		}
		if err != nil {
			return err
		}
	}
	return cmp.Or(w.err, x.program.write(report{facts: x.changesJSON(yes), text: func(w *textWriter) {
		if yes {
			w.writeLine("written")
		} else {
			w.writeLine("Nothing was written. Use --yes to write.")
		}
	}}))
}

// changesJSON returns the changes of the character file as an object for --json. written reports whether the file was written.
func (x *characterDraft) changesJSON(written bool) object {
	changes := []object{}
	changes = append(changes, collect.Map(x.settings, func(s source.Setting) object { return object{{"path", s.Section + "." + s.Key}, {"value", s.Value}} })...)
	return object{{"who", x.actor.Key}, {"file", x.file}, {"changed", changes}, {"kept", append([]string{}, x.unchanged...)}, {"written", written}}
}
