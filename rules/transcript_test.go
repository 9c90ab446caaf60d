package rules

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"hybrid/rules/source"
)

// A transcript is a scene that a game master can read. Lines up to `----` are what happens, lines after it up to the
// next empty line are what the engine reports. UPDATE=1 go test ./rules writes the reports anew.
//
//	ruling NAME CHOICE             from here on, for those who come after it
//	who ann like kira              a character that comes with the program
//	who bob all 10, PST 15; skills sword 4; gear sabre; wears chest plate; pool sword knife; now PFT 3; has lifeless; adjust PMV times 1.1
//	scene light_half               situations of all
//	begin                          from here on the timeline runs: `ann: …` declares; before, it is carried out at once
//	ann: attack bob with sabre, called_shot head left, df -2, points 3; bob answers parry; dice 20 4 5
//	ann: attack bob with sabre, and attack cat with dagger, df -2      two actions at once, options behind each
//	chance ann: …, time ann: …     what it would be
//	… ann.press answers press_on      an answer to a step of another name than `answer`
//	enter ann bob; dice …          perception and initiative
//	next; dice …                   the timeline goes on
//	turn ann 20, wait ann, give up ann, initiative ann, set ann PFT 0, ann does jogging
//	put ann prone, end ann prone, put ann gripped 20 by bob, end ann gripped by bob
//	pass ann walking 2 h           an activity over time
//	place ann 5, count 7           metres along a line; the count by hand
//	show ann, owed, stat ann PMV, cost sword, raise sword 0 4, rank ann sword
//	rule shock.location            a new scene, and the rule of testdata/digest/rules.yaml that it shows
//	pace ann, training alone, start sword 4, package deckhand 4, power hero, usual, means 4, define sword      other looks
//	go ann 100                     on the way to 100 metres
//	who ann MIGHT 2; side red, number ann odds      in a game of its own
func TestTranscripts(t *testing.T) {
	sequential(t)
	paths, err := filepath.Glob("testdata/*.txt")
	more, err2 := filepath.Glob("testdata/digest/*.txt")
	if err != nil || err2 != nil || len(paths) == 0 {
		t.Fatal("no transcripts", err, err2)
	}
	paths = append(paths, more...)
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := playTranscript(t, string(want))
			if os.Getenv("UPDATE") != "" && got != string(want) {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			compareText(t, path, got, string(want))
		})
	}
}

// Transcripts of games of their own: the pack of testdata/games/NAME.txt is NAME.yaml beside it.
func TestTranscriptsOfGames(t *testing.T) {
	sequential(t)
	paths, err := filepath.Glob("testdata/games/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatal("no transcripts", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s := &scene{t: t, choices: map[string]string{}, load: func(choices map[string]string) *Ruleset {
				return gamePack(t, strings.TrimSuffix(path, ".txt")+".yaml", choices)
			}}
			s.clear()
			got := s.play(string(want))
			if os.Getenv("UPDATE") != "" && got != string(want) {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			compareText(t, path, got, string(want))
		})
	}
}

// gamePack is the game of a file.
func gamePack(t testing.TB, path string, choices map[string]string) *Ruleset {
	t.Helper()
	rs, err := Load([]Layer{{Name: "game", Files: []source.File{fileOf(t, path)}}}, choices)
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

func fileOf(t testing.TB, path string) source.File {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return source.File{Name: path, Data: data}
}

func compareText(t *testing.T, path, got, want string) {
	t.Helper()
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := 0; i < len(g) || i < len(w); i++ {
		a, b := "(nothing)", "(nothing)"
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b {
			t.Fatalf("%s:%d\n got: %s\nwant: %s", path, i+1, a, b)
		}
	}
}

// playTranscript plays the scene of a transcript and gives it back with the reports as they came out.
func playTranscript(t *testing.T, text string) string {
	s := &scene{t: t, choices: map[string]string{}}
	s.clear()
	return s.play(text)
}

func (s *scene) play(text string) string {
	var out, report bytes.Buffer
	reporting := false
	for _, line := range strings.SplitAfter(strings.TrimRight(text, "\n")+"\n", "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "----":
			reporting = true
			out.WriteString(line)
			out.Write(report.Bytes())
			report.Reset()
		case trimmed == "":
			reporting = false
			out.WriteString(line)
		case reporting:
		case strings.HasPrefix(trimmed, "#"):
			out.WriteString(line)
		default:
			out.WriteString(line)
			s.line(trimmed, &report)
		}
	}
	if report.Len() > 0 {
		s.t.Errorf("a report without ---- before it: %s", report.String())
	}
	return strings.TrimRight(out.String(), "\n") + "\n"
}

// scene is a transcript under way.
type scene struct {
	t       testing.TB
	load    func(choices map[string]string) *Ruleset // nil: the game as it comes
	rs      *Ruleset
	choices map[string]string
	state   *State
	last    Decision
	side    string // of the next who joins
	quiet   bool   // dice that are not asked for do not matter
	out     *bytes.Buffer
}

func (s *scene) clear() { s.state = &State{} }

func (s *scene) rules() *Ruleset {
	if s.rs == nil && s.load != nil {
		s.rs = s.load(s.choices)
	}
	if s.rs == nil {
		s.rs = packWith(s.t, s.choices)
	}
	return s.rs
}

func (s *scene) printf(format string, args ...any) { fmt.Fprintf(s.out, format+"\n", args...) }

func (s *scene) line(line string, out *bytes.Buffer) {
	s.out = out
	parts := strings.Split(line, ";")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	words := strings.Fields(parts[0])
	if len(words) > 1 && words[1] == "does" {
		s.apply([]Event{{Kind: EventActivity, Who: words[0], What: words[2]}})
		return
	}
	k := s.known(parts[1:])
	switch words[0] {
	case "ruling":
		s.choices[words[1]], s.rs = words[2], nil
	case "new": // a new scene with the same rulings
		s.clear()
	case "default", "rule":
		s.choices, s.rs = map[string]string{}, nil
		s.clear()
	case "who":
		s.who(words[1], line)
	case "side": // side red SAV 3 feast invader; wins: F
		s.joinSide(words[1], parts[0])
	case "done":
		s.settle(s.rules().EndTurn(s.state, words[1], k))(k)
	case "take":
		s.settle(s.rules().TakeTurn(s.state, words[1], k))(k)
	case "round":
		s.round()
	case "scene":
		s.apply([]Event{{Kind: EventScene, Words: words[1:]}})
	case "begin":
		s.state.Running = true
	case "enter":
		s.settle(s.rules().Enter(s.state, words[1:], k))(k)
	case "next":
		s.settle(s.rules().Next(s.state, k))(k)
	case "turn":
		at := s.number(words[2])
		s.apply([]Event{{Kind: EventTurn, Who: words[1], At: at}})
	case "count":
		s.apply([]Event{{Kind: EventClock, At: s.number(words[1])}})
	case "pass":
		s.pass(words[1], words[2], strings.Join(words[3:], " "), k)
	case "place":
		s.apply([]Event{{Kind: EventPlace, Who: words[1], Value: s.number(words[2])}})
	case "wait":
		s.apply([]Event{{Kind: EventWaiting, Who: words[1]}})
	case "initiative", "give", "set", "put", "end":
		s.hand(words, k)
	case "show":
		for _, key := range words[1:] {
			s.show(key)
		}
	case "owed":
		s.owed()
	case "chance", "time":
		s.preview(words[0], strings.TrimPrefix(parts[0], words[0]), k)
	case "go":
		a := s.state.Find(words[1])
		if len(words) > 3 {
			by, _ := s.rules().Activities.Get(words[3])
			s.settle(s.rules().DecideManually(s.state, k, func(h *ManualChanges) { h.Move(a.Key, by, &Destination{To: s.number(words[2])}) }))(k)
			return
		}
		s.apply([]Event{{Kind: EventPlace, Who: a.Key, Value: a.Place, Going: &Destination{To: s.number(words[2])}}})
	case "number":
		total, trace := 0.0, &termTrace{}
		for _, t := range s.rules().Numbers {
			if t.Name == words[2] {
				total, _ = t.total(s.rules().newFrame(s.state.Find(words[1])), trace)
			}
		}
		s.printf("%s %s%s", words[2], short(total), explained(trace.endList(0)))
	case "pace", "training", "means", "define", "start", "package", "power", "usual":
		s.about(words)
	case "stat", "cost", "raise", "rank":
		s.look(words)
	default:
		s.act(parts[0], k)
	}
}

func (s *scene) pass(who, what, span string, k DecisionInput) {
	activity, ok := s.rules().Activities.Get(what)
	if !ok {
		s.t.Fatalf("no activity %s", what)
	}
	seconds, err := ParseSpan(span)
	if err != nil {
		s.t.Fatal(err)
	}
	d, _, err := s.rules().PassTime(s.state, Downtime{Who: []string{who}, Activity: activity, Seconds: seconds, Unit: SpanScale(span)}, k)
	s.settle(d, err)(k)
}

func (s *scene) number(text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		s.t.Fatalf("“%q” isn't a number.", text)
	}
	return x
}

// known reads `bob answers parry` and `dice 1 2 3`.
func (s *scene) known(parts []string) DecisionInput {
	dice := &TypedDice{}
	k := DecisionInput{Dice: dice, Answers: map[string]string{}}
	for _, part := range parts {
		words := strings.Fields(part)
		switch {
		case len(words) > 2 && words[1] == "answers":
			key := words[0]
			if !strings.Contains(key, ".") {
				key += ".answer"
			}
			k.Answers[key] = strings.Join(words[2:], " ")
		case len(words) > 1 && words[0] == "dice":
			for _, word := range words[1:] {
				dice.Faces = append(dice.Faces, typedFace(s.t, word))
			}
		}
	}
	return k
}

// who makes a character: one that comes along, or one written in the line.
func (s *scene) who(key, line string) {
	rest := strings.TrimSpace(strings.TrimPrefix(line, "who "+key))
	name := strings.ToUpper(key[:1]) + key[1:]
	if file, found := strings.CutPrefix(rest, "like "); found {
		data, err := os.ReadFile("../characters/" + file + ".yaml")
		if err != nil {
			s.t.Fatal(err)
		}
		s.join(key, name, string(data))
		return
	}
	var yaml strings.Builder
	fmt.Fprintf(&yaml, "character: {name: %s}\n", name)
	stats := map[string]string{}
	for i, part := range strings.Split(rest, ";") {
		what, list, _ := strings.Cut(strings.TrimSpace(part), " ")
		if i == 0 {
			what, list = "stats", part
		}
		s.section(&yaml, stats, what, list)
	}
	fmt.Fprintf(&yaml, "stats: {%s}\n", flow(stats))
	s.join(key, name, yaml.String())
}

func flow(pairs map[string]string) string {
	var list []string
	for key, value := range pairs {
		list = append(list, key+": "+value)
	}
	sort.Strings(list)
	return strings.Join(list, ", ")
}

func (s *scene) section(yaml *strings.Builder, stats map[string]string, what, list string) {
	pairs := map[string]string{}
	for _, part := range strings.Split(list, ",") {
		if words := strings.Fields(part); len(words) > 1 {
			pairs[words[0]] = words[1]
		}
	}
	switch what {
	case "stats":
		if all, found := pairs["all"]; found {
			for _, stat := range s.rules().Stats.All {
				if stat.IsGiven() {
					stats[stat.Name] = all
				}
			}
			delete(pairs, "all")
		}
		for key, value := range pairs {
			stats[key] = value
		}
	case "side":
		s.side = strings.TrimSpace(list)
	case "skills":
		fmt.Fprintf(yaml, "skills: {%s}\n", flow(pairs))
	case "wears":
		fmt.Fprintf(yaml, "armour: {%s}\n", flow(pairs))
	case "now":
		fmt.Fprintf(yaml, "pools_now: {%s}\n", flow(pairs))
	case "gear":
		fmt.Fprintf(yaml, "gear: [%s]\n", strings.Join(strings.Fields(list), ", "))
	case "has":
		fmt.Fprintf(yaml, "conditions: [%s]\n", strings.Join(strings.Fields(list), ", "))
	case "pool":
		fmt.Fprintf(yaml, "pools: {own: [%s]}\n", strings.Join(strings.Fields(list), ", "))
	case "adjust":
		words := strings.Fields(list)
		fmt.Fprintf(yaml, "adjust: {%s: {%s: %s}}\n", words[0], words[1], words[2])
	default:
		s.t.Fatalf("who: %q is nothing one has", what)
	}
}

func (s *scene) join(key, name, sheet string) {
	s.rules()
	s.apply([]Event{{Kind: EventJoin, Who: key, What: cmp.Or(s.side, key), Sheet: sheet, Text: name}}) // each of a side of its own, if none is said
	s.side = ""
}

// joinSide reads `side red, SAV 3, has invader, wins is.victorious`.
func (s *scene) joinSide(key, line string) {
	var entry SideEntry
	_, rest, _ := strings.Cut(line, key)
	for _, part := range strings.Split(rest, ",") {
		switch words := strings.Fields(part); {
		case len(words) < 2:
		case words[0] == "wins":
			entry.Wins.Text = strings.TrimPrefix(strings.TrimSpace(part), "wins ")
		case words[0] == "has":
			entry.Has = append(entry.Has, source.Text{Text: words[1]})
		default:
			entry.Now = append(entry.Now, source.MapItem[float64]{Name: words[0], Value: s.number(words[1])})
		}
	}
	s.rules()
	s.apply([]Event{entry.JoinEvent(key, true)})
}

// round says whose turn it is, and of each whether it is to come.
func (s *scene) round() {
	r := s.state.Round
	if r == nil {
		s.printf("no round")
		return
	}
	text := fmt.Sprintf("round %s of %s", short(s.state.Count), strings.Join(r.Sides, ", "))
	if r.Side() != "" {
		text += ", " + r.Side() + " has its turn"
	}
	for _, a := range s.state.Actors {
		mark := ""
		switch {
		case s.rules().CanActNow(s.state, a) && a.Open:
			mark = "has the turn"
		case s.rules().CanActNow(s.state, a):
			mark = "may act"
		case a.Turn >= 0 && a.Turn <= s.state.Count:
			mark = "to come"
		default:
			continue
		}
		text += "; " + a.Key + " " + mark
	}
	s.printf("%s", text)
}

func (s *scene) apply(events []Event) {
	next, err := s.rules().Apply(s.state, events)
	if err != nil {
		s.t.Fatal(err)
	}
	s.state = next
}

// doing reads `attack bob with sabre, called_shot head left, df -2`.
func (s *scene) doing(text string) OngoingAction {
	parts := strings.Split(text, ",")
	words := strings.Fields(parts[0])
	d := OngoingAction{Action: words[0]}
	for i := 1; i < len(words); i++ {
		if words[i] == "with" {
			i++
			d.Tool = words[i]
			continue
		}
		d.Whom = words[i]
	}
	for i, part := range parts[1:] {
		words := strings.Fields(part)
		if words[0] == "and" {
			second := s.doing(strings.Join(append([]string{strings.Join(words[1:], " ")}, parts[i+2:]...), ","))
			d.Beside = &second
			break
		}
		s.option(&d, words)
	}
	return d
}

func (s *scene) option(d *OngoingAction, words []string) {
	value := func() float64 { return s.number(words[1]) }
	switch words[0] {
	case "skill":
		d.Skill = words[1]
	case "task":
		d.Task = words[1]
	case "stand_in":
		d.StandIn = words[1]
	case "among":
		d.Among = words[1:]
	case "points":
		d.Points = value()
	case "asked":
		d.Asked = value()
	case "against":
		margin := value()
		d.Against = &margin
	case "df", "percent", "damage", "armour":
		d.Given = append(d.Given, ManualModifier{Modifier: words[0], Label: "Given", Value: value()})
	default:
		option := TickedOption{Situation: words[0]}
		for _, word := range words[1:] {
			if x, err := strconv.ParseFloat(word, 64); err == nil {
				option.Number = x
			} else if option.Row == "" {
				option.Row = word
			} else {
				option.Side = word
			}
		}
		d.Options = append(d.Options, option)
	}
}

func (s *scene) act(text string, k DecisionInput) {
	who, what, found := strings.Cut(text, ":")
	if !found {
		s.t.Fatalf("no line is like %q", text)
	}
	d := s.doing(what)
	if s.state.Running {
		s.settle(s.rules().Declare(s.state, who, d, k))(k)
		return
	}
	s.settle(s.rules().Perform(s.state, who, d, k))(k)
}

// settle reports a decision and lets it happen.
func (s *scene) settle(d Decision, err error) func(DecisionInput) {
	return func(k DecisionInput) {
		if need, ok := err.(*Need); ok {
			s.printf("? %s %s", need.Text, choicesOfNeed(need))
			return
		}
		if err != nil {
			s.printf("! %s", err)
			return
		}
		s.report(d)
		s.last = d
		if left := k.Dice.(*TypedDice).UnusedFaces(); len(left) > 0 && !s.quiet {
			s.printf("! dice nobody asked for: %v", left)
		}
		s.apply(d.Events)
	}
}

func choicesOfNeed(n *Need) string {
	var names []string
	for _, choice := range n.Choices {
		names = append(names, choice.Name)
	}
	return "[" + strings.Join(names, ", ") + "]"
}

func (s *scene) hand(words []string, k DecisionInput) {
	rs := s.rules()
	s.settle(rs.DecideManually(s.state, k, func(h *ManualChanges) {
		switch words[0] {
		case "initiative":
			h.RollInitiative(words[1])
		case "give":
			h.GiveUp(words[2])
		case "set":
			pool, ok := rs.Pools.Get(words[2])
			if !ok {
				s.t.Fatalf("no pool %s", words[2])
			}
			h.SetPool(words[1], nil, pool, s.number(words[3]))
		case "put", "end":
			condition, ok := rs.Conditions.Get(words[2])
			if !ok {
				s.t.Fatalf("no condition %s", words[2])
			}
			tool, other := s.state.Find(words[1]).Tool, ""
			if n := len(words); n > 4 && words[n-2] == "with" {
				if tool, ok = rs.Items.Get(words[n-1]); !ok {
					s.t.Fatalf("no item %s", words[n-1])
				}
				words = words[:n-2]
			}
			if at := slices.Index(words, "by"); at > 0 {
				words, other = words[:at], words[at+1]
			}
			if words[0] == "end" {
				h.EndCondition(words[1], condition, tool, other)
				return
			}
			number := 0.0
			if len(words) > 3 {
				number = s.number(words[3])
			}
			h.PutCondition(words[1], condition, tool, number, other)
		}
	}))(k)
}

// report writes a decision down: each step, and below it what changed.
func (s *scene) report(d Decision) {
	at := 0
	for _, out := range d.Outcomes {
		from := -1
		for i := at; len(out.Events) > 0 && i+len(out.Events) <= len(d.Events); i++ {
			if fmt.Sprint(d.Events[i:i+len(out.Events)]) == fmt.Sprint(out.Events) {
				from = i
				break
			}
		}
		if from >= 0 {
			s.events(d.Events[at:from])
		}
		s.outcome(&out)
		if from >= 0 {
			s.events(out.Events)
			at = from + len(out.Events)
		}
	}
	s.events(d.Events[at:])
	for _, value := range d.Report {
		if text := fmt.Sprint(value.Value); value.Name == "senses" && text == "false" {
			s.printf("  senses nothing")
		}
		if words := map[string]string{"understanding": "understands:", "detail": "detail %:", "detail_error": "or wrong by ± %:", "timing": "timing ± %:"}[value.Name]; words != "" && (value.Name != "detail_error" || value.Value != 0.0) {
			s.printf("  %s %v", words, value.Value)
		}
	}
}

func (s *scene) outcome(o *Outcome) {
	line := o.Who + ": " + o.Label
	switch {
	case o.Versus != "":
		line += fmt.Sprintf(" %s, %s %%, %s: %s, %s", o.Versus, short(o.Chance), o.Throw, short(*o.Total), o.Degree)
	case o.Throw != "":
		line += ": " + o.Throw
	case o.Kind == "check" || o.Kind == "filter" || o.Kind == "do" && o.Degree != "":
		line += fmt.Sprintf(" %s %%%s", short(o.Chance), explained(o.Terms))
		if o.Text != "" {
			line += " " + o.Text
		}
		line += fmt.Sprintf(", rolled %s: %s ×%s, SN %s", rolledAs(o), o.Degree, short(o.Factor), short(o.Margin))
	case o.Kind == "table" && o.Roll > 0:
		line += fmt.Sprintf(" %d: %s", o.Roll, strings.TrimSpace(o.Side+" "+o.Row))
	case o.Kind == "table":
		line += ": " + strings.TrimSpace(o.Side+" "+o.Row)
	case o.Choice != "":
		line += ": " + o.Choice
	case o.Kind == "cost":
		line += explained(o.Terms)
	case o.Kind == "do" && len(o.Terms) > 0:
		line += explained(o.Terms) + " dice" + faceList(o.Dice)
	case o.Total != nil:
		line += " " + short(*o.Total) + explained(o.Terms)
		if len(o.Dice) > 0 {
			line += " dice" + faceList(o.Dice)
		}
		if o.Belief {
			line += ", believed"
		}
	}
	s.printf("%s", line)
}

func rolledAs(o *Outcome) string {
	text := strings.TrimSpace(faceList(o.Dice))
	if len(o.Dice) > 1 {
		return fmt.Sprintf("%d (%s)", o.Roll, text)
	}
	return text
}

func faceList(dice []Die) (text string) {
	for _, die := range dice {
		text += fmt.Sprintf(" %d", die.Result)
	}
	return text
}

func explained(terms []Term) string {
	if len(terms) == 0 {
		return ""
	}
	return " (" + strings.Join(termList(terms), ", ") + ")"
}

func termList(terms []Term) (list []string) {
	for _, term := range terms {
		text := term.Label + " " + signed(term.Value)
		if len(term.Parts) > 0 {
			text += " [" + strings.Join(termList(term.Parts), ", ") + "]"
		}
		list = append(list, text)
	}
	return list
}

func short(x float64) string {
	return strconv.FormatFloat(TrimNoise(float64(int64(x*1000+half(x)))/1000), 'f', -1, 64)
}

func half(x float64) float64 {
	if x < 0 {
		return -0.5
	}
	return 0.5
}

func signed(x float64) string {
	if x < 0 {
		return short(x)
	}
	return "+" + short(x)
}

func (s *scene) events(events []Event) {
	for _, e := range events {
		s.event(e)
	}
}

func (s *scene) event(e Event) {
	switch e.Kind {
	case EventRound:
		s.printf("round %s: %s", short(e.At), strings.Join(e.Words, ", "))
	case EventSideTurn:
		if e.How == HowPasses {
			s.printf("  %s must pass", e.Who)
		} else if e.How == HowDone {
			s.printf("  %s is done", e.Who)
		} else if e.Value < 0 {
			s.printf("turn of %s: all", e.Who)
		} else {
			s.printf("turn of %s: %s", e.Who, short(e.Value))
		}
	case EventRefill:
		s.printf("  %s %s refilled to %s", e.Who, e.What, short(e.Value))
	case EventWon:
		s.printf("%s has won", e.What)
	case EventPaid:
		s.printf("  %s pays %s %s → %s", e.Who, short(-e.By), e.What, short(e.Value))
	case EventPool:
		text := fmt.Sprintf("  %s %s %s → %s", e.Who, e.What, short(e.Value-e.By), short(e.Value))
		if e.Carry > 0 {
			text += fmt.Sprintf(", %s towards the next", short(e.Carry))
		}
		s.printf("%s", text)
	case EventPut:
		condition, _ := s.rules().Conditions.Get(e.What)
		text := "  " + e.Who + " + " + condition.LabelOf(nil, e.Other)
		if e.Value != 0 {
			text += " (" + short(e.Value) + ")"
		}
		if e.At >= 0 {
			text += ", acts at " + short(e.At)
		}
		s.printf("%s", text)
	case EventEnd:
		condition, _ := s.rules().Conditions.Get(e.What)
		s.printf("  %s - %s", e.Who, condition.LabelOf(nil, e.Other))
	case EventNumber:
		s.printf("  %s %s is %s", e.Who, e.What, short(e.Value))
	case EventTick:
		if e.At < 0 {
			s.printf("  %s %s acts no more", e.Who, e.What)
			return
		}
		s.printf("  %s %s acts again at %s", e.Who, e.What, short(e.At))
	case EventTurn:
		if e.At < 0 {
			s.printf("  %s has no turn", e.Who)
			return
		}
		s.printf("  %s turn at %s", e.Who, short(e.At))
	case EventTime: // what passes says how long
	case EventClock:
		s.printf("count %s", short(e.At))
	case EventOpen:
		s.printf("  %s must declare", e.Who)
	case EventDoing:
		s.printf("  %s: %s takes effect at %s", e.Who, e.Doing.Action, short(e.Doing.At))
	case EventDelay:
		s.printf("  %s: takes effect at %s, %s later", e.Who, short(e.At), short(e.By))
	case EventDone:
		s.printf("  %s is done%s", e.Who, dash(e.Text))
	case EventTell:
		s.printf("  %s", e.Text)
	case EventKnow:
		if e.Other != "" { // what one believes of no one in particular, its step says
			s.printf("  %s knows %s of %s: %s", e.Who, e.What, e.Other, cmp.Or(e.Text, short(e.Value)))
		}
	case EventHold:
		s.printf("  %s holds %s", e.Who, cmp.Or(e.What, "nothing any more"))
	case EventActivity:
		s.printf("  %s does %s", e.Who, e.What)
	case EventPlace:
		s.printf("  %s is at %s m", e.Who, short(e.Value))
	default:
		s.printf("  %s %s %s", e.Who, e.Kind, e.What)
	}
}

func dash(text string) string {
	if text == "" {
		return ""
	}
	return ", " + text
}

func (s *scene) show(key string) {
	rs, a := s.rules(), s.state.Find(key)
	var parts []string
	for _, pool := range rs.Pools.All {
		level := a.Levels[pool.index]
		most, limited := a.Sheet.Max(pool)
		if level.Now == most || !limited && level.Now == 0 {
			continue
		}
		text := pool.Name + " " + short(level.Now)
		if limited {
			text += "/" + short(most)
		}
		if level.Carry > 0 {
			text += " (" + short(level.Carry) + ")"
		}
		parts = append(parts, text)
	}
	for i := range a.Conditions {
		parts = append(parts, a.Conditions[i].Condition.LabelOf(nil, a.Conditions[i].Other))
	}
	for _, condition := range a.FormulaConditions(rs) {
		parts = append(parts, condition.Label)
	}
	for _, activity := range a.Activities {
		parts = append(parts, strings.ToLower(activity.Label))
	}
	if a.Doing != nil {
		parts = append(parts, fmt.Sprintf("%s until %s", a.Doing.Action, short(a.Doing.At)))
	}
	if a.Turn >= 0 {
		parts = append(parts, "turn at "+short(a.Turn))
	}
	if len(parts) == 0 {
		parts = []string{"nothing out of the ordinary"}
	}
	s.printf("%s: %s", key, strings.Join(parts, ", "))
}

func (s *scene) owed() {
	for _, owed := range s.rules().ListPending(s.state) {
		text := fmt.Sprintf("%s: %s %s", short(owed.At), owed.Actor.Key, owed.Kind)
		if owed.Held != nil {
			text += " " + owed.Held.Condition.Label
		}
		s.printf("%s", text)
	}
}

func (s *scene) preview(what, text string, k DecisionInput) {
	who, line, _ := strings.Cut(strings.TrimSpace(text), ":")
	preview, err := s.rules().Preview(s.state, who, s.doing(line), k.Answers)
	if err != nil {
		s.printf("! %s", err)
		return
	}
	if what == "time" {
		s.printf("%s counts%s, points %s", short(preview.Counts), explained(preview.Time), short(preview.Points))
		return
	}
	if preview.Roll == nil {
		s.printf("no roll")
		return
	}
	s.printf("%s %%%s%s", short(preview.Roll.Chance), explained(preview.Roll.Terms), dash(preview.Roll.Notice))
}

func (s *scene) look(words []string) {
	rs := s.rules()
	if words[0] == "stat" {
		for _, name := range words[2:] {
			value, _, ok := s.state.Find(words[1]).Sheet.Explain(rs, name)
			if !ok {
				s.t.Fatalf("no stat or pool %s", name)
			}
			s.printf("%s %s", name, short(value))
		}
		return
	}
	at := 1
	if words[0] == "rank" {
		at = 2
	}
	skill, ok := rs.Skills.Get(words[at])
	if !ok {
		s.t.Fatalf("no skill %s", words[at])
	}
	switch words[0] {
	case "cost":
		s.printf("%s: cost %s, DF %s, %s %% per rank", skill.Label, short(skill.Cost), short(skill.Difficulty), short(skill.Percent))
	case "rank":
		f := rs.newFrame(s.state.Find(words[1]))
		f.useSkill([]*Skill{skill}, nil)
		s.printf("%s: plain rank %s, effective %s", skill.Label, short(f.use.plain), short(f.use.rank))
	case "raise":
		steps, err := skill.RaiseCosts(rs, int(s.number(words[2])), int(s.number(words[3])))
		if err != nil {
			s.printf("! %s", err)
			return
		}
		sum, list := 0.0, []string{}
		for _, step := range steps {
			sum += step.Cost
			list = append(list, fmt.Sprintf("to %d %s", int(step.Rank), short(step.Cost)))
		}
		s.printf("%s: %s; together %s", skill.Label, strings.Join(list, ", "), short(sum))
	}
}
