package export

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/gm/analysis"
	"hybrid/gm/command"
	"hybrid/gm/players"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// The page of a fight: its course over time, for the game master or for players, as one HTML file. The page's script draws the data and
// recomputes every die from its seed. The line of a fight (analysis.Line) is its course: the first side's chance to win after each entry.
// A point is an entry on it, and a swing is the change of the chance by an entry.

// fightHTML is the page without its data and script.
//
//go:embed fight.html
var fightHTML string

// fightScript is the script of the page.
//
//go:embed fight.js
var fightScript string

// fightPage is the data of the page of a fight, as read by the script.
type fightPage struct {
	Campaign    string             `json:"campaign"` // label of the campaign
	When        string             `json:"when"`     // day on which the fight began
	Unit        string             `json:"unit"`     // word for a count, such as round
	Units       string             `json:"units"`    // plural of Unit
	Winner      string             `json:"won"`      // winning side; empty if there is none, and for players
	Line        *analysis.Line     `json:"line"`     // course of the fight
	Sums        fightSums          `json:"sums"`     // sums of the swings; zero for players
	People      []fightPerson      `json:"people"`   // actors that took part; empty for players
	Standings   [][]*fightStanding `json:"stands"`   // states, by point and then by person; null for an absent person
	DiceByPoint [][]fightDie       `json:"rolled"`   // dice rolled, by point
	Lines       []string           `json:"lines"`    // prompt lines that replay the fight; empty for players
	Seeds       []gm.Commitment    `json:"seeds"`    // seeds of the dice; empty for players
	SeedDice    []seedDie          `json:"fell"`     // dice that came from seeds; empty for players
	TypedDice   int                `json:"typed"`    // number of typed dice, which come from no seed
	ForPlayers  bool               `json:"told"`     // whether it is for players, with only the texts that they could read
	HasChances  bool               `json:"lined"`    // whether there are chances
}

// fightSums holds the sums of the changes of the first side's chance to win, by cause: dice, choices, and manual changes by the game
// master.
type fightSums struct {
	Dice   analysis.Chance `json:"dice"`   // sum of the changes caused by dice
	Choice analysis.Chance `json:"choice"` // sum of the changes caused by unusual choices
	Hand   analysis.Chance `json:"hand"`   // sum of the changes made by the game master
}

// fightPerson is an actor that took part.
type fightPerson struct {
	Key   string `json:"key"`   // key of the actor
	Short string `json:"short"` // short name
	Side  string `json:"side"`  // key of its side
}

// fightStanding is a person's state: the remaining share of the pools that the game watches, whether that person takes part in the fight,
// and the health in a word.
type fightStanding struct {
	Left float64 `json:"left"`           // average remaining share of the pools, from 0 to 1
	Able bool    `json:"able"`           // whether the person isn't out of the fight
	Word string  `json:"word,omitempty"` // state of health, in a word
}

// fightDie is a die as it is shown.
type fightDie struct {
	Die   string `json:"die"`           // kind of die
	For   string `json:"for,omitempty"` // purpose of the roll
	Shows string `json:"shows"`         // face rolled, as text: a number or the name of a face
}

// seedDie is a die that came from a seed.
type seedDie struct {
	Entry int64 `json:"e"`           // number of the entry for which it was rolled
	Place int   `json:"p"`           // place among the dice of that entry, from 1
	Faces int   `json:"f"`           // number of faces
	Early int   `json:"a,omitempty"` // face that the player threw ahead, which was combined with the seed's; 0 for none
	Shows int   `json:"r"`           // face that counted
}

// WriteFight writes the fight f of the session s, with its course l, as a page for the game master.
func WriteFight(w io.Writer, s *gm.Session, f *analysis.Fight, l *analysis.Line) error {
	rs := s.Rules()
	p := newFightPage(s, f, l)
	p.HasChances, p.Winner, p.Lines = true, f.WinningSide(s.Game()), f.Script(s.Game())
	p.Sums.Dice, p.Sums.Choice, p.Sums.Hand = l.Sums()
	for _, e := range f.Entries {
		for _, a := range e.After.Actors {
			if !slices.ContainsFunc(p.People, func(person fightPerson) bool { return person.Key == a.Key }) {
				p.People = append(p.People, fightPerson{a.Key, a.Short, a.Side})
			}
		}
	}
	for _, e := range f.Entries {
		p.Standings = append(p.Standings, collect.Map(p.People, func(person fightPerson) *fightStanding { return standingAfter(rs, e, person.Key) }))
		p.DiceByPoint = append(p.DiceByPoint, collect.Map(e.Dice, func(d rules.Die) fightDie { return fightDie{d.KindText(), d.For, d.ResultText()} }))
		p.addSeedDice(e)
	}
	p.Seeds = collect.Filter(s.Commitments(), func(c gm.Commitment) bool { // c is the seed of the dice from entry c.From to c.To
		return slices.ContainsFunc(p.SeedDice, func(d seedDie) bool { return c.From <= d.Entry && (c.To == 0 || d.Entry <= c.To) })
	})
	return p.writePage(w)
}

// newFightPage returns a page with the parts for every reader: the campaign, the day, the words for counts, and the course l.
func newFightPage(s *gm.Session, f *analysis.Fight, l *analysis.Line) *fightPage {
	unit := s.Rules().CountWord()
	return &fightPage{Campaign: s.Campaign().Label, When: f.Entries[0].At.Format("2 January 2006"), Unit: unit, Units: rules.Plural(unit), Line: l}
}

// PlayersLine returns the course of a fight as players may read it: with rounded chances, and with points only for entries that they
// could read. l is the complete course; if it is nil, the result has no chances.
func PlayersLine(s *gm.Session, f *analysis.Fight, l *analysis.Line) (*analysis.Line, error) {
	line, _, err := lineForPlayers(s, f, l)
	return line, err
}

// lineForPlayers returns the result of PlayersLine, and the dice that players could see at each of its points.
func lineForPlayers(s *gm.Session, f *analysis.Fight, l *analysis.Line) (line *analysis.Line, dice [][]fightDie, err error) {
	sides := []string{command.Party, "others"}
	line = &analysis.Line{Label: "A scene", Sides: sides, Assumption: analysis.AssumptionText(len(sides)), ForPlayers: true, Turning: []int{}, Points: []analysis.Point{}, Persons: []analysis.Person{}}
	if prepared, ok := s.Campaign().Encounter(f.Name); ok {
		line.Label = message.Capitalise(prepared.NameForPlayers())
	}
	if l != nil {
		line.Fights, line.Over = l.Fights, l.Over
	}
	log, indexes := players.NewLog(s.Game(), players.TableSeat), map[int64]int{} // index of each entry of the fight, by number
	for i, e := range f.Entries {
		indexes[e.Seq] = i
	}
	for e, err := range s.History() {
		if err != nil {
			return nil, nil, err
		}
		if e.Undone {
			continue
		}
		playersView, ok := log.Next(e)
		i, isInFight := indexes[e.Seq]
		if !ok || !isInFight || playersView.Text == "" {
			continue
		}
		addPlayersPoint(line, analysis.Point{Seq: playersView.Number, Count: playersView.Count, Text: playersView.Text}, l, i)
		dice = append(dice, collect.Map(convertPassage(&playersView).diceOfPassage(), func(d rules.Die) fightDie { return fightDie{d.KindText(), d.For, d.ResultText()} }))
	}
	return line, dice, nil
}

// addPlayersPoint adds the point p to the players' line. If complete, the complete line, isn't nil, p gets the rounded chance of that
// line's point i, and is a turning point if that point is one.
func addPlayersPoint(line *analysis.Line, p analysis.Point, complete *analysis.Line, i int) {
	if complete != nil {
		p.Chances = []analysis.Chance{roundedChance(complete.Points[i].Chances[0])}
		if n := len(line.Points); n > 0 { // the index of p
			p.Swing = analysis.Chance{Share: p.Chances[0].Share - line.Points[n-1].Chances[0].Share, HalfWidth: p.Chances[0].HalfWidth}
			if slices.Contains(complete.Turning, i) {
				line.Turning = append(line.Turning, n)
			}
		}
	}
	line.Points = append(line.Points, p)
}

// diceOfPassage lists the dice of all steps of a passage.
func (p *passage) diceOfPassage() (list []rules.Die) {
	for _, s := range p.Steps {
		list = append(list, s.Dice...)
	}
	return list
}

// roundedChance returns a chance rounded to the steps in which players may see it, with its interval rounded up to a
// step.
func roundedChance(c analysis.Chance) analysis.Chance {
	return analysis.Chance{Share: math.Round(c.Share/gm.ChanceStep) * gm.ChanceStep, HalfWidth: max(gm.ChanceStep, math.Ceil(c.HalfWidth/gm.ChanceStep)*gm.ChanceStep)}
}

// WritePlayersFight writes a fight as a page for the players: the passages that they could read and, if l isn't nil, the rounded chance
// to win after each.
func WritePlayersFight(w io.Writer, s *gm.Session, f *analysis.Fight, l *analysis.Line) error {
	line, dice, err := lineForPlayers(s, f, l)
	if err != nil {
		return err
	}
	if len(line.Points) == 0 {
		return command.Refusal("The players were told nothing of this fight.")
	}
	p := newFightPage(s, f, line)
	p.ForPlayers, p.HasChances, p.DiceByPoint = true, l != nil, dice
	p.People, p.Standings, p.Lines, p.Seeds, p.SeedDice = []fightPerson{}, [][]*fightStanding{}, []string{}, []gm.Commitment{}, []seedDie{}
	return p.writePage(w)
}

// writePage writes the page: the HTML with its data and its script.
func (p *fightPage) writePage(w io.Writer) error {
	data, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	title := html.EscapeString(p.Line.Label + ": how it turned")
	_, err = io.WriteString(w, strings.NewReplacer("{{title}}", title, "{{data}}", string(data), "{{script}}", fightScript).Replace(fightHTML))
	return err
}

// addSeedDice adds the dice of an entry that come from a seed, and counts the others.
func (p *fightPage) addSeedDice(e *gm.HistoryEntry) {
	for i := range e.Dice {
		d := &e.Dice[i]
		if entry, place := e.DieOrigin(i); d.Typed {
			p.TypedDice++
		} else {
			p.SeedDice = append(p.SeedDice, seedDie{entry, place, d.FaceCount(), d.Ahead, d.Result})
		}
	}
}

// standingAfter returns the standing of the actor with the given key after an entry or, if the entry ends the fight, before it. It returns
// nil if the actor isn't present.
func standingAfter(rs *rules.Ruleset, e *gm.HistoryEntry, key string) *fightStanding {
	state := e.After
	if e.EndsEncounter() {
		state = e.Before
	}
	at := slices.IndexFunc(state.Actors, func(a *rules.Actor) bool { return a.Key == key })
	if at < 0 {
		return nil
	}
	a, share, n := state.Actors[at], 0.0, 0.0 // share: share is the sum of the shares of n pools
	for _, name := range rs.Pack.Watch {
		if pool, ok := rs.Pools.Get(name); ok && !pool.Refills() {
			if maximum, limited := a.Sheet.Max(pool); limited && maximum > 0 {
				share, n = share+max(0, min(1, a.PoolValue(pool)/maximum)), n+1
			}
		}
	}
	return &fightStanding{collect.Choose(n > 0, share/max(1, n), 1), !a.IsOut(rs), a.Bearing(rs).Word}
}
