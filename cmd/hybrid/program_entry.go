package main

import (
	"fmt"
	"strings"

	"hybrid/gm"
	"hybrid/rules"
)

// writeEntry writes e, the result of a line that was just carried out in session s. A line that changes the state becomes an entry of the
// session, and is written as its line of the log; for an undo, it is the entry that was undone. before is the state before the line.
func writeEntry(p *program, w *textWriter, s *gm.Session, e *gm.Entry, before *rules.State) error {
	if e.Seq == 0 { // not in the session: the line only looked something up
		return writeLookup(p, w, e)
	}
	log := s.Log()
	var last gm.LogLine // log line of the entry
	for i := len(log) - 1; i >= 0; i-- {
		if last = log[i]; last.Seq() == e.Seq {
			break
		}
	}
	facts := func() object {
		return entryJSON(p.campaign.Rules, e, last.Text(), last.LogEntry().Sentences(), before, s.State())
	}
	return p.writeOne(w, facts, func() {
		text := last.Text()
		if e.Undone {
			text = "undone: " + text
		}
		if count := fmt.Sprintf("%5s  ", last.Moment()); terminalOf(p.stdout) != nil {
			w.writeHanging(count, plain, strings.Repeat(" ", len(count)+4), text)
		} else { // one entry per line, for other programs
			w.writeLine("%s%s", count, text)
		}
	})
}

// writeLookup writes the result of a line that changes nothing, such as a question about the odds.
func writeLookup(p *program, w *textWriter, e *gm.Entry) error {
	facts := func() object { return object{{"line", e.Line}, {"lines", append([]string{}, e.Lines...)}} }
	return p.writeOne(w, facts, func() {
		for _, text := range e.Lines {
			w.writeLine("       %s", text)
		}
	})
}

// entryJSON returns an entry of a session as an object for --json. text is its line of the log, and sentences are the sentences in that
// line. before and after are the states around the entry; if they are nil, only the decision is written.
func entryJSON(rs *rules.Ruleset, e *gm.Entry, text, sentences string, before, after *rules.State) object {
	o := object{{"seq", e.Seq}, {"count", e.Count}, {"line", e.Line}, {"undone", e.Undone}, {"text", text}}
	decision := rules.Decision{Events: e.Events, Outcomes: e.Outcomes, Dice: e.Dice, Report: e.Report}
	addDecision(rs, &o, &decisionRecord{decision: &decision, before: before, after: after, who: e.Who, ownSentences: sentences})
	return o
}
