package gm

import (
	"math"
	"testing"

	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// What is said of how likely something is holds against counts of every way its dice fall, which are made here by loops and
// know nothing of the engine: of a battle of faced dice, a skirmish of tens and a dungeon of pools.

// ways counts in how many of all ways so many dice of six fall something holds.
func ways(dice int, holds func(faces []int) float64) float64 {
	faces, sum, all := make([]int, dice), 0.0, 1
	for range dice {
		all *= 6
	}
	for code := range all {
		for i, n := 0, code; i < dice; i, n = i+1, n/6 {
			faces[i] = n % 6
		}
		sum += holds(faces)
	}
	return sum / float64(all)
}

// war are faces of war dice by name: hits, saves, savagery and wilds.
type war struct{ hit, save, rage, wild int }

func warOf(faces []int) (w war) {
	for _, face := range faces {
		switch face {
		case 0, 1:
			w.hit++
		case 2, 3:
			w.save++
		case 4:
			w.rage++
		case 5:
			w.wild++
		}
	}
	return w
}

func (w war) and(v war) war {
	return war{w.hit + v.hit, w.save + v.save, w.rage + v.rage, w.wild + v.wild}
}

// afterThrow is how something comes out on average after a throw of so many war dice and what is done about it.
func afterThrow(dice int, done []func(war, func(war) float64) float64, comes func(war) float64) float64 {
	then := comes
	for i := len(done) - 1; i >= 0; i-- {
		do, next := done[i], then
		then = func(w war) float64 { return do(w, next) }
	}
	return ways(dice, func(faces []int) float64 { return then(warOf(faces)) })
}

// more throws a die more.
func more(w war, next func(war) float64) float64 {
	return ways(1, func(faces []int) float64 { return next(w.and(warOf(faces))) })
}

// again throws those dice again that show one of the faces asked for, as many as there are.
func again(most war) func(war, func(war) float64) float64 {
	return func(w war, next func(war) float64) float64 {
		gone := war{min(w.hit, most.hit), min(w.save, most.save), min(w.rage, most.rage), min(w.wild, most.wild)}
		left := war{w.hit - gone.hit, w.save - gone.save, w.rage - gone.rage, w.wild - gone.wild}
		return ways(gone.hit+gone.save+gone.rage+gone.wild, func(faces []int) float64 { return next(left.and(warOf(faces))) })
	}
}

// keep makes savagery of so many wilds.
func keep(most int) func(war, func(war) float64) float64 {
	return func(w war, next func(war) float64) float64 {
		n := min(most, w.wild)
		return next(war{w.hit, w.save, w.rage + n, w.wild - n})
	}
}

func TestOddsOfTheBattleByHand(t *testing.T) {
	gmtest.SkipIfShort(t)
	type acts = []func(war, func(war) float64) float64
	s := opened(t, gmtest.Campaign(t, "two_tribes", nil), "", 1)
	do(t, s, "begin skirmish_at_the_well", "next", "put blue_champion rerolls_defence")
	usual := war{save: 9, rage: 9} // as many as show it
	for line, row := range map[string]struct {
		attack, defence   int
		attacked, parried acts
	}{
		"red_warrior_1: attack blue_warrior_1":                                                               {2, 2, nil, nil},
		"red_prince: attack blue_prince, attack-dice 1":                                                      {4, 3, nil, nil},
		"red_warrior_1: attack blue_warrior_1, answer forge_die":                                             {2, 2, acts{more}, nil},
		"red_warrior_1: attack blue_warrior_1, answer forge_reroll":                                          {2, 2, acts{again(usual)}, nil},
		"red_prince: attack blue_prince, answer forge_reroll save save hit":                                  {3, 3, acts{again(war{save: 2, hit: 1})}, nil},
		"red_prince: attack blue_prince, answer forge_die, answer forge_reroll save save, answer none":       {3, 3, acts{more, again(war{save: 2})}, nil},
		"red_prince: attack blue_prince, answer forge_reroll save save, answer forge_die, answer none":       {3, 3, acts{again(war{save: 2}), more}, nil},
		"red_warrior_1: attack blue_warrior_1, answer none, answer 1":                                        {2, 2, acts{keep(1)}, nil},
		"red_warrior_1: attack blue_warrior_1, answer forge_die, answer none, answer 2":                      {2, 2, acts{more, keep(2)}, nil},
		"red_warrior_1: attack blue_warrior_1, answer none, answer 0, answer forge_die, answer none":         {2, 2, nil, acts{more}},
		"red_warrior_1: attack blue_champion, answer none, answer 0, answer reroll_defence, answer none":     {2, 2, nil, acts{again(war{hit: 9, rage: 9})}},
		"red_warrior_1: attack blue_champion, answer none, answer 1, answer reroll_defence hit hit savagery": {2, 2, acts{keep(1)}, acts{again(war{hit: 2, rage: 1})}},
		"red_prince: attack blue_prince, answer none, answer 0, answer none, answer 1":                       {3, 3, nil, acts{keep(1)}},
		"red_prince: attack blue_warrior_1, defence-dice 2, answer forge_die, answer none":                   {3, 4, acts{more}, nil},
	} {
		want := afterThrow(row.attack, row.attacked, func(hits war) float64 {
			return afterThrow(row.defence, row.parried, func(saves war) float64 {
				if hits.hit+hits.wild > saves.save+saves.wild {
					return 1
				}
				return 0
			})
		})
		hold(t, s, line, want, func(o command.LineOdds) float64 { return o.TargetOdds().Out })
	}
}

// hold holds what the game says of a line against what was counted.
func hold(t *testing.T, s *Session, line string, want float64, of func(command.LineOdds) float64) {
	t.Helper()
	o, err := s.game.LineOdds(line, false)
	if err != nil {
		t.Errorf("%s: %v", line, err)
		return
	}
	if got := of(o); math.Abs(got-want) > 1e-9 {
		t.Errorf("%s: %.9f, counted %.9f", line, got, want)
	}
}

// The better of two tens, and how far the other one is pushed, which is asked for in the middle.
func TestOddsOfTheSkirmishByHand(t *testing.T) {
	s := opened(t, gmtest.Campaign(t, "heresiarch", nil), "", 1)
	do(t, s, "begin prowlers", "next")
	for line, row := range map[string]struct{ level, dice, push, more int }{
		"aberration: strike ambrosius":                                              {6, 1, 0, 0},
		"aberration: strike ambrosius, answer 2":                                    {6, 1, 2, 0},
		"aberration: strike ambrosius, master_strike, answer 1":                     {6, 2, 1, 0},
		"aberration: strike ambrosius, master_strike, hindrance_points 1, answer 2": {5, 2, 2, 0},
		"aberration: strike ambrosius, master_strike, card_points 2, answer 2":      {8, 2, 2, 0},
		"aberration: strike ambrosius, novice_strike, hindrance_points 4, answer 2": {2, 1, 2, 0},
		"aberration: strike ambrosius, heroic_strike, card_points 5, answer 1":      {11, 1, 1, 1},
	} {
		lost := 0.0
		for roll := 1; roll <= 10; roll++ {
			for other := 1; other <= 10; other++ {
				best := roll
				if row.dice == 2 {
					best = min(roll, other)
				}
				switch {
				case best == 1:
					lost += float64(2+row.more+row.push) / 100
				case best <= row.level && best < 10:
					lost += float64(1+row.more+row.push) / 100
				}
			}
		}
		hold(t, s, line, lost, func(o command.LineOdds) float64 { return mean(o.Ends, "ambrosius", "NV") })
	}
}

// mean is the average loss from a pool.
func mean(ends []rules.EndOdds, who, pool string) float64 {
	for _, end := range ends {
		for _, losing := range end.Pools {
			if end.Who == who && losing.Pool == pool {
				return losing.Mean
			}
		}
	}
	return 0
}

// power is what so many power dice come to against a difficulty, with what a new throw of all of them makes of it: how likely a
// blow is missed, hits, and hits by so much that it is critical.
func power(dice, difficulty int, anew bool) (missed, hit, critical float64) {
	ways(dice, func(faces []int) float64 {
		point, bonus := 0, 0
		for _, face := range faces {
			switch {
			case face == 5:
				bonus++
			case face >= 2:
				point++
			}
		}
		switch margin := (point+bonus)*max(1, bonus) - difficulty; {
		case dice == 0 || margin < 0:
			missed++
		case margin >= 4:
			critical++
		default:
			hit++
		}
		return 0
	})
	all := math.Pow(6, float64(dice))
	missed, hit, critical = missed/all, hit/all, critical/all
	if anew {
		return missed * missed, hit + missed*hit, critical + missed*critical
	}
	return missed, hit, critical
}

// A pool of dice, where it hits and what is worn there; a new throw; and who moves on though it hurts.
func TestOddsOfTheDungeonByHand(t *testing.T) {
	gmtest.SkipIfShort(t)
	s := opened(t, gmtest.Campaign(t, "catacombs", nil), "", 1)
	do(t, s, "begin proving_ground", "next")
	for line, row := range map[string]struct {
		dice  int
		times float64
		anew  bool
	}{
		"torgils: strike king":                                        {5, 1, false},
		"torgils: strike king, more-dice 3":                           {8, 1, false},
		"torgils: strike king, answer use_fate":                       {5, 1, true},
		"torgils: powerful_strike king, more-dice 1, answer use_fate": {6, 2, true},
	} {
		_, hit, critical := power(row.dice, 3, row.anew)
		lost := 0.0
		for _, place := range []struct{ share, times, armour float64 }{{1, 2, 2}, {2, 1, 2}, {2, 1, 0}, {1, 1, 0}} { // head, chest, arm, leg
			axe := 6 * place.times * row.times
			lost += place.share / 6 * (hit*(axe-place.armour) + critical*(axe+10-place.armour))
		}
		hold(t, s, line, lost, func(o command.LineOdds) float64 { return mean(o.Ends, "king", "HP") })
	}
	for line, row := range map[string]struct {
		opponents int
		anew      bool
		moves     float64
	}{
		"torgils: slip_away 2":                            {2, false, 1},
		"torgils: slip_away 2, answer none, answer 0":     {2, false, 0},
		"torgils: slip_away 3, answer use_fate":           {3, true, 1},
		"torgils: slip_away 3, answer use_fate, answer 0": {3, true, 0},
	} {
		missed, _, _ := power(3, row.opponents, row.anew)
		hold(t, s, line, missed*row.moves*3.5, func(o command.LineOdds) float64 { return mean(o.Ends, "torgils", "HP") })
	}
}
