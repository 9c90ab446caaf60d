package campaign

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"hybrid/campaigns"
	"hybrid/characters"
	"hybrid/rules"
	"hybrid/rules/source"
	"hybrid/tables"
)

// Campaign is a folder of YAML: who belongs to it, its encounters, and the game it is played with. It never changes.
type Campaign struct {
	Name  string
	Label string
	Notes string
	Rules *rules.Ruleset

	Begins *float64 // seconds since its day 1 began; nil where its file does not say

	TablesLeftOut bool // the game is that of the packs alone, since the campaign's own tables have mistakes

	cast       []string
	encounters []*Encounter
	sources    []rules.Layer     // the packs, what is taken of them, and the campaign's own tables, as read
	packs      int               // how many of them are packs, from the first
	choices    map[string]string // made for its rulings
	made       map[string]string // those of them that its file makes
	beside     map[string]string // those that are made otherwise
	folder     fs.FS             // the campaign's own files
	prefix     string
	home       string // where its files are; empty for one that comes along
}

// Encounter is a scene that was prepared: who takes part, and which situations hold.
type Encounter struct {
	Name       string
	Label      string
	Read       string // what is read aloud when it begins
	Notes      string // what is for the game master alone
	Situations []string
	Fresh      bool // all come as the files say, whatever happened before
	Combatants []Combatant
	Sides      []Side // in the order of play; none where the file says nothing of them
}

// Side is a side of an encounter, by its key.
type Side struct {
	Key string
	rules.SideEntry
}

// Combatant is one who takes part in an encounter: a character file, and what it is called there.
type Combatant struct {
	Key  string
	From string
	Side string
	Name string

	Looks  string   // what those read who do not know its name; empty for what its file says
	Short  string   // what it is called where there is little room; empty for what its file says
	Tactic string   // how it fights in a simulation; empty for the usual one
	Place  *float64 // where it stands at the start, in metres along the line; nil where that does not matter
	With   string   // what it is here otherwise than its file says, as YAML on one line; empty for nothing
}

// Sample is the campaign that comes with the program.
const Sample = "saltmarket"

// campaignFile is a campaign.yaml as written.
type campaignFile struct {
	Campaign campaignHead              `yaml:"campaign"`                // the campaign
	Cast     []source.Text             `yaml:"cast" of:"characters"`    // the characters that belong to it, by file name
	Rulings  source.Map[source.Text]   `yaml:"rulings" names:"rulings"` // the choices this table makes
	Only     source.Map[[]source.Text] `yaml:"only" names:"takeable"`   // by section what is taken of the pack: names and tags; all of the others
	Without  []source.Text             `yaml:"without" of:"tags"`       // what has one of these tags is not taken of the pack
}

// campaignHead is what a campaign says of itself.
type campaignHead struct {
	Label  string        `yaml:"label" text:"line"`  // what the campaign is called
	Pack   []source.Text `yaml:"pack"`               // the pack it is played with, or several, each laid over those before
	Notes  string        `yaml:"notes"`              // what it is about
	Begins source.Text   `yaml:"begins" text:"line"` // when it begins, such as `day 1 21:40`; the clock goes on from there
}

// encounterFile is an encounter as written.
type encounterFile struct {
	Encounter  encounterHead               `yaml:"encounter"`  // the scene
	Sides      source.Map[rules.SideEntry] `yaml:"sides"`      // the sides, in the order of play; without it those of the combatants
	Combatants source.Map[combatantEntry]  `yaml:"combatants"` // who takes part
}

// encounterHead is what an encounter says of itself.
type encounterHead struct {
	Label      string        `yaml:"label" text:"line"`          // what the encounter is called
	Read       string        `yaml:"read"`                       // what is read aloud when it begins
	Notes      string        `yaml:"notes"`                      // what is for the game master alone
	Situations []source.Text `yaml:"situations" of:"situations"` // what holds for all combatants
	Fresh      bool          `yaml:"fresh"`                      // all come as the files say, whatever happened before
}

// combatantEntry is one who takes part, as written.
type combatantEntry struct {
	Side string      `yaml:"side" text:"line"`     // whose side it is on
	From source.Text `yaml:"from" of:"characters"` // the character file, by name, or by its path within the campaign's folder; without it the one of this name
	Name string      `yaml:"name" text:"line"`     // what it is called here

	Short  string      `yaml:"short" text:"line"`   // what it is called where there is little room
	Looks  string      `yaml:"looks" text:"line"`   // what players read who do not know its name
	Tactic source.Text `yaml:"tactic" of:"tactics"` // how it fights in a simulation
	Place  *float64    `yaml:"place"`               // where it stands at the start, in metres along a line; say it of all combatants or of none

	With rules.Otherwise `yaml:"with"` // what it is here otherwise than its file says: sections of a character file, laid over it
}

// Open loads a campaign: the name of one that comes with the program, or the path of a folder or of its
// campaign.yaml. The choices are laid over its rulings. All mistakes are reported together, as source.Mistakes.
func Open(name string, choices map[string]string) (*Campaign, error) {
	c, report, err := open(name, choices, rules.Load)
	if err == nil {
		err = report.Err()
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// OpenDespite is Open that overlooks mistakes, so that something new can be made for a campaign that has some: one that is
// named and not written yet, for example. Where its own tables have mistakes its game is that of its packs. Mistakes of
// these are source.Mistakes.
func OpenDespite(name string, choices map[string]string) (*Campaign, error) {
	c, report, err := open(name, choices, rules.Load)
	if err != nil {
		return nil, err
	}
	if c.Rules != nil {
		return c, nil
	}
	if c.packs == 0 {
		return nil, report.Err()
	}
	alone, err := c.PackAlone()
	if err != nil {
		return nil, report.Err()
	}
	alone.TablesLeftOut = true
	return alone, nil
}

// loader makes a ruleset of layers: rules.Load, or one that does more.
type loader func([]rules.Layer, map[string]string) (*rules.Ruleset, error)

// open goes as far as it can: a campaign whose game has mistakes has no rules, but its own files are read all the same.
func open(name string, choices map[string]string, load loader) (*Campaign, *source.Report, error) {
	folder, prefix, base, err := campaignFolder(name)
	if err != nil {
		return nil, nil, err
	}
	c := &Campaign{Name: base, folder: folder, prefix: prefix, beside: choices}
	if onDisk(name) {
		c.home = prefix
	}
	report, err := c.fill(load)
	if err != nil {
		return nil, nil, err
	}
	return c, report, nil
}

// fill reads the files of a campaign.
func (c *Campaign) fill(load loader) (*source.Report, error) {
	report := &source.Report{}
	file := c.read(report)
	c.unreadable(report)
	layers, err := c.layers(file, report)
	if err != nil {
		return nil, err
	}
	c.sources, c.choices, c.made = layers, file.choices(c.beside), file.choices(nil)
	if len(layers) > 0 {
		c.Rules, err = load(c.sources, c.choices)
	}
	if err := adopt(c.placed(err, file), report); err != nil {
		return nil, err
	}
	c.check(file, report)
	c.readEncounters(report)
	return report, nil
}

// placed puts mistakes about the choices that the campaign's file makes where it makes them.
func (c *Campaign) placed(err error, file campaignFile) error {
	var mistakes source.Mistakes
	if !errors.As(err, &mistakes) {
		return err
	}
	for i, m := range mistakes {
		for _, entry := range file.Rulings {
			if _, other := c.beside[entry.Name]; other {
				continue
			}
			switch m.Pos {
			case rules.ChoicePos(entry.Name, false):
				mistakes[i].Pos = entry.Pos
			case rules.ChoicePos(entry.Name, true):
				mistakes[i].Pos = entry.Value.Pos
			}
		}
	}
	return mistakes
}

// adopt adds the mistakes of a load to a report; any other error comes back.
func adopt(err error, report *source.Report) error {
	var mistakes source.Mistakes
	if !errors.As(err, &mistakes) {
		return err
	}
	for _, m := range mistakes {
		report.Adopt(m)
	}
	return nil
}

// onDisk reports whether there is a folder of this name, or a campaign.yaml; another file may be called like a campaign
// that comes along.
func onDisk(name string) bool {
	info, err := os.Stat(name)
	return err == nil && (info.IsDir() || strings.HasSuffix(name, ".yaml"))
}

// campaignFolder finds the files of a campaign, how its files are named in mistakes, and its own name.
func campaignFolder(name string) (folder fs.FS, prefix, base string, err error) {
	if onDisk(name) {
		if strings.HasSuffix(name, ".yaml") {
			name = filepath.Dir(name)
		}
		if _, err := os.Stat(filepath.Join(name, "campaign.yaml")); err != nil {
			return nil, "", "", fmt.Errorf("%s is no campaign: it has no campaign.yaml", name)
		}
		whole, err := filepath.Abs(name)
		if err != nil {
			return nil, "", "", fmt.Errorf("find campaign: %w", err)
		}
		return os.DirFS(name), name, filepath.Base(whole), nil
	}
	if _, err := fs.Stat(campaigns.Files, name+"/campaign.yaml"); err != nil {
		return nil, "", "", fmt.Errorf("no campaign %s: neither a folder with a campaign.yaml, nor one of those that come along (%s)", name, strings.Join(Folders(campaigns.Files), ", "))
	}
	folder, err = fs.Sub(campaigns.Files, name)
	return folder, "campaigns/" + name, name, err
}

// usualPack is the pack of a campaign that names none.
const usualPack = "hybrid"

// Folders lists the folders at the top of some files, such as the campaigns that come along.
func Folders(files fs.FS) (names []string) {
	entries, _ := fs.ReadDir(files, ".")
	for _, entry := range entries {
		if entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	return names
}

func (c *Campaign) read(report *source.Report) campaignFile {
	var file campaignFile
	node := c.parse("campaign.yaml", report)
	if node == nil {
		return file
	}
	source.Decode(node, &file, report)
	c.Label, c.Notes = file.Campaign.Label, file.Campaign.Notes
	if text := file.Campaign.Begins; text.Text != "" {
		at, ok := rules.ReadDate(text.Text)
		if c.Begins = &at; !ok {
			report.Add(source.BadValue, text.Pos, "%s is no time of a calendar; write day 1 21:40", text.Text)
		}
	}
	if c.Label == "" {
		c.Label = rules.Words(c.Name)
	}
	for _, text := range file.Cast {
		c.cast = append(c.cast, text.Text)
	}
	return file
}

func (c *Campaign) parse(name string, report *source.Report) *source.Node {
	data, err := Read(c.folder, name)
	if err != nil {
		c.cannot(name, err, report)
		return nil
	}
	return source.Parse(path.Join(filepath.ToSlash(c.prefix), name), data, report)
}

func (f campaignFile) choices(more map[string]string) map[string]string {
	all := map[string]string{}
	for _, entry := range f.Rulings {
		all[entry.Name] = entry.Value.Text
	}
	for name, choice := range more {
		all[name] = choice
	}
	return all
}

// layers are the packs, what the campaign takes of them, and over that its own tables.
func (c *Campaign) layers(file campaignFile, report *source.Report) (layers []rules.Layer, err error) {
	before := report.Len()
	packs := file.Campaign.Pack
	if len(packs) == 0 {
		packs = []source.Text{{Text: usualPack}}
	}
	for _, pack := range packs {
		layer, ok := c.pack(pack, report)
		if !ok {
			return nil, nil
		}
		layers = append(layers, layer)
	}
	if c.packs = len(layers); len(file.Only) > 0 || len(file.Without) > 0 {
		layers = append(layers, rules.Layer{Name: "campaign.yaml", Taking: &rules.Taking{Only: file.Only, Without: file.Without}})
	}
	if own, err := yamlFiles(c.folder, "tables", path.Join(c.prefix, "tables"), report); err == nil && len(own) > 0 {
		layers = append(layers, rules.Layer{Name: c.Name, Files: own})
	}
	if report.Len() > before {
		return nil, nil // without all its files it is another game
	}
	return layers, nil
}

// pack reads a pack: one that comes along, a folder of the campaign, or one beside it, such as ../edition.
func (c *Campaign) pack(text source.Text, report *source.Report) (rules.Layer, bool) {
	name := text.Text
	files, err := yamlFiles(tables.Files, name, "tables/"+name, report)
	folder, dir := c.folder, path.Clean(name)
	if beside := c.home != "" && (strings.HasPrefix(dir, "../") || filepath.IsAbs(name)); beside {
		whole := filepath.FromSlash(dir)
		if !filepath.IsAbs(name) {
			whole = filepath.Join(c.home, whole)
		}
		folder, dir = os.DirFS(whole), "."
		files, err = yamlFiles(folder, dir, filepath.ToSlash(whole), report)
	} else if err != nil || len(files) == 0 {
		files, err = yamlFiles(folder, dir, path.Join(filepath.ToSlash(c.prefix), name), report)
	}
	if _, campaign := fs.Stat(folder, path.Join(dir, "campaign.yaml")); campaign == nil {
		report.Add(source.BadValue, text.Pos, "%s is the folder of a campaign; a pack is a folder that holds nothing but tables", name)
		return rules.Layer{}, false
	}
	if err != nil || len(files) == 0 {
		report.Add(source.UnknownName, text.Pos, "no pack is called %s: neither one that comes along nor a folder of the campaign, nor one beside it%s", name, source.Suggest(name, Folders(tables.Files)))
		return rules.Layer{}, false
	}
	return rules.Layer{Name: name, Files: files}, true
}

func (c *Campaign) check(file campaignFile, report *source.Report) {
	for i, text := range file.Cast {
		hint := ""
		if strings.Contains(text.Text, ",") {
			hint = "; several stand in a list: [" + text.Text + "]"
		}
		c.cast[i] = c.own(text, hint, report)
	}
}

// own is a character that a file of the campaign names, as Character finds it: by name, or by the path of a file within
// the campaign's folder, which is taken from there. One that is not there is reported, and what is outside is not looked
// at: it comes back empty.
func (c *Campaign) own(text source.Text, hint string, report *source.Report) string {
	name := text.Text
	if isPath(name) {
		if !fs.ValidPath(filepath.ToSlash(name)) {
			report.Add(source.BadValue, text.Pos, "%s is not in the campaign's folder; put the file into characters, and write its name", name)
			return ""
		}
		name = path.Join(filepath.ToSlash(c.prefix), name)
	}
	if _, _, err := c.characterFile(name); missing(err) {
		report.Add(source.UnknownName, text.Pos, "no character file %s.yaml%s", strings.TrimSuffix(text.Text, ".yaml"), cmp.Or(hint, source.Suggest(text.Text, c.Characters())))
	} else if err != nil {
		report.Add(source.NoFile, text.Pos, "%s cannot be read: %v", text.Text, reason(err))
	}
	return name
}

// isPath reports whether a character is named by the path of its file.
func isPath(name string) bool {
	return strings.HasSuffix(name, ".yaml") || strings.ContainsAny(name, `/\`)
}

func (c *Campaign) readEncounters(report *source.Report) {
	for _, name := range fileNames(c.folder, "encounters") {
		if node := c.parse("encounters/"+name+".yaml", report); node != nil {
			c.encounters = append(c.encounters, c.encounter(name, node, report))
		}
	}
	slices.SortStableFunc(c.encounters, func(a, b *Encounter) int {
		return cmp.Or(cmp.Compare(len(b.Combatants), len(a.Combatants)), cmp.Compare(a.Label, b.Label))
	})
}

// ReadEncounter reads an encounter file that need not belong to the campaign; shown is how mistakes name it. They are
// source.Mistakes.
func (c *Campaign) ReadEncounter(shown string, data []byte) (*Encounter, error) {
	report := &source.Report{}
	node := source.Parse(shown, data, report)
	if node == nil {
		return nil, report.Err()
	}
	e := c.encounter(strings.TrimSuffix(path.Base(shown), ".yaml"), node, report)
	if err := report.Err(); err != nil {
		return nil, err
	}
	return e, nil
}

func (c *Campaign) encounter(name string, node *source.Node, report *source.Report) *Encounter {
	var file encounterFile
	source.Decode(node, &file, report)
	e := &Encounter{Name: name, Label: file.Encounter.Label, Read: strings.TrimSpace(file.Encounter.Read), Notes: file.Encounter.Notes, Fresh: file.Encounter.Fresh}
	if e.Label == "" {
		e.Label = rules.Words(name)
	}
	for _, text := range file.Encounter.Situations {
		if c.Rules == nil {
			break
		}
		if _, ok := c.Rules.Situations.Get(text.Text); !ok {
			report.Add(source.UnknownName, text.Pos, "unknown situation %s%s", text.Text, source.Suggest(text.Text, c.Rules.Situations.Names()))
		}
		e.Situations = append(e.Situations, text.Text)
	}
	for _, entry := range file.Combatants {
		from := entry.Value.From
		if from.Text == "" {
			from = source.Text{Text: entry.Name, Pos: entry.Pos}
		}
		from.Text = c.own(from, "", report)
		tactic := entry.Value.Tactic
		if c.Rules != nil && tactic.Text != "" && c.Rules.Tactic(tactic.Text) == nil {
			report.Add(source.UnknownName, tactic.Pos, "unknown tactic %s%s", tactic.Text, source.Suggest(tactic.Text, c.Rules.Tactics.Names()))
		}
		e.Combatants = append(e.Combatants, Combatant{entry.Name, from.Text, entry.Value.Side, entry.Value.Name, entry.Value.Looks, entry.Value.Short, tactic.Text, entry.Value.Place, c.otherwise(from.Text, &entry.Value.With, report)})
	}
	wanting(file.Combatants, report)
	c.sides(e, &file, report)
	return e
}

// otherwise checks what a combatant is otherwise than its file says, and gives it on one line; empty for nothing.
func (c *Campaign) otherwise(from string, with *rules.Otherwise, report *source.Report) string {
	if with.Node == nil {
		return ""
	}
	if data, shown, err := c.characterFile(from); err == nil && c.Rules != nil {
		with.Over(c.Rules, shown, data, report)
	}
	return source.Flow(with.Node)
}

// Combatant reads the character of one who takes part in an encounter, as it is there; text is that of its file.
func (c *Campaign) Combatant(m *Combatant) (sheet *rules.Sheet, text string, err error) {
	sheet, text, err = c.Character(m.From)
	if err != nil || m.With == "" {
		return sheet, text, err
	}
	report, key := &source.Report{}, sheet.Key
	with := rules.Otherwise{Node: source.Parse(m.Key, []byte(m.With), report)}
	sheet, text = with.Over(c.Rules, m.From, []byte(text), report)
	if err := report.Err(); err != nil {
		return nil, "", err
	}
	sheet.Key = key
	return sheet, text, nil
}

// Join are the events that bring the sides in, before any combatant comes. One that took part before comes as it was, unless it is
// made anew.
func (e *Encounter) Join(anew bool) (list []rules.Event) {
	for i := range e.Sides {
		list = append(list, e.Sides[i].SideEntry.Join(e.Sides[i].Key, anew))
	}
	return list
}

// sides are the sides of an encounter: those it speaks of, and where the game has any those of the combatants.
func (c *Campaign) sides(e *Encounter, file *encounterFile, report *source.Report) {
	for _, entry := range file.Sides {
		if c.Rules != nil {
			entry.Value.Check(c.Rules, entry.Name, report)
		}
		if of := func(m source.MapItem[combatantEntry]) bool { return m.Value.Side == entry.Name }; !slices.ContainsFunc(file.Combatants, of) {
			var names []string
			for _, m := range file.Combatants {
				names = append(names, m.Value.Side)
			}
			report.Warn(source.NoSide, entry.Pos, "side %s has nobody%s", entry.Name, source.Suggest(entry.Name, names))
		}
		for _, earlier := range e.Sides {
			if c.Rules != nil && entry.Value.NeverBefore(c.Rules, &earlier.SideEntry) {
				report.Warn(source.Hidden, entry.Value.Wins.Pos, "%s can never win: %s has won as soon as this holds", entry.Name, earlier.Key)
				break
			}
		}
		e.Sides = append(e.Sides, Side{entry.Name, entry.Value})
	}
	if len(e.Sides) == 0 && (c.Rules == nil || !rules.Sided(c.Rules)) {
		return
	}
	var known []string
	for _, side := range e.Sides {
		known = append(known, side.Key)
	}
	for _, m := range file.Combatants {
		of := func(side Side) bool { return side.Key == m.Value.Side }
		if m.Value.Side == "" || slices.ContainsFunc(e.Sides, of) {
			continue
		}
		if len(file.Sides) > 0 {
			report.Add(source.UnknownName, m.Pos, "%s is of side %s, which is none of the sides%s", m.Name, m.Value.Side, source.Suggest(m.Value.Side, known))
			continue
		}
		e.Sides = append(e.Sides, Side{Key: m.Value.Side})
	}
}

// Placed is an actor coming in who stands somewhere from the start.
func (m *Combatant) Placed(coming ...rules.Event) []rules.Event {
	for i := range coming {
		e := &coming[i]
		if e.Kind != rules.EventJoin || e.Sheet == "" {
			continue
		}
		if e.How = m.Looks; m.Short != "" {
			e.Words = []string{m.Short}
		}
	}
	if m.Place == nil {
		return coming
	}
	return append(coming, rules.Event{Kind: rules.EventPlace, Who: m.Key, Value: *m.Place})
}

// wanting warns of those in an encounter who are on no side, or stand nowhere, where others do.
func wanting(list source.Map[combatantEntry], report *source.Report) {
	sided := func(entry source.MapItem[combatantEntry]) bool { return entry.Value.Side != "" }
	placed := func(entry source.MapItem[combatantEntry]) bool { return entry.Value.Place != nil }
	for _, entry := range list {
		if !sided(entry) && slices.ContainsFunc(list, sided) {
			report.Warn(source.NoSide, entry.Pos, "%s is on no side, so nobody's friend; write `side: …`", entry.Name)
		}
		if !placed(entry) && slices.ContainsFunc(list, placed) {
			report.Warn(source.NoPlace, entry.Pos, "%s stands nowhere, so as near to everybody as may be; write `place: …`, in metres", entry.Name)
		}
	}
}

// Encounters lists what is prepared, the largest first, and those of one size by what they are called.
func (c *Campaign) Encounters() []*Encounter { return c.encounters }

// Encounter finds a prepared encounter by name or label.
func (c *Campaign) Encounter(name string) (*Encounter, bool) {
	for _, e := range c.encounters {
		if e.Name == name || strings.EqualFold(e.Label, name) {
			return e, true
		}
	}
	return nil, false
}

// Cast lists the characters that belong to the campaign, by file name.
func (c *Campaign) Cast() []string { return c.cast }

// Characters lists every character file that can be named: the campaign's own and those that come along.
func (c *Campaign) Characters() []string {
	names := fileNames(c.folder, "characters")
	for _, name := range fileNames(characters.Files, ".") {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// characterFile finds a character: the path of a file, one of the campaign's own, or one that comes along.
func (c *Campaign) characterFile(name string) (data []byte, shown string, err error) {
	if isPath(name) {
		data, err = ReadFile(name)
		return data, name, err
	}
	if data, err = Read(c.folder, "characters/"+name+".yaml"); !missing(err) {
		return data, path.Join(filepath.ToSlash(c.prefix), "characters", name+".yaml"), err
	}
	data, err = Read(characters.Files, name+".yaml")
	return data, "characters/" + name + ".yaml", err
}

// missing reports whether an error says that there is no such file.
func missing(err error) bool { return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) }

// Character reads a character by the name of its file, its path, its own name or the beginning of one of these. The
// text is the file as written. Mistakes are source.Mistakes.
func (c *Campaign) Character(name string) (sheet *rules.Sheet, text string, err error) {
	key := name
	data, shown, err := c.characterFile(name)
	if missing(err) {
		if key, err = c.named(name); err != nil {
			return nil, "", err
		}
		data, shown, err = c.characterFile(key)
	}
	if err != nil {
		return nil, "", fmt.Errorf("%s cannot be read: %w", shown, reason(err))
	}
	sheet, err = c.Rules.ReadSheet(shown, data)
	if err != nil {
		return nil, "", err
	}
	sheet.Key = strings.TrimSuffix(path.Base(filepath.ToSlash(key)), ".yaml")
	return sheet, string(data), nil
}

// named finds the one character whose file or own name begins like this.
func (c *Campaign) named(name string) (string, error) {
	var found []string
	lower := strings.ToLower(name)
	for _, key := range c.Characters() {
		data, shown, err := c.characterFile(key)
		if err != nil {
			continue
		}
		own := ""
		if sheet, err := c.Rules.ReadSheet(shown, data); err == nil {
			own = strings.ToLower(sheet.Person.Name)
		}
		if own == lower {
			return key, nil
		}
		if lower != "" && (strings.HasPrefix(key, lower) || strings.HasPrefix(own, lower)) {
			found = append(found, key)
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("nobody is called %s%s; name a character of the campaign or the path of a file", name, source.Suggest(name, c.Characters()))
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("%s may be %s; write more of the name", name, strings.Join(found, " or "))
}
