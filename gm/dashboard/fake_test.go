package dashboard

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/source"
)

// fake is a session that answers with what a test gave it. It carries a few lines out itself: put, end, do, wait,
// next, attack and undo, each without dice.
type fake struct {
	rs      *rules.Ruleset
	state   *rules.State
	past    []*rules.State
	began   *rules.State
	at      *rules.State
	plan    *gm.Mended
	notes   *gm.Session // whose log is shown
	entries map[int64]gm.Entry
	done    []gm.Command
	need    func(c gm.Command) error // what a command stops at; nil for nothing
	unsaved error
	notices []string // what went wrong
}

func newFake(t testing.TB, characters ...string) *fake {
	t.Helper()
	data, err := os.ReadFile("testdata/pack.yaml")
	if err != nil {
		t.Fatal(err)
	}
	rs, err := rules.Load([]rules.Layer{{Name: "test", Files: []source.File{{Name: "pack.yaml", Data: data}}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	campaign, err := gm.OpenCampaign(gm.Sample, nil)
	if err != nil {
		t.Fatal(err)
	}
	notes, _, err := gm.Open(campaign, gm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := &fake{rs: rs, state: &rules.State{}, notes: notes, entries: map[int64]gm.Entry{}}
	for _, line := range characters {
		f.join(t, line)
	}
	return f
}

// join adds somebody: "kira Kira party 14 15".
func (f *fake) join(t testing.TB, line string) {
	t.Helper()
	var key, name, side string
	var pst, pen int
	if _, err := fmt.Sscanf(line, "%s %q %s %d %d", &key, &name, &side, &pst, &pen); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	sheet := fmt.Sprintf("character: {name: %q, player: Ana}\nstats: {PST: %d, PEN: %d}\nskills: {sword: 10, dodging: 4}\ngear: [short_sword, dagger, bow]\n", name, pst, pen)
	f.apply(t, rules.Event{Kind: rules.EventJoin, Who: key, What: side, Text: name, Sheet: sheet})
}

func (f *fake) apply(t testing.TB, events ...rules.Event) {
	t.Helper()
	next, err := f.rs.Apply(f.state, events)
	if err != nil {
		t.Fatal(err)
	}
	f.state = next
}

// warehouse is a fight under way.
func warehouse(t testing.TB) *fake {
	t.Helper()
	f := newFake(t)
	f.apply(t, rules.Event{Kind: rules.EventBegin, What: "warehouse", Text: "Warehouse at Low Tide"})
	for _, line := range []string{
		`kira "Kira" party 14 15`, `dov "Dov" party 13 14`, `ilse "Ilse" party 9 11`, `bram "Bram" party 18 16`,
		`grell "Grell" gang 15 13`, `scar "Scar" gang 12 12`, `osric "Big Osric" gang 20 18`, `tilde "One-Eyed Tilde" gang 10 10`,
		`hanne "Harpoon Hanne" gang 14 13`, `pummel "Old Pummel" gang 19 15`,
	} {
		f.join(t, line)
	}
	f.began = f.state
	sword := func(at float64) *rules.Doing {
		return &rules.Doing{Action: "attack", Whom: "grell", Tool: "short_sword", From: 37, At: at}
	}
	f.apply(t,
		rules.Event{Kind: rules.EventClock, At: 37},
		rules.Event{Kind: rules.EventPool, Who: "kira", What: "PFT", Value: 31},
		rules.Event{Kind: rules.EventActivity, Who: "kira", What: "jogging"},
		rules.Event{Kind: rules.EventTurn, Who: "kira", At: 37},
		rules.Event{Kind: rules.EventOpen, Who: "kira"},
		rules.Event{Kind: rules.EventPool, Who: "grell", What: "PFT", Value: 9},
		rules.Event{Kind: rules.EventPool, Who: "grell", What: "PBD", Value: 18},
		rules.Event{Kind: rules.EventPut, Who: "grell", What: "jolted", ID: 1, At: -1},
		rules.Event{Kind: rules.EventTurn, Who: "grell", At: 41},
		rules.Event{Kind: rules.EventPool, Who: "dov", What: "PFT", Value: 21},
		rules.Event{Kind: rules.EventPut, Who: "dov", What: "bleeding", ID: 1, Value: 1, At: 57},
		rules.Event{Kind: rules.EventDoing, Who: "dov", Doing: &rules.Doing{Action: "parry", From: 37, At: 44}},
		rules.Event{Kind: rules.EventDoing, Who: "ilse", Doing: sword(48)},
		rules.Event{Kind: rules.EventWaiting, Who: "bram"},
		rules.Event{Kind: rules.EventTurn, Who: "scar", At: 43},
		rules.Event{Kind: rules.EventTurn, Who: "osric", At: 52},
		rules.Event{Kind: rules.EventPool, Who: "tilde", What: "PBD", Value: -2},
		rules.Event{Kind: rules.EventTurn, Who: "hanne", At: 39},
		rules.Event{Kind: rules.EventPut, Who: "hanne", What: "bleeding", ID: 1, Value: 2, At: 40},
		rules.Event{Kind: rules.EventTurn, Who: "pummel", At: 61},
	)
	f.tell("Ilse → bow 41 %, rolled 77, Failure")
	f.tell("Dov → short sword 48 %, rolled 22, Solid Success ×1.25 · Scar parries with his dagger, 35 %, rolled 81, Failure · arm · 11 − 2 = 9 → PFT 21")
	f.tell("Grell → short sword 62 %, rolled 40, Success ×1 · Dov parries 44 %, rolled 12, made by 10")
	f.tell("Kira → short sword 56 %, rolled 17, Solid Success ×1.25 · chest · 14 − 4 = 10 → PFT")
	return f
}

func (f *fake) tell(text string) {
	entry, err := f.notes.Do(gm.Command{Line: "note " + strings.ReplaceAll(text, ":", " →")})
	if err != nil {
		panic(err)
	}
	f.entries[entry.Seq] = gm.Entry{Seq: entry.Seq, Count: f.state.Count, Line: text, Title: text}
}

func (f *fake) Rules() *rules.Ruleset  { return f.rs }
func (f *fake) State() *rules.State    { return f.state }
func (f *fake) Campaign() *gm.Campaign { return f.notes.Campaign() }
func (f *fake) Owed() []rules.Owed     { return f.rs.Owed(f.state) }
func (f *fake) Log() []gm.LogLine      { return f.notes.Log() }
func (f *fake) Saved() error           { return f.unsaved }
func (f *fake) Refuge() string         { return "" }
func (f *fake) Notices() []string      { return f.notices }
func (f *fake) Acknowledge()           { f.notices = nil }
func (f *fake) RedoLabel() string      { return "" }

func (f *fake) OwedText(o rules.Owed) string {
	if o.Kind == rules.OwedTick {
		return o.Actor.Name + ": " + o.Held.Condition.Label
	}
	return o.Actor.Name + "'s turn"
}

func (f *fake) UndoLabel() string {
	if len(f.past) == 0 {
		return ""
	}
	return f.entries[int64(len(f.notes.Log()))].Title
}

func (f *fake) Entry(seq int64) (gm.Entry, error) {
	entry, ok := f.entries[seq]
	if !ok {
		return entry, fmt.Errorf("no entry %d", seq)
	}
	return entry, nil
}

func (f *fake) Do(c gm.Command) (gm.Entry, error) {
	if f.need != nil {
		if err := f.need(c); err != nil {
			return gm.Entry{}, err
		}
	}
	f.done = append(f.done, c)
	who, line := "kira", c.Line
	if before, after, ok := strings.Cut(line, ": "); ok {
		who, line = before, after
	}
	words := strings.Fields(strings.Split(line, ",")[0])
	entry := gm.Entry{Count: f.state.Count, Line: c.Line, Title: c.Line, Who: who}
	switch words[0] {
	case "undo":
		if len(f.past) == 0 {
			return entry, &rules.Refusal{Text: "nothing to undo"}
		}
		f.state, f.past = f.past[len(f.past)-1], f.past[:len(f.past)-1]
	case "put":
		entry.Events = []rules.Event{{Kind: rules.EventPut, Who: words[1], What: words[2], ID: 9, At: -1}}
	case "do":
		entry.Events = []rules.Event{{Kind: rules.EventActivity, Who: words[1], What: words[2]}}
	case "favourite":
		entry.Title = words[1] + " has at hand"
		entry.Events = []rules.Event{{Kind: rules.EventFavour, Who: words[1], Words: append(f.state.Find(words[1]).Favourites, strings.SplitN(line, " ", 3)[2])}}
	case "mend":
		return gm.Entry{Line: c.Line, Title: f.plan.Title, Lines: []string{f.plan.Title}}, nil
	case "finish":
		entry.Events = []rules.Event{{Kind: rules.EventFinish}}
	case "wait":
		entry.Events = []rules.Event{{Kind: rules.EventWaiting, Who: who}}
	case "next":
		entry.Events = []rules.Event{{Kind: rules.EventTurn, Who: "kira", At: 50}, {Kind: rules.EventClock, At: 39}, {Kind: rules.EventOpen, Who: "hanne"}}
	case "attack":
		entry = f.attack(who, words[1], entry)
	default:
		return entry, &rules.Refusal{Text: "the test game has no " + words[0] + "; try wait"}
	}
	if words[0] != "undo" {
		f.past = append(f.past, f.state)
		next, err := f.rs.Apply(f.state, entry.Events)
		if err != nil {
			return entry, err
		}
		f.state = next
	}
	f.tell(entry.Title)
	entry.Seq = int64(len(f.notes.Log()))
	f.entries[entry.Seq] = entry
	return entry, nil
}

func (f *fake) attack(who, whom string, entry gm.Entry) gm.Entry {
	preview, _ := f.Preview(entry.Line)
	ten, whomName := 10.0, f.state.Find(whom).Name
	entry.Title, entry.Whom = f.state.Find(who).Name+" attacks "+whomName, whom
	hurt := rules.Event{Kind: rules.EventPool, Who: whom, What: "PFT", Value: 0, By: -9}
	entry.Events = []rules.Event{hurt, {Kind: rules.EventTurn, Who: who, At: 51}}
	entry.Outcomes = []rules.Outcome{
		{Step: "answer", Label: "Answer", Kind: "offer", Who: whom, Choice: "Parry"},
		{Step: "hit", Label: "To hit", Kind: "check", Who: who, Guide: "G 5", Skill: "Sword", Chance: preview.Prospect.Chance, Roll: 17, Margin: preview.Prospect.Chance - 17, Success: true, Degree: "Solid Success", Factor: 1.25, Terms: preview.Prospect.Terms, Dice: []rules.Die{{Die: "d100", Result: 17, Typed: true}}},
		{Step: "place", Label: "Location", Kind: "table", Roll: 22, Row: "Chest"},
		{Step: "damage", Label: "Damage", Kind: "tally", Total: &ten, Terms: []rules.Term{{Label: "Weapon", Value: 11}, {Label: "Degree", Value: 3}, {Label: "Armour", Value: -4, Parts: []rules.Term{{Label: "Leather", Value: -4}}}}},
		{Step: "wound", Label: "Wound", Kind: "do", Who: whom, Events: []rules.Event{hurt}},
	}
	return entry
}

// Preview knows attacks, checks and looking around; the chance follows from what is ticked.
func (f *fake) Preview(line string) (gm.Preview, error) {
	who := "kira"
	if before, after, ok := strings.Cut(line, ": "); ok {
		who, line = before, after
	}
	parts := strings.Split(line, ",")
	words := strings.Fields(parts[0])
	if len(words) == 0 || words[0] != "attack" && words[0] != "check" && words[0] != "perceive" {
		return gm.Preview{}, &rules.Refusal{Text: "no such action"}
	}
	v := gm.Preview{Who: who, Counts: 7, At: 44, Title: f.state.Find(who).Name + " " + strings.Join(words, " ")}
	if words[0] == "attack" {
		if len(words) < 2 || f.state.Find(words[1]) == nil {
			return v, &rules.Refusal{Text: "attack whom?"}
		}
		v.Title = f.state.Find(who).Name + " attacks " + f.state.Find(words[1]).Name
		v.Points, v.Tool = 2, "short_sword"
		if len(words) == 4 {
			v.Tool = words[3]
		}
		v.Tools = []gm.Completion{{Text: "short_sword", Label: "Short sword", Hint: "7 counts"}, {Text: "dagger", Label: "Dagger", Hint: "6 counts"}}
	}
	f.weigh(&v, words, parts[1:])
	return v, nil
}

func (f *fake) weigh(v *gm.Preview, words, ticked []string) {
	value, parts := f.Burden(v.Who)
	options := []gm.Option{
		{Name: "called_shot", Label: "Called shot", Hint: "DF −4", Ask: "place", Rows: []gm.Completion{{Text: "head", Label: "Head"}, {Text: "chest", Label: "Chest"}, {Text: "arm", Label: "Arm"}}},
		{Name: "all_out", Label: "All out", Hint: "+20 %"},
		{Name: "rush", Label: "Rush", Hint: "× part of the time", Ask: "part"},
		{Name: "from_behind", Label: "From behind", Hint: "DF +3"},
	}
	for _, text := range ticked {
		name := strings.Fields(text)[0]
		for i := range options {
			options[i].Ticked = options[i].Ticked || options[i].Name == name
		}
		switch name {
		case "called_shot":
			value -= 4
			parts = append(parts, rules.Term{Label: "Called shot", Value: -4, Guide: "G 5"})
		case "from_behind":
			value += 3
			parts = append(parts, rules.Term{Label: "From behind", Value: 3, Guide: "G 5"})
		}
	}
	terms := []rules.Term{
		{Label: "3 × basis", Value: 43.5, Guide: "G 2", Source: "pack.yaml:32:9", Inputs: []rules.Input{{Name: "PCA", Value: 14.5}}},
		{Label: "4 × rank", Value: 40, Guide: "G 2", Source: "pack.yaml:33:9", Inputs: []rules.Input{{Name: "rank", Value: 10}}},
	}
	if value != 0 {
		terms = append(terms, rules.Term{Label: "5 × DF", Value: 5 * value, Guide: "R6", Source: "pack.yaml:34:9", Parts: parts})
	}
	if words[0] == "attack" {
		defence := f.state.Find(words[1]).Sheet.Stat(f.rs.Stats.All[3])
		terms = append(terms, rules.Term{Label: "Defence", Value: -defence, Guide: "R15", Inputs: []rules.Input{{Name: "PDF", Value: defence}}})
		v.Options = options
	}
	sum := 0.0
	for _, t := range terms {
		sum += t.Value
	}
	check := f.rs.Checks.All[0]
	v.Prospect = &rules.Prospect{Chance: sum, Terms: terms, Check: check}
	v.Odds = f.rs.Odds(check, sum)
}

func (f *fake) Complete(line string, cursor int) (int, []gm.Completion) {
	from := strings.LastIndexByte(line[:cursor], ' ') + 1
	var words []gm.Completion
	add := func(text, label, hint string) {
		if strings.HasPrefix(text, line[from:cursor]) {
			words = append(words, gm.Completion{Text: text, Label: label, Hint: hint})
		}
	}
	if from == 0 {
		for _, verb := range []string{"attack", "check", "next", "perceive", "put", "set", "undo", "wait"} {
			add(verb, verb, "")
		}
		return from, words
	}
	for _, actor := range f.state.Actors {
		add(actor.Key, actor.Name, actor.Side)
	}
	return from, words
}

func (f *fake) Why(subject string) ([]rules.Term, string, error) {
	words := strings.Fields(subject)
	if len(words) != 2 || f.state.Find(words[0]) == nil {
		return nil, "", errors.New("why what?")
	}
	actor := f.state.Find(words[0])
	for _, stat := range f.rs.Stats.All {
		if stat.Name == words[1] {
			return []rules.Term{{Label: stat.Label, Value: actor.Sheet.Stat(stat), Source: stat.Where(), Guide: stat.Src}}, draw.Number(actor.Sheet.Stat(stat)), nil
		}
	}
	return []rules.Term{{Label: words[1], Value: 10, Source: "pack.yaml:1:1", Guide: "G 1"}}, "10", nil
}

func (f *fake) Burden(who string) (value float64, parts []rules.Term) {
	actor := f.state.Find(who)
	for _, activity := range actor.Activities {
		if activity.Name == "jogging" {
			parts = append(parts, rules.Term{Label: "Jogging", Value: -3, Guide: "G Table 4.3", Source: "pack.yaml:90:3"})
		}
	}
	for i := range actor.Conditions {
		if held := &actor.Conditions[i]; held.Condition.Name == "jolted" {
			parts = append(parts, rules.Term{Label: "Jolted", Value: -2, Guide: "G Table 5.3", Source: "pack.yaml:82:3"})
		}
	}
	for _, part := range parts {
		value += part.Value
	}
	return value, parts
}

// crowd is a fight of many with a long log.
func crowd(t testing.TB, many, lines int) *fake {
	f := newFake(t)
	f.apply(t, rules.Event{Kind: rules.EventBegin, What: "crowd", Text: "A crowd"})
	for i := range many {
		side := "party"
		if i%2 == 1 {
			side = "gang"
		}
		f.join(t, fmt.Sprintf("who%d %q %s 12 12", i, "Number "+strconv.Itoa(i), side))
		f.apply(t, rules.Event{Kind: rules.EventTurn, Who: "who" + strconv.Itoa(i), At: float64(5 + i*7%90)})
	}
	for range lines {
		f.tell("Number 3 → short sword 56 %, rolled 17, Solid Success ×1.25 · chest · 14 − 4 = 10 → PFT and more besides, so that it takes two rows")
	}
	return f
}

// Foresee knows conditions, activities and who is declared to attack.
func (f *fake) Foresee(line string) (gm.Foreseen, error) {
	seen := gm.Foreseen{Title: line, Before: f.state, After: f.state}
	who, rest := "kira", line
	if before, after, ok := strings.Cut(line, ": "); ok {
		who, rest = before, after
	}
	words := strings.Fields(strings.Split(rest, ",")[0])
	var events []rules.Event
	switch {
	case len(words) == 3 && words[0] == "put":
		events = []rules.Event{{Kind: rules.EventPut, Who: words[1], What: words[2], ID: 9, At: -1}}
	case len(words) == 3 && words[0] == "do":
		events = []rules.Event{{Kind: rules.EventActivity, Who: words[1], What: words[2]}}
	case len(words) > 1 && words[0] == "attack":
		events = []rules.Event{{Kind: rules.EventDoing, Who: who, Doing: &rules.Doing{Action: "attack", Whom: words[1], Tool: "short_sword", From: f.state.Count, At: f.state.Count + 7}}}
	default:
		seen.Rolls = true
		return seen, nil
	}
	var err error
	seen.After, err = f.rs.Apply(f.state, events)
	return seen, err
}

// Answers knows what parrying does.
func (f *fake) Answers(_ gm.Command, need *rules.Need) map[string]gm.Answering {
	return map[string]gm.Answering{
		rules.NoAnswer: {Odds: &rules.Outlook{Chance: 56}, Turn: 41},
		"parry":        {Odds: &rules.Outlook{Chance: 56}, Own: &rules.StepOdds{Label: "Parry", Before: 44, Least: 1, Most: 43.5, Mean: 17}, Turn: 45},
		"crouch":       {Odds: &rules.Outlook{Chance: 41}, GivesUp: true, Turn: -1},
	}
}

func (f *fake) Began() (*rules.State, error) { return f.began, nil }

// At is what was after an entry: the state of the last one here.
func (f *fake) At(seq int64) (*rules.State, error) {
	if f.at != nil {
		return f.at, nil
	}
	return f.began, nil
}

func (f *fake) Plan() *gm.Mended { return f.plan }

func (f *fake) Suppose(string) ([]gm.Supposed, error) { return nil, nil }

// Outlook knows nothing.
func (f *fake) Outlook(string, bool) (gm.Outlook, error) { return gm.Outlook{}, nil }
