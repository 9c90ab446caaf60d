package export

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/gm/analysis"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The page of a fight: how it turned, for the game master. One file that needs nothing else; its script draws what the data says and
// checks every die.

// fightHTML is the page without its data and script.
//
//go:embed fight.html
var fightHTML string

//go:embed fight.js
var fightScript string

// fightPage is the data of the page of a fight.
type fightPage struct {
	Campaign string             `json:"campaign"`
	When     string             `json:"when"` // the day on which it began
	Unit     string             `json:"unit"`
	Units    string             `json:"units"`
	Won      string             `json:"won"` // the side, empty for none
	Line     *analysis.Line     `json:"line"`
	Sums     fightSums          `json:"sums"`
	People   []fightPerson      `json:"people"`
	Stands   [][]*fightStanding `json:"stands"` // by point and person; null for one who is not there
	Rolled   [][]fightDie       `json:"rolled"` // by point
	Lines    []string           `json:"lines"`  // those that play it again
	Seeds    []gm.Commitment    `json:"seeds"`
	Fell     []fellDie          `json:"fell"`
	Typed    int                `json:"typed"` // dice that no seed gives
}

type fightSums struct {
	Dice   analysis.Chance `json:"dice"`
	Choice analysis.Chance `json:"choice"`
	Hand   analysis.Chance `json:"hand"`
}

// fightPerson is one who took part.
type fightPerson struct {
	Key   string `json:"key"`
	Short string `json:"short"`
	Side  string `json:"side"`
}

// fightStanding is how somebody stands: what is left of the pools that are watched, whether it is part of the fight, and in a word.
type fightStanding struct {
	Left float64 `json:"left"`
	Able bool    `json:"able"`
	Word string  `json:"word,omitempty"`
}

// fightDie is a die as it is shown.
type fightDie struct {
	Die   string `json:"die"`
	For   string `json:"for,omitempty"`
	Shows string `json:"shows"`
}

// fellDie is a die that a seed gives: where it fell, its faces, what it was thrown ahead with, and what it shows.
type fellDie struct {
	Entry int64 `json:"e"`
	Place int   `json:"p"`
	Faces int   `json:"f"`
	Early int   `json:"a,omitempty"`
	Shows int   `json:"r"`
}

// WriteFight writes how a fight turned as a page for the game master.
func WriteFight(w io.Writer, s *gm.Session, f *analysis.Fight, l *analysis.Line) error {
	rs := s.Rules()
	unit := rs.CountWord()
	p := fightPage{Campaign: s.Campaign().Label, When: f.Entries[0].At.Format("2 January 2006"), Unit: unit, Units: rules.Several(unit), Won: f.Won(s.Game()), Line: l, Lines: f.Script(s.Game())}
	p.Sums.Dice, p.Sums.Choice, p.Sums.Hand = l.Sums()
	for _, e := range f.Entries {
		for _, a := range e.After.Actors {
			if !slices.ContainsFunc(p.People, func(one fightPerson) bool { return one.Key == a.Key }) {
				p.People = append(p.People, fightPerson{a.Key, a.Short, a.Side})
			}
		}
	}
	for _, e := range f.Entries {
		p.Stands = append(p.Stands, collect.Map(p.People, func(one fightPerson) *fightStanding { return standingOf(rs, e, one.Key) }))
		p.Rolled = append(p.Rolled, collect.Map(e.Dice, func(d rules.Die) fightDie { return fightDie{d.Die, d.For, d.Shows()} }))
		p.fell(e)
	}
	p.Seeds = collect.Filter(s.Commitments(), func(c gm.Commitment) bool {
		return slices.ContainsFunc(p.Fell, func(d fellDie) bool { return c.From <= d.Entry && (c.To == 0 || d.Entry <= c.To) })
	})
	data, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	title := html.EscapeString(l.Label + ": how it turned")
	_, err = io.WriteString(w, strings.NewReplacer("{{title}}", title, "{{data}}", string(data), "{{script}}", fightScript).Replace(fightHTML))
	return err
}

// fell adds the dice of an entry that a seed gives, and counts the others.
func (p *fightPage) fell(e *gm.HistoryEntry) {
	for i := range e.Dice {
		d := &e.Dice[i]
		if entry, place := e.DieFrom(i); d.Typed {
			p.Typed++
		} else {
			p.Fell = append(p.Fell, fellDie{entry, place, d.Of(), d.Ahead, d.Result})
		}
	}
}

// standingOf returns how one stands after an entry, as it was before a fight that ends with it; nil for one who is not there.
func standingOf(rs *rules.Ruleset, e *gm.HistoryEntry, key string) *fightStanding {
	state := e.After
	if e.Ends() {
		state = e.Before
	}
	at := slices.IndexFunc(state.Actors, func(a *rules.Actor) bool { return a.Key == key })
	if at < 0 {
		return nil
	}
	a, share, n := state.Actors[at], 0.0, 0.0
	for _, name := range rs.Pack.Watch {
		if pool, ok := rs.Pools.Get(name); ok && !pool.Refilled() {
			if maximum, limited := a.Sheet.Max(pool); limited && maximum > 0 {
				share, n = share+max(0, min(1, a.Now(pool)/maximum)), n+1
			}
		}
	}
	return &fightStanding{collect.Choose(n > 0, share/max(1, n), 1), !a.IsOut(rs), a.Bearing(rs).Word}
}
