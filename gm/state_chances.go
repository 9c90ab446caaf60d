package gm

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
)

// How likely each side wins, as gm/analysis works it out: whether the desk shows it, and where fights turned.

// settingChances is the setting that says so.
const settingChances = "chances"

// ShowsChances reports whether the desk shows how likely each side wins.
func (s *Session) ShowsChances() bool { return s.chances }

// ShowChances keeps whether the desk shows how likely each side wins. Of a session that is only looked at it isn't written down.
func (s *Session) ShowChances(shown bool) error {
	if !s.readOnly {
		if err := s.keepSetting(settingChances, shown); err != nil {
			return err
		}
	}
	s.chances = shown
	return nil
}

// Turn is an entry at which a fight turned, with how likely a side won before and after it, if all sides went on by their tactics.
type Turn struct {
	Entry int64   `json:"entry"`
	Side  string  `json:"side"`
	From  float64 `json:"from"`
	To    float64 `json:"to"`
}

// fightTurns is where a fight turned, in order.
type fightTurns struct {
	Upto int64  `json:"upto"` // number of its last entry
	List []Turn `json:"list"`
}

// settingTurns is the setting that says where fights turned, by the numbers of the entries that began them.
const settingTurns = "turns"

// KeepTurns keeps where a fight turned from one entry to another, for recaps and exports. Of a session that is only looked at it isn't
// written down.
func (s *Session) KeepTurns(first, upto int64, list []Turn) error {
	now := maps.Clone(s.turns)
	if now == nil {
		now = map[int64]fightTurns{}
	}
	now[first] = fightTurns{upto, list}
	if !s.readOnly {
		if err := s.keepSetting(settingTurns, now); err != nil {
			return err
		}
	}
	s.turns, s.recounts = now, recounts{}
	return nil
}

// Turns returns where the fight turned that an entry began, in order: nothing where that is not known, or the fight is another one by now.
func (s *Session) Turns(first int64) []Turn {
	fight := s.turns[first]
	if k, err := s.numbered(fight.Upto); err != nil || k == nil || k.undone {
		return nil
	}
	return fight.List
}

// ChanceStep is to what chances are rounded that players read.
const ChanceStep = 0.05

// Text says that the fight turned at a count, and what happened there, with chances rounded to a step.
func (t *Turn) Text(rs *rules.Ruleset, count float64, what string, step float64) string {
	percent := func(share float64) string { return rules.Percent(math.Round(share/step) * step) }
	return fmt.Sprintf("It turned at %s %s, %s %s → %s: %s", rs.CountWord(), command.Number(math.Floor(count)), t.Side, percent(t.From), percent(t.To), what)
}

// TurnTexts says for the game master where the fight turned that an entry began.
func (s *Session) TurnTexts(first int64) (list []string) {
	for _, t := range s.Turns(first) {
		k, err := s.numbered(t.Entry)
		if err != nil || k == nil {
			continue
		}
		content := k.payload()
		what, _, _ := strings.Cut(content.Text, " · ")
		list = append(list, t.Text(s.Rules(), content.Count, cmp.Or(content.Told.Sentences(), what), 0.01))
	}
	return list
}
