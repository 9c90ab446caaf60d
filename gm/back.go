package gm

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/journal"
	"hybrid/rules"
)

// At is the state after an entry, or before the first for 0, whether it stands or not. The present stays as it is.
func (s *Session) At(seq int64) (*rules.State, error) {
	k, err := s.numbered(seq)
	if err != nil {
		return nil, err
	}
	return s.sum(k, false)
}

// Standing is every entry that stands, the oldest first.
func (s *Session) Standing() []LogLine { return s.standing(-1) }

// turned carries out a line that is about the entries themselves.
func (s *Session) turned(c *command.Command, l *command.Line) (Entry, error) {
	s.pending = pending{}
	switch l.Verb {
	case "mend":
		return s.amendLine(c, l)
	case "back":
		return s.backTo(l)
	case "history":
		return s.history(l)
	}
	if len(l.Words) > 0 || len(l.Options) > 0 || l.Who != "" {
		return Entry{}, refusal("%s stands by itself; leave out the rest", l.Verb)
	}
	plan := s.Plan()
	if plan == nil {
		return Entry{}, refusal("nothing is to be mended; say what: mend NUMBER …; history lists the numbers")
	}
	if l.Verb == "accept" {
		return s.Accept(*plan)
	}
	s.plan = nil
	return Entry{Line: l.Text, Title: "left as it was", Lines: []string{"left as it was"}}, nil
}

// lately is how many entries the history shows.
const shownEntries = 20

// history shows the last entries that stand, with their numbers.
func (s *Session) history(l *command.Line) (Entry, error) {
	n := shownEntries
	if len(l.Words) > 0 {
		value, err := command.Amount(l.Words[0], l.Verb)
		if err != nil || len(l.Words) > 1 || value < 1 {
			return Entry{}, refusal("history takes at most a number from 1: history 50")
		}
		n = int(value)
	}
	e := Entry{Line: l.Text, Title: "history"}
	for _, line := range s.standing(n) {
		e.Lines = append(e.Lines, fmt.Sprintf("%4d  %4s  %s", line.Seq(), command.Number(line.Count()), line.Text()))
	}
	if len(e.Lines) == 0 {
		e.Lines = []string{"nothing has happened yet"}
	}
	return e, nil
}

// backTo goes back to the moment after an entry, any entry: `back to 37`. It is one step, which undo takes back.
func (s *Session) backTo(l *command.Line) (Entry, error) {
	words := l.Words
	if len(words) > 0 && words[0] == "to" {
		words = words[1:]
	}
	if len(words) != 1 || len(l.Options) > 0 || l.Who != "" {
		return Entry{}, refusal("say to which entry: back to %d; history lists them", max(0, s.seq-1))
	}
	to, err := s.entryOf(words[0])
	if err != nil {
		return Entry{}, err
	}
	if to == s.tip() {
		return Entry{}, refusal("%s is the present", words[0])
	}
	next, err := s.sum(to, true)
	if err != nil {
		return Entry{}, err
	}
	k := &kept{evening: s.evening, at: s.now(), state: next, content: payload{Command: command.Command{Line: l.Text}, Count: next.Count, Title: "back to the beginning"}}
	target := int64(0)
	if to != nil {
		target, k.content.Title = to.seq, fmt.Sprintf("back to %d (%s)", to.seq, to.payload().Title)
	}
	k.content.Text = k.content.Title
	r := journal.Record{Kind: kindBack, Target: target}
	if err := s.record(k, &r); err != nil {
		return Entry{}, err
	}
	k.seq = r.Seq
	s.turnTo(to, nil, k)
	s.prune()
	s.game.State = next
	return s.entry(k), nil
}

// entryOf reads the number of an entry; nil is the beginning.
func (t *tree) entryOf(word string) (*kept, error) {
	seq, err := strconv.ParseInt(strings.TrimSuffix(word, ","), 10, 64)
	if err != nil || seq < 0 {
		return nil, refusal("%s is no number of an entry; history lists them", word)
	}
	k, err := t.numbered(seq)
	var refused *rules.Refusal
	if errors.As(err, &refused) {
		refused.Text += "; history lists them"
	}
	return k, err
}
