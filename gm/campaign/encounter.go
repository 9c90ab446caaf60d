package campaign

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Encounters as prepared in files: combatants, sides, exits, texts, and the events that bring them into play. An encounter is also called a
// scene. Combatants, exits and so on can have positions on a line, in metres, or be at named places. The comments of types whose names end
// in Entry, File or Head, and of their fields, are the descriptions of the YAML's keys for editors and help; they are also stored in
// cmd/hybrid/fields.json.

// Encounter is a prepared scene with its combatants and situations.
type Encounter struct {
	Name           string       // name of its file, without extension
	Label          string       // title
	PlayersLabel   string       // name for players; "" for the label
	Hidden         bool         // whether the title is hidden from players
	NoParty        bool         // whether only the party members that it names are present
	Read           string       // text to read aloud when it begins
	Notes          string       // notes for the game master alone
	Situations     []string     // names of the situations that apply to all combatants
	Fresh          bool         // whether everyone starts as in the files, without consequences of earlier encounters
	Combatants     []Combatant  // participants, in the order of the file
	Sides          []Side       // sides, in the order of play; nil if the file lists none and sides have no data in the game
	Exits          []Exit       // ways out
	Places         []Place      // named places
	Secrets        PreparedList // sentences that players can learn
	Threads        PreparedList // questions to be settled in play
	ExpectsNoFight bool         // whether no fight is expected in it
	Clocks         []Clock      // reminders that are set when it begins
	Goals          []Goal       // goals that several checks add up to
	Ends           []*rules.End // conditions that decide the fight while several sides can still act
}

// Exit is a way out of an encounter, at a position on the line.
type Exit struct {
	Name  string  // name at the prompt
	Label string  // name in sentences
	Place float64 // position on the line, in metres
}

// Exit returns the exit that has name as its name or label. ok is false if there is none.
func (e *Encounter) Exit(name string) (exit Exit, ok bool) {
	return collect.Find(e.Exits, func(exit Exit) bool { return message.SameName(exit.Name, name) || message.SameName(exit.Label, name) })
}

// Place is a named place of an encounter, used instead of a position in metres.
type Place struct {
	Key   string // name at the prompt
	Label string // name in sentences, without “at”
	Notes string // notes for the game master
}

// Names returns the key and the label of the place.
func (p Place) Names() (name, label string) { return p.Key, p.Label }

// Event returns the event that brings an actor to the place.
func (p Place) Event(who string) rules.Event {
	return rules.Event{Kind: rules.EventPlace, Who: who, What: p.Key, Text: p.Label}
}

// Side is a side of an encounter, with its data in the game.
type Side struct {
	Key string // name by which combatants refer to it
	rules.SideEntry
}

// Combatant is a participant of an encounter: a character file, and its name in the encounter.
type Combatant struct {
	Key  string // key in the encounter
	From string // name or path of its character file
	Side string // key of its side; "" for none
	Name string // name in the encounter; "" for the one in its file

	Looks      string   // description for players who don't know its name; "" for the one in its file
	Portrait   string   // file name of its picture; "" for the one in its file
	Short      string   // short name; "" for the one in its file
	Tactic     string   // name of the tactic by which the program plays it; "" for the pack's default
	Leader     bool     // whether it leads its side
	Place      *float64 // starting position on the line, in metres; nil for none
	StartPlace Place    // named place at the start; zero for none
	Override   string   // changes to its character file, as YAML on one line; "" for none
}

// encounterFile is the content of an encounter file.
type encounterFile struct {
	Encounter  encounterHead               `yaml:"encounter"`                    // Title, texts and situations of the scene.
	Sides      source.Map[rules.SideEntry] `yaml:"sides"`                        // The sides, in order of play. Default: the sides of the combatants.
	Combatants source.Map[combatantEntry]  `yaml:"combatants" open:"characters"` // The combatants, by name.
	// The clocks of the scene, by name: `{tide: {label: the tide turns, after: 40 min}}`. Each sets a reminder when the scene begins.
	Clocks source.Map[clockEntry] `yaml:"clocks"`
	// The goals of the scene, by name: `{talk: {label: Orlo gives in, task: persuade_guard, sum: 3, tries: 5}}`. Everyone's checks add up.
	Goals source.Map[goalEntry] `yaml:"goals"`
	// The named places, by name: `{cards: {label: the card table}}`. `at: cards` or `place orlo cards` puts people there, without metres.
	Places source.Map[placeEntry] `yaml:"places"`
	// Events that decide the fight while both sides can still act: `{when: grell.is.out, winner: party}`, or a list of these.
	Ends  []rules.EndEntry      `yaml:"ends"`
	Exits source.Map[exitEntry] `yaml:"exits"` // The ways out, by name: `{crane: {label: the dock crane, place: 120}}`.
}

// exitEntry is an exit of an encounter file.
type exitEntry struct {
	Label string   `yaml:"label" text:"line"` // The exit's name in sentences. Default: its name in the file.
	Place *float64 `yaml:"place"`             // The exit's position on the line, in metres.
}

// placeEntry is a named place of an encounter file.
type placeEntry struct {
	Label string `yaml:"label" text:"line"` // The place in sentences, after “at”: `the card table`. Default: its name in the file.
	Notes string `yaml:"notes"`             // Notes for the game master only.
}

// encounterHead is the head of an encounter file.
type encounterHead struct {
	Label string `yaml:"label" text:"line"` // The title of the encounter.
	// The name that players read, on phones and in the players' export. Default: the label.
	Called     string        `yaml:"called" text:"line"`
	Hidden     bool          `yaml:"hidden"`                     // True: players read “a scene” instead of its name. Default: false.
	Party      string        `yaml:"party" one:"none"`           // `none`: the party stays away. Default: present unless the scene names a character with a player.
	Read       string        `yaml:"read"`                       // The text to read aloud when the scene begins.
	Notes      string        `yaml:"notes"`                      // Notes for the game master only.
	Situations []source.Text `yaml:"situations" of:"situations"` // Situations that apply to all combatants, such as `[light_half]`.
	// True: everyone starts as in the files, without wounds from earlier encounters. Default: false.
	Fresh bool `yaml:"fresh"`
	// False: no fight is expected, so that checks and time come first on the bottom line. Default: true.
	Fight *bool `yaml:"fight"`
	// The secrets that players can learn, a sentence each, by name: `{ledger: the page is under her cards}`. `secret ledger to kira`
	// reveals one.
	Secrets source.Map[source.Text] `yaml:"secrets"`
	// The open questions of the scene, by name: `{answer: "What did Orlo see?"}`. They are open from the scene's beginning until `thread
	// answer closed`.
	Threads source.Map[source.Text] `yaml:"threads"`
}

// combatantEntry is a combatant of an encounter file.
type combatantEntry struct {
	Side string `yaml:"side" text:"line"` // The side that the combatant fights for: any name.
	// The character file: a name, or a path in the campaign's folder. Default: the file with this combatant's name.
	From source.Text `yaml:"from" of:"characters"`
	Name string      `yaml:"name" text:"line"` // The name in this encounter. Default: the name in the character file.

	Short    string      `yaml:"short" text:"line"`   // A shorter name for narrow columns.
	Portrait source.Text `yaml:"portrait"`            // The picture that players see, as in a character file: `portrait: hanne.png`.
	Looks    string      `yaml:"looks" text:"line"`   // The description that players see until they learn the name: `a man with a harpoon`.
	Tactic   source.Text `yaml:"tactic" of:"tactics"` // Tactic when no player controls it: a tactic of the game.
	Leader   bool        `yaml:"leader"`              // True: it leads its side, for tactics with `side.leader`. Default: false.
	At       source.Text `yaml:"at"`                  // The named place where it is at the start, one of `places`.
	Place    *float64    `yaml:"place"`               // The starting position on a line, in metres. Give it to all combatants or to none.

	// Changes to the character for this encounter, written like a character file: `with: {skills: {sword: 12}}`.
	With rules.CharacterOverride `yaml:"with"`
}

// readEncounters reads the encounter files and sorts the encounters: first those named in order, then the others, the largest first. It
// reports names in order that have no file.
func (c *Campaign) readEncounters(order []source.Text, report *source.Report) {
	names := fileNames(c.folder, "encounters")
	rank := map[string]int{} // sort key: negative for encounters in order, 0 for the others
	for i, text := range order {
		if rank[text.Text] = i - len(order); !slices.Contains(names, text.Text) {
			report.Add(source.UnknownName, text.Pos, "%s", message.Unknown("encounter", text.Text, names))
		}
	}
	for _, name := range names {
		if node := c.parseFile("encounters/"+name+".yaml", report); node != nil {
			c.encounters = append(c.encounters, c.decodeEncounter(name, node, report))
		}
	}
	slices.SortStableFunc(c.encounters, func(a, b *Encounter) int {
		return cmp.Or(cmp.Compare(rank[a.Name], rank[b.Name]), cmp.Compare(len(b.Combatants), len(a.Combatants)), cmp.Compare(a.Label, b.Label))
	})
}

// ReadEncounter reads an encounter from data, the content of a file that need not belong to the campaign. display is the file's path in
// error messages. If the file has mistakes, the error is a source.Mistakes.
func (c *Campaign) ReadEncounter(display string, data []byte) (*Encounter, error) {
	report := &source.Report{}
	node := source.Parse(display, data, report)
	if node == nil {
		return nil, report.Err()
	}
	e := c.decodeEncounter(strings.TrimSuffix(path.Base(display), ".yaml"), node, report)
	if err := report.Err(); err != nil {
		return nil, err
	}
	return e, nil
}

// decodeEncounter decodes and checks the encounter in node, whose file has the given name. It adds mistakes to report.
func (c *Campaign) decodeEncounter(name string, node *source.Node, report *source.Report) *Encounter {
	var file encounterFile
	source.Decode(node, &file, report)
	head := &file.Encounter
	e := &Encounter{Name: name, Label: head.Label, PlayersLabel: head.Called, Read: strings.TrimSpace(head.Read), Notes: head.Notes, Fresh: head.Fresh,
		Hidden: head.Hidden, NoParty: head.Party != ""}
	if e.Label == "" {
		e.Label = rules.ReadableName(name)
	}
	for _, text := range file.Encounter.Situations {
		if c.Rules == nil {
			break
		}
		if _, ok := c.Rules.Situations.Get(text.Text); !ok {
			report.Add(source.UnknownName, text.Pos, "%s", rules.UnknownEntry("situation", text.Text, c.Rules.Situations.Names()))
		}
		e.Situations = append(e.Situations, text.Text)
	}
	for _, entry := range file.Places {
		e.Places = append(e.Places, Place{entry.Name, cmp.Or(entry.Value.Label, rules.ReadableName(entry.Name)), strings.TrimSpace(entry.Value.Notes)})
	}
	for _, entry := range file.Combatants {
		e.Combatants = append(e.Combatants, c.compileCombatant(e, entry, report))
	}
	for _, entry := range file.Exits {
		if entry.Value.Place == nil {
			report.Add(source.Missing, entry.Pos, "Exit %s has no place. Add `place: 100`, in metres.", entry.Name)
			continue
		}
		e.Exits = append(e.Exits, Exit{entry.Name, cmp.Or(entry.Value.Label, rules.ReadableName(entry.Name)), *entry.Value.Place})
	}
	e.ExpectsNoFight = file.Encounter.Fight != nil && !*file.Encounter.Fight
	e.Secrets = compilePrepared("Secret", file.Encounter.Secrets, report)
	e.Threads = compilePrepared("Thread", file.Encounter.Threads, report)
	e.Clocks = c.compileClocks(file.Clocks, node, report)
	e.Goals = c.compileGoals(file.Goals, report)
	warnMissingSides(file.Combatants, report)
	c.compileSides(e, &file, report)
	c.compileEnds(e, &file, report)
	return e
}

// compileCombatant returns a combatant of e; e.Places must be set already. It reports a character file, tactic or place that doesn't exist,
// and mistakes in the changes to the character.
func (c *Campaign) compileCombatant(e *Encounter, entry source.MapItem[combatantEntry], report *source.Report) Combatant {
	v := &entry.Value
	from := v.From
	if from.Text == "" {
		from = source.Text{Text: entry.Name, Pos: entry.Pos}
	}
	from.Text = c.findOwnCharacter(from, "", report)
	tactic := v.Tactic
	if c.Rules != nil && tactic.Text != "" && c.Rules.Tactic(tactic.Text) == nil {
		report.Add(source.UnknownName, tactic.Pos, "%s", rules.UnknownEntry("tactic", tactic.Text, c.Rules.Tactics.Names()))
	}
	c.checkPortrait(v.Portrait, report)
	return Combatant{Key: entry.Name, From: from.Text, Side: v.Side, Name: v.Name, Looks: v.Looks, Portrait: v.Portrait.Text, Short: v.Short,
		Tactic: tactic.Text, Leader: v.Leader, Place: v.Place, StartPlace: e.startingPlace(v.At, report), Override: c.checkOverride(from.Text, &v.With, report)}
}

// startingPlace returns the named place where a combatant starts. It reports a place that the scene lacks.
func (e *Encounter) startingPlace(at source.Text, report *source.Report) (place Place) {
	place, ok := collect.Find(e.Places, func(p Place) bool { return p.Key == at.Text })
	if !ok && at.Text != "" {
		keys := collect.Map(e.Places, func(p Place) string { return p.Key })
		text := message.Unknown("place", at.Text, keys)
		if len(keys) == 0 {
			text = message.UnknownOr("place", at.Text, nil, "Add it to `places`.")
		}
		report.Add(source.UnknownName, at.Pos, "%s", text)
	}
	return place
}

// checkOverride checks an encounter's changes to a character and returns them as YAML on one line, or "" if there are none. from is the
// name of the character's file; with holds the changes.
func (c *Campaign) checkOverride(from string, with *rules.CharacterOverride, report *source.Report) string {
	if with.Node == nil {
		return ""
	}
	if data, display, err := c.characterFile(from); err == nil && c.Rules != nil {
		with.ApplyTo(c.Rules, display, data, report)
	}
	return source.FormatFlow(with.Node)
}

// JoinEvents returns the events by which the sides of the encounter join, which must precede those of the combatants. A side that took part
// in an earlier encounter keeps its state, as it is in s, except for what the encounter's file gives; purses are filled only once. If reset
// is set, it loses its state.
func (e *Encounter) JoinEvents(rs *rules.Ruleset, s *rules.State, reset bool) (list []rules.Event) {
	for _, side := range e.Sides {
		isSame := func(a *rules.Actor) bool { return a.Key == side.Key }
		if !reset && slices.ContainsFunc(slices.Concat(s.Sides, s.SidesAway), isSame) {
			side.Now = rs.WithoutPurses(side.Now)
		}
		list = append(list, side.SideEntry.JoinEvent(side.Key, reset))
	}
	return list
}

// compileSides sets the sides of e: those listed in file and, if the game's sides have data of their own, those of the combatants. It
// reports sides without combatants.
func (c *Campaign) compileSides(e *Encounter, file *encounterFile, report *source.Report) {
	for _, entry := range file.Sides {
		if c.Rules != nil {
			entry.Value.Check(c.Rules, entry.Name, report)
		}
		warnMembers(entry, file.Combatants, report)
		for _, earlier := range e.Sides {
			if c.Rules != nil && entry.Value.NeverWinsBefore(c.Rules, &earlier.SideEntry) {
				report.Warn(source.Hidden, entry.Value.Wins.Pos, "%s can never win: %s wins as soon as this is true.", entry.Name, earlier.Key)
				break
			}
		}
		e.Sides = append(e.Sides, Side{entry.Name, entry.Value})
	}
	if len(e.Sides) == 0 && (c.Rules == nil || !c.Rules.UsesSides()) {
		return
	}
	keys := collect.Map(e.Sides, func(side Side) string { return side.Key })
	for _, m := range file.Combatants {
		isOwnSide := func(side Side) bool { return side.Key == m.Value.Side }
		if m.Value.Side == "" || slices.ContainsFunc(e.Sides, isOwnSide) {
			continue
		}
		if len(file.Sides) > 0 {
			report.Add(source.UnknownName, m.Pos, "%s", message.Unknown("side", m.Value.Side, keys))
			continue
		}
		e.Sides = append(e.Sides, Side{Key: m.Value.Side})
	}
}

// warnMembers warns of a side without combatants, and of a side with several combatants and a label, but without pronouns.
func warnMembers(side source.MapItem[rules.SideEntry], combatants source.Map[combatantEntry], report *source.Report) {
	members := collect.Filter(combatants, func(m source.MapItem[combatantEntry]) bool { return m.Value.Side == side.Name })
	if len(members) == 0 {
		names := collect.Map(combatants, func(m source.MapItem[combatantEntry]) string { return m.Value.Side })
		report.Warn(source.NoSide, side.Pos, "Side %s has no combatants%s", side.Name, cmp.Or(message.Suggest(side.Name, names), ". Give one `side: "+side.Name+"`."))
	}
	if len(members) > 1 && side.Value.Label != "" && side.Value.Pronouns.Text == "" {
		report.Warn(source.Missing, side.Pos, "Side %s has several combatants, but no pronouns. Add `pronouns: many` for a plural, or `pronouns: it`.", side.Name)
	}
}

// CompleteJoinEvents completes the events by which combatant m joins: it adds m's looks (as How), short name and portrait (both in Words),
// and appends events for its starting position and place.
func (m *Combatant) CompleteJoinEvents(joining ...rules.Event) []rules.Event {
	for i := range joining {
		e := &joining[i]
		if e.Kind != rules.EventJoin || e.Sheet == "" {
			continue
		}
		if e.How = m.Looks; m.Short != "" {
			e.Words = []string{m.Short}
		}
		if m.Portrait != "" {
			e.Words = []string{m.Short, m.Portrait}
		}
	}
	if m.Place != nil {
		joining = append(joining, rules.Event{Kind: rules.EventPlace, Who: m.Key, Value: *m.Place})
	}
	if m.StartPlace.Key != "" {
		joining = append(joining, m.StartPlace.Event(m.Key))
	}
	return joining
}

// warnMissingSides warns of combatants without a side or a position, if others have one.
func warnMissingSides(list source.Map[combatantEntry], report *source.Report) {
	hasSide := func(entry source.MapItem[combatantEntry]) bool { return entry.Value.Side != "" }
	hasPlace := func(entry source.MapItem[combatantEntry]) bool { return entry.Value.Place != nil }
	for _, entry := range list {
		if !hasSide(entry) && slices.ContainsFunc(list, hasSide) {
			report.Warn(source.NoSide, entry.Pos, "%s has no side, so no allies. Add `side: …`.", entry.Name)
		}
		if !hasPlace(entry) && slices.ContainsFunc(list, hasPlace) {
			report.Warn(source.NoPlace, entry.Pos, "%s has no place, so counts as next to everyone. Add `place: …`, in metres.", entry.Name)
		}
	}
}

// PlayersSide returns the key of the side of the first combatant with a player or, if there is none, of the first combatant. It returns ""
// for an encounter without combatants.
func (e *Encounter) PlayersSide(c *Campaign) string {
	for _, m := range e.Combatants {
		if sheet, _, err := c.Character(m.From); err == nil && sheet.HasPlayer() {
			return m.Side
		}
	}
	if len(e.Combatants) == 0 {
		return ""
	}
	return e.Combatants[0].Side
}

// Encounters lists the prepared encounters: first the ones named in the campaign's file, in that order, then the others, the largest first.
func (c *Campaign) Encounters() []*Encounter { return c.encounters }

// Combatant reads the character of a combatant, with its changes for the encounter. text is the content of its file with these changes.
func (c *Campaign) Combatant(m *Combatant) (sheet *rules.Sheet, text string, err error) {
	sheet, text, err = c.Character(m.From)
	if err != nil || m.Override == "" {
		return sheet, text, err
	}
	report, key := &source.Report{}, sheet.Key
	with := rules.CharacterOverride{Node: source.Parse(m.Key, []byte(m.Override), report)}
	sheet, text = with.ApplyTo(c.Rules, m.From, []byte(text), report)
	if err := report.Err(); err != nil {
		return nil, "", err
	}
	sheet.Key = key
	return sheet, text, nil
}

// Encounter finds a prepared encounter by name or label.
func (c *Campaign) Encounter(name string) (*Encounter, bool) {
	return collect.Find(c.encounters, func(e *Encounter) bool { return message.SameName(e.Name, name) || message.SameName(e.Label, name) })
}

// NameForPlayers returns the name that players read for the scene once it has begun.
func (e *Encounter) NameForPlayers() string {
	if e.Hidden {
		return cmp.Or(e.PlayersLabel, "a scene")
	}
	return cmp.Or(e.PlayersLabel, e.Label)
}

// CombatantLines returns the combatants as YAML lines, as in the file of the encounter.
func (e *Encounter) CombatantLines() string {
	var b strings.Builder
	for i := range e.Combatants {
		b.WriteString(combatantText(&e.Combatants[i]))
	}
	return b.String()
}

// Enlist adds n combatants like m. Each gets a key of its own: m's name or character file, with a number unless it is the only one with
// this key. The number also follows its name.
func (e *Encounter) Enlist(m Combatant, n int) {
	base := cmp.Or(FileName(m.Name), m.From)
	name, short := m.Name, m.Short
	if name == "" && n > 1 {
		name = rules.ReadableName(m.From)
	}
	taken := func(key string) bool {
		return slices.ContainsFunc(e.Combatants, func(o Combatant) bool { return o.Key == key })
	}
	for number := 1; n > 0; number++ {
		m.Key = base
		if n > 1 || number > 1 || taken(base) {
			m.Key = base + "_" + strconv.Itoa(number)
		}
		if taken(m.Key) {
			continue
		}
		if m.Name = name; name != "" && m.Key != base {
			m.Name = name + " " + strconv.Itoa(number)
		}
		if m.Short = short; short != "" && m.Key != base {
			m.Short = short + " " + strconv.Itoa(number)
		}
		e.Combatants = append(e.Combatants, m)
		n--
	}
}

// IsGroupWord reports whether name is a word that stands for several combatants or none at the prompt or as the value of a flag, so that it
// can't be a combatant's name.
func IsGroupWord(name string) bool {
	return slices.Contains([]string{"all", "and", "everyone", "here", "nobody", "none", "players", "table"}, message.FoldName(name))
}
