package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
)

// Rolls made in the campaign's session with --do, and `hybrid log`, which lists the rolls of the session. The session is the saved game;
// each line of the prompt that changes it becomes an entry, with its dice.

// doName is the flag that carries out a roll in the session instead of only showing it.
const doName = "do"

// addDoFlag adds the flag --do, and returns its value.
func addDoFlag(flags *pflag.FlagSet) *bool {
	return flags.Bool(doName, false, "the roll as an entry of the session, with its dice")
}

// rollInSession rolls in the campaign's session, where the roll becomes an entry. check is a skill, a statistic or dice; who is the key of
// the actor, or "" for none; options are as at the prompt.
func rollInSession(p *program, check, who string, options []string) error {
	line := "roll " + check
	if who != "" {
		line += " by " + who
	}
	return doInSession(p, line, options)
}

// doInSession carries out a line of the prompt, with its options, in the campaign's session. The dice of --dice are added to the line.
func doInSession(p *program, line string, options []string) error {
	switch {
	case p.flags.fresh:
		return errors.New("--do changes the session. Remove --fresh.")
	case p.flags.flagSet.Changed("seed"):
		return errors.New("--do rolls the session's own dice. Remove --seed.")
	}
	for _, option := range options {
		line += ", " + strings.TrimSpace(option)
	}
	if len(p.flags.dice) > 0 {
		line += ", dice " + strings.Join(p.flags.dice, " ")
	}
	const readOnly = false
	return p.withSession(readOnly, func(s *gm.Session) error {
		before := s.State()
		entry, err := s.Do(command.Command{Line: line})
		if err != nil {
			return withAnswerHint(err)
		}
		return writeEntry(p, p.textWriter(), s, &entry, before)
	})
}

// defaultLogRows is the default number of listed rolls.
const defaultLogRows = 20

// logCommand returns the command `log`.
func logCommand(p *program) *cobra.Command {
	last := defaultLogRows
	cmd := &cobra.Command{
		Use:   "log [WHO]",
		Short: "List the rolls of the session",
		Long: "List the rolls of the session, newest last: everyone's, or one character's. It has the rolls of the dashboard, of\n" +
			"phones, and of the shell (check, task and roll with --do). Rolls that only the game master sees are omitted.",
		Example:           "  hybrid log\n  hybrid log {who} --last 5\n  hybrid check {who} {skill} --do",
		Args:              wantAtMost("WHO"),
		ValidArgsFunction: p.completeWho(1, nil),
		RunE: func(_ *cobra.Command, args []string) error {
			if last < 1 {
				return errors.New("--last must be at least 1.")
			}
			return p.withPastSession(func(s *gm.Session) error { return writeLog(p, s, strings.Join(args, ""), last) })
		},
	}
	cmd.Flags().IntVar(&last, "last", defaultLogRows, "`number` of rolls to list")
	return cmd
}

// loggedRoll is a roll as `hybrid log` lists it.
type loggedRoll struct {
	Seq    int64  `json:"seq"`     // number of the entry
	Day    string `json:"day"`     // date of the entry, such as 2006-01-02
	Time   string `json:"time"`    // time of the entry, such as 15:04
	Who    string `json:"who"`     // key of the actor that rolled
	Name   string `json:"name"`    // short name of that actor
	What   string `json:"what"`    // skill, or label of the roll
	Chance string `json:"chance"`  // number that the roll was compared with; "" for none
	Roll   string `json:"roll"`    // dice rolled; "" if Result has them
	Result string `json:"came_to"` // result, such as the degree or the sum
}

// writeLog writes the latest rolls of the session, at most last of them. If who isn't "", it writes only the rolls of that character.
// Secret rolls are only counted.
func writeLog(p *program, s *gm.Session, who string, last int) error {
	list, secrets, current, err := loggedRolls(s)
	if err != nil {
		return err
	}
	key, secretCount := "", len(secrets)
	if who != "" {
		a, err := findPlayed(p, current, who)
		if err != nil {
			return err
		}
		if a == nil {
			return &rules.Refusal{Text: who + " wasn't in the session."}
		}
		key = a.Key
		list = slices.DeleteFunc(list, func(r loggedRoll) bool { return r.Who != key })
		secretCount = len(slices.DeleteFunc(secrets, func(actor string) bool { return actor != key }))
	}
	list = list[max(0, len(list)-last):]
	facts := object{{"rolls", append([]loggedRoll{}, list...)}, {"secret", secretCount}}
	return p.write(report{facts: facts, text: func(w *textWriter) { w.writeLoggedRolls(list, key == "", secretCount) }})
}

// writeLoggedRolls writes a line for each roll in list, with its actor's name if withNames is set, then the number of secret rolls.
func (w *textWriter) writeLoggedRolls(list []loggedRoll, withNames bool, secretCount int) {
	if len(list) == 0 {
		w.writeLine("No rolls yet.")
	}
	var rows [][]cell
	day := ""
	for _, r := range list {
		row := []cell{rightCell(fmt.Sprint(r.Seq)), {text: r.Time, style: dim}, {text: r.Name}, {text: r.What}, rightCell(r.Chance), rightCell(r.Roll), {text: r.Result}}
		const nameColumn = 2
		if !withNames {
			row = slices.Delete(row, nameColumn, nameColumn+1)
		}
		if r.Day != day {
			w.writeTable(rows)
			rows, day = nil, r.Day
			w.writeLine("%s", w.paintText(bold, day))
		}
		rows = append(rows, row)
	}
	w.writeTable(rows)
	if secretCount > 0 {
		w.writeLine("")
		w.writeLine("%s only for the game master", countText(secretCount, "more is", "more are"))
	}
}

// loggedRolls returns the rolls of the session that weren't undone, in order; the key of the actor of each secret roll; and the current
// state.
func loggedRolls(s *gm.Session) (list []loggedRoll, secrets []string, current *rules.State, err error) {
	current = &rules.State{}
	rs := s.Rules()
	for e, err := range s.History() {
		if err != nil {
			return nil, nil, nil, err
		}
		if e.Undone {
			continue
		}
		current = e.After
		entry := loggedRoll{Seq: e.Seq, Day: e.At.Format("2006-01-02"), Time: e.At.Format("15:04")}
		add := func(who, what, chance, roll, result string) {
			r := entry
			r.Who, r.What, r.Chance, r.Roll, r.Result = who, what, chance, roll, result
			if a := e.Actor(who); a != nil {
				r.Name = a.Short
			}
			list = append(list, r)
		}
		if len(e.Outcomes) == 0 && len(e.Dice) > 0 { // plain dice; the title is “NAME: DICE: RESULT”
			what, result, _ := strings.Cut(strings.TrimPrefix(e.Title, nameAtEntry(e, e.Who)+": "), ": ")
			add(e.Who, what, "", "", result)
		}
		for i := range e.Outcomes {
			o := &e.Outcomes[i]
			switch {
			case len(o.Dice) == 0 || o.Who == "": // not an actor's roll
			case o.Secret:
				secrets = append(secrets, o.Who)
			case o.Degree != "":
				add(o.Who, rollSubject(rs, e, o), o.Likelihood(rs).NumberText(), rollDiceText(o), o.Degree)
			case o.Total != nil:
				add(o.Who, o.Label, "", "", command.Number(*o.Total))
			case o.Row != "":
				add(o.Who, o.Label, "", rollDiceText(o), strings.TrimSpace(o.Side+" "+rules.ReadableName(o.Row)))
			}
		}
	}
	return list, secrets, current, nil
}

// nameAtEntry returns the name that the actor with the key who had at the time of an entry, or the key if there was no such actor.
func nameAtEntry(e *gm.HistoryEntry, who string) string {
	if a := e.Actor(who); a != nil {
		return a.Name
	}
	return who
}

// rollSubject returns the subject of a check: its skill, or else the label of its step. If that label is only the name of the check itself,
// it returns the title of the entry without the actor's name.
func rollSubject(rs *rules.Ruleset, e *gm.HistoryEntry, o *rules.Outcome) string {
	if skill, ok := rs.Skills.Get(o.Skill); ok {
		return skill.Label
	}
	isCheckLabel := slices.ContainsFunc(rs.Checks.All, func(c *rules.Check) bool { return c.Label == o.Label })
	if title, isOwn := strings.CutPrefix(e.Title, nameAtEntry(e, o.Who)+": "); isOwn && isCheckLabel {
		return title
	}
	return o.Label
}

// rollDiceText returns the dice of a roll as text: the faces of a throw, the number of a check, or the first die of another roll.
func rollDiceText(o *rules.Outcome) string {
	if o.Throw != "" {
		return o.Throw
	}
	if o.Roll != 0 {
		return fmt.Sprint(o.Face())
	}
	return o.Dice[0].ResultText()
}
