package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
)

func scriptCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "script FILE",
		Short: "Run prompt lines without a screen and print the log",
		Long: "Run prompt lines without a screen and print the log; - reads them from the standard input.\n" +
			"The session is kept in memory, with --state in that folder. The first line that is refused ends it.\n" +
			"Lines that are empty or begin with # are skipped.",
		Args: wantArgs("FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			name, text, err := readScript(p, args[0])
			if err != nil {
				return err
			}
			s, _, err := p.openSession(p.flags.state)
			if err != nil {
				return err
			}
			defer s.Close()
			err = runScript(p, s, name, text)
			for _, notice := range s.Notices() {
				p.note("%s", notice)
			}
			return err
		},
	}
}

func readScript(p *program, name string) (shown, text string, err error) {
	if name == "-" {
		data, err := io.ReadAll(p.stdin)
		return "standard input", string(data), err
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return name, "", fmt.Errorf("%s: %w", name, withoutPath(err))
	}
	return name, string(data), nil
}

// runScript carries out the lines one after the other and prints what each came to.
func runScript(p *program, s *gm.Session, name, text string) error {
	w := p.textWriter()
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		before := s.State()
		entry, err := s.Do(command.Command{Line: line})
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, hinted(err))
		}
		if err := writeEntry(p, w, s, &entry, before); err != nil {
			return err
		}
	}
	return lines.Err()
}

// hinted adds how a script gives the answer that is asked for.
func hinted(err error) error {
	var need *rules.Need
	if !errors.As(err, &need) {
		return err
	}
	if need.Die > 0 {
		return fmt.Errorf("%w; add it: …, dice 17", err)
	}
	if need.Wants != nil {
		return fmt.Errorf("%w; add it to the line: …, answer %s", err, cmp.Or(need.Unsaid(), "FACES"))
	}
	end := " "
	if !strings.HasSuffix(err.Error(), "?") {
		end = "; "
	}
	return fmt.Errorf("%w%sadd it to the line: …, answer %s", err, end, strings.Join(need.Names(), " / "))
}

// writeEntry writes what a line came to; before is the state before it.
func writeEntry(p *program, w *textWriter, s *gm.Session, e *gm.Entry, before *rules.State) error {
	if e.Seq == 0 {
		return writeLook(p, w, e)
	}
	log := s.Log()
	var last gm.LogLine
	for i := len(log) - 1; i >= 0; i-- {
		if last = log[i]; last.Seq() == e.Seq {
			break
		}
	}
	if p.flags.json {
		return encode(p.stdout, p.envelope(entryJSON(p.campaign.Rules, e, last.Text(), before, s.State())), "")
	}
	text := last.Text()
	if e.Undone {
		text = "undone: " + text
	}
	if count := fmt.Sprintf("%5s  ", command.Number(e.Count)); terminalOf(p.stdout) != nil {
		w.hanging(count, plain, strings.Repeat(" ", len(count)+4), text)
	} else { // an entry a line, for other programs
		w.line("%s%s", count, text)
	}
	return w.err
}

// writeLook writes the result of a line that changes nothing.
func writeLook(p *program, w *textWriter, e *gm.Entry) error {
	if p.flags.json {
		var o object
		o.set("line", e.Line)
		o.set("lines", append([]string{}, e.Lines...))
		return encode(p.stdout, p.envelope(o), "")
	}
	for _, text := range e.Lines {
		w.line("       %s", text)
	}
	return w.err
}

// entryJSON returns an entry of the journal as a JSON object; before and after are nil if only what was decided is shown.
func entryJSON(rs *rules.Ruleset, e *gm.Entry, text string, before, after *rules.State) object {
	o := object{{"seq", e.Seq}, {"count", e.Count}, {"line", e.Line}, {"undone", e.Undone}, {"text", text}}
	decision := rules.Decision{Events: e.Events, Outcomes: e.Outcomes, Dice: e.Dice, Report: e.Report}
	addPlayed(rs, &o, &carriedOut{decision: &decision, before: before, after: after, who: e.Who})
	return o
}
