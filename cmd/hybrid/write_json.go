package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"hybrid/gm/story"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// JSON output: objects with ordered keys, and the JSON of terms, checks and decisions. output.json is its schema. A decision
// (rules.Decision) is the result of an action: an outcome for each step, such as a check, and the events that change the state. A term is
// one of the numbers that add up to a chance.

// object is a JSON object that keeps the order of its keys.
type object []member

// member is a key of an object and its value.
type member struct {
	key   string // name in the JSON object
	value any    // value, which encoding/json can encode, or a lazyValue
}

// setKey adds a key with a value. If the object already has the key, its value stays.
func (o *object) setKey(key string, value any) {
	for _, m := range *o {
		if m.key == key {
			return
		}
	}
	*o = append(*o, member{key, value})
}

// valueOf returns the value of a key, or nil if there is none.
func (o object) valueOf(key string) any {
	for _, m := range o {
		if m.key == key {
			return m.value
		}
	}
	return nil
}

// MarshalJSON writes the keys in the order in which they were set.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := encodeJSON(&b, m.key, ""); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := encodeJSON(&b, m.value, ""); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// encodeJSON writes value as JSON, with <, > and & unescaped. indent is "" for a single line.
func encodeJSON(w io.Writer, value any, indent string) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	return e.Encode(value)
}

// lazyValue is the value of a key that is computed only if the object is written as JSON; see writeJSON.
type lazyValue func() (any, error)

// writeJSON writes the output of a command as JSON, in the form common to all commands (see envelope). It computes the lazy values at the
// top level of o, and stores the results in their place.
func (p *program) writeJSON(o object) (err error) {
	for i, m := range o {
		if compute, ok := m.value.(lazyValue); ok && err == nil {
			o[i].value, err = compute()
		}
	}
	if err == nil {
		err = encodeJSON(p.stdout, p.envelope(o), "  ")
	}
	if err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return nil
}

// envelope returns the output of a command with the keys that every output has: the command's name in front, and a list of events, empty if
// o has none.
func (p *program) envelope(o object) object {
	o.setKey("events", []object{})
	return append(object{{"command", p.command}}, o...)
}

// termJSON is a rules.Term for --json, with label, value, source and guide even if they are empty.
type termJSON struct {
	Label  string        `json:"label"`            // name of the influence
	Value  float64       `json:"value"`            // change of the number; positive if it helps
	Source string        `json:"source"`           // position of the rule, as file:line:column
	Guide  string        `json:"guide"`            // reference to the rule book
	Inputs []rules.Input `json:"inputs,omitempty"` // names that the formula read, with their values
	Parts  []termJSON    `json:"parts,omitempty"`  // parts that add up to Value
	Times  bool          `json:"times,omitempty"`  // whether Value is a factor instead of a summand; only for parts
}

// termsJSON returns terms and their parts for --json.
func termsJSON(terms []rules.Term) []termJSON {
	list := make([]termJSON, len(terms))
	for i, t := range rules.WithEffectSigns(terms) {
		list[i] = termJSON{t.Label, t.Value, t.Source, t.Guide, t.Inputs, nil, t.Times}
		if len(t.Parts) > 0 {
			list[i].Parts = termsJSON(t.Parts)
		}
	}
	return list
}

// decisionRecord is a decision that was carried out, with the data needed to write its results.
type decisionRecord struct {
	decision      *rules.Decision      // outcomes, events and dice
	before, after *rules.State         // states before and after; after is nil if the actors' new state isn't written
	who           string               // key of the acting actor; "" for none
	ongoing       *rules.OngoingAction // declared action; nil if it was something else
	watched       string               // key of an actor whose pools are written even if it didn't change; "" for none
	ownSentences  string               // sentences that an entry already has; "" if they must be made from the decision
}

// addDecision adds a decision and its results to o: the check, the actors' new state, dice, steps, events and sentences.
func addDecision(rs *rules.Ruleset, o *object, record *decisionRecord) {
	o.setKey("who", record.who)
	if d := record.ongoing; d != nil {
		o.setKey("doing", doingJSON(d))
	}
	if check := firstCheckOf(record.decision.Outcomes, record.who); check != nil {
		o.addCheck(check)
		o.setKey("terms", termsJSON(check.Terms))
	}
	report := object{}
	for _, reported := range record.decision.Report {
		report.setKey(reported.Name, reported.Value)
	}
	o.setKey("report", report)
	if record.after != nil {
		o.setKey("people", peopleJSON(rs, record))
	}
	o.setKey("dice", append([]rules.Die{}, record.decision.Dice...))
	steps := []object{}
	for i := range record.decision.Outcomes {
		steps = append(steps, stepJSON(&record.decision.Outcomes[i]))
	}
	o.setKey("steps", steps)
	events := eventsJSON(record.decision.Events)
	if record.after != nil {
		events = append(events, holdingJSON(rs, record)...)
	}
	o.setKey("said", record.sentencesText(rs))
	o.setKey("events", events)
}

// sentencesText returns the sentences that describe the decision for the game master.
func (record *decisionRecord) sentencesText(rs *rules.Ruleset) string {
	if record.ownSentences != "" || record.after == nil {
		return record.ownSentences
	}
	entry := story.Entry{Before: record.before, After: record.after, Who: record.who, Outcomes: record.decision.Outcomes, Events: record.decision.Events}
	if record.ongoing != nil {
		entry.Whom = record.ongoing.Whom
	}
	return story.Recount(rs, &entry, nil).Text()
}

// firstCheckOf returns the first check, other than on filter skills, that the actor with this key rolled, or nil if there is none.
func firstCheckOf(outcomes []rules.Outcome, who string) *rules.Outcome {
	return collect.FindPointer(outcomes, func(o *rules.Outcome) bool { return o.Degree != "" && o.Who == who && o.Kind != rules.KindFilter })
}

// addCheck adds the result of a check: its chance, roll, margin and degree.
func (o *object) addCheck(check *rules.Outcome) {
	likely := check.Likelihood(nil)
	o.addLikelihood(&likely)
	o.setKey("roll", check.Roll)
	if check.Die != "" {
		o.setKey("die", check.Die)
		o.setKey("counted", check.Counted)
	}
	o.setKey("margin", check.Margin)
	o.setKey("success", check.Success)
	o.setKey("degree", check.Degree)
	o.setKey("factor", check.Factor)
	o.addToldText(check.Text)
}

// addLikelihood adds the chance in per cent and, if the die is compared with a number that isn't a percentage, that number as the target.
func (o *object) addLikelihood(l *rules.Likelihood) {
	o.setKey("chance", rules.TrimNoise(l.InPercent()))
	if !l.Percent {
		o.setKey("target", l.Number)
	}
}

// addCap adds the limit of a rank and its reason, if there is one.
func (o *object) addCap(c rules.RankCap) {
	if c.Reason != "" {
		o.setKey("cap", object{{"rank", c.Rank}, {"by", c.Reason}})
	}
}

// addBefore adds the influences that the chances of an output leave out, such as the attacker's roll. l is any of these chances.
func (o *object) addBefore(l rules.Likelihood) {
	if len(l.Before) > 0 {
		o.setKey("before", l.Before)
	}
}

// percentOf returns the chance of a roll in per cent.
func percentOf(p *rules.CheckPreview) float64 {
	return p.Likelihood().InPercent()
}

// addChance adds the chance of a roll and, if it depends on dice that are still to be rolled, its bounds.
func (o *object) addChance(p *rules.CheckPreview) {
	likely := p.Likelihood()
	o.addLikelihood(&likely)
	if p.Varies() {
		o.setKey("least", p.Least)
		o.setKey("most", p.Most)
	}
}

// addFilterChecks adds the checks on filter skills that precede a roll, and the roll for each combination of their results, which is called
// a way. A filter skill limits the skill that is rolled unless its own check lifts the limit.
func (o *object) addFilterChecks(p *rules.CheckPreview) {
	if len(p.Filters) == 0 {
		return
	}
	var filters, ways []object
	for _, f := range p.Filters {
		_, made := f.Roll.Odds()
		filter := object{{"label", f.Skill.Label}}
		filter.addChance(f.Roll)
		filter.addToldText(f.Roll.Notice)
		filter.setKey("made", made)
		filter.setKey("terms", termsJSON(f.Roll.Terms))
		filters = append(filters, filter)
	}
	for _, w := range p.Ways {
		way := object{{"made", skillNames(w.Lifted)}, {"probability", w.Probability}}
		way.addChance(w.Roll)
		way.addToldText(w.Roll.Notice)
		way.setKey("terms", termsJSON(w.Roll.Terms))
		ways = append(ways, way)
	}
	o.setKey("filters", filters)
	o.setKey("ways", ways)
}

// skillNames returns the labels of the given skills.
func skillNames(skills []*rules.Skill) []string {
	names := make([]string, len(skills))
	for i, skill := range skills {
		names[i] = skill.Label
	}
	return names
}

// addToldText adds a text that the rules show with a step or a chance, unless it is "".
func (o *object) addToldText(text string) {
	if text != "" {
		o.setKey("told", text)
	}
}

// doingJSON returns a declared action as an object for --json, without empty values.
func doingJSON(d *rules.OngoingAction) object {
	var o object
	for _, m := range []member{{"action", d.Action}, {"whom", d.Whom}, {"tool", d.Tool}, {"skill", d.Skill}, {"stat", d.Stat}, {"task", d.Task}, {"words", d.Words}} {
		if m.value != "" {
			o.setKey(m.key, m.value)
		}
	}
	if d.Points > 0 {
		o.setKey("points", d.Points)
	}
	if d.At > 0 {
		o.setKey("from", d.From)
		o.setKey("at", d.At)
	}
	return o
}

// stepJSON returns the outcome of a step as an object for --json. A check has its numbers even if they are 0.
func stepJSON(s *rules.Outcome) object {
	o := object{{"step", s.Step}, {"label", s.Label}, {"kind", s.Kind}, {"who", s.Who}, {"whom", s.Whom}, {"source", s.Source}, {"guide", s.Guide}}
	switch {
	case s.Degree != "":
		o.setKey("skill", s.Skill)
		o.addCheck(s)
	case s.Row != "":
		o.setKey("row", s.Row)
		o.setKey("side", s.Side)
		o.setKey("roll", s.Roll)
	case s.Choice != "":
		o.setKey("choice", s.Choice)
	}
	if s.Total != nil {
		o.setKey("total", *s.Total)
	}
	o.addToldText(s.Text)
	for _, m := range []member{{"secret", s.Secret}, {"belief", s.Belief}, {"overruled", s.Overruled}} {
		if m.value == true {
			o.setKey(m.key, true)
		}
	}
	if s.Because != "" {
		o.setKey("because", s.Because)
	}
	if s.Throw != "" {
		o.setKey("throw", s.Throw)
	}
	if s.Versus != "" {
		o.setKey("versus", s.Versus)
	}
	o.setKey("dice", append([]rules.Die{}, s.Dice...))
	o.setKey("terms", termsJSON(s.Terms))
	o.setKey("events", eventsJSON(s.Events))
	return o
}

// eventsJSON returns events as objects for --json. Each has its kind, its actor, and the keys of its kind, even if their values are 0. See
// rules.EventKind for the meaning of an event's fields, which depends on the kind.
func eventsJSON(events []rules.Event) []object {
	list := []object{}
	for i := range events {
		e := &events[i]
		who := e.Who
		if e.Kind == rules.EventThrow {
			who = e.Other // the actor that rolled
		}
		o := object{{"kind", e.Kind}, {"who", who}}
		if e.What != "" {
			o = append(o, member{"what", e.What})
		}
		o.addEventFields(e)
		if e.How != "" && slices.Contains([]rules.EventKind{rules.EventSideTurn, rules.EventStage, rules.EventKnow, rules.EventAllegiance, rules.EventAbsent}, e.Kind) {
			o = append(o, member{"how", e.How})
		}
		if e.Text != "" {
			o = append(o, member{"text", e.Text})
		}
		list = append(list, o)
	}
	return list
}

// addEventFields adds the fields of an event that have a meaning for its kind.
func (o *object) addEventFields(e *rules.Event) {
	add := func(key string, value any) { *o = append(*o, member{key, value}) }
	switch e.Kind {
	case rules.EventPool, rules.EventPaid, rules.EventRefill:
		if e.Tool != "" {
			add("tool", e.Tool)
		}
		add("by", e.By)
		add("now", e.Value)
		add("left_over", e.Carry)
	case rules.EventPut:
		add("id", e.ID)
		add("number", e.Value)
		add("from", e.Other)
		add("at", countJSON(e.At))
	case rules.EventEnd:
		add("id", e.ID)
	case rules.EventNumber:
		add("id", e.ID)
		add("number", e.Value)
		add("by", e.By)
	case rules.EventTick, rules.EventLimit:
		add("id", e.ID)
		add("at", countJSON(e.At))
	case rules.EventRemind:
		add("id", e.ID)
		add("at", e.At)
		add("by", e.By)
		add("words", append([]string{}, e.Words...))
	case rules.EventTurn, rules.EventClock, rules.EventTime:
		add("at", countJSON(e.At))
	case rules.EventDelay:
		add("by", e.By)
		add("at", e.At)
	case rules.EventRound:
		add("at", countJSON(e.At))
		add("sides", append([]string{}, e.Words...))
	case rules.EventStage:
		add("at", e.At)
		add("sides", append([]string{}, e.Words...))
	case rules.EventSideTurn:
		add("figures", e.Value)
	case rules.EventDoing:
		add("doing", doingJSON(e.Doing))
	case rules.EventPlace:
		add("now", e.Value)
		add("by", e.By)
		if e.Going != nil {
			add("going", e.Going)
		}
	case rules.EventRank, rules.EventStat:
		add("now", e.Value)
	case rules.EventBegin, rules.EventScene, rules.EventFavour, rules.EventPin:
		add("words", append([]string{}, e.Words...))
	case rules.EventGoal:
		add("now", e.Value)
		add("by", e.By)
		add("at", e.At)
	case rules.EventSee:
		add("of", append([]string{}, e.Words...))
	case rules.EventKnow:
		add("of", []string{e.Other})
		add("now", e.Value)
		add("at", countJSON(e.At))
	case rules.EventForget:
		add("of", []string{e.Other})
	case rules.EventReplace:
		if e.Other != "" {
			add("with", e.Other)
		}
	case rules.EventRolled:
		add("now", e.Value)
	}
}

// countJSON returns a count, a point in the time of a fight. For a negative number, which means none, it returns nil, which is null in
// JSON.
func countJSON(at float64) any {
	if at < 0 {
		return nil
	}
	return at
}

// Kinds for changes that are written like events although the rules have no event for them: an automatic condition, which applies while its
// formula is true, begins or ends.
const (
	beginsToHold = "holds"
	endsToHold   = "holds_no_longer"
)

// holdingJSON returns objects like those of events for the automatic conditions that begin or end because of the decision.
func holdingJSON(rs *rules.Ruleset, record *decisionRecord) (list []object) {
	for _, a := range record.after.Actors {
		earlier := record.before.Find(a.Key)
		if earlier == a { // unchanged
			continue
		}
		var heldBefore []*rules.Condition
		if earlier != nil {
			heldBefore = earlier.FormulaConditions(rs)
		}
		heldAfter := a.FormulaConditions(rs)
		for _, c := range heldAfter {
			if !slices.Contains(heldBefore, c) {
				list = append(list, object{{"kind", beginsToHold}, {"who", a.Key}, {"what", c.Name}})
			}
		}
		for _, c := range heldBefore {
			if !slices.Contains(heldAfter, c) {
				list = append(list, object{{"kind", endsToHold}, {"who", a.Key}, {"what", c.Name}})
			}
		}
	}
	return list
}

// peopleJSON returns the actors that changed and the one that record watches, by key: their changed pools, the pools that the pack watches,
// and all their conditions.
func peopleJSON(rs *rules.Ruleset, record *decisionRecord) object {
	people := object{}
	for _, a := range record.after.Actors {
		changes := map[string]float64{} // change of each pool, by name
		isWritten := a.Key == record.watched
		for i := range record.decision.Events {
			e := &record.decision.Events[i]
			if e.Who != a.Key {
				continue
			}
			isPoolChange := e.Kind == rules.EventPool || e.Kind == rules.EventPaid
			isWritten = isWritten || isPoolChange || e.Kind == rules.EventPut || e.Kind == rules.EventEnd || e.Kind == rules.EventJoin
			if isPoolChange && e.Tool == "" { // with a tool, it is a pool of the item
				changes[e.What] += e.By
			}
		}
		if isWritten {
			people.setKey(a.Key, object{{"name", a.Name}, {"pools", poolsJSON(rs, a, changes)}, {"conditions", conditionsJSON(rs, a)}})
		}
	}
	return people
}

// poolsJSON returns an actor's pools that changed, and those that the pack shows on the dashboard. changes holds the changes by name of the
// pool. If it is nil, all pools are returned.
func poolsJSON(rs *rules.Ruleset, a *rules.Actor, changes map[string]float64) object {
	pools := object{}
	for _, pool := range rs.PoolsOf(a) {
		change, changed := changes[pool.Name]
		if changes != nil && !changed && !slices.Contains(rs.Pack.Watch, pool.Name) {
			continue
		}
		level := object{{"now", a.PoolValue(pool)}, {"max", nil}, {"by", change}, {"left_over", a.UndrainedLoss(pool)}}
		if maximum, limited := a.Sheet.Max(pool); limited {
			level[1].value = maximum
		}
		pools.setKey(pool.Name, level)
	}
	return pools
}

// conditionsJSON returns the names of an actor's conditions, automatic ones included.
func conditionsJSON(rs *rules.Ruleset, a *rules.Actor) []string {
	names := []string{}
	for i := range a.Conditions {
		names = append(names, a.Conditions[i].Condition.Name)
	}
	names = append(names, collect.Map(a.FormulaConditions(rs), func(c *rules.Condition) string { return c.Name })...)
	return names
}

// objectOf returns value, which must be encoded as a JSON object, as an object with the same fields in the same order.
func objectOf(value any) (o object, err error) {
	var b bytes.Buffer
	if err := encodeJSON(&b, value, ""); err != nil {
		return nil, err
	}
	d := json.NewDecoder(&b)
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		var field json.RawMessage
		if err := d.Decode(&field); err != nil {
			return nil, err
		}
		o.setKey(fmt.Sprint(key), field)
	}
	return o, nil
}
