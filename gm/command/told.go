package command

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"hybrid/rules"
	"hybrid/rules/shape"
)

// Told is an entry as the game master's log shows it: who did what to whom, how it went, and what came of it. It is
// made when the entry is, and stays as it was said then.
type Told struct {
	Noise string `json:"noise,omitempty"` // why the log leaves it out; empty if it does not
	Head  []Span `json:"head,omitempty"`  // who, and to whom
	Main  []Span `json:"main,omitempty"`  // by what means, how it went, and what was lost
	Then  []Span `json:"then,omitempty"`  // answers and consequences
	Drop  *Drop  `json:"drop,omitempty"`  // what one who is out already lost by a condition
	When  string `json:"when,omitempty"`  // what the clock showed, where no encounter was under way; a dash without a calendar
}

// Span is a part of a told line, with what it is: the number of a side, or a word for how it is to be seen.
type Span struct {
	Text  string `json:"t"`
	As    string `json:"a,omitempty"` // 0, 1 or 2 for a side, good, bad, out or dim; empty for plain text
	Spare bool   `json:"s,omitempty"` // it may be left out where there is no room
}

// Drop is points of a pool that a condition took from one who could not act any more.
type Drop struct {
	Who  string  `json:"who"`
	What string  `json:"what"` // the condition, in words
	Pool string  `json:"pool"` // in words
	By   float64 `json:"by"`
}

// ToldShape is how it is written down.
var ToldShape = shape.Shape[Told]{
	shape.Text("noise", func(t *Told) *string { return &t.Noise }),
	shape.List("head", &spanShape, func(t *Told) *[]Span { return &t.Head }),
	shape.List("main", &spanShape, func(t *Told) *[]Span { return &t.Main }),
	shape.List("then", &spanShape, func(t *Told) *[]Span { return &t.Then }),
	shape.Pointer("drop", &dropShape, func(t *Told) **Drop { return &t.Drop }),
	shape.Text("when", func(t *Told) *string { return &t.When }),
}

var spanShape = shape.Shape[Span]{
	shape.Text("t", func(s *Span) *string { return &s.Text }).Always(),
	shape.Text("a", func(s *Span) *string { return &s.As }),
	shape.Flag("s", func(s *Span) *bool { return &s.Spare }),
}

var dropShape = shape.Shape[Drop]{
	shape.Text("who", func(d *Drop) *string { return &d.Who }).Always(),
	shape.Text("what", func(d *Drop) *string { return &d.What }).Always(),
	shape.Text("pool", func(d *Drop) *string { return &d.Pool }).Always(),
	shape.Number("by", func(d *Drop) *float64 { return &d.By }).Always(),
}

// The kinds of noise: that a turn came, that something was declared, which stands on the timeline, and what changed by
// less than a point.
const (
	NoiseTurn     = "turn"
	NoiseDeclared = "declared"
	NoiseSmall    = "small"
)

// teller tells a decided command.
type teller struct {
	Wording
	w       *Decided
	t       Told
	results []Span // consequences, behind the answers
	checked bool   // the first roll was told
	hurt    bool   // something was lost: what is rolled from now on is a consequence
	sum     string // points that are not yet lost
	dice    string // that they come from
	unlost  string // what they are called where nothing is lost by them
	total   float64
	summing bool
	pending string   // a roll whose consequence comes next
	chosen  []string // answers that were chosen, by whom and what
	sides   []string // of sidesOf, that of the players first
	sidesOf *rules.State
	throw   int // the place of what was thrown last in what is told first, which may still change; 0 for nothing
}

// Tell says how the log shows a decided command that makes the present of a game into next; text is its line.
func Tell(g *Game, w *Decided, text, reason string, next *rules.State) *Told {
	t := &teller{Wording: NewWording(g.Rules, g.State, next), w: w, checked: w.befalls}
	if !g.State.Running && !next.Running {
		t.t.When = "–"
		if g.Campaign.Begins != nil {
			t.t.When = rules.TimeOfDay(*g.Campaign.Begins + next.Elapsed)
		}
	}
	t.head()
	switch {
	case w.brief != "":
		t.span()
		return &t.t
	case t.noise():
	case t.cameThere():
		return &t.t
	case len(w.Outcomes) == 0 || w.Who == "":
		t.plain(text)
		return &t.t
	case len(w.Outcomes) == 1 && w.Outcomes[0].Step == KindInitiative && w.Outcomes[0].Kind != KindInitiative:
		t.main(sideRoll(&w.Outcomes[0]), "")
		return &t.t
	}
	doing := t.doing()
	if doing != nil {
		t.main(doing.Means(t.Rules), "")
	} else if w.Who != "" {
		t.main(t.titled(), "")
	}
	if t.t.Noise == NoiseDeclared {
		if doing != nil {
			t.main(", lands at "+Number(doing.At), "")
		}
		if reason != "" {
			t.then("because "+reason, "dim")
		}
		return &t.t
	}
	for i := w.meanwhile; i < len(w.Outcomes); i++ {
		t.step(&w.Outcomes[i], w.Outcomes[i+1:])
	}
	t.flush()
	t.meanwhile(w.Outcomes[:w.meanwhile])
	t.loose()
	t.thresholds()
	t.ables()
	t.ended()
	if reason != "" {
		t.then("because "+reason, "dim")
	}
	return &t.t
}

// meanwhile tells what the two lost, or got back, in the time that passed before. What others rolled in it is theirs.
func (t *teller) meanwhile(outcomes []rules.Outcome) {
	for i, who := range []string{t.w.Who, t.w.Whom} {
		if i > 0 && who == t.w.Who {
			break
		}
		var pools []*rules.Event
		for i := range outcomes {
			for j := range outcomes[i].Events {
				e := &outcomes[i].Events[j]
				if e.Kind != rules.EventPool || e.Who != who || t.drained(e, outcomes[i].Events) {
					continue
				}
				if at := slices.IndexFunc(pools, func(had *rules.Event) bool { return had.What == e.What }); at >= 0 {
					pools[at].By += e.By
					continue
				}
				first := *e
				pools = append(pools, &first)
			}
		}
		for _, e := range pools {
			if math.Abs(e.By) >= 0.5 {
				t.result("meanwhile "+t.pool(e)+" "+Signed(math.Round(e.By))+t.of(who), map[bool]string{true: "bad", false: "good"}[e.By < 0])
			}
		}
	}
}

// ended puts consequences behind the answers; in rounds, where an answer is but one more thing done about a throw, before them if
// they begin with who is out.
func (t *teller) ended() {
	if !t.Rules.Order.InRounds() || len(t.results) == 0 || t.results[0].As != "out" {
		t.t.Then = append(t.t.Then, t.results...)
		return
	}
	last := len(t.t.Then) - 1
	if n := len(t.results); n > 0 && last >= 0 && t.t.Then[last].Text == " · " {
		t.t.Then = append(append(append([]Span{}, t.results...), t.t.Then[last]), t.t.Then[:last]...)
		return
	}
	t.t.Then = append(t.results, t.t.Then...)
}

// span tells what passing time came to, for all together.
func (t *teller) span() {
	t.main(t.w.brief, "")
	for i := range t.w.Events {
		e := &t.w.Events[i]
		if e.Kind != rules.EventTell || e.Text == "" {
			continue
		}
		if e.Who != "" {
			t.between(&t.t.Then)
			t.t.Then = append(t.t.Then, t.who(e.Who), Span{Text: " " + e.Text})
			continue
		}
		t.then(e.Text, "bad")
	}
	t.ables()
	t.t.Then = append(t.t.Then, t.results...)
}

// head says who did it, and to whom.
func (t *teller) head() {
	if t.w.Who == "" {
		return
	}
	t.t.Head = []Span{t.who(t.w.Who)}
	if t.w.Whom != "" && t.w.Whom != t.w.Who {
		t.t.Head = append(t.t.Head, Span{Text: " → ", As: "dim"}, t.who(t.w.Whom))
	}
}

// who is the short name of an actor, with its side.
func (t *teller) who(key string) Span {
	for _, s := range []*rules.State{t.after, t.before} {
		a := s.Find(key)
		if a == nil {
			continue
		}
		return Span{Text: a.Short, As: strconv.Itoa(t.sideOf(s, a))}
	}
	return Span{Text: rules.Words(key)}
}

// PlayersSide is the side of the first character with a player, else that of who came first; empty where nobody is there.
func PlayersSide(s *rules.State) string {
	if i := slices.IndexFunc(s.Actors, func(a *rules.Actor) bool { return a.Sheet.Person.Player != "" }); i >= 0 {
		return s.Actors[i].Side
	}
	if len(s.Actors) == 0 {
		return ""
	}
	return s.Actors[0].Side
}

// sideOf is the place of an actor's side among the sides of a state, that of the players first and the others in the order in
// which they came; 2 for all from the third on.
func (t *teller) sideOf(s *rules.State, a *rules.Actor) int {
	if t.sidesOf != s {
		t.sidesOf, t.sides = s, []string{PlayersSide(s)}
		for _, other := range s.Actors {
			if !slices.Contains(t.sides, other.Side) {
				t.sides = append(t.sides, other.Side)
			}
		}
	}
	return min(2, slices.Index(t.sides, a.Side))
}

// noise finds out whether the log can do without the entry.
func (t *teller) noise() bool {
	small, pools, turned := true, false, false
	for i := range t.w.Events {
		switch e := &t.w.Events[i]; e.Kind {
		case rules.EventWaiting:
			if t.Rules.Order.InRounds() { // no timeline shows it
				return false
			}
			t.t.Noise = NoiseDeclared
			return true
		case rules.EventDoing:
			t.t.Noise = NoiseDeclared
			return true
		case rules.EventPool, rules.EventPaid:
			pools = true
			small = small && math.Abs(e.By) < 1 && t.crosses(e) == ""
		case rules.EventClock, rules.EventTime, rules.EventOpen, rules.EventTurn, rules.EventTick, rules.EventSee, rules.EventKnow, rules.EventForget:
		case rules.EventPlace: // who is on the way stands beside the name
			small = small && e.Going != nil && t.moves()
		case rules.EventSideTurn: // the columns show whose turn it is
			small, turned = small && e.How == "", true
		case rules.EventEnd:
			small = small && len(t.w.Outcomes) == 0 && t.opens()
		default:
			small = false
		}
	}
	switch {
	case !small:
	case pools:
		t.t.Noise = NoiseSmall
	case (t.opens() || turned) && len(t.w.Outcomes) == 0:
		t.t.Noise = NoiseTurn
	}
	return t.t.Noise != ""
}

// moves reports whether the count moves on.
func (t *teller) moves() bool {
	return slices.ContainsFunc(t.w.Events, func(e rules.Event) bool { return e.Kind == rules.EventClock })
}

// cameThere tells who has come where it was going, and what the way took, and reports whether that is all there is to tell:
// that a turn came with it is noise.
func (t *teller) cameThere() bool {
	if !t.moves() || len(t.w.Outcomes) > 0 {
		return false
	}
	var who []string
	told := map[string][]string{}
	tell := func(key, text string) {
		if told[key] == nil {
			who = append(who, key)
		}
		told[key] = append(told[key], text)
	}
	type loss struct{ who, pool string }
	var losses []loss
	lost := map[loss]float64{}
	for i := range t.w.Events {
		switch e := &t.w.Events[i]; e.Kind {
		case rules.EventTell:
			tell(e.Who, e.Text)
		case rules.EventPool, rules.EventPaid:
			of := loss{e.Who, t.pool(e)}
			if _, known := lost[of]; !known {
				losses = append(losses, of)
			}
			lost[of] += e.By
		case rules.EventClock, rules.EventTime, rules.EventOpen, rules.EventTurn, rules.EventTick, rules.EventSee, rules.EventKnow, rules.EventForget,
			rules.EventPlace, rules.EventActivity, rules.EventEnd:
		default:
			return false
		}
	}
	for _, of := range losses {
		if by := math.Trunc(lost[of]); by != 0 {
			tell(of.who, of.pool+" "+Signed(by))
		}
	}
	if len(who) == 0 {
		return false
	}
	t.t.Head = []Span{t.who(who[0])}
	for i, key := range who {
		if text := strings.Join(told[key], ", "); i > 0 {
			t.add(t.who(key).Text+" "+text, "")
		} else {
			t.add(text, "")
		}
	}
	t.thresholds()
	t.ables()
	t.t.Then = append(t.t.Then, t.results...)
	return true
}

// opens reports whether a turn comes.
func (t *teller) opens() bool {
	return slices.ContainsFunc(t.w.Events, func(e rules.Event) bool { return e.Kind == rules.EventOpen })
}

// crosses says to what part a pool falls that comes to or below a half, a quarter or nothing; empty for none of these.
func (t *teller) crosses(e *rules.Event) (part string) {
	pool, ok := t.Rules.Pools.Get(e.What)
	a := t.after.Find(e.Who)
	if !ok || a == nil {
		return ""
	}
	most, limited := a.Sheet.Max(pool)
	for i, share := range []float64{0.5, 0.25, 0} {
		if limited && e.Value <= share*most && e.Value-e.By > share*most {
			part = [...]string{"½", "¼", "0"}[i]
		}
	}
	return part
}

// thresholds tells of pools that fell to a half, a quarter or nothing by what is too small to be told, or follows from
// another loss.
func (t *teller) thresholds() {
	for i := range t.w.Events {
		e := &t.w.Events[i]
		if e.Kind != rules.EventPool {
			continue
		}
		if part := t.crosses(e); part != "" && (math.Abs(e.By) < 0.5 || t.drained(e, t.w.Events)) {
			t.result("! "+t.pool(e)+" down to "+part+t.of(e.Who), "bad")
		}
	}
}

// plain tells what is no roll of an actor in the words of its title, and the same change of many once.
func (t *teller) plain(text string) {
	if e, ok := Grouped(t.w.Outcomes, t.w.Events, t.w.Who); ok {
		t.groupRoll(&e)
		return
	}
	if turnComes(t.w.Events) && len(t.w.Outcomes) > 0 {
		t.turnBegins()
		return
	}
	if many := t.alike(t.w.Events); many != "" {
		t.main(t.w.Title+": "+many, "")
		t.befell()
		return
	}
	if t.w.Who != "" {
		name := t.Name(t.w.Who)
		for _, after := range []string{": ", "'s ", " "} {
			if rest, ok := strings.CutPrefix(text, name+after); ok {
				text = rest
				break
			}
		}
	}
	t.main(text, "")
}

// befell tells the bad conditions that came upon several, each once, and who cannot act any more.
func (t *teller) befell() {
	var names []string
	who := map[string][]string{}
	for i := range t.w.Events {
		e := &t.w.Events[i]
		if c, known := t.Rules.Conditions.Get(e.What); e.Kind == rules.EventPut && known && c.Bad && !c.Bars() && t.lasts(e) {
			if who[e.What] == nil {
				names = append(names, e.What)
			}
			who[e.What] = append(who[e.What], t.who(e.Who).Text)
		}
	}
	for _, name := range names {
		t.result("! "+t.condition(name)+": "+strings.Join(who[name], ", "), "bad")
	}
	t.ables()
	t.t.Then = append(t.t.Then, t.results...)
}

// turnBegins tells what happens as a side's turn comes: to one after the other, each named once.
func (t *teller) turnBegins() {
	t.main(t.w.Title, "")
	sign, last := ": ", ""
	for i := range t.w.Outcomes {
		o := &t.w.Outcomes[i]
		text := t.outcome(o, o.Who, "")
		if many := t.alike(o.Events); many != "" {
			text = rules.Within(cmp.Or(o.Row, o.Label)) + " → " + many
		}
		if text == "" {
			continue
		}
		t.main(sign, "dim")
		if sign = " · "; o.Who != last {
			t.t.Main = append(t.t.Main, t.who(o.Who))
			text, last = " "+text, o.Who
		}
		t.main(text, "")
	}
	t.loose()
	t.ables()
	t.t.Then = append(t.t.Then, t.results...)
}

// alike says which changes of pools several had alike; empty where fewer than three had any.
func (t *teller) alike(events []rules.Event) string {
	var who, what []string
	for i := range events {
		e := &events[i]
		text := Changed(e)
		if e.Kind != rules.EventPool || text == "" {
			continue
		}
		if at := slices.Index(who, e.Who); at >= 0 {
			what[at] += ", " + text
		} else {
			who, what = append(who, e.Who), append(what, text)
		}
	}
	if len(who) < 3 {
		return ""
	}
	var parts []string
	for i := range who {
		if slices.Index(what, what[i]) < i {
			continue
		}
		var names []string
		for j := i; j < len(who); j++ {
			if what[j] == what[i] {
				names = append(names, t.who(who[j]).Text)
			}
		}
		parts = append(parts, strings.Join(names, ", ")+" "+what[i])
	}
	return strings.Join(parts, " · ")
}

// became is a condition that came upon actors; one that is used up already, what it gave them.
func (t *teller) became(name string, who []string) string {
	c, known := t.Rules.Conditions.Get(name)
	has := func(key string) bool {
		a := t.after.Find(key)
		return a != nil && a.Has(t.Rules, c)
	}
	if known && !slices.ContainsFunc(who, has) {
		if gave := c.Gives(); gave != "" {
			return strings.ToLower(gave[:1]) + gave[1:]
		}
	}
	return t.condition(name)
}

// doing is the action that the entry is about: the one that takes effect, or the one that is declared.
func (t *teller) doing() *rules.Doing {
	s := t.before
	if t.t.Noise == NoiseDeclared {
		s = t.after
	} else if !slices.ContainsFunc(t.w.Events, func(e rules.Event) bool { return e.Kind == rules.EventDone && e.Who == t.w.Who }) {
		return nil
	}
	if a := s.Find(t.w.Who); a != nil {
		return a.Doing
	}
	return nil
}

// titled is the title without the name at its beginning; of what a condition does, or is rolled as a turn comes, what that is.
func (t *teller) titled() string {
	name := t.Name(t.w.Who)
	for i := range t.w.Events {
		e := &t.w.Events[i]
		if c, ok := t.Rules.Conditions.Get(e.What); ok && e.Kind == rules.EventTick && strings.HasPrefix(t.w.Title, name+": "+rules.Within(c.Label)) {
			return c.Acts()
		}
	}
	if at := slices.IndexFunc(t.w.Outcomes, func(o rules.Outcome) bool { return o.Degree != "" }); at >= 0 && t.opens() && !t.Rules.Order.InRounds() {
		return rules.Within(t.w.Outcomes[at].Label)
	}
	for _, after := range []string{": ", "'s ", ", ", " "} {
		if rest, ok := strings.CutPrefix(t.w.Title, name+after); ok {
			if t.w.Whom != "" { // who stands before it
				rest = strings.Replace(rest, " → "+t.Name(t.w.Whom), "", 1)
			}
			return rest
		}
	}
	return t.w.Title
}

// loose tells what the game says outside any step, such as why an action comes to nothing.
func (t *teller) loose() {
	for i := range t.w.Events {
		e := &t.w.Events[i]
		if e.Kind == rules.EventWon {
			t.then("! "+t.won(e), "good")
		}
		within := func(o rules.Outcome) bool {
			return slices.ContainsFunc(o.Events, func(told rules.Event) bool { return told.Kind == e.Kind && told.Text == e.Text })
		}
		if (e.Kind == rules.EventTell || e.Kind == rules.EventDone) && e.Text != t.w.Title && !slices.ContainsFunc(t.w.Outcomes, within) {
			t.event(e)
		}
	}
}

// last is the text told last.
func (t *teller) last() string {
	if n := len(t.t.Then); n > 0 {
		return t.t.Then[n-1].Text
	}
	return ""
}

// named is the name of the one a step is about and a space, where that is neither whose entry it is nor the other one.
func (t *teller) named(o *rules.Outcome) string {
	if o.Who == "" || o.Who == t.w.Who || o.Who == t.w.Whom {
		return ""
	}
	return t.who(o.Who).Text + " "
}

// answering is the name of the one who gives an answer and a space, unless that is the one to whom it is all done.
func (t *teller) answering(o *rules.Outcome) string {
	if o.Who == t.w.Whom || o.Who == "" || t.w.Whom == "" || o.Who == t.w.Who && t.Rules.Order.InRounds() {
		return ""
	}
	return t.who(o.Who).Text + " "
}

// chosen is an answer by whose it is.
func chosen(who, what string) string { return who + " " + rules.Within(what) }

// event tells what else a step changed.
func (t *teller) event(e *rules.Event) {
	c, known := t.Rules.Conditions.Get(e.What)
	switch e.Kind {
	case rules.EventPut, rules.EventNumber:
		if known && t.lasts(e) {
			t.had(e, c)
		}
	case rules.EventEnd:
		if known && c.Bad && !t.Fleeting(t.w.Events, e) && !c.Bars() {
			t.result("no longer "+t.Had(e)+t.of(e.Who), "")
		}
	case rules.EventPaid:
		text := Changed(e)
		if pool, ok := t.Rules.Pools.Get(e.What); ok && text != "" && !slices.Contains(t.Rules.Pack.Watch, e.What) {
			text = rules.Within(pool.Label) + " " + Signed(e.By)
		}
		if payer, actor := t.after.Find(e.Who), t.after.Find(t.w.Who); text != "" && payer != nil && payer.IsSide() && actor != nil && actor.Side != payer.Side {
			at := strings.LastIndexByte(text, ' ')
			text = text[:at] + " of " + payer.Short + text[at:]
		}
		t.then(text, "dim")
	case rules.EventDone:
		if a := t.before.Find(e.Who); a != nil && a.Doing != nil && a.Doing.Beside == nil && strings.HasPrefix(e.Text, "gives up ") {
			t.result("gives up "+landingText(t.Rules, t.before, a.Doing)+t.of(e.Who), "bad")
		} else if _, condition := t.labelled(e.Text); !condition && e.Text != "" {
			t.then(e.Text, "bad")
		}
	case rules.EventDrop:
		t.result("! drops: "+strings.ToLower(rules.Words(e.What))+t.of(e.Who), "bad")
	case rules.EventTell:
		if e.What == "" { // what is told to one alone, the title tells
			text := "! " + e.Text
			if e.Who != t.w.Who {
				text += t.of(e.Who)
			}
			t.result(text, "bad")
		}
	}
}

// lasts reports whether the actor still has the condition that was put.
func (t *teller) lasts(e *rules.Event) bool {
	a := t.after.Find(e.Who)
	if a == nil {
		return false
	}
	return slices.ContainsFunc(a.Conditions, func(h rules.Held) bool { return h.Condition.Name == e.What })
}

// had tells a condition that came upon an actor: what is bad, and what one does to another one by a bad one.
func (t *teller) had(e *rules.Event, c *rules.Condition) {
	mirror, mirrored := t.Rules.Conditions.Get(c.Mirror.Text)
	other := ""
	if c.Paired() && e.Other != "" {
		other = t.who(e.Other).Text
	}
	item, _ := t.Rules.Items.Get(e.Tool)
	words := c.WordsOf(item, other)
	if c.Unit != "" {
		words += c.Numbered(e.Value)
	} else if e.Value != 0 && c.Paired() {
		words += " (" + Number(e.Value) + ")"
	}
	switch {
	case c.Bars():
		return // told of all who cannot act any more
	case mirrored && mirror.Bad && !c.Bad:
		if e.Who != t.w.Who {
			words += t.of(e.Who)
		}
		t.add(words, "")
	case mirrored && c.Bad && mirror != c:
		return // told of the other one
	case c.Bad:
		if was := t.worsened(e, c); was != "" {
			t.result(was+" → "+words+t.of(e.Who), "bad")
			return
		}
		if t.pending != "" && strings.HasPrefix(t.pending, words) {
			t.pending = strings.TrimSpace(strings.TrimPrefix(t.pending, words))
		}
		text := "! " + words + t.of(e.Who)
		if t.pending != "" {
			text += ", " + t.pending
		}
		t.pending = ""
		t.between(&t.results)
		t.results = append(t.results, Span{Text: text, As: "bad"})
	}
}

// worsened is the condition of the same group that the actor had instead; empty for none.
func (t *teller) worsened(e *rules.Event, c *rules.Condition) string {
	for i := range t.w.Events {
		other := &t.w.Events[i]
		if was, ok := t.Rules.Conditions.Get(other.What); ok && other.Kind == rules.EventEnd && other.Who == e.Who && was != c && c.Group != "" && was.Group == c.Group {
			return t.Wording.condition(other.What)
		}
	}
	return ""
}

// of names the actor whom a consequence came upon, where it is not the one that the step is about.
func (t *teller) of(who string) string {
	about := t.w.Whom
	if about == "" {
		about = t.w.Who
	}
	if who == about || who == "" {
		return ""
	}
	return " (" + t.who(who).Text + ")"
}

// ables tells who cannot act any more, before all other consequences, and who can again.
func (t *teller) ables() {
	for _, x := range t.abilities() {
		text := rules.Within(x.By.Label) + t.of(x.Who.Key)
		if x.Can {
			t.result("no longer "+text, "good")
			continue
		}
		out := []Span{{Text: "✗ " + text, As: "out"}}
		if len(t.results) > 0 {
			out = append(out, Span{Text: " · ", As: "dim"})
		}
		t.results = append(out, t.results...)
	}
	if len(t.results) > 0 && len(t.t.Then) > 0 {
		t.t.Then = append(t.t.Then, Span{Text: " · ", As: "dim"})
	}
}

// flush tells what is still kept back.
func (t *teller) flush() {
	t.flushSum()
	if t.pending != "" {
		t.between(&t.results)
		t.results = append(t.results, Span{Text: t.pending, As: "dim"})
		t.pending = ""
	}
}

// main adds to what is told first, without a sign between.
func (t *teller) main(text, as string) {
	if text != "" {
		t.t.Main = append(t.t.Main, Span{Text: text, As: as})
	}
}

// between adds a sign between two parts.
func (t *teller) between(to *[]Span) {
	if len(*to) > 0 {
		*to = append(*to, Span{Text: " · ", As: "dim"})
	}
}

// add adds a part to what is told first.
func (t *teller) add(text, as string) {
	if text == "" {
		return
	}
	t.between(&t.t.Main)
	as, spare := strings.CutSuffix(as, " spare")
	t.t.Main = append(t.t.Main, Span{Text: text, As: as, Spare: spare})
}

// then adds an answer.
func (t *teller) then(text, as string) {
	t.between(&t.t.Then)
	t.t.Then = append(t.t.Then, Span{Text: text, As: as})
}

// result adds a consequence.
func (t *teller) result(text, as string) {
	t.flush()
	t.between(&t.results)
	t.results = append(t.results, Span{Text: text, As: as})
}
