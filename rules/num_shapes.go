package rules

import "hybrid/rules/shape"

// How events and outcomes, and what they are made of, are written down. The shapes are held to package encoding/json by
// TestEventsAreJSON and TestOutcomesAreJSON, which find a field that is forgotten here.

// DieShape is how a die is written down.
var DieShape = shape.Shape[Die]{
	shape.Text("die", func(d *Die) *string { return &d.Die }),
	shape.Whole("result", func(d *Die) *int { return &d.Result }),
	shape.Text("face", func(d *Die) *string { return &d.Face }),
	shape.Whole("sides", func(d *Die) *int { return &d.Sides }),
	shape.Flag("typed", func(d *Die) *bool { return &d.Typed }),
	shape.Text("for", func(d *Die) *string { return &d.For }),
	shape.Whole("ahead", func(d *Die) *int { return &d.Ahead }),
}

var eventShape = shape.Shape[Event]{
	shape.Text("k", func(e *Event) *EventKind { return &e.Kind }),
	shape.Text("who", func(e *Event) *string { return &e.Who }),
	shape.Text("what", func(e *Event) *string { return &e.What }),
	shape.Number("v", func(e *Event) *float64 { return &e.Value }),
	shape.Number("carry", func(e *Event) *float64 { return &e.Carry }),
	shape.Number("by", func(e *Event) *float64 { return &e.By }),
	shape.Number("at", func(e *Event) *float64 { return &e.At }),
	shape.Whole("id", func(e *Event) *int { return &e.ID }),
	shape.Text("other", func(e *Event) *string { return &e.Other }),
	shape.Text("tool", func(e *Event) *string { return &e.Tool }),
	shape.Pointer("doing", &doingShape, func(e *Event) **Doing { return &e.Doing }),
	shape.Pointer("going", &goingShape, func(e *Event) **Going { return &e.Going }),
	shape.Text("text", func(e *Event) *string { return &e.Text }),
	shape.Texts("words", func(e *Event) *[]string { return &e.Words }),
	shape.Text("sheet", func(e *Event) *string { return &e.Sheet }),
	shape.Text("how", func(e *Event) *string { return &e.How }),
}

// doingShape is made by a function, as termShape is: each holds others of its kind.
var doingShape = newDoingShape()

func newDoingShape() shape.Shape[Doing] {
	var doing shape.Shape[Doing]
	doing = shape.Shape[Doing]{
		shape.Text("action", func(d *Doing) *string { return &d.Action }),
		shape.Text("whom", func(d *Doing) *string { return &d.Whom }),
		shape.Text("tool", func(d *Doing) *string { return &d.Tool }),
		shape.Text("skill", func(d *Doing) *string { return &d.Skill }),
		shape.Text("stat", func(d *Doing) *string { return &d.Stat }),
		shape.Text("task", func(d *Doing) *string { return &d.Task }),
		shape.Rest("hazard", func(d *Doing) **Hurting { return &d.Hazard }, func(h *Hurting) bool { return h == nil }),
		shape.Text("standIn", func(d *Doing) *string { return &d.StandIn }),
		shape.List("options", &tickedShape, func(d *Doing) *[]TickedOption { return &d.Options }),
		shape.List("given", &givenShape, func(d *Doing) *[]ManualModifier { return &d.Given }),
		shape.MaybeNumber("against", func(d *Doing) **float64 { return &d.Against }),
		shape.Number("asked", func(d *Doing) *float64 { return &d.Asked }),
		shape.Flag("called", func(d *Doing) *bool { return &d.Called }),
		shape.Text("words", func(d *Doing) *string { return &d.Words }),
		shape.Texts("among", func(d *Doing) *[]string { return &d.Among }),
		shape.Texts("help", func(d *Doing) *[]string { return &d.Help }),
		shape.Number("from", func(d *Doing) *float64 { return &d.From }),
		shape.Number("at", func(d *Doing) *float64 { return &d.At }),
		shape.Number("points", func(d *Doing) *float64 { return &d.Points }),
		shape.Flag("paired", func(d *Doing) *bool { return &d.Paired }),
		shape.Pointer("beside", &doing, func(d *Doing) **Doing { return &d.Beside }),
		shape.Number("first", func(d *Doing) *float64 { return &d.First }),
		shape.Number("delayed", func(d *Doing) *float64 { return &d.Delayed }),
		shape.Number("prolonged", func(d *Doing) *float64 { return &d.Prolonged }),
	}
	return doing
}

var goingShape = shape.Shape[Going]{
	shape.Number("to", func(g *Going) *float64 { return &g.To }),
	shape.Text("whom", func(g *Going) *string { return &g.Whom }),
	shape.Number("from", func(g *Going) *float64 { return &g.From }),
	shape.Text("name", func(g *Going) *string { return &g.Name }),
}

var tickedShape = shape.Shape[TickedOption]{
	shape.Text("situation", func(o *TickedOption) *string { return &o.Situation }),
	shape.Number("number", func(o *TickedOption) *float64 { return &o.Number }),
	shape.Text("row", func(o *TickedOption) *string { return &o.Row }),
	shape.Text("side", func(o *TickedOption) *string { return &o.Side }),
}

var givenShape = shape.Shape[ManualModifier]{
	shape.Text("modifier", func(g *ManualModifier) *string { return &g.Modifier }),
	shape.Text("label", func(g *ManualModifier) *string { return &g.Label }),
	shape.Number("value", func(g *ManualModifier) *float64 { return &g.Value }),
}

var outcomeShape = shape.Shape[Outcome]{
	shape.Text("step", func(o *Outcome) *string { return &o.Step }),
	shape.Text("way", func(o *Outcome) *string { return &o.Way }),
	shape.Text("label", func(o *Outcome) *string { return &o.Label }),
	shape.Text("kind", func(o *Outcome) *string { return &o.Kind }),
	shape.Text("in", func(o *Outcome) *string { return &o.In }),
	shape.Text("by", func(o *Outcome) *string { return &o.By }),
	shape.Text("tool", func(o *Outcome) *string { return &o.Tool }),
	shape.Text("of", func(o *Outcome) *string { return &o.Of }),
	shape.Number("asked", func(o *Outcome) *float64 { return &o.Asked }),
	shape.Text("who", func(o *Outcome) *string { return &o.Who }),
	shape.Text("whom", func(o *Outcome) *string { return &o.Whom }),
	shape.Text("source", func(o *Outcome) *string { return &o.Source }),
	shape.Text("guide", func(o *Outcome) *string { return &o.Guide }),
	shape.Text("skill", func(o *Outcome) *string { return &o.Skill }),
	shape.Number("chance", func(o *Outcome) *float64 { return &o.Chance }),
	shape.Whole("roll", func(o *Outcome) *int { return &o.Roll }),
	shape.Number("margin", func(o *Outcome) *float64 { return &o.Margin }),
	shape.Flag("success", func(o *Outcome) *bool { return &o.Success }),
	shape.Flag("high", func(o *Outcome) *bool { return &o.High }),
	shape.Text("number", func(o *Outcome) *string { return &o.Number }),
	shape.Number("likely", func(o *Outcome) *float64 { return &o.Likely }),
	shape.Number("beyond", func(o *Outcome) *float64 { return &o.Beyond }),
	shape.Text("die", func(o *Outcome) *string { return &o.Die }),
	shape.Number("counted", func(o *Outcome) *float64 { return &o.Counted }),
	shape.Text("degree", func(o *Outcome) *string { return &o.Degree }),
	shape.Number("factor", func(o *Outcome) *float64 { return &o.Factor }),
	shape.Text("row", func(o *Outcome) *string { return &o.Row }),
	shape.Text("side", func(o *Outcome) *string { return &o.Side }),
	shape.MaybeNumber("total", func(o *Outcome) **float64 { return &o.Total }),
	shape.Text("choice", func(o *Outcome) *string { return &o.Choice }),
	shape.Text("throw", func(o *Outcome) *string { return &o.Throw }),
	shape.Text("now", func(o *Outcome) *string { return &o.Now }),
	shape.Text("versus", func(o *Outcome) *string { return &o.Versus }),
	shape.Text("text", func(o *Outcome) *string { return &o.Text }),
	shape.Flag("secret", func(o *Outcome) *bool { return &o.Secret }),
	shape.Flag("belief", func(o *Outcome) *bool { return &o.Belief }),
	shape.Flag("overruled", func(o *Outcome) *bool { return &o.Overruled }),
	shape.Text("because", func(o *Outcome) *string { return &o.Because }),
	shape.List("dice", &DieShape, func(o *Outcome) *[]Die { return &o.Dice }),
	shape.List("terms", &termShape, func(o *Outcome) *[]Term { return &o.Terms }),
	shape.List("events", &eventShape, func(o *Outcome) *[]Event { return &o.Events }),
}

var termShape = newTermShape()

func newTermShape() shape.Shape[Term] {
	var term shape.Shape[Term]
	term = shape.Shape[Term]{
		shape.Text("label", func(t *Term) *string { return &t.Label }),
		shape.Number("value", func(t *Term) *float64 { return &t.Value }),
		shape.Text("source", func(t *Term) *string { return &t.Source }),
		shape.Text("guide", func(t *Term) *string { return &t.Guide }),
		shape.List("inputs", &inputShape, func(t *Term) *[]Input { return &t.Inputs }),
		shape.List("parts", &term, func(t *Term) *[]Term { return &t.Parts }),
		shape.Flag("times", func(t *Term) *bool { return &t.Times }),
		shape.Flag("filled", func(t *Term) *bool { return &t.Filled }),
		shape.Flag("unknown", func(t *Term) *bool { return &t.Unknown }),
	}
	return term
}

var inputShape = shape.Shape[Input]{
	shape.Text("name", func(i *Input) *string { return &i.Name }),
	shape.Number("value", func(i *Input) *float64 { return &i.Value }),
}

// ReadEvents reads events as json.Unmarshal does.
func ReadEvents(data []byte) ([]Event, error) { return eventShape.ReadList(data) }

// EachEvent reads events likewise, and gives one after the other to a function, which must not keep it.
func EachEvent(data []byte, fn func(*Event)) error { return eventShape.Each(data, fn) }

// ReadFirstEvent reads the first of some events.
func ReadFirstEvent(data []byte) (e Event, err error) { return e, eventShape.ReadFirst(data, &e) }

// ReadOutcomes reads outcomes as json.Unmarshal does.
func ReadOutcomes(data []byte) ([]Outcome, error) { return outcomeShape.ReadList(data) }
