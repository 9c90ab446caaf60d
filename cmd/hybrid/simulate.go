package main

import (
	"cmp"
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
	"time"

	"github.com/spf13/cobra"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/simulate"
	"hybrid/rules"
	"hybrid/rules/source"
)

// simulateFlags are what a simulation is asked for beside the encounter.
type simulateFlags struct {
	runs, cores int
	counts      float64
	vary        string
	with        []string
	tactics     []string
	here        bool
}

func simulateCommand(p *program) *cobra.Command {
	var flags simulateFlags
	cmd := &cobra.Command{
		Use:   "simulate [ENCOUNTER]",
		Short: "Fight an encounter thousands of times: who wins, when, and at what cost",
		Long: "Fight an encounter again and again, by the same rules as at the table, with the tactics that the encounter\n" +
			"names. With --here the fight under way is simulated from the " + rules.CountWord(p.campaign.Rules) + " it is at. The same --seed gives the same\n" +
			"result on any machine.",
		ValidArgsFunction: p.encounterNames,
		RunE:              func(_ *cobra.Command, args []string) error { return simulateEncounter(p, args, &flags) },
	}
	set := cmd.Flags()
	set.IntVar(&flags.runs, "runs", simulate.UsualRuns, "how many `fights`")
	set.IntVar(&flags.cores, "cores", 0, "how many at once, a `number` (default as many as there are cores)")
	flags.counts = simulate.UsualCounts
	set.Var((*numberValue)(&flags.counts), "counts", "after so many `"+rules.CountWord(p.campaign.Rules)+"s` a fight is undecided")
	set.StringVar(&flags.vary, "vary", "", "a number of a character file over a `range`, such as WHO.skills.SKILL=4..12/2; a side may stand for all of it")
	set.StringArrayVar(&flags.with, "with", nil, "somebody else comes in, as `CHARACTER=SIDE` (repeatable)")
	set.StringArrayVar(&flags.tactics, "tactic", nil, "fights otherwise, as `WHO=TACTIC`, or SIDE=TACTIC (repeatable)")
	set.BoolVar(&flags.here, "here", false, "the fight under way, from here")
	p.csvFlag(cmd)
	return cmd
}

// encounterNames completes the name of an encounter.
func (p *program) encounterNames(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, e := range p.campaign.Encounters() {
		if len(args) == 0 {
			names = append(names, e.Name)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// busyHeap is how much garbage may gather while fights are simulated, in percent of what is used.
const busyHeap = 800

func simulateEncounter(p *program, args []string, flags *simulateFlags) error {
	sim, err := toSimulate(p, args, flags)
	if err != nil {
		return err
	}
	if err := changeSimulation(p, sim, flags); err != nil {
		return err
	}
	sim.Runs, sim.Seed, sim.Workers, sim.Counts = flags.runs, p.flags.seed, flags.cores, flags.counts
	debug.SetGCPercent(busyHeap)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if flags.vary != "" {
		return simulateOver(ctx, p, sim, flags.vary)
	}
	likely, err := runSimulation(ctx, p, sim, "")
	if err != nil {
		return err
	}
	if p.flags.csv {
		return p.writeCSV(csvLines([]object{likelyRow(likely)}))
	}
	if p.flags.json {
		o, err := members(likely)
		if err != nil {
			return err
		}
		return p.writeJSON(o)
	}
	return writeSimulation(p, sim, likely)
}

// toSimulate returns what is simulated: an encounter of the campaign, the path of one, or the fight under way.
func toSimulate(p *program, args []string, flags *simulateFlags) (sim *simulate.Simulation, err error) {
	if flags.here {
		if len(args) > 0 || flags.vary != "" {
			return nil, errors.New("--here is the fight under way: leave out the encounter, and --vary")
		}
		err = p.readSession(func(s *gm.Session) error {
			sim, err = simulate.UnderWay(s.Game())
			return err
		})
		return sim, err
	}
	if err := wantArgs("ENCOUNTER…")(&cobra.Command{Use: "simulate ENCOUNTER"}, args); err != nil {
		return nil, err
	}
	name := strings.Join(args, " ")
	e, ok := p.campaign.Encounter(name)
	if !ok {
		if e, err = readEncounter(p, name); err != nil {
			return nil, err
		}
	}
	return simulate.FromEncounter(p.campaign, e)
}

func readEncounter(p *program, name string) (*campaign.Encounter, error) {
	data, err := campaign.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		var names []string
		for _, e := range p.campaign.Encounters() {
			names = append(names, e.Name)
		}
		return nil, fmt.Errorf("no encounter is called %s%s", name, cmp.Or(source.Suggest(name, names), "; there are "+strings.Join(names, ", ")))
	}
	if err != nil {
		return nil, fmt.Errorf("read encounter: %w", err)
	}
	return p.campaign.ReadEncounter(name, data)
}

// changeSimulation lays --with and --tactic over what is simulated.
func changeSimulation(p *program, sim *simulate.Simulation, flags *simulateFlags) error {
	for _, text := range flags.with {
		name, side, found := strings.Cut(text, "=")
		if !found {
			return fmt.Errorf("--with %s: write CHARACTER=SIDE", text)
		}
		more, err := sim.Join(p.campaign, name, side)
		if err != nil {
			return err
		}
		*sim = *more
	}
	for _, text := range flags.tactics {
		who, tactic, found := strings.Cut(text, "=")
		if !found {
			return fmt.Errorf("--tactic %s: write WHO=TACTIC", text)
		}
		other, err := sim.Fight(who, tactic)
		if err != nil {
			return badInput(err)
		}
		*sim = *other
	}
	return nil
}

// runSimulation runs a simulation, and shows on a terminal how far it is.
func runSimulation(ctx context.Context, p *program, sim *simulate.Simulation, what string) (*simulate.Result, error) {
	file := terminalOf(p.stderr)
	if file == nil {
		return sim.Run(ctx, nil)
	}
	var lock sync.Mutex
	var shown time.Time
	likely, err := sim.Run(ctx, func(runs int) {
		lock.Lock()
		defer lock.Unlock()
		if time.Since(shown) > 100*time.Millisecond {
			shown = time.Now()
			fmt.Fprintf(file, "\r%s%d of %d fights  %s\x1b[K", what, runs, sim.Runs, bar(float64(runs)/float64(sim.Runs), 30))
		}
	})
	fmt.Fprint(file, "\r\x1b[K")
	return likely, err
}

func writeSimulation(p *program, sim *simulate.Simulation, l *simulate.Result) error {
	w := p.textWriter()
	w.title("%s: %d fights, seed %d", sim.State.Label, l.Runs, l.Seed)
	rows := [][]cell{{{text: "wins"}, {}, right("95 %")}}
	for _, side := range l.Sides {
		rows = append(rows, winRow(side.Side, side.Wins))
	}
	w.table(append(rows, winRow("nobody", l.Undecided)))
	w.line("")
	if sim.Rules.Pack.Seconds() > 0 {
		w.line("  over after %s, %s (eight of ten: %s to %s)", command.Counted(sim.Rules, l.Counts.Median), secondsText(l.Seconds.Median), secondsText(l.Seconds.Low), secondsText(l.Seconds.High))
	} else {
		w.line("  over after %s (eight of ten: %s to %s)", command.Counted(sim.Rules, l.Counts.Median), command.Number(l.Counts.Low), command.Number(l.Counts.High))
	}
	w.line("  turns at %s %s (eight of ten: %s to %s): from then on the winner has the greater part left", rules.CountWord(sim.Rules), command.Number(l.Turns.Median), command.Number(l.Turns.Low), command.Number(l.Turns.High))
	w.line("")
	w.table(fighterRows(sim, l))
	return w.err
}

// fighterRows are the rows of a table: at what cost each side and everybody fights.
func fighterRows(sim *simulate.Simulation, l *simulate.Result) [][]cell {
	head := []cell{{text: "who"}, {text: "side"}, {text: "tactic"}, right("out"), right("left")}
	var pools []string
	for _, pool := range sim.Rules.Pack.Watch {
		if _, ok := sim.Rules.Pools.Get(pool); ok {
			head, pools = append(head, right(pool)), append(pools, pool)
		}
	}
	losses := func(row []cell, lost []simulate.PoolLost) []cell {
		for _, pool := range pools {
			i := slices.IndexFunc(lost, func(l simulate.PoolLost) bool { return l.Pool == pool })
			if i < 0 {
				row = append(row, cell{})
				continue
			}
			row = append(row, right(command.Signed(math.Round(-10*lost[i].Mean)/10)))
		}
		return row
	}
	rows := [][]cell{head}
	for _, side := range l.Sides {
		if len(side.Lost) > 0 {
			name := side.Side
			if a := sim.State.Find(side.Side); a != nil {
				name = a.Name
			}
			rows = append(rows, losses([]cell{{text: name}, {text: side.Side}, {}, {}, {}}, side.Lost))
		}
	}
	for _, m := range l.Fighters {
		rows = append(rows, losses([]cell{{text: m.Name}, {text: m.Side}, {text: m.Tactic, style: dim}, right(percentTenths(m.Out.Share)), right(percentTenths(m.Left.Share))}, m.Lost))
	}
	return rows
}

// likelyRow returns a simulation as one line of numbers: shares from 0 to 1, the 95 % interval of each side's wins, and for
// each fighter how often they are out or gone and what they lose on average.
func likelyRow(l *simulate.Result) object {
	row := object{{"fights", l.Runs}}
	for _, side := range l.Sides {
		row = append(row, object{{side.Side + " wins", side.Wins.Share}, {side.Side + " low", side.Wins.Low}, {side.Side + " high", side.Wins.High}}...)
		for _, lost := range side.Lost {
			row = append(row, member{side.Side + " " + lost.Pool, lost.Mean})
		}
	}
	row = append(row, object{{"nobody", l.Undecided.Share}, {"counts", l.Counts.Median}, {"seconds", l.Seconds.Median}, {"turns", l.Turns.Median}}...)
	for _, f := range l.Fighters {
		row = append(row, object{{f.Who + " out", f.Out.Share}, {f.Who + " left", f.Left.Share}}...)
		for _, lost := range f.Lost {
			row = append(row, member{f.Who + " " + lost.Pool, lost.Mean})
		}
	}
	return row
}

func winRow(who string, r simulate.Rate) []cell {
	return []cell{{text: who}, right(percentTenths(r.Share)), right(between(r)), {text: bar(r.Share, 30)}}
}

func between(r simulate.Rate) string { return percentTenths(r.Low) + " to " + percentTenths(r.High) }

// percentTenths formats a share from 0 to 1 in percent, with one decimal.
func percentTenths(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) + " %" }

func secondsText(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) + " s" }

// varied is one line of what --vary asks for.
type varied struct {
	Value float64 `json:"value"`
	*simulate.Result
}

// simulateOver simulates over a range of one number, each value with the same dice.
func simulateOver(ctx context.Context, p *program, sim *simulate.Simulation, text string) error {
	path, values, err := namedRange(text)
	if err != nil {
		return err
	}
	var list []varied
	for _, value := range values {
		other, err := sim.Vary(path, value)
		if err != nil {
			return badInput(err)
		}
		likely, err := runSimulation(ctx, p, other, path+" "+command.Number(value)+": ")
		if err != nil {
			return err
		}
		if likely.Runs == 0 {
			break
		}
		list = append(list, varied{value, likely})
	}
	if p.flags.csv {
		var rows []object
		for _, v := range list {
			rows = append(rows, append(object{{path, v.Value}}, likelyRow(v.Result)...))
		}
		return p.writeCSV(csvLines(rows))
	}
	if p.flags.json {
		return p.writeJSON(object{{"vary", path}, {"rows", list}})
	}
	return writeVaried(p, sim, path, list)
}

// namedRange reads PATH=4..12, with a step behind a slash where it is not 1.
func namedRange(text string) (path string, values []float64, err error) {
	path, reach, found := strings.Cut(text, "=")
	if !found {
		return "", nil, fmt.Errorf("--vary %s: write WHO.SECTION.NAME=4..12", text)
	}
	values, err = numberRange(strings.TrimSpace(reach), 1)
	return strings.TrimSpace(path), values, err
}

func writeVaried(p *program, sim *simulate.Simulation, path string, list []varied) error {
	w := p.textWriter()
	if len(list) == 0 {
		return w.err
	}
	w.title("%s: %s, %d fights each, seed %d", sim.State.Label, path, list[0].Runs, list[0].Seed)
	head := []cell{right(path[strings.LastIndexByte(path, '.')+1:])}
	for _, side := range list[0].Sides {
		head = append(head, right(side.Side))
	}
	first := list[0].Sides[0].Side
	rows := [][]cell{append(head, right("nobody"), right(rules.CountWord(sim.Rules)+"s"), right(first+", 95 %"), cell{text: first + " wins"})}
	for _, v := range list {
		row := []cell{right(command.Number(v.Value))}
		for _, side := range v.Sides {
			row = append(row, right(percentTenths(side.Wins.Share)))
		}
		row = append(row, right(percentTenths(v.Undecided.Share)), right(command.Number(v.Counts.Median)), right(between(v.Sides[0].Wins)))
		rows = append(rows, append(row, cell{text: bar(v.Sides[0].Wins.Share, 30)}))
	}
	w.table(rows)
	return w.err
}
