package gmtest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Random prompt lines for games with a timeline, and random answers to every question. rounds.go creates the lines for games in rounds.
// Most lines are possible; some aren't, to test refusals.

// Random makes random prompt lines for a game in progress.
type Random struct {
	Rng  *rand.Rand           // source of random numbers
	Game func() *command.Game // returns the current game
}

// NewRandom returns a source of random lines, the same for the same seed. game returns the game in progress.
func NewRandom(seed uint64, game func() *command.Game) Random {
	return Random{rand.New(rand.NewPCG(seed, 1)), game}
}

// DoAtRandom carries out a line and answers every question at random. The dice are rolled by the program, typed one by one, or both.
func DoAtRandom[E any](t testing.TB, r Random, s interface {
	Do(command.Command) (E, error) // carries out a command
}, line string) (E, error) {
	c := command.Command{Line: line, Answers: map[string]string{}, Dice: map[string][]int{}, Typed: r.Rng.IntN(4) == 0}
	if r.Rng.IntN(4) == 0 {
		c.Faces = []int{1 + r.Rng.IntN(6)}
	}
	for {
		entry, err := s.Do(c)
		if err != nil && len(c.Faces) > 0 && strings.HasPrefix(err.Error(), "This rolls") {
			c.Faces = nil
			continue
		}
		var need *rules.Need
		if !errors.As(err, &need) {
			return entry, err
		}
		if need.Text == "" || need.Die == 0 && !need.IsQuestion() {
			t.Fatalf("%s: a question without choices: %+v", line, need)
		}
		if need.Die > 0 {
			face := 1 + r.Rng.IntN(need.Die)
			if r.Rng.IntN(3) == 0 {
				face = command.ByProgram
			}
			c.Dice[need.Who] = append(c.Dice[need.Who], face)
			continue
		}
		if need.Wants != nil {
			c.Answers[need.Key] = r.wantedValue(need)
			continue
		}
		choices := append([]rules.Answer{{Name: rules.NoAnswer}}, need.Choices...)
		c.Answers[need.Key] = r.randomAnswer(need, choices[r.Rng.IntN(len(choices))])
	}
}

// Line returns a prompt line that is possible now or, occasionally, one that is not.
func (r Random) Line() string {
	if r.Game().Rules.Order.InRounds() {
		return roundLines{r}.randomLine()
	}
	s := r.Game().State
	if !s.Running {
		return r.OneOf("begin warehouse", "begin", "begin Over the Tiles", "undo", "redo", "note between: scenes, because dice", "next", "begin "+r.randomEncounter(), "begin warehouse fresh", r.ManualChange())
	}
	if r.Rng.IntN(150) == 0 {
		return "finish"
	}
	for _, a := range s.Actors {
		if a.Open && r.Rng.IntN(8) > 0 {
			return r.Declaration(a)
		}
	}
	switch r.Rng.IntN(20) {
	case 0:
		return r.ManualChange()
	case 1:
		return r.OneOf("initiative", "initiative all", "initiative "+r.randomActor())
	case 2:
		return r.OneOf("undo", "redo", "undo 2", "redo 3", fmt.Sprintf("undo %d", r.Rng.IntN(60)))
	case 3:
		return r.ManualChange()
	case 4:
		return r.Declaration(s.Actors[r.Rng.IntN(len(s.Actors))])
	case 5:
		return r.mistypedLine()
	}
	return "next"
}

// OneOf returns a random element of list, which must not be empty.
func (r Random) OneOf(list ...string) string { return list[r.Rng.IntN(len(list))] }

// randomSkill returns the name of a random skill.
func (r Random) randomSkill() string {
	list := r.Game().Rules.Skills.All
	return list[r.Rng.IntN(len(list))].Name
}

// randomEncounter returns the name of a random encounter of the campaign.
func (r Random) randomEncounter() string {
	list := r.Game().Campaign.Encounters()
	return list[r.Rng.IntN(len(list))].Name
}

// randomActor returns the key of a random actor who is present, or "nobody" if none is.
func (r Random) randomActor() string { return r.keyOf(r.Game().State.Actors) }

// keyOf returns the key of a random actor in list, or "nobody" if list is empty.
func (r Random) keyOf(list []*rules.Actor) string {
	if len(list) == 0 {
		return "nobody"
	}
	return list[r.Rng.IntN(len(list))].Key
}

// randomFoe returns the key of a random actor of a side other than a's or, occasionally, of any actor.
func (r Random) randomFoe(a *rules.Actor) string {
	list := collect.MapIf(r.Game().State.Actors, func(other *rules.Actor) bool { return other.Side != a.Side }, func(other *rules.Actor) string { return other.Key })
	if len(list) == 0 || r.Rng.IntN(20) == 0 {
		return r.randomActor()
	}
	return r.OneOf(list...)
}

// Declaration returns a line with which the actor a declares something at random, most often an attack.
func (r Random) Declaration(a *rules.Actor) string {
	rs := r.Game().Rules
	if rs.Order.InRounds() {
		return roundLines{r}.declaration(a)
	}
	who := a.Key + ": "
	if r.Rng.IntN(10) == 0 {
		return who + r.OneOf("wait", "give up", "check "+rs.Skills.All[r.Rng.IntN(len(rs.Skills.All))].Name)
	}
	action := rs.Actions.All[r.Rng.IntN(len(rs.Actions.All))]
	if r.Rng.IntN(3) > 0 {
		action, _ = rs.Actions.Get("attack")
	}
	text := who + action.Name
	if action.Whom {
		text += " " + r.randomFoe(a)
	}
	if len(action.With) > 0 && len(a.Sheet.Items) > 0 && r.Rng.IntN(2) == 0 {
		text += " with " + a.Sheet.Items[r.Rng.IntN(len(a.Sheet.Items))].Name
	}
	for r.Rng.IntN(4) == 0 {
		text += ", " + r.randomOption()
	}
	return text
}

// randomOption returns a random option of a line, usually a situation, with a value if it needs one.
func (r Random) randomOption() string {
	situation := r.Game().Rules.Situations.All[r.Rng.IntN(len(r.Game().Rules.Situations.All))]
	if rows := situation.Ask.Rows(); len(rows) > 0 {
		return situation.Name + " " + r.OneOf("", "left ") + r.OneOf(rows...)
	}
	if situation.Ask != nil {
		return situation.Name + " " + r.OneOf("0.5", "1", "7")
	}
	return r.OneOf(situation.Name, situation.Label, "df -2", "df 3", "percent 10", "points 1", "points 4", "against 12", "all_out", "advance", "rush 0.5")
}

// changeArguments returns random arguments for a manual change to the actor or side with the key who: the names of a pool, of a condition,
// often one that it has, and of an item, or "nothing".
func (r Random) changeArguments(who string) (pool, condition, item string) {
	rs := r.Game().Rules
	pool = rs.Pools.All[r.Rng.IntN(len(rs.Pools.All))].Name
	condition = rs.Conditions.All[r.Rng.IntN(len(rs.Conditions.All))].Name
	item = "nothing"
	if a := r.Game().State.Find(who); a != nil {
		if len(a.Sheet.Items) > 0 {
			item = a.Sheet.Items[r.Rng.IntN(len(a.Sheet.Items))].Name
		}
		if len(a.Conditions) > 0 && r.Rng.IntN(2) == 0 {
			condition = a.Conditions[r.Rng.IntN(len(a.Conditions))].Condition.Name
		}
	}
	return pool, condition, item
}

// itemPoolWords returns the words for a pool in a `set` line: pool or, occasionally, a pool of the given item.
func (r Random) itemPoolWords(item, pool string) string {
	for _, p := range r.Game().Rules.Pools.All {
		if p.BelongsToItem() && r.Rng.IntN(3) == 0 {
			return item + " " + p.Name
		}
	}
	return pool
}

// ManualChange returns a random manual change by the game master.
func (r Random) ManualChange() string {
	rs, who := r.Game().Rules, r.randomActor()
	pool, condition, item := r.changeArguments(who)
	switch r.Rng.IntN(16) {
	case 12:
		return r.OneOf("roll ", "roll ", "task ") + r.randomSkill() + r.OneOf("", " by party", " by all", " by "+who) + r.OneOf("", ", df -2")
	case 13:
		return "contest " + who + " " + r.randomSkill() + " against " + r.randomActor() + " " + r.randomSkill()
	case 14:
		return r.OneOf(fmt.Sprintf("place %s %d", who, r.Rng.IntN(40)-10), fmt.Sprintf("move %s to %s running", who, r.OneOf("12", r.randomActor())))
	case 15:
		return r.OneOf("award 3 party", "award -2 "+who, "train "+who+" 40 h teacher", "raise "+who+" "+r.randomSkill(), "pass 20 min resting by party", "pass 2 h sleeping", "pass 1 min jogging by "+who)
	case 0, 1:
		return fmt.Sprintf("set %s %s %+d because of a fall: ouch, twice", who, pool, r.Rng.IntN(30)-20)
	case 2:
		return fmt.Sprintf("set %s %s =%d", who, r.itemPoolWords(item, pool), r.Rng.IntN(30)-10)
	case 3:
		return r.OneOf("put ", "put ", "end ") + who + " " + condition
	case 4:
		return fmt.Sprintf("put %s %s %d", who, condition, r.Rng.IntN(3))
	case 5:
		return "add " + r.OneOf(r.Game().Campaign.Characters()...) + r.OneOf("", " as zed", " side gang", " as next side all")
	case 6:
		if len(r.Game().State.Actors) < 4 {
			return "note hardly anybody is left"
		}
		return "remove " + who
	case 7:
		return "hold " + who + " " + item
	case 8:
		return fmt.Sprintf("turn %s %g", who, r.Game().State.Count+float64(r.Rng.IntN(20))-2)
	case 9:
		return "do " + who + " " + rs.Activities.All[r.Rng.IntN(len(rs.Activities.All))].Name
	case 10:
		return "scene " + r.OneOf("", "light_half", "light_bad, blinded", "called_shot chest", rs.Situations.All[r.Rng.IntN(len(rs.Situations.All))].Name)
	}
	return r.OneOf("give up", "note it rains, hard: dice because", who+": give up", "wait", "wait "+who)
}

// mistypedLine returns a line that might be typed by mistake.
func (r Random) mistypedLine() string {
	rs, first, last := r.Game().Rules, "nobody", "nobody"
	if all := r.Game().State.Actors; len(all) > 0 {
		first, last = all[0].Key, all[len(all)-1].Key
	}
	words := []string{rs.Actions.All[0].Name, "with", "next", "set", "undo", "1e309", "NaN", "-1", first, last + ":", ":", ",", "dice", "because", rs.Pools.All[0].Name, "all",
		"answer", "put", "end", rs.Conditions.All[0].Name, "turn", "check", rs.Stats.All[0].Name, "begin", "give", "up", "hold", "\x1b[31m", "\r\n", "0", "points", "scene", "redo", "99999999999"}
	var list []string
	for range 1 + r.Rng.IntN(5) {
		list = append(list, r.OneOf(words...))
	}
	line := strings.Join(list, " ")
	if first := strings.Fields(line); len(first) > 0 && slices.Contains([]string{"undo", "redo"}, first[0]) {
		return rs.Actions.All[0].Name + " " + line
	}
	return line
}
