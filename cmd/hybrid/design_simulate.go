package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/simulate"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// `hybrid simulate`: its flags, and its results as text and JSON. gm/simulate runs the fights. Several machines can share them: each runs a
// shard and writes the result, a simulate.Part, and design_simulatemerge.go merges the parts. A single machine's result is a Part as well,
// whose shard is the whole. A Part holds the simulated fight (its sides, pools and unit of time) and the raw counts; its Result holds the
// figures computed from them. A rate is a share of fights with its confidence interval.

// simulateFlags holds the flags of a simulation.
type simulateFlags struct {
	runs, cores           int            // total number of fights, and number at once; each 0 for the default
	precision, confidence float64        // half the width of the confidence intervals, and their confidence level, as shares
	counts                float64        // number of counts after which a fight is undecided
	vary                  string         // range of values to try, WHO.SECTION.NAME=4..12; "" for none
	with                  []string       // additional characters, each CHARACTER=SIDE
	tactics               []string       // other tactics, each WHO=TACTIC
	currentFight          bool           // whether to simulate the fight in progress
	shard                 simulate.Shard // part of the fights, if several machines share them
}

// simulateCommand returns the command `simulate`.
func simulateCommand(p *program) *cobra.Command {
	var flags simulateFlags
	cmd := &cobra.Command{
		Use:   simulateName + " [ENCOUNTER]",
		Short: "Simulate an encounter many times",
		Long: "Fight an encounter many times, by the same rules as at the table, with the tactics that the encounter names. Fights\n" +
			"continue until the figures are as exact as --within and --sure ask for. --here simulates the fight in progress from its\n" +
			"present " + p.campaign.Rules.CountWord() + ". The same --seed gives the same result on any machine. With --shard a machine fights a part of the\n" +
			"fights; `hybrid simulate merge` merges the parts.",
		ValidArgsFunction: p.encounterNames,
		RunE:              func(_ *cobra.Command, args []string) error { return simulateEncounter(p, args, &flags) },
	}
	set := cmd.Flags()
	set.Var((*countValue)(&flags.runs), "runs", "number of `fights` (default as many as --within takes; with --shard 2000)")
	flags.precision, flags.confidence = simulate.UsualHalfWidth, simulate.UsualConfidence
	addPrecisionFlags(set, &flags.precision, &flags.confidence)
	set.IntVar(&flags.cores, "cores", 0, "`number` of fights at once (default the number of cores)")
	flags.counts = simulate.UsualCounts
	set.Var((*numberValue)(&flags.counts), "counts", "number of `"+p.campaign.Rules.CountWord()+"s` after which a fight is undecided")
	set.StringVar(&flags.vary, "vary", "", "values of a character file to try, a `range` WHO.skills.SKILL=4..12/2; WHO may be a side")
	set.StringArrayVar(&flags.with, "with", nil, "another character on a side, `CHARACTER=SIDE` (repeatable)")
	set.StringArrayVar(&flags.tactics, "tactic", nil, "another tactic, `WHO=TACTIC` or SIDE=TACTIC (repeatable)")
	set.BoolVar(&flags.currentFight, "here", false, "the fight in progress, from now on")
	set.Var(&flags.shard, "shard", "`part` of the fights to fight, such as 3/16; needs --json")
	p.addCSVFlag(cmd)
	cmd.AddCommand(mergeCommand(p))
	return cmd
}

// encounterNames returns the encounters' names to complete the first argument of a command. It returns none for further arguments.
func (p *program) encounterNames(_ *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
	if len(args) == 0 {
		names = collect.Map(p.campaign.Encounters(), func(e *campaign.Encounter) string { return e.Name })
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// busyGCPercent is the growth of the heap between garbage collections during simulations, in percent of the live heap.
const busyGCPercent = 800

// simulateEncounter simulates an encounter the number of times that flags specify, or a part of that with --shard, and writes the result.
// After an interrupt, the result is that of the fights so far.
func simulateEncounter(p *program, args []string, flags *simulateFlags) error {
	sim, err := prepareSimulation(p, args, flags)
	if err != nil {
		return err
	}
	if err := changeSimulation(p, sim, flags); err != nil {
		return err
	}
	if !flags.shard.IsWhole() && !p.flags.json { // a part has no text output
		return errors.New("A part of a simulation needs --json. Add it, and write the output to a file.")
	}
	sim.Runs, sim.Seed, sim.Workers, sim.Counts, sim.Shard, sim.Confidence = flags.runs, p.flags.seed, flags.cores, flags.counts, flags.shard, flags.confidence
	if sim.Runs == 0 && !sim.Shard.IsWhole() {
		sim.Runs = simulate.UsualRuns
	}
	debug.SetGCPercent(busyGCPercent)
	ctx, stop := signal.NotifyContext(p.workContext(), os.Interrupt)
	defer stop()
	if flags.vary != "" {
		return simulateRange(ctx, p, sim, flags)
	}
	part, err := runSimulation(ctx, p, sim, flags.precision, "")
	if err != nil {
		return err
	}
	return writeSimulation(p, part)
}

// writeSimulation writes the result of a simulation or a part of one.
func writeSimulation(p *program, part *simulate.Part) error {
	result := part.Fight.Result(&part.Counts)
	facts, err := partJSON(part)
	if err != nil {
		return err
	}
	return p.write(report{facts: facts, csv: csvLines([]object{resultRow(result)}), text: func(w *textWriter) { w.writeSimulation(&part.Fight, result) }})
}

// partJSON returns the figures of a part as JSON. If it is from one of several shards, the JSON includes the part itself, for merging.
func partJSON(part *simulate.Part) (object, error) {
	o, err := objectOf(part.Fight.Result(&part.Counts))
	if !part.Shard.IsWhole() {
		o.setKey("part", part)
	}
	return o, err
}

// prepareSimulation returns the simulation to run: of an encounter of the campaign, of a file, or of the fight in progress.
func prepareSimulation(p *program, args []string, flags *simulateFlags) (sim *simulate.Simulation, err error) {
	if flags.currentFight {
		if len(args) > 0 || flags.vary != "" {
			return nil, errors.New("--here simulates the fight in progress. Remove the encounter, or --vary.")
		}
		err = p.withReadOnlySession(func(s *gm.Session) error {
			sim, err = simulate.FromGame(s.Game(), s.Targets())
			return err
		})
		return sim, err
	}
	usage := &cobra.Command{Use: "simulate ENCOUNTER"}
	if err := wantArgs("ENCOUNTER…")(usage, args); err != nil {
		return nil, err
	}
	e, err := encounterOf(p, strings.Join(args, " "))
	if err != nil {
		return nil, err
	}
	return simulate.FromEncounter(p.campaign, e)
}

// encounterOf returns an encounter of the campaign, by its name or label, or by the path of its file.
func encounterOf(p *program, name string) (*campaign.Encounter, error) {
	if e, ok := p.campaign.Encounter(name); ok {
		return e, nil
	}
	return readEncounter(p, name)
}

// readEncounter reads an encounter's file. If it does not exist, the error suggests the campaign's encounters.
func readEncounter(p *program, name string) (*campaign.Encounter, error) {
	data, err := campaign.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, message.Unknown("encounter", name, collect.Map(p.campaign.Encounters(), func(e *campaign.Encounter) string { return e.Name }))
	}
	if err != nil {
		return nil, fmt.Errorf("read encounter: %w", err)
	}
	return p.campaign.ReadEncounter(name, data)
}

// changeSimulation adds the characters of --with to sim, and sets the tactics of --tactic.
func changeSimulation(p *program, sim *simulate.Simulation, flags *simulateFlags) error {
	for _, text := range flags.with {
		name, side, found := strings.Cut(text, "=")
		if !found {
			return fmt.Errorf("“--with %s” has no side. Write CHARACTER=SIDE.", text)
		}
		joined, err := sim.WithCombatant(p.campaign, name, side)
		if err != nil {
			return err
		}
		*sim = *joined
	}
	for _, text := range flags.tactics {
		who, tactic, found := strings.Cut(text, "=")
		if !found {
			return fmt.Errorf("“--tactic %s” has no tactic. Write WHO=TACTIC.", text)
		}
		changed, err := sim.WithTactic(who, tactic)
		if err != nil {
			return badInput(err)
		}
		*sim = *changed
	}
	return nil
}

// runSimulation runs a simulation: sim.Runs fights or, if that is 0, as many as are needed until the confidence intervals of the win rates
// are within ±precision (a share, 0 to 1). On a terminal it shows its progress and the figures so far, with suffix after the number of
// fights.
func runSimulation(ctx context.Context, p *program, sim *simulate.Simulation, precision float64, suffix string) (*simulate.Part, error) {
	meter := newProgress(p.stderr)
	defer meter.clear()
	if sim.Runs == 0 {
		return sim.RunUntil(ctx, precision, func(part *simulate.Part) {
			if meter.terminal != nil {
				meter.showLine(figuresSoFar(part, suffix))
			}
		})
	}
	var lock sync.Mutex
	all := sim.Shard.RunCount(sim.Runs)
	return sim.RunPart(ctx, func(runs int) {
		lock.Lock()
		defer lock.Unlock()
		meter.show(runs, all, "fights"+suffix)
	})
}

// figuresSoFar returns a line with the number of fights so far, followed by suffix, and how often each side won them.
func figuresSoFar(part *simulate.Part, suffix string) string {
	text := fmt.Sprintf("%d fights%s", part.Counts.Runs, suffix)
	for _, side := range part.Fight.Sides {
		wins := part.Fight.SideOutcome(&part.Counts, side).Wins
		text += fmt.Sprintf(" · %s %.0f%% ± %.0f", side, 100*wins.Share, math.Ceil(50*(wins.High-wins.Low)))
	}
	return text
}

// writeSimulation writes the result of simulated fights: wins, duration, losses and actions.
func (w *textWriter) writeSimulation(fought *simulate.SimulatedFight, l *simulate.Result) {
	w.writeTitle("%s: %d fights, seed %d", fought.Label, l.Runs, l.Seed)
	rows := [][]cell{{{text: "wins"}, {}, rightCell(confidenceText(l.Confidence)), rightCell("loses")}}
	rows = append(rows, collect.Map(l.Sides, func(side simulate.SideEnd) []cell { return winRow(side.Side, side.Wins, lossesText(side)) })...)
	w.writeTable(append(rows, winRow("nobody", l.Undecided, "")))
	w.writeLine("")
	if fought.Count > 0 { // the game defines how many seconds a count takes
		w.writeLine("  over after %s, %s (80%% of fights: %s to %s)", fought.SpanText(l.Counts.Median), secondsText(l.Seconds.Median), secondsText(l.Seconds.Low), secondsText(l.Seconds.High))
	} else {
		w.writeLine("  over after %s (80%% of fights: %s to %s)", fought.SpanText(l.Counts.Median), command.Number(l.Counts.Low), command.Number(l.Counts.High))
	}
	if l.Undecided.Times < l.Runs {
		w.writeIndented("  ", fmt.Sprintf("decided at %s %s (80%% of fights: %s to %s); from then on the winner leads",
			fought.Unit, command.Number(l.Turns.Median), command.Number(l.Turns.Low), command.Number(l.Turns.High)))
	}
	w.writeLine("")
	w.writeTable(fighterRows(fought, l))
	w.writeLine("")
	w.writeLine("  actions per combatant and fight, on average:")
	for _, deeds := range l.Deeds() {
		parts := collect.Map(deeds.Declarations, func(deed simulate.DeclarationRate) string {
			return deed.Action + " " + command.Number(roundTenth(deed.Mean))
		})
		w.writeIndented("  ", fmt.Sprintf("%s, %s: %s", deeds.Side, deeds.Tactic, strings.Join(parts, ", ")))
	}
}

// fighterRows returns the rows of a table with the average losses of each side that has pools of its own, and of each combatant.
func fighterRows(fought *simulate.SimulatedFight, l *simulate.Result) [][]cell {
	head := []cell{{text: "who"}, {text: "side"}, {text: "tactic"}, rightCell("out"), rightCell("left")}
	head = append(head, collect.Map(fought.Pools, rightCell)...)
	// addLosses appends a cell for each pool of the fight, empty if the pool isn't in pools
	addLosses := func(row []cell, pools []simulate.PoolLost) []cell {
		for _, pool := range fought.Pools {
			i := slices.IndexFunc(pools, func(l simulate.PoolLost) bool { return l.Pool == pool })
			if i < 0 {
				row = append(row, cell{})
				continue
			}
			row = append(row, rightCell(command.FormatSigned(roundTenth(-pools[i].Mean))))
		}
		return row
	}
	rows := [][]cell{head}
	for _, side := range l.Sides {
		if len(side.PoolLosses) > 0 {
			rows = append(rows, addLosses([]cell{{text: fought.SideName(side.Side)}, {text: side.Side}, {}, {}, {}}, side.PoolLosses))
		}
	}
	for _, m := range l.Fighters {
		rows = append(rows, addLosses([]cell{{text: m.Name}, {text: m.Side}, {text: m.Tactic, style: dim}, rightCell(percentTenths(m.OutRate.Share)), rightCell(percentTenths(m.LeaveRate.Share))}, m.PoolLosses))
	}
	return rows
}

// resultRow returns a simulation's result as one line of numbers for --csv. It has the share of wins of each side (0 to 1) with its
// confidence interval, the duration, and for each fighter its average losses and the shares of fights in which it is out or has left at the
// end.
func resultRow(l *simulate.Result) object {
	row := object{{"fights", l.Runs}}
	for _, side := range l.Sides {
		row = append(row, object{{side.Side + " wins", side.Wins.Share}, {side.Side + " low", side.Wins.Low}, {side.Side + " high", side.Wins.High}}...)
		for _, lost := range side.PoolLosses {
			row = append(row, member{side.Side + " " + lost.Pool, lost.Mean})
		}
	}
	row = append(row, object{{"nobody", l.Undecided.Share}, {"counts", l.Counts.Median}, {"seconds", l.Seconds.Median}, {"turns", l.Turns.Median}}...)
	for _, f := range l.Fighters {
		row = append(row, object{{f.Who + " out", f.OutRate.Share}, {f.Who + " left", f.LeaveRate.Share}}...)
		for _, lost := range f.PoolLosses {
			row = append(row, member{f.Who + " " + lost.Pool, lost.Mean})
		}
	}
	return row
}

// lossesText formats the average number of a side's members who are out at the end, and the side's size: "1.5 of 4".
func lossesText(side simulate.SideEnd) string {
	return fmt.Sprintf("%s of %d", strconv.FormatFloat(side.Losses.Mean, 'f', 1, 64), side.MemberCount)
}

// winRow returns the row of a side with its share of wins, as a number, an interval and a bar, and its losses.
func winRow(who string, r simulate.Rate, losses string) []cell {
	return []cell{{text: who}, rightCell(percentTenths(r.Share)), rightCell(intervalText(r)), rightCell(losses), {text: bar(r.Share, 30)}}
}

// intervalText formats the confidence interval of a rate.
func intervalText(r simulate.Rate) string {
	return percentTenths(r.Low) + " to " + percentTenths(r.High)
}

// roundTenth rounds to one decimal.
func roundTenth(x float64) float64 { return math.Round(10*x) / 10 }

// percentTenths formats a share from 0 to 1 in percent, with one decimal.
func percentTenths(x float64) string { return rules.FormatPercentTo(x, 1) }

// secondsText formats a number of seconds with one decimal.
func secondsText(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) + " s" }

// variedResult is the result of a simulation with one value of --vary.
type variedResult struct {
	value float64        // varied number in these fights
	part  *simulate.Part // result of the fights
}

// simulateRange simulates the fights once for each value of --vary, with the same dice each time. After an interrupt it writes the results
// so far.
func simulateRange(ctx context.Context, p *program, sim *simulate.Simulation, flags *simulateFlags) error {
	path, values, err := parseNamedRange(flags.vary)
	if err != nil {
		return err
	}
	var list []variedResult
	for _, value := range values {
		varied, err := sim.WithValue(path, value)
		if err != nil {
			return badInput(err)
		}
		part, err := runSimulation(ctx, p, varied, flags.precision, ", "+path+" "+command.Number(value))
		if err != nil {
			return err
		}
		if part.Counts.Runs == 0 { // interrupted
			break
		}
		list = append(list, variedResult{value, part})
	}
	return writeVariedResults(p, path, list)
}

// writeVariedResults writes the results of simulations over a range of values of path.
func writeVariedResults(p *program, path string, list []variedResult) error {
	var all, rows []object // results in full for --json, and as lines of numbers for --csv
	for _, v := range list {
		o, err := partJSON(v.part)
		if err != nil {
			return err
		}
		all = append(all, append(object{{"value", v.value}}, o...))
		rows = append(rows, append(object{{path, v.value}}, resultRow(v.part.Fight.Result(&v.part.Counts))...))
	}
	return p.write(report{facts: object{{"vary", path}, {"rows", all}}, csv: csvLines(rows), text: func(w *textWriter) { w.writeVariedRows(path, list) }})
}

// parseNamedRange parses PATH=4..12, or PATH=4..12/2 with a step other than 1, and returns the path and the values of the range.
func parseNamedRange(text string) (path string, values []float64, err error) {
	path, bounds, found := strings.Cut(text, "=")
	if !found {
		return "", nil, fmt.Errorf("“--vary %s” has no range. Write WHO.SECTION.NAME=4..12.", text)
	}
	values, err = parseNumberRange(strings.TrimSpace(bounds), 1)
	return strings.TrimSpace(path), values, err
}

// writeVariedRows writes a table with a row for each value of path: the shares of wins and the duration.
func (w *textWriter) writeVariedRows(path string, list []variedResult) {
	if len(list) == 0 {
		return
	}
	fight, firstResult := &list[0].part.Fight, list[0].part.Fight.Result(&list[0].part.Counts)
	fewest, highest := firstResult.Runs, firstResult.Runs
	for _, v := range list {
		fewest, highest = min(fewest, v.part.Counts.Runs), max(highest, v.part.Counts.Runs)
	}
	fights := strconv.Itoa(highest)
	if fewest < highest {
		fights = fmt.Sprintf("%d to %d", fewest, highest)
	}
	w.writeTitle("%s: %s, %s fights each, seed %d", fight.Label, path, fights, firstResult.Seed)
	head := []cell{rightCell(path[strings.LastIndexByte(path, '.')+1:])}
	head = append(head, collect.Map(fight.Sides, rightCell)...)
	first := fight.Sides[0] // only its wins are shown with an interval and a bar
	rows := [][]cell{append(head, rightCell("nobody"), rightCell(fight.Unit+"s"), rightCell(first+", "+confidenceText(firstResult.Confidence)), cell{text: first + " wins"})}
	for _, v := range list {
		row, l := []cell{rightCell(command.Number(v.value))}, v.part.Fight.Result(&v.part.Counts)
		row = append(row, collect.Map(l.Sides, func(side simulate.SideEnd) cell { return rightCell(percentTenths(side.Wins.Share)) })...)
		row = append(row, rightCell(percentTenths(l.Undecided.Share)), rightCell(command.Number(l.Counts.Median)), rightCell(intervalText(l.Sides[0].Wins)))
		rows = append(rows, append(row, cell{text: bar(l.Sides[0].Wins.Share, 30)}))
	}
	w.writeTable(rows)
}
