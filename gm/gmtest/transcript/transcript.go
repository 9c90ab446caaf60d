package transcript

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/verbs"
	"hybrid/rules"
)

// Run plays each transcript of a folder, by default in the campaign campaignName, and compares the result with the file; UPDATE=1 rewrites
// the file.
func Run(t *testing.T, folder, campaignName string) {
	t.Helper()
	t.Parallel()
	files, err := filepath.Glob(folder + "/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := Play(t, campaignOf(t, string(data), campaignName), string(data))
			for _, line := range regexp.MustCompile(`(?m)^(! |[ -] [ \d.]{5}  )\p{Ll}.*`).FindAllString(got, -1) { // refusals, and entries of the log
				t.Errorf("begins with a small letter: %s", line)
			}
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			gmtest.SameText(t, got, string(data))
		})
	}
}

// campaignOf returns the campaign, with the chosen rulings, that the remarks of a transcript set. The default is the named campaign.
func campaignOf(t *testing.T, text, name string) *campaign.Campaign {
	choices := map[string]string{}
	for _, line := range strings.Split(text, "\n") {
		fmt.Sscanf(line, "# campaign %s", &name)
		var ruling, choice string
		if n, _ := fmt.Sscanf(line, "# ruling %s %s", &ruling, &choice); n == 2 {
			choices[ruling] = choice
		}
	}
	return gmtest.Campaign(t, name, choices)
}

// Play plays the lines of a transcript in the campaign c and returns the transcript with the resulting output. doc.go explains the mark at
// the beginning of each line.
func Play(t *testing.T, c *campaign.Campaign, text string) string {
	var s *gm.Session
	var out strings.Builder
	seed := 1
	dir := t.TempDir()
	var last command.Command // command of the last > line
	var refusal string       // output of the last > or = line, usually a refusal
	for _, line := range strings.Split(text, "\n") {
		fmt.Sscanf(line, "# seed %d", &seed)
		mark, words, _ := strings.Cut(line, " ")
		switch {
		case line == "" && strings.HasSuffix(out.String(), "\n\n"):
			continue
		case line == "" || mark == "#" || mark == ".":
			fmt.Fprintln(&out, line)
			continue
		case len(mark) != 1 || !strings.Contains("><=+~", mark):
			continue // output of an earlier run
		}
		fmt.Fprintln(&out, line)
		if s == nil {
			s = openSession(t, c, dir, byte(seed))
		}
		if mark == ">" {
			last = command.Command{Line: words, Typed: true, Dice: map[string][]int{}}
			refusal = resultOfLine(s, last)
			fmt.Fprint(&out, refusal)
			continue
		}
		if mark == "+" || mark == "~" {
			if !gmtest.Suggests(refusal, last.Line, words) {
				t.Errorf("%s%s: that isn't suggested", refusal, words)
			}
			result := resultOfLine(s, command.Command{Line: words})
			if strings.HasPrefix(result, "!") {
				t.Errorf("%ssuggests %s, which is refused\n%s", refusal, words, result)
			}
			if fmt.Fprint(&out, result); mark == "+" {
				again := resultOfLine(s, last)
				if fmt.Fprint(&out, again); again == refusal {
					t.Errorf("%sis said after %s, too", refusal, words)
				}
			}
			continue
		}
		if mark == "<" {
			fmt.Fprint(&out, resultWithDie(s, &last, words))
			continue
		}
		if words == "again" {
			before := queryResult(s, "log") + queryResult(s, "undo") + queryResult(s, "owed")
			s.Close()
			s = openSession(t, c, dir, byte(seed)+1)
			if now := queryResult(s, "log") + queryResult(s, "undo") + queryResult(s, "owed"); now != before {
				t.Errorf("opened again, the session is another:\n got %s\nwant %s", now, before)
			}
			fmt.Fprintf(&out, "  closed and opened: count %s, %d lines in the log\n", command.Number(s.State().Count), len(s.Log()))
			continue
		}
		refusal = queryResult(s, words)
		fmt.Fprint(&out, refusal)
	}
	return strings.TrimRight(out.String(), "\n") + "\n"
}

// resultWithDie returns the result of c with one more die for the actor who is asked for it. words is the face of the die, or r to let the
// program roll it.
func resultWithDie(s *gm.Session, c *command.Command, words string) string {
	_, err := s.Do(*c)
	var need *rules.Need
	if !errors.As(err, &need) || need.Die == 0 {
		return fmt.Sprintf("! nothing asks for a die: %v\n", err)
	}
	face := command.ByProgram
	if words != "r" {
		fmt.Sscan(words, &face)
	}
	c.Dice[need.Who] = append(c.Dice[need.Who], face)
	return resultOfLine(s, *c)
}

// bandsText describes the results of the faces of a die.
func bandsText(list []rules.Band) string {
	var parts []string
	for _, b := range list {
		text := b.Text() + " "
		switch {
		case b.Row != nil:
			text += b.Row.Name
		case b.Open:
			text += "one more die"
		default:
			text += b.Degree.Label
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// resultOfLine runs a command and returns its output: the lines of the log, or ! and the refusal, or ? and the question.
func resultOfLine(s *gm.Session, c command.Command) string {
	entry, err := s.Do(c)
	var need *rules.Need
	switch {
	case errors.As(err, &need) && need.Die > 0:
		return strings.TrimSuffix(fmt.Sprintf("? %s: %s: %s", need.Who, need.Text, bandsText(need.Bands)), ": ") + "\n"
	case errors.As(err, &need):
		return fmt.Sprintf("? %s %s\n", need.Text, strings.Join(need.ChoiceNames(), ", "))
	case err != nil:
		return "! " + err.Error() + "\n"
	}
	if entry.Seq == 0 {
		return "  " + strings.ReplaceAll(strings.Join(entry.Lines, "\n  "), " · ", "\n          · ") + "\n"
	}
	if entry.Undone {
		return fmt.Sprintf("  undone: %s; it is count %s\n", entry.Title, command.Number(s.State().Count))
	}
	for _, l := range s.Log() {
		if l.Seq() == entry.Seq {
			text := logLine(l)
			for _, trigger := range entry.Triggers {
				text += fmt.Sprintf("  %s was waiting for this: %s? %s\n", trigger.Who, strings.TrimSuffix(trigger.Words+" → "+trigger.Planned, " → "), strings.Join(trigger.Lines, ", or "))
			}
			return text
		}
	}
	return "  nowhere in the log\n"
}

// logLine formats a line of the log, and wraps it if it is long.
func logLine(l gm.LogLine) string {
	mark := " "
	if l.IsUndone() {
		mark = "-"
	}
	text := l.Text()
	if len([]rune(text)) > 100 {
		text = strings.ReplaceAll(text, " · ", "\n          · ")
	}
	return fmt.Sprintf("%s %5s  %s\n", mark, command.Number(l.Count()), text)
}

// queryResult returns the output of a = line. query is the text after =, one of those listed in the package comment.
func queryResult(s *gm.Session, query string) string {
	var out strings.Builder
	kind, argument, _ := strings.Cut(query, " ")
	if kind == "verify" {
		n, err := s.Verify()
		return fmt.Sprintf("  verified: %d entries, %v\n", n, err)
	}
	switch kind {
	case "actions", "whom", "options", "conditions":
		return offeredText(s, kind, argument)
	case "odds":
		return oddsText(s, argument)
	case "advice":
		return adviceText(s, argument)
	case "complete":
		return completionsText(s, argument)
	case "why":
		_, text, err := s.Explain(argument)
		if err != nil {
			return "! " + err.Error() + "\n"
		}
		return "  " + text + "\n"
	}
	switch query {
	case "owed":
		for _, pending := range s.Game().ListPending() {
			fmt.Fprintf(&out, "  %5s  %s\n", command.Number(pending.At), s.Game().PendingEventText(pending))
		}
	case "log":
		for _, l := range s.Log() {
			fmt.Fprint(&out, logLine(l))
		}
	case "events":
		return eventsText(s)
	case "notes":
		for _, pinned := range s.State().Pinned {
			fmt.Fprintf(&out, "  %s: %s\n", verbs.PinnedName(s.Game(), pinned), strings.Join(pinned.Notes, " · "))
		}
	case "known":
		for _, actor := range s.State().Actors {
			for _, k := range verbs.WhoKnows(s.Rules(), s.State(), actor) {
				fmt.Fprintf(&out, "  %s of %s: %s", k.Who.Name, actor.Name, cmp.Or(k.Sees.String(), "nothing"))
				for _, learnt := range k.Learnt {
					fmt.Fprintf(&out, "; %s", command.LearntText(&learnt))
				}
				fmt.Fprintln(&out)
			}
		}
	case "undo":
		fmt.Fprintf(&out, "  undo: %s\n  redo: %s\n", s.UndoLabel(), s.RedoLabel())
	default:
		if a := s.State().Find(query); a != nil {
			return actorLine(s, a)
		}
		p, err := s.Game().Preview(query)
		if err != nil {
			return "! " + err.Error() + "\n"
		}
		title := query
		if p.Doing != nil {
			title = s.Game().NameOf(p.Who) + ": " + s.Game().DoingText(p.Doing)
		}
		fmt.Fprintf(&out, "  %s, %s counts, takes effect at %s\n", title, command.Number(p.Counts), command.Number(p.At))
		if p.Arrival > 0 {
			fmt.Fprintf(&out, "  there at %s%s\n", command.Number(p.Arrival), map[bool]string{true: " at the earliest"}[p.Action != nil])
		}
		if p.Check == nil {
			return out.String()
		}
		for _, term := range p.Check.Terms {
			fmt.Fprintf(&out, "  %8s  %s\n", command.Number(term.Value), term.Label)
		}
		fmt.Fprintf(&out, "  %8s  chance\n", command.Number(p.Check.Chance))
	}
	return out.String()
}

// oddsText returns the chance of every possible result of a line, in percent.
func oddsText(s *gm.Session, line string) string {
	o, err := s.Game().LineOdds(line, false)
	if err != nil {
		return "! " + err.Error() + "\n"
	}
	percent := func(p float64) string { return fmt.Sprintf("%.2f %%", 100*p) }
	var out strings.Builder
	if o.Roll != nil {
		fmt.Fprintf(&out, "  made %s", percent(o.Made))
		for _, d := range o.Degrees {
			fmt.Fprintf(&out, ", %s %s", strings.ToLower(d.Name), percent(d.Probability))
		}
		fmt.Fprintln(&out)
	}
	for _, row := range o.Rows {
		fmt.Fprintf(&out, "  %7s  %s\n", percent(row.Probability), row.Row)
	}
	for _, end := range o.Ends {
		var parts []string
		if end.Hurt > 0 {
			parts = append(parts, fmt.Sprintf("hurt %s, by %.2f on average", percent(end.Hurt), end.Loss))
		}
		if end.Out > 0 {
			parts = append(parts, "cannot act any more "+percent(end.Out))
		}
		for _, put := range end.Puts {
			parts = append(parts, put.Name+" "+percent(put.Probability))
		}
		for _, pool := range end.Pools {
			for _, words := range pool.ChangesByKind() {
				parts = append(parts, fmt.Sprintf("%s %s %.2f", pool.Pool, words.Name, words.Value))
			}
		}
		if len(parts) > 0 {
			fmt.Fprintf(&out, "  %s: %s\n", end.Name, strings.Join(parts, ", "))
		}
	}
	return out.String()
}

// actorLine describes an actor in one line: its pools, those of its items (such as ammunition), its conditions, its cards, and why it
// can't act.
func actorLine(s *gm.Session, a *rules.Actor) string {
	var parts []string
	for _, pool := range s.Rules().PoolsOf(a) {
		if maximum, limited := a.Sheet.Max(pool); limited {
			parts = append(parts, fmt.Sprintf("%s %s/%s", pool.Name, command.Number(a.PoolValue(pool)), command.Number(maximum)))
		} else if a.PoolValue(pool) != 0 {
			parts = append(parts, fmt.Sprintf("%s %s", pool.Name, command.Number(a.PoolValue(pool))))
		}
	}
	for _, stock := range rules.ItemPoolsOf(a) {
		parts = append(parts, fmt.Sprintf("%s %s %s", stock.Item.Name, stock.Pool.Name, stock.Text()))
	}
	for _, held := range a.Conditions {
		parts = append(parts, held.Words(s.Game().NameOf(held.Other)))
	}
	for _, pile := range s.Rules().Piles(s.State(), a) {
		if pile.Name != rules.PileDeck {
			parts = append(parts, fmt.Sprintf("%s: %s", pile.Name, pile.Text()))
		}
	}
	if ok, why := a.CanAct(s.Rules()); !ok {
		parts = append(parts, "cannot act: "+strings.ToLower(why.Label))
	}
	return fmt.Sprintf("  %s (%s): %s\n", a.Name, a.Side, strings.Join(parts, ", "))
}

// openSession opens a session in dir with dice of the given seed. The session is closed when the test ends.
func openSession(t *testing.T, c *campaign.Campaign, dir string, seed byte) *gm.Session {
	t.Helper()
	s, notice, err := gm.Open(c, gm.Options{Dir: dir, Dice: rules.NewSeededDice([32]byte{seed}), Clock: gmtest.Clock()})
	if err != nil || notice != "" {
		t.Fatal(notice, err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
