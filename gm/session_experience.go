package gm

import (
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/verbs"
	"hybrid/rules"
)

// Experience gained and spent in a session, for statistics.

// Earning is experience that an actor gained or spent by an entry in force.
type Earning struct {
	Seq     int64   // number of the entry
	Evening int64   // number of the evening of play
	Who     string  // key of the actor
	Points  float64 // points gained; negative if spent
	For     string  // reason, kind of training, or skill bought; empty if unknown
	Hours   float64 // hours of training; 0 if it wasn't training
}

// Earnings returns all experience that was awarded, trained or spent, the oldest first. It is empty in a game without experience.
func (s *Session) Earnings() (list []Earning, err error) {
	pool, ok := s.game.Rules.Pools.Get(s.game.Rules.Skill.Currency)
	if !ok {
		return nil, nil
	}
	err = s.visitContaining(`"`+pool.Name+`"`, func(k *record, events []rules.Event) {
		entered := k.payload()
		for i := range events {
			if e := &events[i]; e.Kind == rules.EventPool && e.What == pool.Name && e.By != 0 {
				entry := Earning{Seq: k.Seq, Evening: k.Session, Who: e.Who, Points: e.By, For: entered.Reason}
				entry.setReason(&s.game, entered.Line, events)
				list = append(list, entry)
			}
		}
	})
	return list, err
}

// setReason sets the reason of the earning, and its hours, from the line and the events of its entry.
func (e *Earning) setReason(g *command.Game, line string, events []rules.Event) {
	for i := range events {
		bought, label := &events[i], ""
		if skill, ok := g.Rules.Skills.Get(bought.What); ok && bought.Kind == rules.EventRank {
			label = command.FormatRaised(rules.Learnable{Skill: skill}, bought.Value)
		} else if stat, ok := g.Rules.Stats.Get(bought.What); ok && bought.Kind == rules.EventStat {
			label = command.FormatRaised(rules.Learnable{Stat: stat}, bought.Value)
		}
		if label != "" && bought.Who == e.Who {
			e.For = label
			return
		}
	}
	if span, way, ok := verbs.ParseTraining(g, line); ok {
		seconds, _ := rules.ParseSpan(span)
		e.Hours, e.For = seconds/3600, strings.TrimSpace(span+", "+rules.ReadableName(way))
	}
}
