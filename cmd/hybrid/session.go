package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/source"
)

// sessionCommand returns the command with the subcommands about what was played.
func sessionCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "session",
		Short: "List, show, export, verify and restore what was played",
		Long: "What was played of a campaign, evening by evening. An evening begins when the campaign is opened on\n" +
			"another day; a day ends at six in the morning. All of these may be used while the dashboard is open,\n" +
			"but for show --note, reveal and restore FILE, which write.",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := unknownCommand(cmd, args); err != nil {
				return err
			}
			return cmd.Help()
		},
	}
	resume := &cobra.Command{Use: "resume", Short: "Open the dashboard, where the session was left", Args: wantArgs(),
		RunE: func(*cobra.Command, []string) error { return playSession(p) }}
	p.lookFlags(resume)
	cmd.AddCommand(
		&cobra.Command{Use: "list", Short: "List the evenings with their encounters", Args: wantArgs(),
			RunE: func(*cobra.Command, []string) error {
				return p.readSession(func(s *gm.Session) error { return listEvenings(p, s) })
			}},
		showEveningCommand(p),
		resume,
		exportCommand(p),
		&cobra.Command{Use: "verify", Short: "Decide everything again, and check the dice",
			Long: "Read everything that was played, hold it to its checksums (every changed byte is found), decide each entry\n" +
				"again with its dice, and report the first difference.\n" +
				"Then work every rolled die out again from its seed.",
			Args: wantArgs(), RunE: func(*cobra.Command, []string) error {
				return p.readSession(func(s *gm.Session) error { return verifySession(p, s) })
			}},
		statsCommand(p),
		revealCommand(p),
		restoreCommand(p),
	)
	return cmd
}

// readSession calls do with the session opened only for reading, while another process may play it.
func (p *program) readSession(do func(*gm.Session) error) error { return p.withSession(true, do) }

// withSession calls do with the session of the campaign.
func (p *program) withSession(read bool, do func(*gm.Session) error) error {
	dir, err := p.stateDir()
	if err != nil {
		return err
	}
	if !gm.Begun(dir, p.campaign) {
		return &rules.Refusal{Text: fmt.Sprintf("nothing of %s was played yet, in %s; hybrid play begins", p.campaign.Label, dir)}
	}
	s, notice, err := gm.Open(p.campaign, gm.Options{Dir: dir, Read: read, Ask: p.asker()})
	if err != nil {
		return err
	}
	defer s.Close()
	if notice != "" {
		p.note("%s", notice)
	}
	return do(s)
}

// evening returns the evening with the number in args, or the last one.
func evening(s *gm.Session, args []string) (gm.Evening, error) {
	list := s.Evenings()
	if len(list) == 0 {
		return gm.Evening{}, &rules.Refusal{Text: "nothing was played yet"}
	}
	if len(args) == 0 {
		return list[len(list)-1], nil
	}
	number, err := strconv.ParseInt(args[0], 10, 64)
	if err != nil {
		return gm.Evening{}, fmt.Errorf("%s is no number of an evening; hybrid session list has them", args[0])
	}
	for _, e := range list {
		if e.Number == number {
			return e, nil
		}
	}
	return gm.Evening{}, &rules.Refusal{Text: fmt.Sprintf("there is no evening %d; hybrid session list has them", number)}
}

// eveningJSON returns an evening as a JSON object.
func eveningJSON(e gm.Evening) object {
	var o object
	o.set("number", e.Number)
	o.set("day", e.Day())
	o.set("first", e.First.Format(time.RFC3339))
	o.set("last", e.Last.Format(time.RFC3339))
	o.set("encounters", append([]string{}, e.Encounters...))
	o.set("entries", e.Entries)
	o.set("note", e.Note)
	return o
}

func listEvenings(p *program, s *gm.Session) error {
	list := s.Evenings()
	if p.flags.json {
		all := make([]object, len(list))
		for i, e := range list {
			all[i] = eveningJSON(e)
		}
		return p.writeJSON(object{{"evenings", all}})
	}
	w := p.textWriter()
	w.title("%s", p.campaign.Label)
	var rows [][]cell
	for _, e := range list {
		rows = append(rows, []cell{right(strconv.FormatInt(e.Number, 10)), {text: e.Day()}, {text: clockTimes(e), style: dim}, right(counted(e.Entries, "entry", "entries")),
			{text: strings.Join(e.Encounters, ", ")}, {text: e.Note, style: dim}})
	}
	w.table(rows)
	return w.err
}

// clockTimes returns the times of the first and last entry of an evening, such as 19:04–23:10.
func clockTimes(e gm.Evening) string {
	if e.First.IsZero() {
		return ""
	}
	return e.First.Format("15:04") + "–" + e.Last.Format("15:04")
}

func showEveningCommand(p *program) *cobra.Command {
	var note string
	cmd := &cobra.Command{
		Use:   "show [NUMBER]",
		Short: "Show an evening and its log, the last one without a number",
		Args:  atMost("NUMBER"),
	}
	cmd.Flags().StringVar(&note, "note", "", "keep this `text` about the evening; empty takes it away")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if !cmd.Flags().Changed("note") {
			return p.readSession(func(s *gm.Session) error { return showEvening(p, s, args) })
		}
		return p.withSession(false, func(s *gm.Session) error {
			e, err := evening(s, args)
			if err == nil {
				err = s.Note(e.Number, note)
			}
			if err != nil {
				return err
			}
			return showEvening(p, s, args)
		})
	}
	return cmd
}

// atMost accepts this argument or none.
func atMost(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		return wantArgs(name)(cmd, append(args, "")[:max(1, len(args))])
	}
}

func showEvening(p *program, s *gm.Session, args []string) error {
	e, err := evening(s, args)
	if err != nil {
		return err
	}
	log := s.EveningLog(e.Number)
	if p.flags.json {
		o := eveningJSON(e)
		all := make([]object, len(log))
		for i, l := range log {
			entry, err := s.Entry(l.Seq())
			if err != nil {
				return err
			}
			all[i] = p.envelope(entryJSON(p.campaign.Rules, &entry, l.Text(), nil, nil))
		}
		o.set("log", all)
		o.set("hashes", eveningSeeds(s, e.Number))
		return p.writeJSON(o)
	}
	w := p.textWriter()
	w.title("%s, evening %d, %s %s", p.campaign.Label, e.Number, e.Day(), clockTimes(e))
	w.wrapped(e.Note)
	for _, l := range log {
		text := l.Text()
		if l.Undone() {
			text = w.paint(dim, "undone: "+text)
		}
		w.line("%5d %5s  %s", l.Seq(), command.Number(l.Count()), text)
	}
	for i, promise := range eveningSeeds(s, e.Number) {
		if i == 0 {
			w.line("")
		}
		w.line("dice from entry %d on: SHA-256 of the seed %s", promise.From, promise.Hash)
		if promise.Seed != "" {
			w.line("  revealed %s: %s", promise.Shown.Local().Format(time.DateOnly), promise.Seed)
		}
	}
	return w.err
}

// eveningSeeds returns the commitments to the seeds of an evening's dice.
func eveningSeeds(s *gm.Session, number int64) []gm.Commitment {
	list := []gm.Commitment{}
	for _, promise := range s.Commitments() {
		if promise.Evening == number {
			list = append(list, promise)
		}
	}
	return list
}

func exportCommand(p *program) *cobra.Command {
	var format, audience string
	var number int64
	cmd := &cobra.Command{
		Use:   "export [FILE]",
		Short: "Write what was played as Markdown, HTML or JSON Lines",
		Long: "Write what was played to a file, or to the standard output. The format is that of the file's name (.md, .html,\n" +
			".jsonl), else Markdown. The players' version is without what they must not know; the game master's has everything.",
		Args: atMost("FILE"),
	}
	cmd.Flags().StringVar(&format, "format", "", "`one` of markdown, html, jsonl")
	cmd.Flags().StringVar(&audience, "for", string(gm.Players), "`whom` it is for: players or gm")
	cmd.Flags().Int64Var(&number, "evening", 0, "only the evening with this `number`")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(toStrings(gm.Formats()), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("for", cobra.FixedCompletions(toStrings(gm.Audiences()), cobra.ShellCompDirectiveNoFileComp))
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		file := strings.Join(args, "")
		if format == "" {
			format = formatOf(file)
		}
		return p.readSession(func(s *gm.Session) error {
			if number != 0 {
				if _, err := evening(s, []string{fmt.Sprint(number)}); err != nil {
					return err
				}
			}
			var out bytes.Buffer
			if err := s.ExportEvening(&out, gm.Format(format), gm.Audience(audience), number); err != nil {
				return err
			}
			if file != "" {
				return writeWhole(file, []byte(source.Visible(out.String())))
			}
			_, err := p.stdout.Write(out.Bytes())
			return err
		})
	}
	return cmd
}

func toStrings[T ~string](list []T) []string {
	texts := make([]string, len(list))
	for i, one := range list {
		texts[i] = string(one)
	}
	return texts
}

// formatOf returns the format that the extension of a file asks for.
func formatOf(file string) string {
	switch ext := strings.ToLower(filepath.Ext(file)); ext {
	case ".html", ".htm":
		return string(gm.HTML)
	case ".jsonl", ".json", ".ndjson":
		return string(gm.JSONLines)
	case "", ".md", ".markdown", ".txt":
		return string(gm.Markdown)
	default:
		return ext
	}
}

// writeWhole writes a file atomically.
func writeWhole(file string, data []byte) error {
	part, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.part")
	if err != nil {
		return fmt.Errorf("write %s: %w", file, withoutPath(err))
	}
	defer os.Remove(part.Name())
	_, err = part.Write(data)
	if closed := part.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Chmod(part.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(part.Name(), file)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", file, withoutPath(err))
	}
	return nil
}

// verifySession decides everything again and works the dice out again. A difference is a refusal, not bad input.
func verifySession(p *program, s *gm.Session) error {
	entries, err := s.Verify()
	if err == nil {
		err = s.CheckDice()
	}
	if p.flags.json {
		var o object
		o.set("entries", entries)
		o.set("other_rules", append([]int64{}, s.Elsewhere()...))
		o.set("same", err == nil)
		o.set("difference", "")
		if err != nil {
			o[len(o)-1].value = err.Error()
		}
		if err := p.writeJSON(o); err != nil {
			return err
		}
		if err != nil {
			return exitStatus(exitRefused)
		}
		return nil
	}
	if err != nil {
		return &rules.Refusal{Text: err.Error()}
	}
	w := p.textWriter()
	w.line("%s the same when decided again", counted(entries, "entry comes out", "entries come out"))
	if list := s.Elsewhere(); len(list) > 0 {
		w.line("%s: %s", counted(len(list), "entry was decided under other rules than now, and stands as it was", "entries were decided under other rules than now, and stand as they were"), entryRanges(list))
	}
	rolled, first := fairDice(s)
	switch {
	case rolled == 0:
		w.line("no rolled die comes from a seed")
	case first > 1:
		w.line("%s from entry %d on, as its seed has it", counted(rolled, "die shows", "dice show"), first)
	default:
		w.line("%s what the seed says", counted(rolled, "rolled die shows", "rolled dice show"))
	}
	return w.err
}

// entryRanges formats sorted numbers as "3, 5 to 9".
func entryRanges(list []int64) string {
	var parts []string
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && list[j+1] == list[j]+1 {
			j++
		}
		parts = append(parts, fmt.Sprint(list[i]))
		if j > i {
			parts[len(parts)-1] += fmt.Sprintf(" to %d", list[j])
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

// fairDice counts the rolled dice that come from a seed, and returns the first entry that has one.
func fairDice(s *gm.Session) (n int, first int64) {
	promises := s.Commitments()
	if len(promises) == 0 {
		return 0, 0
	}
	for _, l := range s.Log() {
		e, err := s.Entry(l.Seq())
		if err != nil || e.Seq < promises[0].From {
			continue
		}
		for _, die := range e.Dice {
			if !die.Typed {
				n++
			}
		}
	}
	return n, promises[0].From
}

func restoreCommand(p *program) *cobra.Command {
	none := false
	cmd := &cobra.Command{
		Use:   "restore [FILE]",
		Short: "List the backups of the session, or take one back",
		Long: "List the backups that were made when evenings began, and what was set aside since, with the newest evening and\n" +
			"the number of entries in each; or take one back. The session that is there is set aside under a dated name,\n" +
			"and the backup stays: either may be taken back again. Of a damaged file that is taken back which is whole.",
		Args: atMost("FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			dir, err := p.stateDir()
			if err != nil {
				return err
			}
			path := gm.Path(dir, p.campaign)
			if none {
				s, _, err := gm.Open(p.campaign, gm.Options{Dir: dir, Ask: func(string) (bool, error) { return false, nil }})
				if err != nil {
					return err
				}
				return s.Close()
			}
			if len(args) == 0 {
				return listCopies(p, gm.Copies(path))
			}
			from := args[0]
			if _, err := os.Stat(from); err != nil {
				from = filepath.Join(dir, from)
			}
			aside, err := gm.Restore(path, from, time.Now())
			if err != nil {
				return err
			}
			w := p.textWriter()
			w.line("%s is the session of %s again", from, p.campaign.Label)
			if aside != "" {
				w.line("the one that was there is %s now", aside)
			}
			return w.err
		},
	}
	cmd.Flags().BoolVar(&none, "none", false, "take nothing over from another folder of this name: begin anew")
	return cmd
}

func listCopies(p *program, list []gm.Copy) error {
	if p.flags.json {
		all := make([]object, len(list))
		for i, c := range list {
			all[i].set("file", c.Path)
			all[i].set("kind", c.Kind)
			all[i].set("entries", c.Entries)
			all[i].set("evening", c.Evening)
			all[i].set("last", c.Last.Format(time.RFC3339))
		}
		return p.writeJSON(object{{"backups", all}})
	}
	if len(list) == 0 {
		return &rules.Refusal{Text: fmt.Sprintf("there is no backup of %s; one is made when an evening begins", p.campaign.Label)}
	}
	w := p.textWriter()
	var rows [][]cell
	for _, c := range list {
		last := ""
		if c.Entries > 0 {
			last = c.Last.Local().Format("2006-01-02 15:04")
		}
		rows = append(rows, []cell{{text: filepath.Base(c.Path)}, right(fmt.Sprintf("evening %d", c.Evening)), right(counted(int(c.Entries), "entry", "entries")), {text: last, style: dim}})
	}
	w.table(rows)
	w.line("in %s; hybrid session restore FILE takes one back", filepath.Dir(list[0].Path))
	return w.err
}

func statsCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "stats [NAME]",
		Short: "Show how everybody's dice fell, against what was to be expected",
		Long: "How everybody's rolls went, by skill: how many were made, how many successes were to be expected by the\n" +
			"exact chances, how many there were, and the luckiest and the worst moment. For the game master: secret\n" +
			"rolls count too.",
		Args: atMost("NAME"),
		RunE: func(_ *cobra.Command, args []string) error {
			return p.readSession(func(s *gm.Session) error { return writeStats(p, s, strings.ToLower(strings.Join(args, ""))) })
		},
	}
}

func writeStats(p *program, s *gm.Session, name string) error {
	all, err := s.RollStatistics()
	if err != nil {
		return err
	}
	rows := []gm.RollStatistics{}
	for _, row := range all {
		if name == "" || strings.HasPrefix(row.Who, name) || strings.HasPrefix(strings.ToLower(row.Name), name) {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 && name != "" {
		return &rules.Refusal{Text: fmt.Sprintf("nobody called %s has rolled anything", name)}
	}
	if p.flags.json {
		return p.writeJSON(object{{"rolls", rows}})
	}
	w := p.textWriter()
	head := []cell{{}, right("rolls"), right("made"), right("expected"), right("typed"), {text: "luckiest"}, {text: "worst"}}
	for i := range head {
		head[i].style = dim
	}
	table := [][]cell{head}
	for _, row := range rows {
		label := cell{text: row.Name, style: bold}
		if row.Label != "" {
			label = cell{text: "  " + row.Label}
		}
		table = append(table, []cell{label, right(strconv.Itoa(row.Rolls)), right(strconv.Itoa(row.Made)), right(oneDecimal(row.Expected)), right(strconv.Itoa(row.Typed)),
			{text: w.moment(row.Best)}, {text: w.moment(row.Worst)}})
	}
	w.table(table)
	w.line("")
	for _, text := range strings.Split(strings.TrimRight(gm.Chart(rows, w.width-2), "\n"), "\n") {
		w.line("  %s", text)
	}
	return w.err
}

// moment describes a roll that stands out, in a few words.
func (w *textWriter) moment(m gm.Moment) string {
	if m.Seq == 0 {
		return ""
	}
	return fmt.Sprintf("%s at %s%s (%s; entry %d)", m.Degree, command.Number(m.Chance), w.unit, percent(m.Probability), m.Seq)
}

func revealCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "reveal [NUMBER]",
		Short: "Reveal the seed of an evening's dice, the last one's without a number",
		Long: "Reveal what the dice of an evening came from. Its SHA-256 was known from the beginning (session show): whoever\n" +
			"noted it down can compare, and work every die out again. What is rolled from now on comes from another seed.",
		Args: atMost("NUMBER"),
		RunE: func(_ *cobra.Command, args []string) error {
			return p.withSession(false, func(s *gm.Session) error { return revealDice(p, s, args) })
		},
	}
}

func revealDice(p *program, s *gm.Session, args []string) error {
	e, err := evening(s, args)
	if err != nil {
		return err
	}
	list, err := s.Reveal(e.Number)
	if err != nil {
		return err
	}
	if p.flags.json {
		return p.writeJSON(object{{"seeds", list}})
	}
	w := p.textWriter()
	for _, promise := range list {
		w.line("evening %d, dice from entry %d on", promise.Evening, promise.From)
		w.line("  seed     %s", promise.Seed)
		w.line("  SHA-256  %s", promise.Hash)
	}
	return w.err
}
