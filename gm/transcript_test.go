package gm

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/verbs"
	"hybrid/rules"
)

// TestTranscripts plays each file of testdata and holds what comes of it to what is written there; UPDATE=1 writes it
// anew. A line that begins with
//
//	>  is a prompt line; what it comes to stands below: its line of the log behind the count,
//	   or ! and the refusal, or ? and the question it stops at
//	<  answers the question above: with a die of the one who is asked, or r where the program rolls it
//	=  asks for something: owed, log, undo, notes, known, NAME, a line to preview; a list as it is offered: actions NAME, whom NAME
//	   ACTION, options LINE; odds LINE, exactly, with the answers in the line; why WHO NUMBER; again closes the session and opens it again;
//	   verify decides all entries again
//	+  types what the refusal above suggests, and then the refused line again, which must not be refused with the same words;
//	~  types what it suggests in place of the refused line; . says why neither is tried. Both may put a word for … and for NAME
//	#  is a remark; `# seed N` before the first prompt line says which dice are rolled, `# campaign NAME` what is played,
//	   `# ruling NAME CHOICE` what is read otherwise
func TestTranscripts(t *testing.T) { transcripts(t, "testdata", campaign.Sample) }

// TestGuide: the worked examples of the guide, each named by its number, or by its chapter and what it is about, typed
// by those of whom it speaks.
func TestGuide(t *testing.T) { transcripts(t, "testdata/guide", "testdata/guide/game") }

// TestEquals: two fighters who are equal in everything, from the rules that decide between them.
func TestEquals(t *testing.T) { transcripts(t, "testdata/equals", "testdata/equals/game") }

// TestBones: a small game of dice with faces.
func TestBones(t *testing.T) { transcripts(t, "testdata/bones", "testdata/bones/game") }

// TestTargets: target numbers that high rolls make.
func TestTargets(t *testing.T) { transcripts(t, "testdata/targets", "testdata/targets/game") }

// TestThings: what belongs to things, of a small game of its own.
func TestThings(t *testing.T) { transcripts(t, "testdata/things", "testdata/things/game") }

// TestTurns: sides that take turns, of a small game of its own.
func TestTurns(t *testing.T) { transcripts(t, "testdata/turns", "testdata/turns/game") }

// TestBare: what the least game refuses.
func TestBare(t *testing.T) { transcripts(t, "testdata/bare", "testdata/bare/game") }

// TestFew: what a game in counts with a few odd rules refuses.
func TestFew(t *testing.T) { transcripts(t, "testdata/few", "testdata/few/game") }

// TestCamps: what a game refuses whose sides act themselves.
func TestCamps(t *testing.T) { transcripts(t, "testdata/camps", "testdata/camps/game") }

// TestTribes: what the battle of tribes must come to, each case named by its number.
func TestTribes(t *testing.T) { transcripts(t, "testdata/tribes", "two_tribes") }

// TestCatacombs: the acceptance cases of a dungeon in turns of two sides, each named by its number.
func TestCatacombs(t *testing.T) { transcripts(t, "testdata/catacombs", "catacombs") }

// TestLaboratories: the acceptance cases of a skirmish on a board, each named by its number.
func TestLaboratories(t *testing.T) { transcripts(t, "testdata/laboratories", "heresiarch") }

func transcripts(t *testing.T, folder, of string) {
	gmtest.Sequential(t)
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
			got := played(t, campaignOf(t, string(data), of), string(data))
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

// campaignOf is the campaign that a transcript is of, with the rulings it names; one of this name if it does not say.
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

// played is a transcript with what comes of its lines now.
func played(t *testing.T, c *campaign.Campaign, text string) string {
	var s *Session
	var out strings.Builder
	seed := 1
	dir := t.TempDir()
	var asked command.Command
	var refusal string // the last one
	for _, line := range strings.Split(text, "\n") {
		fmt.Sscanf(line, "# seed %d", &seed)
		mark, said, _ := strings.Cut(line, " ")
		switch {
		case line == "" && strings.HasSuffix(out.String(), "\n\n"):
			continue
		case line == "" || mark == "#" || mark == ".":
			fmt.Fprintln(&out, line)
			continue
		case len(mark) != 1 || !strings.Contains("><=+~", mark):
			continue // what came of it before
		}
		fmt.Fprintln(&out, line)
		if s == nil {
			s = opened(t, c, dir, byte(seed))
		}
		if mark == ">" {
			asked = command.Command{Line: said, Typed: true, Dice: map[string][]int{}}
			refusal = answered(s, asked)
			fmt.Fprint(&out, refusal)
			continue
		}
		if mark == "+" || mark == "~" {
			if !gmtest.Suggests(refusal, asked.Line, said) {
				t.Errorf("%s%s: that isn't suggested", refusal, said)
			}
			became := answered(s, command.Command{Line: said})
			if strings.HasPrefix(became, "!") {
				t.Errorf("%ssuggests %s, which is refused\n%s", refusal, said, became)
			}
			if fmt.Fprint(&out, became); mark == "+" {
				again := answered(s, asked)
				if fmt.Fprint(&out, again); again == refusal {
					t.Errorf("%sis said after %s, too", refusal, said)
				}
			}
			continue
		}
		if mark == "<" {
			fmt.Fprint(&out, thrown(s, &asked, said))
			continue
		}
		if said == "again" {
			before := shown(s, "log") + shown(s, "undo") + shown(s, "owed")
			s.Close()
			s = opened(t, c, dir, byte(seed)+1)
			if now := shown(s, "log") + shown(s, "undo") + shown(s, "owed"); now != before {
				t.Errorf("opened again, the session is another:\n got %s\nwant %s", now, before)
			}
			fmt.Fprintf(&out, "  closed and opened: count %s, %d lines in the log\n", command.Number(s.State().Count), len(s.Log()))
			continue
		}
		refusal = shown(s, said)
		fmt.Fprint(&out, refusal)
	}
	return strings.TrimRight(out.String(), "\n") + "\n"
}

// thrown is what a command comes to with one more die of the one who is asked for it.
func thrown(s *Session, c *command.Command, said string) string {
	_, err := s.Do(*c)
	var need *rules.Need
	if !errors.As(err, &need) || need.Die == 0 {
		return fmt.Sprintf("! nothing asks for a die: %v\n", err)
	}
	face := command.ByProgram
	if said != "r" {
		fmt.Sscan(said, &face)
	}
	c.Dice[need.Who] = append(c.Dice[need.Who], face)
	return answered(s, *c)
}

// bandsText is what the faces of a die come to.
func bandsText(list []rules.Band) string {
	var parts []string
	for _, b := range list {
		text := fmt.Sprintf("%d–%d ", b.From, b.To)
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

// answered is what a command comes to.
func answered(s *Session, c command.Command) string {
	entry, err := s.Do(c)
	var need *rules.Need
	switch {
	case errors.As(err, &need) && need.Die > 0:
		return strings.TrimSuffix(fmt.Sprintf("? %s: %s: %s", need.Who, need.Text, bandsText(need.Bands)), ": ") + "\n"
	case errors.As(err, &need):
		return fmt.Sprintf("? %s %s\n", need.Text, strings.Join(need.Names(), ", "))
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
			text := told(l)
			for _, trigger := range entry.Triggers {
				text += fmt.Sprintf("  %s was waiting for this: %s? %s\n", trigger.Who, strings.TrimSuffix(trigger.Words+" → "+trigger.Planned, " → "), strings.Join(trigger.Lines, ", or "))
			}
			return text
		}
	}
	return "  nowhere in the log\n"
}

// told is a line of the log; a long one goes on below.
func told(l LogLine) string {
	mark := " "
	if l.Undone() {
		mark = "-"
	}
	text := l.Text()
	if len([]rune(text)) > 100 {
		text = strings.ReplaceAll(text, " · ", "\n          · ")
	}
	return fmt.Sprintf("%s %5s  %s\n", mark, command.Number(l.Count()), text)
}

// shown is something that is asked for beside the log.
func shown(s *Session, what string) string {
	var out strings.Builder
	kind, of, _ := strings.Cut(what, " ")
	if kind == "verify" {
		n, err := s.Verify()
		return fmt.Sprintf("  verified: %d entries, %v\n", n, err)
	}
	switch kind {
	case "actions", "whom", "options", "conditions":
		return offered(s, kind, of)
	case "odds":
		return likely(s, of)
	case "why":
		_, text, err := s.Why(of)
		if err != nil {
			return "! " + err.Error() + "\n"
		}
		return "  " + text + "\n"
	}
	switch what {
	case "owed":
		for _, owed := range s.game.Owed() {
			fmt.Fprintf(&out, "  %5s  %s\n", command.Number(owed.At), s.game.OwedText(owed))
		}
	case "log":
		for _, l := range s.Log() {
			fmt.Fprint(&out, told(l))
		}
	case "notes":
		for _, on := range s.State().Pinned {
			fmt.Fprintf(&out, "  %s: %s\n", verbs.PinnedName(s.Game(), on), strings.Join(on.Notes, " · "))
		}
	case "known":
		for _, of := range s.State().Actors {
			for _, k := range verbs.WhoKnows(s.Rules(), s.State(), of) {
				fmt.Fprintf(&out, "  %s of %s: %s", k.Who.Name, of.Name, cmp.Or(k.Sees.String(), "nothing"))
				for _, learnt := range k.Learnt {
					fmt.Fprintf(&out, "; %s", command.LearntText(&learnt))
				}
				fmt.Fprintln(&out)
			}
		}
	case "undo":
		fmt.Fprintf(&out, "  undo: %s\n  redo: %s\n", s.UndoLabel(), s.redoLabel())
	default:
		if a := s.State().Find(what); a != nil {
			return sheet(s, a)
		}
		p, err := s.game.Preview(what)
		if err != nil {
			return "! " + err.Error() + "\n"
		}
		title := what
		if p.Doing != nil {
			title = s.game.NameOf(p.Who) + ": " + s.game.DoingText(p.Doing)
		}
		fmt.Fprintf(&out, "  %s, %s counts, takes effect at %s\n", title, command.Number(p.Counts), command.Number(p.At))
		if p.There > 0 {
			fmt.Fprintf(&out, "  there at %s%s\n", command.Number(p.There), map[bool]string{true: " at the earliest"}[p.Action != nil])
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

// likely is how likely everything is that a line can come to, in percent.
func likely(s *Session, line string) string {
	o, err := s.game.LineOdds(line, false)
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
			for _, words := range pool.Words() {
				parts = append(parts, fmt.Sprintf("%s %s %.2f", pool.Pool, words.Name, words.Value))
			}
		}
		if len(parts) > 0 {
			fmt.Fprintf(&out, "  %s: %s\n", end.Name, strings.Join(parts, ", "))
		}
	}
	return out.String()
}

// sheet is an actor in one line.
func sheet(s *Session, a *rules.Actor) string {
	var parts []string
	for _, pool := range rules.PoolsOf(s.Rules(), a) {
		if most, limited := a.Sheet.Max(pool); limited {
			parts = append(parts, fmt.Sprintf("%s %s/%s", pool.Name, command.Number(a.Now(pool)), command.Number(most)))
		} else if a.Now(pool) != 0 {
			parts = append(parts, fmt.Sprintf("%s %s", pool.Name, command.Number(a.Now(pool))))
		}
	}
	for _, stock := range rules.Stocks(a) {
		parts = append(parts, fmt.Sprintf("%s %s %s", stock.Item.Name, stock.Pool.Name, stock.Text()))
	}
	for _, held := range a.Conditions {
		parts = append(parts, held.Words(s.game.NameOf(held.Other)))
	}
	if ok, why := a.CanAct(s.Rules()); !ok {
		parts = append(parts, "cannot act: "+strings.ToLower(why.Label))
	}
	return fmt.Sprintf("  %s (%s): %s\n", a.Name, a.Side, strings.Join(parts, ", "))
}
