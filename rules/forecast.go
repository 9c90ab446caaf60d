package rules

// Prospect is a roll before it is made: its chance, why, and what must be said first.
type Prospect struct {
	Chance float64 `json:"chance"`
	Told   string  `json:"told,omitempty"`
	Terms  []Term  `json:"terms"`
	Skill  string  `json:"skill,omitempty"`
	Check  *Check  `json:"-"`
}

// Forecast is what an action would be, before it is declared: the chance of its first roll with every term, and how
// its time adds up.
type Forecast struct {
	Prospect *Prospect // nil for an action without a roll of one's own
	Action   *Action
	Tool     *Item
	Time     []Term
	Counts   float64
	Points   float64 // that could be spent on it
	Options  []Offered
}

// Offered is a situation that may be ticked, and what it would give.
type Offered struct {
	*Situation
	Gives string
}

// Forecast works an action out without rolling anything. Answers that are known count, others are taken as none.
func (rs *Ruleset) Forecast(s *State, who string, d Doing, answers map[string]string) (Forecast, error) {
	r := rs.run(s, Known{Answers: answers})
	r.record = true
	f, action, err := r.setting(who, &d)
	if err != nil {
		return Forecast{}, err
	}
	cast := Forecast{Action: action, Tool: f.sides[0].tool, Points: rs.points(f)}
	if rs.Order.excess != nil {
		cast.Points += f.sides[0].actor.Now(rs.Order.excess)
	}
	if task := f.sides[0].task; task != nil {
		for i := range task.Situations {
			own := &task.Situations[i].Value
			cast.Options = append(cast.Options, Offered{own, own.hint(f)})
		}
	}
	for _, situation := range rs.Situations.All {
		if situation.allowed(f) {
			cast.Options = append(cast.Options, Offered{situation, situation.hint(f)})
		}
	}
	cast.Counts = rs.time(f, action, d.Points, &r.notes)
	cast.Time = r.notes.end(0)
	r.stance(f, f.sides[0].actor, action, &d)
	r.prospect = &Prospect{}
	r.body(f, action)
	if r.err != nil {
		return Forecast{}, r.err
	}
	if r.stopped {
		cast.Prospect = r.prospect
	}
	return cast, nil
}
