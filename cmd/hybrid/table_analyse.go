package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm"
	"hybrid/gm/analysis"
	"hybrid/gm/command"
	"hybrid/gm/export"
	"hybrid/rules"
)

// `hybrid session analyse` and `hybrid session whatif`: the course of a past fight, and the results of other choices in it. The course, an
// analysis.Line, has each side's chance to win after every entry of the fight. These chances come from simulations in which all combatants
// follow their tactics. A swing is the change of the first side's chance by an entry; the entries with the largest swings are the turning
// points. A mark, such as ??, judges a choice that differs from that of the tactic.

// analyseCommand returns the command `session analyse`.
func analyseCommand(p *program) *cobra.Command {
	o := analysis.Options{Precision: analysis.UsualPrecision}
	all, file, audience := false, "", string(export.GameMaster)
	cmd := &cobra.Command{
		Use:   "analyse [ENCOUNTER]",
		Short: "Show how a fight turned",
		Long: "Show how likely each side won after every entry of a fight, by default the last one, " + analysis.AssumptionText(2) + ".\n" +
			"Each swing is split into dice, choice and the game master's hand, which add up. A choice is compared with the action\n" +
			"that the combatant's tactic would have chosen: ?? loses 12 points or more, ? 6, ?! 3, and + gains 6, by what the\n" +
			"chooser could know. All of it is for the game master alone; --for players has what the players were told, and chances\n" +
			"only after `reveal line`.",
		Args:              wantAtMost("ENCOUNTER"),
		ValidArgsFunction: p.encounterNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			debug.SetGCPercent(busyGCPercent)
			if cmd.Flags().Changed("seed") { // otherwise a fight is always analysed with the same seed
				o.Seed = p.flags.seed
			}
			ctx, stop := signal.NotifyContext(p.workContext(), os.Interrupt)
			defer stop()
			if all {
				return p.withPastSession(func(s *gm.Session) error { return calibrateSession(ctx, p, s, o) })
			}
			return analyseFight(ctx, p, strings.Join(args, " "), file, export.Audience(audience), o)
		},
	}
	set := cmd.Flags()
	set.Var((*percentValue)(&o.Precision), "within", "half the width of the intervals of swings, in `percent`")
	set.IntVar(&o.Workers, "cores", 0, "`number` of fights at once (default the number of cores)")
	set.StringVar(&audience, "for", audience, "`audience`: players or gm")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("for", cobra.FixedCompletions(toStrings(export.Audiences()), cobra.ShellCompDirectiveNoFileComp)))
	set.StringVar(&file, "html", "", "write a page about the fight to `file`: one file, for any browser")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("html", cobra.FixedCompletions([]string{"html"}, cobra.ShellCompDirectiveFilterFileExt)))
	set.BoolVar(&all, "all", false, "compare the chances of all fights with their ends")
	return cmd
}

// analyseFight writes the analysis of the last fight of the encounter with the given name, or of the session's last fight if name is "". It
// writes an HTML page if file isn't "". It saves the turning points of a finished fight for recaps.
func analyseFight(ctx context.Context, p *program, name, file string, audience export.Audience, o analysis.Options) error {
	var fight *analysis.Fight
	var line *analysis.Line
	err := p.withPastSession(func(s *gm.Session) (err error) {
		if fight, err = analysis.LastFight(s, name); err == nil {
			line, err = writeAnalysis(ctx, p, s, fight, file, audience, o)
		}
		return err
	})
	if err != nil || line == nil || !line.Over || len(line.Turning) == 0 {
		return err
	}
	const readOnly = false
	if err := p.withSession(readOnly, func(s *gm.Session) error { return line.SaveTurningPoints(s, fight) }); err != nil {
		p.writeNote("The recap doesn't have the turning points. %s", err)
	}
	return nil
}

// writeAnalysis writes the analysis of a fight for an audience and returns it. Before the game master has revealed the chances, players get
// only a page with what they were told, or a refusal, and writeAnalysis returns nil.
func writeAnalysis(ctx context.Context, p *program, s *gm.Session, fight *analysis.Fight, file string, audience export.Audience, o analysis.Options) (*analysis.Line, error) {
	forPlayers := audience == export.Players
	switch {
	case !slices.Contains(export.Audiences(), audience):
		return nil, badInput(export.UnknownAudience(audience))
	case forPlayers && !fight.Revealed && file != "":
		return nil, writeInPlace(file, func(to io.Writer) error { return export.WritePlayersFight(to, s, fight, nil) })
	case forPlayers && !fight.Revealed:
		return nil, command.Refusal("The players may not read how the fight turned yet. Type `reveal line` at the prompt.")
	}
	meter := newProgress(p.stderr)
	defer meter.clear()
	o.Progress = func(done, of int) { meter.show(done, of, "moments") }
	l, err := analysis.Analyse(ctx, s.Game(), fight, o)
	if err != nil {
		return nil, err
	}
	if file != "" {
		return l, writeInPlace(file, func(to io.Writer) error {
			if forPlayers {
				return export.WritePlayersFight(to, s, fight, l)
			}
			return export.WriteFight(to, s, fight, l)
		})
	}
	visible := l
	if forPlayers {
		if visible, err = export.PlayersLine(s, fight, l); err != nil {
			return nil, err
		}
	}
	return l, p.write(report{facts: object{{"analysis", visible}}, text: func(w *textWriter) { w.writeChanceLine(visible) }})
}

// writeChanceLine writes the course of a fight: a chart of the first side's chance, the turning points, the marked choices and, for the
// game master, the luck and the choices of each participant.
func (w *textWriter) writeChanceLine(l *analysis.Line) {
	w.writeTitle("%s: how it turned", l.Label)
	w.writeWrapped(l.Text())
	w.writeLine("")
	const maxChartWidth, chartHeight = 120, 8 // in columns and rows
	for _, row := range l.Chart(min(w.width, maxChartWidth), chartHeight) {
		w.writeLine("%s", row)
	}
	w.writeLine("")
	for n, i := range l.TurningInOrder() {
		p := &l.Points[i]
		w.writeHanging(fmt.Sprintf("%2d  entry %d, %s → %s, %s  ", n+1, p.Seq, rules.FormatPercent(p.Chances[0].Share-p.Swing.Share), rules.FormatPercent(p.Chances[0].Share), p.Swing.Points()), bold, "    ", p.Text)
	}
	rows := [][]cell{{rightCell("entry"), {text: "who"}, {text: "chose"}, {text: "usual"}, rightCell("gains"), {}}}
	for i := range l.Points {
		if p := &l.Points[i]; p.Mark != "" {
			rows = append(rows, []cell{rightCell(fmt.Sprint(p.Seq)), {text: l.NameOf(p.Chooser)}, {text: p.Chosen}, {text: p.Usual, style: dim}, rightCell(p.Fair.Points()), {text: p.Mark}})
		}
	}
	if len(rows) > 1 {
		w.writeLine("")
		w.writeTable(rows)
	}
	if l.ForPlayers {
		return
	}
	rows = [][]cell{{{text: "who"}, {text: "side"}, rightCell("dice"), rightCell("choices")}}
	for _, person := range l.Persons {
		rows = append(rows, []cell{{text: person.Name}, {text: person.Side}, rightCell(analysis.FormatSigned(person.Dice)), rightCell(analysis.FormatSigned(person.Choice))})
	}
	w.writeLine("")
	w.writeTable(rows)
	w.writeLine("")
	w.writeWrapped(fmt.Sprintf("± is half the 95%% interval. %s, %d from each moment. Dice and choices are in points of the chance of %s. A mark is by what the chooser could know.",
		countText(l.All, "fight was simulated", "fights were simulated"), l.Fights, l.Sides[0]))
}

// calibrateSession writes how accurate the computed chances were for all fights of a session: it compares the chances after a third of each
// fight with the sides that won.
func calibrateSession(ctx context.Context, p *program, s *gm.Session, o analysis.Options) error {
	meter := newProgress(p.stderr)
	defer meter.clear()
	o.Progress = func(done, of int) { meter.show(done, of, "fights") }
	c, err := analysis.Calibrate(ctx, s, o)
	if err != nil {
		return err
	}
	return p.write(report{facts: object{{"calibration", c}}, text: func(w *textWriter) {
		w.writeTitle("Chances after a third of each fight, and how often they came true")
		rows := [][]cell{{{text: "chance"}, rightCell("fights"), rightCell("won"), rightCell("expected")}}
		for _, row := range c.Rows {
			rows = append(rows, []cell{{text: fmt.Sprintf("%.0f–%.0f%%", 100*row.From, 100*row.To)}, rightCell(fmt.Sprint(row.Fights)), rightCell(fmt.Sprint(row.Won)), rightCell(command.Number(roundTenth(row.Expected)))})
		}
		w.writeTable(rows)
		w.writeLine("")
		w.writeWrapped(c.Text())
	}})
}

// whatifCommand returns the command `session whatif`.
func whatifCommand(p *program) *cobra.Command {
	o := analysis.Options{Precision: analysis.UsualPrecision}
	cmd := &cobra.Command{
		Use: "whatif NUMBER LINE…", ValidArgsFunction: cobra.NoFileCompletions,
		Short: "Show where another choice would have led",
		Long: "Show where a fight would have led if another line had been said at an entry: first the chance before the dice fell,\n" +
			"then the later entries decided again with the same dice, as far as they fit. New questions are answered by tactics.\n" +
			"Nothing is changed; `amend` makes it the past.",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := wantArgs("NUMBER", "LINE…")(cmd, args); err != nil {
				return err
			}
			seq, err := strconv.ParseInt(args[0], 10, 64)
			if err != nil {
				return badInput(fmt.Errorf("“%s” isn't the number of an entry. `history` lists them.", args[0]))
			}
			if cmd.Flags().Changed("seed") {
				o.Seed = p.flags.seed
			}
			debug.SetGCPercent(busyGCPercent)
			ctx, stop := signal.NotifyContext(p.workContext(), os.Interrupt)
			defer stop()
			return p.withReadOnlySession(func(s *gm.Session) error {
				supposition, err := analysis.Suppose(ctx, s, seq, strings.Join(args[1:], " "), o)
				if err != nil {
					return err
				}
				return p.write(report{facts: object{{"whatif", supposition}}, text: func(w *textWriter) { w.writeSupposition(supposition) }})
			})
		},
	}
	set := cmd.Flags()
	set.Var((*percentValue)(&o.Precision), "within", "half the width of the intervals, in `percent`")
	set.IntVar(&o.Workers, "cores", 0, "`number` of fights at once (default the number of cores)")
	return cmd
}

// maxChangedEntries is the maximum number of later entries that are listed because the alternative line changes them.
const maxChangedEntries = 8

// writeSupposition writes a supposition: the chances with the actual and with the alternative line, and the later entries that would
// change.
func (w *textWriter) writeSupposition(x *analysis.Supposition) {
	w.writeTitle("What if entry %d had been “%s”", x.Seq, x.Line)
	ends := cell{text: "unknown", style: dim, right: true}
	if x.NewEnd != nil { // the later entries can be replayed after the alternative line
		ends = rightCell(x.NewEnd.Text())
	}
	w.writeTable([][]cell{
		{{text: x.Side + " wins"}, rightCell("as it was"), rightCell("what if"), {}},
		{{text: "before the dice"}, rightCell(x.ActualChance.Text()), rightCell(x.NewChance.Text()), rightCell(x.Gain.Points())},
		{{text: analysis.MomentText(x.Over) + ", with the same dice"}, rightCell(x.ActualEnd.Text()), ends},
	})
	w.writeLine("")
	w.writeWrapped(x.LaterText())
	changed := x.ListChanges(maxChangedEntries)
	for _, e := range changed {
		w.writeIndented("    ", fmt.Sprintf("%d was %s", e.Seq, e.Was))
		w.writeIndented("      ", "now "+cmp.Or(e.Now, "nothing"))
	}
	if len(changed) > 0 {
		w.writeLine("")
	}
	w.writeWrapped(fmt.Sprintf("± is half the 95%% interval of %d fights each, %s.", x.Fights, x.Assumption))
}
