package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hybrid/gm/balance"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/simulate"
	"hybrid/rules"
	"hybrid/rules/source"
)

// balanceFlags are what an evening should come to, and what may be otherwise.
type balanceFlags struct {
	search      balance.Search
	win, losses string
	side        string
	with        []string
	vary        []string
	tactics     []string
	shown       int
	write       string
}

// shownMixes is how many of the mixes found are shown.
const shownMixes = 5

// sameName is what --write means without a name.
const sameName = "."

func balanceCommand(p *program) *cobra.Command {
	var flags balanceFlags
	cmd := &cobra.Command{
		Use:   balanceName + " ENCOUNTER",
		Short: "Find how many opponents, and how good ones, make an encounter as hard as you want",
		Long: "Find what makes an encounter as hard as it should be, by fights that the engine carries out: how many of a character\n" +
			"take part (--with), what a character file says (--vary), how somebody fights (--tactic). Without any of these it is\n" +
			"how many there are of each kind of opponent. All mixes fight a few times, the better ones more often, and the last\n" +
			"ones as often as --runs says, with dice of their own; what is shown comes from these, with 95 % intervals. Ctrl-C\n" +
			"gives the best found so far.",
		ValidArgsFunction: p.encounterNames,
		RunE:              func(_ *cobra.Command, args []string) error { return balanceEncounter(p, args, &flags) },
	}
	set, s := cmd.Flags(), &flags.search
	set.StringVar(&flags.win, "win", "", "how `often` the side wins: 70%, 60..75%, \">60%\"")
	set.StringVar(&flags.losses, "losses", "", "how `many` of it are out in the end, on average: 1, 1..2, \"<1\"")
	set.StringVar(&flags.side, "for", "", "whose evening it is, a `side` (default that of the players' characters)")
	set.StringArrayVar(&flags.with, "with", nil, "how many of a character take part, as `CHARACTER=0..6`, or CHARACTER=SIDE:0..6 (repeatable)")
	set.StringArrayVar(&flags.vary, "vary", nil, "a number of a character file over a `range`, WHO.skills.SKILL=4..12/2, or one of several things, WHO.gear=ONE,OTHER (repeatable)")
	set.StringArrayVar(&flags.tactics, "tactic", nil, "fights in one of several ways, as `WHO=TACTIC,TACTIC` (repeatable)")
	set.IntVar(&s.Runs, "runs", balance.UsualRuns, "how many `fights` of each of the last ones")
	set.IntVar(&s.Most, "mixes", balance.UsualMost, "the most `mixes` that are fought; of more, so many evenly spread")
	set.IntVar(&s.Workers, "cores", 0, "how many fights at once, a `number` (default as many as there are cores)")
	s.Counts = simulate.UsualCounts
	set.Var((*numberValue)(&s.Counts), "counts", "after so many `"+rules.CountWord(p.campaign.Rules)+"s` a fight is undecided")
	set.IntVar(&flags.shown, "best", shownMixes, "how many mixes are shown, a `number`")
	writeFlag(set, &flags.write)
	set.Var(&s.Shard, "shard", "search only a `part`, such as 3/16, to be put together by simulate merge; with --json")
	return cmd
}

// writeFlag adds the flag by which the best mix is written.
func writeFlag(set *pflag.FlagSet, into *string) {
	set.StringVar(into, "write", "", "write the best one into the encounter's file, or as a new encounter called `NAME`: --write=NAME")
	set.Lookup("write").NoOptDefVal = sameName
}

func balanceEncounter(p *program, args []string, flags *balanceFlags) error {
	if err := wantArgs("ENCOUNTER…")(&cobra.Command{Use: "balance ENCOUNTER"}, args); err != nil {
		return err
	}
	s := &flags.search
	if !s.Shard.Whole() && (!p.flags.json || flags.write != "") {
		return errors.New("a part is to be put together with the others: write --json too, no --write, and the output to a file")
	}
	if err := toBalance(p, strings.Join(args, " "), flags); err != nil {
		return badInput(err)
	}
	var old []byte
	into := *s.Encounter
	if flags.write != "" {
		var err error
		if old, err = encounterBase(p, &into, flags.write); err != nil {
			return err
		}
	}
	debug.SetGCPercent(busyHeap)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	shown := newProgress(p.stderr)
	found, err := s.Run(ctx, searchProgress(shown, s))
	shown.clear()
	if err != nil {
		return badInput(err)
	}
	found.Asked = balance.Asked{Encounter: strings.Join(args, " "), With: flags.with, Vary: flags.vary, Tactics: flags.tactics}
	if ctx.Err() != nil {
		p.note("cut short after %d fights; these are the best found so far", found.Fights)
	}
	if err := tellFound(p, found, flags.shown); err != nil || flags.write == "" {
		return err
	}
	return writeMix(p, s, found, &into, old)
}

// toBalance prepares a search.
func toBalance(p *program, name string, flags *balanceFlags) (err error) {
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
	return flags.axes(p.campaign)
}

// axes are what may be otherwise.
func (flags *balanceFlags) axes(c *campaign.Campaign) error {
	s := &flags.search
	foes := ""
	for _, m := range s.Encounter.Combatants {
		if m.Side != s.Side {
			foes = cmp.Or(foes, m.Side)
		}
	}
	add := func(flag, text, example string, make func(name string, values []string) (balance.Axis, error)) error {
		name, values, found := strings.Cut(text, "=")
		list, err := valueList(values)
		if !found || err != nil {
			return fmt.Errorf("--%s %s: write %s", flag, text, example)
		}
		axis, err := make(strings.TrimSpace(name), list)
		s.Axes = append(s.Axes, axis)
		return err
	}
	for _, text := range flags.with {
		side := ""
		if name, rest, found := strings.Cut(text, "="); found {
			if before, numbers, named := strings.Cut(rest, ":"); named {
				side, text = before, name+"="+numbers
			}
		}
		if err := add("with", text, "CHARACTER=0..6", func(name string, values []string) (balance.Axis, error) {
			return balance.Numbers(c, s.Encounter, name, side, foes, values)
		}); err != nil {
			return err
		}
	}
	for _, text := range flags.vary {
		if err := add("vary", text, "WHO.SECTION.NAME=4..12, or WHO.gear=ONE,OTHER", func(name string, values []string) (balance.Axis, error) {
			return balance.Varied(c, name, values)
		}); err != nil {
			return err
		}
	}
	for _, text := range flags.tactics {
		if err := add("tactic", text, "WHO=TACTIC,TACTIC", func(name string, values []string) (balance.Axis, error) {
			return balance.Tactics(c, name, values)
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

// valueList reads 4..12, 4..12/2, or words with commas between.
func valueList(text string) (list []string, err error) {
	for _, part := range strings.Split(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			return nil, errors.New("nothing between the commas")
		}
		_, number := source.ReadNumber(part)
		if !number && !strings.Contains(part, "..") {
			list = append(list, part)
			continue
		}
		numbers, err := numberRange(part, 1)
		if err != nil {
			return nil, err
		}
		for _, x := range numbers {
			list = append(list, command.Number(x))
		}
	}
	return list, nil
}

// searchProgress shows how far a search is, and the best so far.
func searchProgress(shown *progress, s *balance.Search) func(balance.Progress) {
	return func(now balance.Progress) {
		if !shown.due() {
			return
		}
		best := ""
		if now.Best != nil {
			best = fmt.Sprintf("  so far %s: %s", strings.Join(now.Best.Values, ", "), percentTenths(now.Best.End(s.Side).Wins.Share))
		}
		shown.line(fmt.Sprintf("%d of %d fights  %s%s", now.Fights, now.Of, bar(float64(now.Fights)/float64(now.Of), 20), best))
	}
}

// tellFound writes the mixes that a search found.
func tellFound(p *program, found *balance.Found, shown int) error {
	if p.flags.json {
		return writeFoundJSON(p, found, shown)
	}
	w := p.textWriter()
	var wishes []string
	if found.Wins != "" {
		wishes = append(wishes, "wins "+found.Wins)
	}
	if found.Loses != "" {
		wishes = append(wishes, "loses "+found.Loses)
	}
	w.title("%s: %s %s", found.Label, found.Side, strings.Join(wishes, ", "))
	var ranges []string
	for i, name := range found.Axes {
		ranges = append(ranges, name+" "+found.Ranges[i])
	}
	mixes := fmt.Sprintf("%d", found.Sampled)
	if found.Sampled < found.Mixes {
		mixes = fmt.Sprintf("%d of %d", found.Sampled, found.Mixes)
	}
	w.wrapped(fmt.Sprintf("%s: %s mixes, %d fights, seed %d", strings.Join(ranges, "; "), mixes, found.Fights, found.Seed))
	if len(found.Best) == 0 {
		w.line("nothing was found before the end")
		return w.err
	}
	first := &found.Best[0]
	head := []cell{{}}
	for _, name := range found.Axes {
		head = append(head, right(name[strings.LastIndexByte(name, '.')+1:]))
	}
	head = append(head, right("wins"), right("95 %"), right("loses"), right("95 %"))
	for _, pool := range first.Of.Pools {
		head = append(head, right(pool))
	}
	rows := [][]cell{append(head, right("time"))}
	meets := 0
	for i := range found.Best {
		m := &found.Best[i]
		met, err := found.Meets(m)
		if err != nil {
			return err
		}
		if met {
			meets++
		}
		if i < shown {
			rows = append(rows, mixRow(found, m, met))
		}
	}
	w.lettered(rows, len(found.Axes))
	w.table(rows)
	w.line("")
	of := first.End(found.Side).Of
	switch {
	case meets == 0:
		w.wrappedAt("", fmt.Sprintf("None of them meets it, as far as %d fights tell; these come nearest. Allow more with --with, --vary or --tactic, or wish for something else.", first.Counts.Runs))
	default:
		w.wrappedAt("", fmt.Sprintf("▸ meets it, as far as %d fights tell: %d of the %d that were fought out. Of the %d of %s so many are out in the end, on average, and each of them loses so much of the pools.", first.Counts.Runs, meets, len(found.Best), of, found.Side))
	}
	return w.err
}

// lettered puts letters in place of the headings of the columns behind the first, so many of them, where the table is too wide,
// and writes what they stand for.
func (w *textWriter) lettered(rows [][]cell, columns int) {
	if widths, whole := columnWidths(rows); whole < w.width+len(widths) {
		return
	}
	var meanings []string
	for i := range columns {
		letter := string(rune('a' + i%26))
		meanings = append(meanings, letter+" "+rows[0][1+i].text)
		rows[0][1+i].text = letter
	}
	w.wrapped(strings.Join(meanings, ", "))
}

// mixRow is one mix as a row of a table.
func mixRow(found *balance.Found, m *balance.Mix, met bool) []cell {
	row := []cell{{}}
	if met {
		row[0] = cell{text: "▸", style: good}
	}
	for _, value := range m.Values {
		row = append(row, right(value))
	}
	end, all := m.End(found.Side), m.Of.Result(&m.Counts)
	row = append(row, right(percentTenths(end.Wins.Share)), right(fmt.Sprintf("%.0f–%.0f %%", 100*end.Wins.Low, 100*end.Wins.High)), right(fmt.Sprintf("%.2f", end.Losses.Mean)), right(fmt.Sprintf("%.2f–%.2f", end.Losses.Low, end.Losses.High)))
	for i := range m.Of.Pools {
		sum := 0.0
		for _, f := range all.Fighters {
			for _, lost := range f.Lost {
				if f.Side == found.Side && lost.Pool == m.Of.Pools[i] {
					sum += lost.Mean
				}
			}
		}
		row = append(row, right(command.Signed(roundTenth(-sum/float64(end.Of)))))
	}
	if m.Of.Count > 0 {
		return append(row, right(secondsText(all.Seconds.Median)))
	}
	return append(row, right(m.Of.Span(all.Counts.Median)))
}

// writeFoundJSON writes what a search found as JSON; of a part of one with what it takes to put it together.
func writeFoundJSON(p *program, found *balance.Found, shown int) error {
	var rows []object
	for i := range found.Best[:min(shown, len(found.Best))] {
		m := &found.Best[i]
		met, err := found.Meets(m)
		if err != nil {
			return err
		}
		o, err := members(m.Of.Result(&m.Counts))
		if err != nil {
			return err
		}
		values := object{}
		for k, name := range found.Axes {
			values = append(values, member{name, m.Values[k]})
		}
		rows = append(rows, append(object{{"mix", values}, {"meets", met}}, o...))
	}
	o := object{{"label", found.Label}, {"side", found.Side}, {"wishes", object{{"win", found.Wins}, {"losses", found.Loses}}},
		{"mixes", found.Mixes}, {"sampled", found.Sampled}, {"fights", found.Fights}, {"seed", found.Seed}, {"rows", rows}}
	if !found.Shard.Whole() {
		o.set("search", found)
	}
	return p.writeJSON(o)
}

// encounterBase is the file over which an encounter is to be written, checked before anything is fought: its own, or that of a
// new one, which begins with what the first one says. The encounter is called like its file then.
func encounterBase(p *program, e *campaign.Encounter, name string) (old []byte, err error) {
	_, own, err := p.campaign.EncounterFile(e.Name)
	if err != nil || name == sameName {
		if err == nil && len(own) == 0 {
			err = fmt.Errorf("%s is none of the campaign's encounters; name the file it is to be written to: --write=NAME", e.Name)
		}
		return own, err
	}
	called := campaign.FileName(name)
	if called == "" {
		return nil, fmt.Errorf("--write=%s: an encounter is called by letters and digits", name)
	}
	file, there, err := p.campaign.EncounterFile(called)
	if err != nil {
		return nil, err
	}
	if len(there) > 0 {
		return nil, fmt.Errorf("%s is there already; name another, or balance that one", file)
	}
	e.Name = called
	return own, nil
}

// writeMix writes the best mix into the file of an encounter; what that says otherwise stays, with comments and order.
func writeMix(p *program, s *balance.Search, found *balance.Found, into *campaign.Encounter, old []byte) error {
	if len(found.Best) == 0 {
		return errors.New("nothing was found that could be written")
	}
	mixed, err := s.With(found.Best[0].Values)
	if err != nil {
		return err
	}
	mixed.Name = into.Name
	text, err := p.campaign.EncounterText(mixed, old)
	if err != nil {
		return err
	}
	_, now, err := p.campaign.EncounterFile(into.Name)
	if err != nil {
		return err
	}
	if into.Name == s.Encounter.Name && !slices.Equal(now, old) {
		return fmt.Errorf("the file of %s was saved meanwhile; nothing was written", into.Name)
	}
	file, err := p.campaign.WriteEncounter(into.Name, text, now)
	if err == nil {
		p.note("written: %s", file)
	}
	return err
}
