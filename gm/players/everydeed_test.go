package players

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/story"
	"hybrid/rules"
)

// heights are how high a die falls, as a share of its faces: with two of them, one for the first die and one for the others, a deed
// has nearly all of its results.
var heights = []float64{0, 0.5, 1}

// highDice fall as high as they are told, the first die otherwise than the others.
type highDice struct {
	first, others float64
	fallen        int // how many have
}

func (d *highDice) Roll(faces int, _ string) (int, bool, error) {
	height := d.others
	if d.fallen == 0 {
		height = d.first
	}
	d.fallen++
	return min(faces, 1+int(height*float64(faces))), false, nil
}

// deedTable tells everything that comes of the actions of a campaign to everyone.
type deedTable struct {
	t        *testing.T
	campaign string
	session  *gm.Session
	logs     map[string]*Log  // by reader, as they are when the encounter has begun
	told     map[string]bool  // texts
	sorts    map[string]bool  // of what was told, by sortOf
	done     map[string]bool  // actions that were carried out
	answered map[string]bool  // the answers that were given
	refusals map[string]error // by action, the last
}

// TestEveryDeedIsTold carries out each action of each campaign, with all that can be answered and dice that fall low, between and
// high, and tells what comes of it to the game master, to who acts, to whom it is done, to one who stands by and to the television:
// without a mistake in language, without a name that the reader does not know, and with the reader's own losses. What needs a
// condition is done under each condition that allows it.
func TestEveryDeedIsTold(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	for _, name := range storyCampaigns {
		t.Run(name, func(t *testing.T) {
			x := deedTable{t: t, campaign: name, told: map[string]bool{}, sorts: map[string]bool{}, done: map[string]bool{}, answered: map[string]bool{}, refusals: map[string]error{}}
			for _, encounter := range gmtest.Campaign(t, name, nil).Encounters() {
				x.begin(encounter.Name)
				x.tellAll()
			}
			for _, action := range x.session.Rules().Actions.All {
				if !x.done[action.Name] && !x.answered[action.Name] && notCarriedOut[name+" "+action.Name] == "" {
					t.Errorf("%s is never carried out: %v", action.Name, x.refusals[action.Name])
				}
			}
			t.Logf("%d texts", len(x.told))
			if *passages != "" {
				if err := os.WriteFile(*passages+"_"+name, []byte(strings.Join(slices.Sorted(maps.Keys(x.told)), "\n")+"\n"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// begin begins an encounter with a log for each reader.
func (x *deedTable) begin(encounter string) {
	s, _, err := gm.Open(gmtest.Campaign(x.t, x.campaign, nil), gm.Options{Clock: gmtest.Clock(), Dice: rules.NewSeededDice([32]byte{1})})
	if err != nil {
		x.t.Fatal(err)
	}
	gmtest.Do(x.t, s, "begin "+encounter)
	x.session, x.logs = s, map[string]*Log{"players": NewLog(s.Game(), TableSeat)}
	for e, err := range s.History() {
		if err != nil {
			x.t.Fatal(err)
		}
		for _, a := range e.After.Actors {
			if a.Sheet.Person.Player != "" {
				x.logs[a.Key] = NewLog(s.Game(), a.Key)
			}
		}
		for _, log := range x.logs {
			log.Next(e)
		}
	}
}

// setups are lines by campaign that lead to states in which further actions are possible, with OWN and FOE for the two.
var setups = map[string][][]string{
	"heresiarch": {{"set OWN MP 6"}, {"put FOE on_guard"}, {"put FOE heroic_guard"}},
	"two_tribes": {
		{"set red CARDS 2", "set red SAV 9"}, {"put FOE rerolls_defence"},
		{"next", "OWN: done"},
		{"put FOE ko", "put OWN carrying by FOE", "finish", "red: open_intermission"},
		{"put OWN ko", "put OWN blooded", "finish", "red: open_intermission", "set red UPGRADES 3", "set red RES 9", "set OWN TRAINED 0"},
	},
}

// notCarriedOut are the actions that no state of the table allows, with the reason.
var notCarriedOut = map[string]string{
	"saltmarket set_off":     "no one has a blast",
	"saltmarket skill_use":   "check SKILL declares it",
	"cold_lantern skill_use": "likewise",
	"saltmarket spring":      "it needs a preset",
	"cold_lantern spring":    "likewise",
	"saltmarket press_on":    "it is the third question of a deed, whose story transcripts tell",
	"cold_lantern press_on":  "likewise",
	"cold_lantern smother":   "nothing burns long enough",

	"catacombs take_up":           "it needs a thing that lies there, as in a transcript of gm",
	"catacombs drink":             "it needs a barrel in hand, as in a transcript of gm",
	"catacombs strengthen":        "it needs two swarms of a side, as in a transcript of gm",
	"catacombs slip_out":          "it needs a door that is found, as in a transcript of gm",
	"catacombs mend_wounds":       "it needs a wounded friend and its card, as in a transcript of gm",
	"heresiarch choose_auras":     "it needs its card in hand, as in a transcript of gm",
	"heresiarch raise_aura":       "likewise",
	"heresiarch choose_mutations": "likewise",
	"heresiarch mutate":           "likewise",
	"two_tribes teach":            "likewise",
	"heresiarch bid":              "it needs cards that are named, as in a transcript of gm",
	"heresiarch hinder":           "it needs a side that hinders, as in a transcript of gm",
	"heresiarch mulligan":         "it needs a hand of cards before the first round",
	"heresiarch steal":            "it needs a card in the other hand",
	"two_tribes blood_trail":      "it needs its card in hand, as in a transcript of gm",
	"two_tribes night_run":        "likewise",
	"heresiarch infiltrate":       "it needs a round that is over, as in a transcript of gm",
	"heresiarch expert_parry":     "no one is as good at it",
	"heresiarch master_parry":     "likewise",
	"two_tribes cook_innocent":    "it needs innocents that were carried off",
	"two_tribes torture_innocent": "likewise",
	"two_tribes visit_chiurgeon":  "it needs a scar",
	"two_tribes build":            "it needs resources that a battle gave",
}

// states returns the state that there is and those with one condition on someone: on who acts, on the other one, on both, and of the
// one by the other.
func (x *deedTable) states(three [3]*rules.Actor) (list, further []*rules.State) {
	s := x.session
	list = []*rules.State{s.State()}
	add := func(lines ...string) {
		done := 0
		for _, line := range lines {
			if _, err := s.Do(command.Command{Line: line}); err == nil {
				done++
			}
		}
		if done > 0 {
			list = append(list, s.State())
		}
		for range done {
			gmtest.Do(x.t, s, "undo")
		}
	}
	for _, c := range s.Rules().Conditions.All {
		own, foe := three[0].Key+" "+c.Name, three[1].Key+" "+c.Name
		add("put " + own)
		add("put " + foe)
		add("put "+own, "put "+foe)
		add("put " + own + " 5 by " + three[1].Key)
		add("put " + foe + " 5 by " + three[0].Key)
	}
	plain := len(list)
	for _, lines := range setups[x.campaign] {
		lines := slices.Clone(lines)
		for i := range lines {
			lines[i] = strings.NewReplacer("OWN", three[0].Key, "FOE", three[1].Key).Replace(lines[i])
		}
		add(lines...)
	}
	return list[:plain], list[plain:]
}

// tellAll carries out every action between three, in each state until one allows it, and then between one of these and everyone.
func (x *deedTable) tellAll() {
	start, three := x.session.State(), [3]*rules.Actor{}
	for _, a := range start.Actors {
		switch {
		case three[0] == nil && a.Sheet.Person.Player != "":
			three = [3]*rules.Actor{a, a, a}
		case three[0] != nil && a.Side == three[0].Side:
			three[2] = a
		}
	}
	for _, a := range start.Actors {
		if a.Side != three[0].Side {
			three[1] = a
		}
	}
	states, further := x.states(three)
	for _, action := range x.session.Rules().Actions.All {
		if action.Answers != "" {
			continue
		}
		for _, state := range states {
			if x.done[action.Name] {
				break
			}
			who := slices.Concat(three[:], state.Sides)
			for _, a := range who {
				for _, other := range three {
					x.tellBetween(state, action, a.Key, other.Key, heights)
				}
			}
		}
		for _, state := range further {
			for _, a := range slices.Concat(three[:2], state.Sides) {
				x.tellBetween(state, action, a.Key, three[1].Key, heights)
				x.tellBetween(state, action, a.Key, three[0].Key, heights)
			}
		}
		for i, a := range start.Actors {
			if *passages == "" && i%3 != 0 && x.done[action.Name] {
				continue
			}
			x.tellBetween(start, action, a.Key, three[1].Key, heights[1:2])
			x.tellBetween(start, action, three[0].Key, a.Key, heights[1:2])
		}
	}
}

// tellBetween carries out an action that who does to whom, with the first and the last thing that it can be done with, as far as it
// can be declared.
func (x *deedTable) tellBetween(state *rules.State, action *rules.Action, who, whom string, heights []float64) {
	tools := action.Tools(state.Find(who))
	if len(tools) > 2 {
		tools = []*rules.Item{tools[0], tools[len(tools)-1]}
	}
	game := *x.session.Game()
	game.State = state
	for _, tool := range tools {
		line := who + ": " + action.Name
		if action.Whom || action.May {
			line += " " + whom
		}
		if tool != nil && len(action.With) > 0 {
			line += " with " + tool.Name
		}
		d, err := declarable(&game, line)
		if err != nil && action.Ask != nil {
			d, err = declarable(&game, line+" 2")
		}
		if err != nil {
			x.refusals[action.Name] = err
			continue
		}
	heights: // those of dice that do not fall make no difference
		for _, first := range heights {
			for _, others := range heights {
				dice := &highDice{first: first, others: others}
				if x.carryOut(state, who, d, dice, nil); dice.fallen == 0 {
					break heights
				} else if dice.fallen == 1 {
					break
				}
			}
		}
	}
}

// sortOf says what an action came to but for amounts: what is of the same sort is told in the same words.
func (x *deedTable) sortOf(who string, d *rules.OngoingAction, done *rules.Decision) string {
	var sort strings.Builder
	fmt.Fprint(&sort, who, d.Action, d.Whom, d.Tool)
	for i := range done.Outcomes {
		o := &done.Outcomes[i]
		fmt.Fprint(&sort, " ", o.Step, o.Degree, o.Row, o.Side, o.Choice, o.Success)
		for j := range o.Events {
			fmt.Fprint(&sort, o.Events[j].Kind, o.Events[j].What)
		}
	}
	return sort.String()
}

// declarable returns what a line declares, if it can be declared.
func declarable(g *command.Game, line string) (d rules.OngoingAction, err error) {
	l, err := g.Parse(line)
	if err == nil {
		_, d, err = g.Declaration(&l)
	}
	return d, err
}

// carryOut carries out a deed with each answer to what it asks.
func (x *deedTable) carryOut(state *rules.State, who string, d rules.OngoingAction, dice *highDice, answers map[string]string) {
	rs, fresh := x.session.Rules(), highDice{first: dice.first, others: dice.others}
	done, err := rs.Perform(state, who, d, rules.DecisionInput{Dice: &fresh, Answers: answers})
	dice.fallen = max(dice.fallen, fresh.fallen)
	var need *rules.Need
	switch {
	case errors.As(err, &need) && len(answers) < 2 && len(need.Choices) > 0:
		for _, name := range append(need.ChoiceNames(), rules.NoAnswer) {
			x.carryOut(state, who, d, dice, need.WithAnswer(answers, name))
		}
		return
	case errors.As(err, &need) && need.DefaultAnswer() != "":
		x.carryOut(state, who, d, dice, need.WithAnswer(answers, need.DefaultAnswer()))
		return
	case err != nil:
		x.refusals[d.Action] = err
		return
	}
	sort := x.sortOf(who, &d, &done)
	if x.sorts[sort] {
		return
	}
	x.sorts[sort] = true
	begun := []rules.Event{{Kind: rules.EventDoing, Who: who, Doing: &d}}
	before, err := rs.Apply(state, begun)
	if err != nil {
		x.t.Fatal(err)
	}
	done.Events = append([]rules.Event{{Kind: rules.EventClock, At: before.Count}, {Kind: rules.EventDone, Who: who}}, done.Events...)
	after, err := rs.Apply(before, done.Events)
	if err != nil {
		x.t.Errorf("%s %v: %v", who, d, err)
		return
	}
	x.done[d.Action] = true
	for _, answer := range answers {
		name, _, _ := strings.Cut(answer, " ")
		x.answered[name] = true
	}
	what := fmt.Sprintf("%s %s %s with %s, dice %v and %v, %v", who, d.Action, d.Whom, d.Tool, dice.first, dice.others, answers)
	x.tell(&gm.HistoryEntry{Before: before, After: after}, rules.Decision{Events: done.Events, Outcomes: done.Outcomes}, who, d.Whom, what)
	if dice.first == 0 && dice.others == 0 && answers == nil && !rs.Order.InRounds() { // there it is done as it is declared
		x.tell(&gm.HistoryEntry{Before: state, After: before}, rules.Decision{Events: begun}, who, d.Whom, what+", declared")
	}
}

// tell tells an entry to every reader.
func (x *deedTable) tell(e *gm.HistoryEntry, done rules.Decision, who, whom, what string) {
	e.Who, e.Whom, e.Outcomes, e.Events = who, whom, done.Outcomes, done.Events
	x.look("game master", what, story.Recount(x.session.Rules(), e.Story(), nil).Text())
	bystander := ""
	for _, reader := range slices.Sorted(maps.Keys(x.logs)) {
		if player := reader != "players"; player && reader != who && reader != whom {
			if bystander != "" && *pairs < 400 {
				continue
			}
			bystander = reader
		}
		log := x.logs[reader]
		p, _ := log.clone().Next(e)
		x.look(reader, what, p.Text)
		if lost := x.lost(e, reader); lost != "" && !slices.ContainsFunc(p.Parts, func(p Part) bool { return p.Lost }) {
			x.t.Errorf("%s is not told of %s: %q\n%s", reader, lost, p.Text, what)
		}
	}
}

// lost says what a seat's own character loses in an entry, but for prices; empty for nothing.
func (x *deedTable) lost(e *gm.HistoryEntry, reader string) string {
	for i := range e.Events {
		ev := &e.Events[i]
		pool, _ := x.session.Rules().Pools.Get(ev.What)
		if ev.Kind == rules.EventPool && ev.Who == reader && ev.By <= -0.5 && x.session.Rules().Knowledge.ShowsLosses(pool) && !story.IsDrained(x.session.Rules(), ev, e.Events) {
			return fmt.Sprintf("%v %s", ev.By, ev.What)
		}
	}
	return ""
}

// look looks for mistakes in what a reader is told.
func (x *deedTable) look(reader, what, text string) {
	if text == "" || x.told[text] {
		return
	}
	x.told[text] = true
	for _, mistake := range mistakesIn(text) {
		x.t.Errorf("%s: %s\n%s\n%s", reader, mistake, text, what)
	}
	if reader == "game master" {
		return
	}
	for _, a := range x.session.State().Actors {
		if a.Looks != "" && a.Side != x.party() && strings.Contains(text, a.Name) {
			x.t.Errorf("%s knows the name of %s: %s\n%s", reader, a.Name, text, what)
		}
	}
}

// party returns the side of those who have a player.
func (x *deedTable) party() string {
	for _, key := range slices.Sorted(maps.Keys(x.logs)) {
		if a := x.session.State().Find(key); a != nil {
			return a.Side
		}
	}
	return ""
}
