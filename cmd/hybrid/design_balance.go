package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hybrid/gm/balance"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/simulate"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// `hybrid balance`: searches for an encounter of a given difficulty, the goal: wishes for the chance to win and for the average losses of
// one side. The search itself is in gm/balance. It varies axes: parts of the encounter, each with a list of possible values. A mix chooses
// one value for each axis, which gives one variant of the encounter. Mixes are compared by simulated fights.

// balanceFlags holds the wanted difficulty of an encounter, and the parts that the search may change.
type balanceFlags struct {
	search      balance.Search // the search; some flags set its fields directly, prepareSearch sets the others
	win, losses string         // wanted chance to win and average losses of the side; "" for any
	side        string         // key of the side to which win and losses apply; "" for the players' side
	with        []string       // numbers of a character to try, each CHARACTER=VALUES or CHARACTER=SIDE:VALUES
	vary        []string       // values of character files to try, each WHO.SECTION.NAME=VALUES
	tactics     []string       // tactics to try, each WHO=VALUES
	write       string         // name of the file for the best mix; ownFile for the encounter's own, "" for none
}

// ownFile is the value of --write if it is given without a name: the best mix is written into the encounter's own file.
const ownFile = "."

// balanceCommand returns the command `balance`.
func balanceCommand(p *program) *cobra.Command {
	var flags balanceFlags
	cmd := &cobra.Command{
		Use:   balanceName + " ENCOUNTER",
		Short: "Find the opponents for a given difficulty",
		Long: "Find the opponents that make an encounter as hard as you want, by simulated fights. The search varies how many of a\n" +
			"character take part (--with), values of a character file (--vary) and tactics (--tactic). Without these flags it\n" +
			"varies the number of each kind of opponent. All mixes fight a few times, except mixes that are certainly too hard.\n" +
			"The nearer ones fight more and more often. The figures shown come from fights after the search, with an interval\n" +
			"for each. After --time, or with Ctrl-C, the search ends and shows the best mixes so far.",
		ValidArgsFunction: p.encounterNames,
		RunE:              func(_ *cobra.Command, args []string) error { return balanceEncounter(p, args, &flags) },
	}
	set, s := cmd.Flags(), &flags.search
	set.StringVar(&flags.win, "win", "", "wanted `chance` that the side wins: 70%, 60..75%, \">60%\"")
	set.StringVar(&flags.losses, "losses", "", "wanted average `number` of its members out at the end: 1, 1..2, \"<1\"")
	set.StringVar(&flags.side, "for", "", "the `side` that --win and --losses are about (default that of the players' characters)")
	set.StringArrayVar(&flags.with, "with", nil, "numbers of a character to try, `CHARACTER=0..6` or CHARACTER=SIDE:0..6 (repeatable)")
	set.StringArrayVar(&flags.vary, "vary", nil, "values of a character file to try, a `range` WHO.skills.SKILL=4..12/2 or a list WHO.gear=ONE,OTHER (repeatable)")
	set.StringArrayVar(&flags.tactics, "tactic", nil, "tactics to try, `WHO=TACTIC,TACTIC` (repeatable)")
	set.Var((*countValue)(&s.Runs), "runs", "number of `fights` of each mix shown (default as many as --within takes)")
	s.Precision, s.Confidence = balance.UsualPrecision, simulate.UsualConfidence
	addPrecisionFlags(set, &s.Precision, &s.Confidence)
	set.IntVar(&s.MaxMixes, "mixes", balance.UsualMaxMixes, "largest `number` of mixes; of more, an evenly spread part is searched")
	s.Time = balance.UsualTime
	set.Var((*timeValue)(&s.Time), "time", "`seconds` after which the search is cut short; 0 for no limit")
	set.IntVar(&s.Workers, "cores", 0, "`number` of fights at once (default the number of cores)")
	s.Counts = simulate.UsualCounts
	set.Var((*numberValue)(&s.Counts), "counts", "number of `"+p.campaign.Rules.CountWord()+"s` after which a fight is undecided")
	set.IntVar(&s.Finalists, "best", balance.UsualFinalists, "`number` of mixes shown")
	set.StringVar(&flags.write, "write", "", "file for the best mix: the encounter's own, or with --write=`NAME` a new one")
	set.Lookup("write").NoOptDefVal = ownFile
	return cmd
}

// addPrecisionFlags adds the flags for the precision of a simulation's figures.
func addPrecisionFlags(set *pflag.FlagSet, precision, sure *float64) {
	set.Var((*percentValue)(precision), "within", "half the width of the interval of each `share` of wins")
	set.Var((*percentValue)(sure), "sure", "confidence of the intervals, a `share`")
}

// balanceEncounter searches for opponents as flags specify, and writes the result. With --write, it also writes the best mix into an
// encounter's file.
func balanceEncounter(p *program, args []string, flags *balanceFlags) error {
	usage := &cobra.Command{Use: "balance ENCOUNTER"}
	if err := wantArgs("ENCOUNTER…")(usage, args); err != nil {
		return err
	}
	s := &flags.search
	if err := prepareSearch(p, strings.Join(args, " "), flags); err != nil {
		return badInput(err)
	}
	var old []byte
	target := *s.Encounter // a copy, since readEncounterBase can rename it
	if flags.write != "" {
		var err error
		if old, err = readEncounterBase(p, &target, flags.write); err != nil {
			return err
		}
	}
	debug.SetGCPercent(busyGCPercent)
	ctx, stop := signal.NotifyContext(p.workContext(), os.Interrupt)
	defer stop()
	meter := newProgress(p.stderr)
	found, err := s.Run(ctx, searchProgress(p, meter, s))
	meter.clear()
	if err != nil {
		return badInput(err)
	}
	if err := writeMixes(p, found); err != nil || flags.write == "" {
		return err
	}
	return writeBestMix(p, s, found, &target, old)
}

// prepareSearch completes flags.search: the campaign, the encounter with the given name, the goal and the axes.
func prepareSearch(p *program, name string, flags *balanceFlags) (err error) {
	s := &flags.search
	s.Campaign, s.Seed = p.campaign, p.flags.seed
	if s.Encounter, err = encounterOf(p, name); err != nil {
		return err
	}
	if flags.win != "" {
		if s.Win, err = balance.ReadWish(flags.win, true); err != nil {
			return fmt.Errorf("--win %w", err)
		}
	}
	if flags.losses != "" {
		if s.Losses, err = balance.ReadWish(flags.losses, false); err != nil {
			return fmt.Errorf("--losses %w", err)
		}
	}
	s.Side = cmp.Or(flags.side, s.Encounter.PlayersSide(p.campaign))
	return flags.setAxes(p.campaign)
}

// setAxes sets the axes of the search from --with, --vary and --tactic. If none of them is given, the axes are the numbers of opponents.
func (flags *balanceFlags) setAxes(c *campaign.Campaign) error {
	s := &flags.search
	foes := "" // the first other side, which combatants join if --with names no side
	for _, m := range s.Encounter.Combatants {
		if m.Side != s.Side {
			foes = cmp.Or(foes, m.Side)
		}
	}
	// add adds the axis that newAxis returns for text, the value NAME=VALUES of a flag; example shows how to write such a value
	add := func(flag, text, example string, newAxis func(name string, values []string) (balance.Axis, error)) error {
		name, values, found := strings.Cut(text, "=")
		list, err := parseValueList(values)
		if !found || err != nil {
			return fmt.Errorf("“--%s %s” has no values. Write %s.", flag, text, example)
		}
		axis, err := newAxis(strings.TrimSpace(name), list)
		s.Axes = append(s.Axes, axis)
		return err
	}
	for _, text := range flags.with {
		side := ""
		if name, rest, found := strings.Cut(text, "="); found {
			if before, numbers, named := strings.Cut(rest, ":"); named { // CHARACTER=SIDE:VALUES
				side, text = before, name+"="+numbers
			}
		}
		if err := add("with", text, "CHARACTER=0..6", func(name string, values []string) (balance.Axis, error) {
			return balance.VaryNumbers(c, s.Encounter, name, side, foes, values)
		}); err != nil {
			return err
		}
	}
	for _, text := range flags.vary {
		if err := add("vary", text, "WHO.SECTION.NAME=4..12, or WHO.gear=ONE,OTHER", func(name string, values []string) (balance.Axis, error) {
			return balance.VaryValues(c, name, values)
		}); err != nil {
			return err
		}
	}
	for _, text := range flags.tactics {
		if err := add("tactic", text, "WHO=TACTIC,TACTIC", func(name string, values []string) (balance.Axis, error) {
			return balance.VaryTactics(c, name, values)
		}); err != nil {
			return err
		}
	}
	if len(s.Axes) > 0 {
		return nil
	}
	var err error
	s.Axes, err = balance.UsualAxes(c, s.Encounter, s.Side)
	return err
}

// parseValueList returns the values that text lists, separated by commas: numbers, words, or ranges such as 4..12 and, in steps of 2,
// 4..12/2.
func parseValueList(text string) (list []string, err error) {
	for _, part := range strings.Split(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			return nil, errors.New("there is nothing between two commas")
		}
		_, number := source.ReadNumber(part)
		if !number && !strings.Contains(part, "..") {
			list = append(list, part)
			continue
		}
		numbers, err := parseNumberRange(part, 1)
		if err != nil {
			return nil, err
		}
		list = append(list, collect.Map(numbers, func(x float64) string { return command.Number(x) })...)
	}
	return list, nil
}

// searchProgress returns a function that shows, on a terminal, the progress of a search and the table of the best mixes so far.
func searchProgress(p *program, meter *progress, s *balance.Search) func(balance.Progress) {
	// an unfinished result with only the fields that writeMixTable reads
	found := &balance.SearchResult{Side: s.Side, Win: s.Win, Losses: s.Losses, Confidence: s.Confidence}
	found.Axes = append(found.Axes, collect.Map(s.Axes, func(axis balance.Axis) string { return axis.Name })...)
	return func(now balance.Progress) {
		if !meter.isDueNow() {
			return
		}
		var table strings.Builder
		w := newTextWriter(&table)
		w.width = p.textWriter().width
		found.Best = nil
		found.Best = append(found.Best, collect.Map(now.Best, func(m *balance.Mix) balance.Mix { return *m })...)
		w.writeLine("%s", searchLine(now, time.Since(meter.began), s.Time))
		if len(found.Best) > 0 { // none before the first fight is over
			w.writeMixTable(found)
		}
		meter.showBlock(strings.Split(strings.TrimSuffix(table.String(), "\n"), "\n"), w.width)
	}
}

// searchLine returns the line of progress: the fights so far, the time taken, the limit unless it is 0, and how to end the search.
func searchLine(now balance.Progress, taken, limit time.Duration) string {
	limitText := ""
	if limit > 0 {
		limitText = fmt.Sprintf(" of %.0f", limit.Seconds())
	}
	return fmt.Sprintf("Searching: %d of about %d fights, %.0f%s s · Ctrl-C: best so far", now.Fights, now.Expected, taken.Seconds(), limitText)
}

// cutShortText says how far a search came before its time limit or Ctrl-C ended it.
func cutShortText(found *balance.SearchResult) string {
	return fmt.Sprintf("Cut short: %d of %d mixes fought. Allow more time with --time, or fewer values.", found.FoughtMixes, found.SampledMixes)
}

// writeMixesText writes the result of a search as text: the goal, the axes, the table of the best mixes, and how to read it.
func (w *textWriter) writeMixesText(found *balance.SearchResult) {
	var wishes []string
	if found.Win.IsSet() {
		wishes = append(wishes, "wins "+found.Win.String())
	}
	if found.Losses.IsSet() {
		wishes = append(wishes, "loses "+found.Losses.String())
	}
	w.writeTitle("%s: %s %s", found.Label, found.Side, strings.Join(wishes, ", "))
	var ranges []string
	for i, name := range found.Axes {
		ranges = append(ranges, name+" "+found.Ranges[i])
	}
	mixes := fmt.Sprintf("%d", found.SampledMixes)
	if found.SampledMixes < found.Mixes {
		mixes = fmt.Sprintf("%d of %d", found.SampledMixes, found.Mixes)
	}
	mixes += " mixes"
	if found.ExcludedMixes > 0 {
		mixes += fmt.Sprintf(", %d of them certainly too hard", found.ExcludedMixes)
	}
	w.writeWrapped(fmt.Sprintf("%s: %s, %d fights, seed %d", strings.Join(ranges, "; "), mixes, found.Fights, found.Seed))
	if found.Stopped {
		w.writeWrapped(cutShortText(found))
	}
	if len(found.Best) == 0 {
		w.writeLine("The search found no mix. Let it run longer.")
		return
	}
	w.writeMixTable(found)
	w.writeLine("")
	meets := 0
	for i := range found.Best {
		if found.Meets(&found.Best[i]) {
			meets++
		}
	}
	if meets == 0 {
		w.writeWrapped("None of these mixes meets the goal; they come nearest. Allow more with --with, --vary or --tactic, or change the goal.")
		return
	}
	memberCount := found.OutcomeOf(&found.Best[0]).MemberCount
	w.writeWrapped(fmt.Sprintf("▸ meets the goal, as far as these fights tell. \"loses\" is the average number of the %d of %s who are out at the end. "+
		"The columns after it are the average losses of each in the pools.", memberCount, found.Side))
}

// writeMixTable writes the table of the best mixes of a search: a row for each mix as mixRow returns it, below the headings.
func (w *textWriter) writeMixTable(found *balance.SearchResult) {
	head := []cell{{}}
	head = append(head, collect.Map(found.Axes, func(name string) cell { return rightCell(name[strings.LastIndexByte(name, '.')+1:]) })...)
	sure := confidenceText(found.Confidence) // heading of the columns with intervals
	head = append(head, rightCell("wins"), rightCell(sure), rightCell("loses"), rightCell(sure))
	head = append(head, collect.Map(found.Best[0].Fight.Pools, rightCell)...)
	rows := [][]cell{append(head, rightCell("time"))}
	for i := range found.Best {
		rows = append(rows, mixRow(found, &found.Best[i]))
	}
	w.abbreviateHeadings(rows, len(found.Axes))
	w.writeTable(rows)
}

// confidenceText formats a confidence level, given as a share from 0 to 1, as a percentage.
func confidenceText(sure float64) string { return command.Number(100*sure) + "%" }

// abbreviateHeadings replaces headings with letters if the table is too wide, and writes a legend. It changes the given number of columns
// after the first one.
func (w *textWriter) abbreviateHeadings(rows [][]cell, columns int) {
	if widths, total := columnWidths(rows); total < w.width+len(widths) { // fits at least with narrower gaps
		return
	}
	var meanings []string
	for i := range columns {
		letter := string(rune('a' + i%26))
		meanings = append(meanings, letter+" "+rows[0][1+i].text)
		rows[0][1+i].text = letter
	}
	w.writeWrapped(strings.Join(meanings, ", "))
}

// mixRow returns a mix as a row of a table: whether it meets the goal, its values, wins and losses with their intervals, the average loss
// of each pool per member of the side, and the median duration.
func mixRow(found *balance.SearchResult, m *balance.Mix) []cell {
	row := []cell{{}}
	if found.Meets(m) {
		row[0] = cell{text: "▸", style: good}
	}
	row = append(row, collect.Map(m.Values, rightCell)...)
	outcome, all := found.OutcomeOf(m), m.Fight.Result(&m.Counts) // outcome for the side; result of the whole fight
	wins, losses := outcome.Wins, outcome.Losses
	row = append(row, rightCell(percentTenths(wins.Share)), rightCell(strings.TrimSuffix(rules.FormatPercent(wins.Low), "%")+"–"+rules.FormatPercent(wins.High)),
		rightCell(fmt.Sprintf("%.2f", losses.Mean)), rightCell(fmt.Sprintf("%.2f–%.2f", losses.Low, losses.High)))
	for i := range m.Fight.Pools {
		sum := 0.0
		for _, f := range all.Fighters {
			for _, lost := range f.PoolLosses {
				if f.Side == found.Side && lost.Pool == m.Fight.Pools[i] {
					sum += lost.Mean
				}
			}
		}
		row = append(row, rightCell(command.FormatSigned(roundTenth(-sum/float64(outcome.MemberCount)))))
	}
	if m.Fight.Count > 0 { // the game defines how many seconds a count takes
		return append(row, rightCell(secondsText(all.Seconds.Median)))
	}
	return append(row, rightCell(m.Fight.SpanText(all.Counts.Median)))
}

// writeMixes writes the result of a search in the requested format.
func writeMixes(p *program, found *balance.SearchResult) error {
	var rows []object
	for i := range found.Best {
		m := &found.Best[i]
		o, err := objectOf(m.Fight.Result(&m.Counts))
		if err != nil {
			return err
		}
		values := object{}
		for k, name := range found.Axes {
			values = append(values, member{name, m.Values[k]})
		}
		rows = append(rows, append(object{{"mix", values}, {"meets", found.Meets(m)}}, o...))
	}
	facts := object{{"label", found.Label}, {"side", found.Side}, {"wishes", object{{"win", found.Win.String()}, {"losses", found.Losses.String()}}},
		{"mixes", found.Mixes}, {"sampled", found.SampledMixes}, {"ruled", found.ExcludedMixes}, {"fights", found.Fights}, {"seed", found.Seed}, {"stopped", found.Stopped}, {"rows", rows}}
	if found.Stopped {
		facts = append(facts, member{"note", cutShortText(found)})
	}
	return p.write(report{facts: facts, text: func(w *textWriter) { w.writeMixesText(found) }})
}

// readEncounterBase returns the text of the encounter's file, on which the file for the best mix is based. Unless name is ownFile, name is
// the name of a new file, which must not exist yet, and e is renamed to it. The function is called before the simulation, so that a bad
// name is reported at once.
func readEncounterBase(p *program, e *campaign.Encounter, name string) (old []byte, err error) {
	_, own, err := p.campaign.EncounterFile(e.Name)
	if err != nil || name == ownFile {
		if err == nil && len(own) == 0 {
			err = fmt.Errorf("%s isn't an encounter of this campaign. Name a new file: --write=NAME.", e.Name)
		}
		return own, err
	}
	newName := campaign.FileName(name)
	if newName == "" {
		return nil, message.NotA("--write="+name, "a name", "Use letters and digits")
	}
	file, existing, err := p.campaign.EncounterFile(newName)
	if err != nil {
		return nil, err
	}
	if len(existing) > 0 {
		return nil, message.Exists(file, "Choose another name, or balance that encounter")
	}
	e.Name = newName
	return own, nil
}

// writeBestMix writes the best mix into the file of the encounter target. old is the text of the original encounter's file; everything in
// it except the combatants is kept, including comments and order.
func writeBestMix(p *program, s *balance.Search, found *balance.SearchResult, target *campaign.Encounter, old []byte) error {
	if len(found.Best) == 0 {
		return errors.New("No mix was found, so nothing was written.")
	}
	mixed, err := s.EncounterWith(found.Best[0].Values)
	if err != nil {
		return err
	}
	mixed.Name = target.Name
	text, err := p.campaign.EncounterText(mixed, old)
	if err != nil {
		return err
	}
	_, current, err := p.campaign.EncounterFile(target.Name)
	if err != nil {
		return err
	}
	if target.Name == s.Encounter.Name && !slices.Equal(current, old) {
		return fmt.Errorf("The file of %s was changed meanwhile. Nothing was written.", target.Name)
	}
	file, err := p.campaign.WriteEncounter(target.Name, text, current)
	if err == nil {
		p.writeNote("written: %s", file)
	}
	return err
}
