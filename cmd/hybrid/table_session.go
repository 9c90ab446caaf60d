package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hybrid/gm"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// `hybrid session`: the past of a campaign, session by session. In the code, gm.Evening is what users call a session: the entries of one
// day of play. gm.Session is the log of the whole campaign.

// sessionCommand returns `hybrid session` with its subcommands, most of which are about past sessions.
func sessionCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "session",
		Short: "List, show, export and verify sessions",
		Long: "List, show and export the sessions of a campaign. A new session starts when the campaign is opened on another day;\n" +
			"a day ends at six in the morning. While the dashboard is open, all of these work except show --note, reveal and\n" +
			"restore FILE, which write.",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := unknownCommand(cmd, args); err != nil {
				return err
			}
			return cmd.Help()
		},
	}
	resume := &cobra.Command{Use: "resume", Short: "Open the dashboard and continue the session", Args: wantArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			p.seats.resolveOptions(cmd.Flags())
			return playSession(p)
		}}
	p.addLookFlags(resume)
	p.seats.addFlags(resume.Flags())
	cmd.AddCommand(
		&cobra.Command{Use: "list", Short: "List sessions and their encounters", Args: wantArgs(),
			RunE: func(*cobra.Command, []string) error {
				return p.withPastSession(func(s *gm.Session) error { return listEvenings(p, s) })
			}},
		showEveningCommand(p),
		&cobra.Command{Use: "recap", Short: "Show a summary of the last session", Args: wantArgs(),
			RunE: func(*cobra.Command, []string) error {
				return p.withPastSession(func(s *gm.Session) error { return recapSession(p, s) })
			}},
		resume,
		exportCommand(p),
		&cobra.Command{Use: "verify", Short: "Check the log and its dice",
			Long: "Check the campaign log. Its checksums find every changed byte. Then each entry is replayed with its dice, and the\n" +
				"first difference is reported. Finally, every die is worked out again from its seed.",
			Args: wantArgs(), RunE: func(*cobra.Command, []string) error {
				return p.withPastSession(func(s *gm.Session) error { return verifySession(p, s) })
			}},
		statsCommand(p),
		analyseCommand(p),
		whatifCommand(p),
		revealCommand(p),
		restoreCommand(p),
		packCommand(p),
		unpackCommand(p),
	)
	return cmd
}

// eveningByNumber returns the evening whose number is args[0], or the last one if args is empty.
func eveningByNumber(s *gm.Session, args []string) (gm.Evening, error) {
	list := s.Evenings()
	if len(list) == 0 {
		return gm.Evening{}, &rules.Refusal{Text: "No saved session yet. Start one with `hybrid play`."}
	}
	if len(args) == 0 {
		return list[len(list)-1], nil
	}
	number, err := strconv.ParseInt(args[0], 10, 64)
	if err != nil {
		return gm.Evening{}, fmt.Errorf("“%s” isn't the number of a session. `hybrid session list` lists them.", args[0])
	}
	for _, e := range list {
		if e.Number == number {
			return e, nil
		}
	}
	return gm.Evening{}, &rules.Refusal{Text: fmt.Sprintf("No session %d. `hybrid session list` lists them.", number)}
}

// checkEvening returns an error if no evening has the number args[0]. Call it before opening the session for writing.
func (p *program) checkEvening(args []string) error {
	return p.withPastSession(func(s *gm.Session) error {
		_, err := eveningByNumber(s, args)
		return err
	})
}

// eveningJSON returns an evening as an object for --json.
func eveningJSON(e gm.Evening) object {
	var o object
	o.setKey("number", e.Number)
	o.setKey("day", e.Day())
	o.setKey("first", e.First.Format(time.RFC3339))
	o.setKey("last", e.Last.Format(time.RFC3339))
	o.setKey("encounters", append([]string{}, collect.Map(e.Encounters, func(scene gm.Scene) string { return scene.Label })...))
	o.setKey("entries", e.Entries)
	o.setKey("note", e.Note)
	return o
}

// listEvenings writes a table of all evenings.
func listEvenings(p *program, s *gm.Session) error {
	list := s.Evenings()
	all, rows := make([]object, len(list)), [][]cell{}
	for i, e := range list {
		all[i] = eveningJSON(e)
		rows = append(rows, []cell{rightCell(strconv.FormatInt(e.Number, 10)), {text: e.Day()}, {text: clockTimes(e), style: dim}, rightCell(countText(e.Entries, "entry", "entries")),
			{text: encountersOf(s, e)}, {text: e.Note, style: dim}})
	}
	return p.write(report{facts: object{{"evenings", all}}, text: func(w *textWriter) {
		w.writeTitle("%s", p.campaign.Label)
		w.writeTable(rows)
	}})
}

// recapSession writes a recap of the last evening: a few sentences, its encounters, the current state, and open questions.
func recapSession(p *program, s *gm.Session) error {
	e, err := eveningByNumber(s, nil)
	if err != nil {
		return err
	}
	scenes := scenesOf(s, e)
	m := s.Summary()
	return p.write(report{facts: object{{"recap", m.Text}, {"scenes", scenes}, {"stands", append([]string{}, m.Now...)}, {"open", append([]string{}, m.Open...)}}, text: func(w *textWriter) {
		w.writeIndented("", cmp.Or(m.Text, collect.Choose(len(scenes) > 0, "", "Nothing worth telling has happened yet.")))
		for i, list := range [][]string{scenes, m.Now, m.Open} {
			if len(list) > 0 {
				w.writeIndented("", [...]string{"Scenes", "Now", "Open"}[i]+": "+strings.Join(list, " · "))
			}
		}
	}})
}

// maxEncounters is the maximum number of encounters of an evening that are listed by name.
const maxEncounters = 3

// encountersOf describes the encounters of an evening by label and outcome. If there are more than maxEncounters, it describes only the
// last one, and mentions their number.
func encountersOf(s *gm.Session, e gm.Evening) string {
	names := scenesOf(s, e)
	if n := len(names); n > maxEncounters {
		return fmt.Sprintf("%s, the last of %d encounters", names[n-1], n)
	}
	return strings.Join(names, ", ")
}

// scenesOf returns a description of each encounter of an evening, “LABEL: OUTCOME”.
func scenesOf(s *gm.Session, e gm.Evening) []string {
	return append([]string{}, collect.Map(e.Encounters, func(scene gm.Scene) string { return strings.TrimSuffix(scene.Label+": "+s.Ending(scene), ": ") })...)
}

// clockTimes returns the times of the first and last entries of an evening, such as 19:04–23:10, or "" if it has no entries.
func clockTimes(e gm.Evening) string {
	if e.First.IsZero() {
		return ""
	}
	return e.First.Format("15:04") + "–" + e.Last.Format("15:04")
}

// showEveningCommand returns the command `session show`.
func showEveningCommand(p *program) *cobra.Command {
	var note string
	cmd := &cobra.Command{
		Use:   "show [NUMBER]",
		Short: "Show a session and its log",
		Args:  wantAtMost("NUMBER"),
	}
	cmd.Flags().StringVar(&note, "note", "", "`text` to keep as the session's note; empty removes it")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if !cmd.Flags().Changed("note") {
			return p.withPastSession(func(s *gm.Session) error { return showEvening(p, s, args) })
		}
		if err := p.checkEvening(args); err != nil {
			return err
		}
		const readOnly = false
		return p.withSession(readOnly, func(s *gm.Session) error {
			e, err := eveningByNumber(s, args)
			if err == nil {
				err = s.SetEveningNote(e.Number, note)
			}
			if err != nil {
				return err
			}
			return showEvening(p, s, args)
		})
	}
	return cmd
}

// logJSON returns the entries of a log as objects for --json. It shows progress unless stdout is a terminal.
func logJSON(p *program, s *gm.Session, log []gm.LogLine) (any, error) {
	list := []object{}
	meter := newProgress(p.stderr)
	if terminalOf(p.stdout) != nil {
		meter.stopShowing()
	}
	defer meter.clear()
	for i, l := range log {
		entry, err := s.Entry(l.Seq())
		if err != nil {
			return nil, err
		}
		list = append(list, p.envelope(entryJSON(p.campaign.Rules, &entry, l.Text(), l.LogEntry().Sentences(), nil, nil)))
		meter.showEntries(i+1, len(log))
	}
	return list, nil
}

// showEvening writes the log of the evening whose number is args[0], by default the last one, and the hashes of the seeds of its dice.
func showEvening(p *program, s *gm.Session, args []string) error {
	e, err := eveningByNumber(s, args)
	if err != nil {
		return err
	}
	log, seeds := s.EveningLog(e.Number), eveningSeeds(s, e.Number)
	facts := append(eveningJSON(e), object{{"scenes", scenesOf(s, e)}, {"log", lazyValue(func() (any, error) { return logJSON(p, s, log) })}, {"hashes", seeds}}...)
	return p.write(report{facts: facts, text: func(w *textWriter) {
		w.writeTitle("%s, session %d, %s %s", p.campaign.Label, e.Number, e.Day(), clockTimes(e))
		w.writeWrapped(strings.Join(scenesOf(s, e), " · "))
		w.writeEveningLog(e, log, seeds)
	}})
}

// writeEveningLog writes an evening's note, its log, and the hash of each seed of its dice, with the seed itself if it was revealed.
func (w *textWriter) writeEveningLog(e gm.Evening, log []gm.LogLine, seeds []gm.Commitment) {
	w.writeWrapped(e.Note)
	for _, l := range log {
		text, style := l.Text(), plain
		if l.IsUndone() {
			text, style = "undone: "+text, dim
		}
		w.writeHanging(fmt.Sprintf("%5d %5s  ", l.Seq(), l.Moment()), style, "             ", text)
	}
	for i, commitment := range seeds {
		if i == 0 {
			w.writeLine("")
		}
		w.writeLine("dice from entry %d on: SHA-256 of the seed", commitment.From)
		w.writeLine("  %s", commitment.Hash)
		if commitment.Seed != "" {
			w.writeLine("  revealed %s:", commitment.Shown.Local().Format(time.DateOnly))
			w.writeLine("  %s", commitment.Seed)
		}
	}
}
