package seats

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"hybrid/gm"
	"hybrid/gm/players"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// A seat's page as text, for terminals and tests.

// Reader shows a seat's view of a session on a terminal. It belongs to the goroutine of the session.
type Reader struct {
	session *gm.Session      // session that is shown
	telling *players.Telling // source of the content of the page
	key     string           // seat's key
	name    string           // display name of the seat
}

// Text is a seat's page as rows of text.
type Text struct {
	Name string    // name of the seat or its character
	When string    // heading: time, turn and scene, or why there are none
	Now  []TextRow // current state: the question, the character, the people
	Log  []TextRow // log rows, oldest first
}

// TextRow is a row of a page. The zero value is an empty row.
type TextRow struct {
	Lead      string  // subject of the row, placed before its text
	Text      string  // text of the row, after its lead
	Sentences string  // for a passage of the log: its sentences alone
	Loud      bool    // whether it is emphasised
	Quiet     bool    // whether it is less important
	Bar       bool    // whether a bar shows the level of a pool
	Share     float64 // level of the bar, from 0 to 1
}

// TableScreen is the name of the table screen for NewReader.
const TableScreen = "table"

// NewReader returns a reader of the seat of a character, by key or name, or of the TableScreen.
func NewReader(s *gm.Session, who string) (*Reader, error) {
	r := &Reader{session: s, telling: players.NewTelling(s)}
	if strings.EqualFold(who, TableScreen) {
		r.key, r.name = players.TableSeat, tableLabel
		return r, nil
	}
	list := players.Characters(s)
	i, err := message.FindNamed(who, len(list), func(i int) (string, string) { return list[i].Key, list[i].Name })
	if err != nil {
		return nil, err
	}
	if i >= 0 {
		r.key, r.name = list[i].Key, list[i].Name
		return r, nil
	}
	return nil, message.Unknown("player character", who, append(collect.Map(list, func(c players.Character) string { return c.Key }), TableScreen))
}

// Text returns the current view of the seat as text.
func (r *Reader) Text() (Text, error) {
	seen, err := r.telling.SeatViewOf(r.key)
	if err != nil {
		return Text{}, err
	}
	v := newView(seen)
	v.Away = players.IsAway(r.session.State(), r.key)
	t := Text{Name: r.name, When: "not in play"}
	if !v.Here {
		t.Now = []TextRow{{Text: collect.Choose(v.Away, "The player is away, and the character isn't in the scene.", "The character isn't in the scene yet. This page updates automatically."), Quiet: true}}
		return t, nil
	}
	if t.When = joinFacts("no fight", v.Date); !v.AtRest {
		t.When = v.Unit + " " + formatNumber(v.Count)
	}
	if r.key != players.TableSeat {
		t.Name = v.Own.Name
		if v.Away {
			t.When += " · away"
			t.Now = []TextRow{{Text: "The player is away. The game master plays " + t.Name + ".", Loud: true}, {}}
		}
		if turn := v.turnText(); turn != "" && (!v.Away || v.Won != "") {
			t.When += " · " + turn
		}
		t.Now = append(t.Now, v.askedRows()...)
		t.Now = append(t.Now, v.ownRows()...)
	}
	if v.Called != "" {
		t.When += " · " + v.SceneTitle()
	}
	t.Now = append(t.Now, collect.Map(v.Timeline, func(m moment) TextRow { return TextRow{Lead: formatNumber(m.At), Text: m.Text, Loud: m.Own} })...)
	t.Now = append(t.Now, peopleRows("With you", v.Friends)...)
	t.Now = append(t.Now, peopleRows("Others", v.Foes)...)
	t.Now = append(t.Now, v.rowsAtRest()...)
	t.Log = append(t.Log, collect.Map(v.Log, passageRow)...)
	return t, nil
}

// rowsAtRest returns the rows shown at rest in addition to people: the last evening, the open threads, and the facts that the character
// learnt.
func (v *view) rowsAtRest() (rows []TextRow) {
	if v.Recap != "" {
		rows = append(rows, TextRow{}, TextRow{Text: "Last time", Quiet: true}, TextRow{Text: v.Recap})
	}
	list := func(heading string, texts []string) {
		for i, text := range texts {
			if i == 0 {
				rows = append(rows, TextRow{}, TextRow{Text: heading, Quiet: true})
			}
			rows = append(rows, TextRow{Text: text})
		}
	}
	list("Still open", v.Threads)
	list("You know", v.Knowledge())
	return rows
}

// turnText describes the player's turn: due now, waiting, busy, or still to come.
func (v *view) turnText() string {
	switch own := &v.Own; {
	case v.Won != "":
		return v.Won + " won"
	case own.Declares:
		return "your turn"
	case own.Waits:
		return "you wait"
	case own.Round != "":
		return own.Round
	case own.Doing != "":
		return own.Doing + " at " + formatNumber(own.Lands)
	case own.Turn != nil:
		return "your turn at " + formatNumber(own.Turn)
	case !v.AtRest:
		return "no turn yet"
	}
	return ""
}

// askedRows returns rows with the open question. The answer is given elsewhere.
func (v *view) askedRows() (rows []TextRow) {
	q := v.Question
	if q == nil {
		return nil
	}
	if q.Called && q.Target != nil {
		return []TextRow{{Text: fmt.Sprintf("Your game master asks: %s · %s", v.RollFor(), neededDiceText(q.Target)), Loud: true}, {}}
	}
	if q.Die > 0 {
		return []TextRow{{Text: fmt.Sprintf("%s: what does your d%d show?", cmp.Or(q.For, q.Text), q.Die), Loud: true}, {}}
	}
	text := q.Text
	if q.Tells != "" {
		text = q.Tells + " " + q.How
	}
	rows = append(rows, TextRow{Text: text, Loud: true})
	for _, c := range q.Choices {
		var parts []string
		if c.Roll != nil {
			parts = append(parts, strings.TrimSpace(c.Roll.ShortText()+" "+c.Roll.BeforeText("")))
		}
		if c.Counts > 0 {
			parts = append(parts, formatNumber(c.Counts)+" counts")
		}
		if c.GivesUp != "" {
			parts = append(parts, "gives up: "+c.GivesUp)
		}
		if c.Lands > 0 {
			parts = append(parts, "your action lands at "+formatNumber(c.Lands))
		}
		label := c.Label
		if c.With != "" && !strings.Contains(label, c.With) {
			label += " with " + c.With
		}
		rows = append(rows, TextRow{Lead: label, Text: strings.Join(parts, " · ")})
	}
	return append(rows, TextRow{})
}

// ownRows returns rows with the character's state: losses from its pools, and the rest.
func (v *view) ownRows() (rows []TextRow) {
	for _, p := range v.Mine.reducedPools() {
		rows = append(rows, TextRow{Lead: p.Label, Text: formatNumber(p.Now) + " of " + formatNumber(p.Max), Bar: true, Share: p.Now / p.Max})
	}
	var whole, state []string
	whole = append(whole, collect.Map(v.Mine.Full(), func(p players.Pool) string { return p.Label + " " + formatNumber(p.Now) })...)
	if len(whole) > 0 {
		rows = append(rows, TextRow{Text: strings.Join(whole, " · "), Quiet: true})
	}
	if v.Own.Hand != "" {
		state = append(state, v.Own.Hand+" in hand")
	}
	state = append(state, collect.Map(v.Own.Conditions, func(c players.Condition) string { return players.MidSentence(c.Words()) })...)
	state = append(append(state, v.Own.Activities...), v.Own.Situations...)
	if v.Own.Place != nil {
		state = append(state, "at "+formatNumber(v.Own.Place)+" m")
	}
	if len(state) > 0 {
		rows = append(rows, TextRow{Text: strings.Join(state, " · ")})
	}
	return rows
}

// peopleRows returns rows with a list of others and the known facts about them.
func peopleRows(title string, list []*players.OtherActor) (rows []TextRow) {
	if len(list) == 0 {
		return nil
	}
	rows = append(rows, TextRow{}, TextRow{Text: title, Quiet: true})
	for _, o := range list {
		var parts []string
		if o.Acts {
			parts = append(parts, "acts now")
		}
		if o.Health != "" {
			parts = append(parts, o.Health)
		}
		parts = append(parts, otherParts(o, func(p players.Pool) string { return p.Label + " " + formatNumber(p.Now) }, "%s in hand", "wears %s")...)
		rows = append(rows, TextRow{Lead: o.Name, Text: strings.Join(parts, " · "), Quiet: !o.Here})
	}
	return rows
}

// passageRow returns a row with a passage and its dice.
func passageRow(p *players.Passage) TextRow {
	r := TextRow{Sentences: p.Text}
	for _, part := range p.Parts {
		r.Text += part.Text
	}
	if p.Timed {
		r.Lead = formatNumber(p.Count)
	}
	var dice []string
	for _, step := range p.Steps {
		dice = append(dice, collect.Map(step.Dice, func(die players.Die) string { return die.Die + " " + cmp.Or(die.Face, strconv.Itoa(die.Result)) })...)
	}
	if len(dice) > 0 {
		r.Text += " (" + strings.Join(dice, ", ") + ")"
	}
	return r
}
