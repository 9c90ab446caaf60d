package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules"
)

// `hybrid rest`: how long a character needs to recover. A recovery (rules.Recovery) is an activity, such as sleep, that refills a pool,
// with the time that it needs or the points that it restores at once.

// restCommand returns the command `rest`.
func restCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "rest WHO",
		Short: "Show how long recovery takes",
		Long: "Show how long a character needs to refill each pool, by each activity that restores it, fastest first. Nothing\n" +
			"happens in the session. To let time pass there, type `pass 1 h`, or use the key r.",
		Example: "  hybrid rest {who}",
		Args:    wantArgs("WHO"), ValidArgsFunction: p.completeWho(1, nil),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := p.presentState(args[0])
			if err != nil {
				return err
			}
			return p.write(restReport(p.campaign.Rules, s.Actors[0]))
		},
	}
	addFreshFlag(p, cmd.Flags())
	return cmd
}

// restReport reports how long actor a takes to refill each pool by each activity that restores it, and the conditions that prevent a rest.
func restReport(rs *rules.Ruleset, a *rules.Actor) report {
	list := rs.Recoveries(a)
	barred := []string{}
	for i := range a.Conditions {
		if a.Conditions[i].Condition.ForbidsRest() {
			barred = append(barred, a.Conditions[i].Condition.Label)
		}
	}
	rows := []object{}
	for _, r := range list {
		rows = append(rows, object{{"pool", r.Pool.Name}, {"lost", r.Missing}, {"activity", r.Activity.Name}, {"seconds", r.Seconds}, {"at_once", r.Points}})
	}
	return report{facts: object{{"who", a.Key}, {"rows", rows}, {"barred", barred}}, text: func(w *textWriter) { w.writeRecoveries(rs, a, list, barred) }}
}

// writeRecoveries writes list, the recoveries of actor a, then the pools below their maximum that no activity restores. barred holds the
// labels of the conditions that prevent a rest.
func (w *textWriter) writeRecoveries(rs *rules.Ruleset, a *rules.Actor, list []rules.Recovery, barred []string) {
	w.writeTitle("%s", a.Name)
	var rows [][]cell
	rowCount := map[*rules.Pool]int{} // rows so far, by pool
	for _, r := range list {
		row := []cell{{}, {}, {text: r.Activity.Label}, rightCell(rules.SpanText(r.Seconds))}
		if r.Seconds == 0 {
			row[3] = rightCell(fmt.Sprintf("%s at once", command.Number(r.Points)))
		}
		if rowCount[r.Pool]++; rowCount[r.Pool] == 1 {
			row[0], row[1] = cell{text: r.Pool.Label, style: bold}, rightCell(command.Number(r.Missing)+" lost")
		}
		rows = append(rows, row)
	}
	w.writeTable(rows)
	isRested := true
	for _, pool := range rs.Pools.All {
		maximum, limited := a.Sheet.Max(pool)
		// a pool with a start value of its own, such as points that count up from 0, can be below its maximum without any loss
		isTrack := pool.Start.Text != "" && rowCount[pool] == 0
		if limited && a.PoolValue(pool) < maximum && pool.IsOwnedBy(a) && !isTrack {
			if isRested = false; rowCount[pool] == 0 {
				w.writeLine("  %s: %s lost; no activity restores it, only the game master", pool.Label, command.Number(maximum-a.PoolValue(pool)))
			}
		}
	}
	if isRested {
		w.writeLine("  %s is unhurt and rested", a.Name)
	}
	if len(barred) > 0 {
		w.writeLine("")
		w.writeLine("Can't rest while: %s", strings.ToLower(strings.Join(barred, ", ")))
	}
}
