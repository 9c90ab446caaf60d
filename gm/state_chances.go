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

// The chances of the sides, as gm/analysis computes them: whether the dashboard shows them, and the entries at which fights turned.

// settingChances is the key of the setting that tells whether the dashboard shows chances.
const settingChances = "chances"

// ShowsChances reports whether the dashboard shows each side's chance to win.
func (s *Session) ShowsChances() bool { return s.showsChances }

// ShowChances sets whether the dashboard shows each side's chance to win. In a session open for reading only, this isn't stored.
func (s *Session) ShowChances(shown bool) error {
	if !s.readOnly {
		if err := s.keepSetting(settingChances, shown); err != nil {
			return err
		}
	}
	s.showsChances = shown
	return nil
}

// TurningPoint is an entry at which a fight turned, with the chance of a side to win before and after it, if all sides continue by their
// tactics.
type TurningPoint struct {
	Entry int64   `json:"entry"` // number of the entry
	Side  string  `json:"side"`  // name of the side
	From  float64 `json:"from"`  // chance before the entry, from 0 to 1
	To    float64 `json:"to"`    // chance after the entry, from 0 to 1
}

// fightTurningPoints holds the entries at which a fight turned, in order.
type fightTurningPoints struct {
	Upto int64          `json:"upto"` // number of its last entry
	List []TurningPoint `json:"list"` // turning points, in order
}

// settingTurningPoints is the key of the setting with the fightTurningPoints, by the number of the entry that began the fight.
const settingTurningPoints = "turns"

// KeepTurningPoints keeps the turning points of the fight from entry first to entry upto, for recaps and exports. In a session open for
// reading only, they aren't stored.
func (s *Session) KeepTurningPoints(first, upto int64, list []TurningPoint) error {
	now := maps.Clone(s.turningPoints)
	if now == nil {
		now = map[int64]fightTurningPoints{}
	}
	now[first] = fightTurningPoints{upto, list}
	if !s.readOnly {
		if err := s.keepSetting(settingTurningPoints, now); err != nil {
			return err
		}
	}
	s.turningPoints, s.recapCache = now, recapCache{}
	return nil
}

// TurningPoints returns the turning points of the fight that an entry began, in order, or nil if they are unknown or the fight has changed
// since.
func (s *Session) TurningPoints(first int64) []TurningPoint {
	fight := s.turningPoints[first]
	if k, err := s.findEntry(fight.Upto); err != nil || k == nil || k.undone {
		return nil
	}
	return fight.List
}

// ChanceStep is the multiple to which chances shown to players are rounded.
const ChanceStep = 0.05

// Text describes the turning point at a count. deed is the text of its entry, and chances are rounded to multiples of step.
func (t *TurningPoint) Text(rs *rules.Ruleset, count float64, deed string, step float64) string {
	percent := func(share float64) string { return rules.FormatPercent(math.Round(share/step) * step) }
	return fmt.Sprintf("It turned at %s %s, %s %s → %s: %s", rs.CountWord(), command.Number(math.Floor(count)), t.Side, percent(t.From), percent(t.To), deed)
}

// TurningPointTexts describes the turning points of the fight that the entry first began, for the game master.
func (s *Session) TurningPointTexts(first int64) (list []string) {
	for _, t := range s.TurningPoints(first) {
		k, err := s.findEntry(t.Entry)
		if err != nil || k == nil {
			continue
		}
		content := k.payload()
		title, _, _ := strings.Cut(content.Text, " · ")
		list = append(list, t.Text(s.Rules(), content.Count, cmp.Or(content.Told.Sentences(), title), 0.01))
	}
	return list
}
