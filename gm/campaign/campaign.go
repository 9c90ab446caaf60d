package campaign

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"weak"

	"hybrid/campaigns"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/layer"
	"hybrid/rules/message"
	"hybrid/rules/source"
	"hybrid/tables"
)

// Opening a campaign: its file, rules and choices of rulings, with or without mistakes. The rules are compiled from layers, each of which
// can add to and change those below: one or more packs, a selection of their entries, and the campaign's own tables. A ruling is a rule
// with several variants, of which the campaign chooses one. character.go reads characters, encounter.go encounters.

// Campaign is a folder of YAML: its cast, its encounters, and its game. It is immutable. It has many methods because it gives access to
// everything in the folder.
type Campaign struct {
	Name  string         // name of the built-in campaign, or of its folder
	Label string         // title
	Notes string         // notes for the game master
	Rules *rules.Ruleset // game; nil if it has mistakes

	Begins *float64 // date and time at which the campaign begins, in the seconds of rules.ParseDate; nil if its file has no date

	partial       bool // whether the game lacks entries that have mistakes
	TablesLeftOut bool // whether the campaign's own tables were omitted because of mistakes

	cast        []string          // file names of the characters that belong to it
	encounters  []*Encounter      // encounters, in the order of play
	sources     []rules.Layer     // layers as read, the lowest first: packs, a selection, and the campaign's own tables
	packs       int               // number of packs, which are the first layers
	choices     map[string]string // choices for rulings that apply, by name of the ruling: those in its file, replaced by overrides
	madeChoices map[string]string // choices for rulings made in its file, by name of the ruling
	overrides   map[string]string // choices for rulings given when it was opened, by name of the ruling
	folder      fs.FS             // files of the campaign
	prefix      string            // path before the names of its files in error messages
	home        string            // path of the folder of its files; "" for a built-in campaign
	listBuiltIn func() []string   // function that lists the built-in characters of the game; see builtInCharacters
	portraits   *sync.Map         // portraits read so far, as *portraitFile, by file name
}

// Sample is the name of the built-in sample campaign.
const Sample = "saltmarket"

// campaignFile is the content of campaign.yaml.
type campaignFile struct {
	Campaign campaignHead  `yaml:"campaign"`             // Name, pack and start date of the campaign.
	Cast     []source.Text `yaml:"cast" of:"characters"` // The characters of the campaign, by file name: `cast: [kira, bram]`.
	// The encounters in the order of play, by file name: `encounters: [warehouse, rooftops]`. The others follow, the largest
	// first.
	Encounters []source.Text `yaml:"encounters" of:"encounters"`
	// House rules: the choice for each ruling, such as `rulings: {failures: margin}`. `hybrid show rulings` lists them.
	Rulings source.Map[source.Text] `yaml:"rulings" names:"rulings"`
	// Parts of the pack to keep, by section: `only: {items: [dagger, melee]}`. Entries or tags can be named. Sections
	// that aren't listed are kept whole.
	Only    source.Map[[]source.Text] `yaml:"only" names:"takeable"`
	Without []source.Text             `yaml:"without" of:"tags"` // Tags of entries to drop from the pack: `without: [energy]`.
}

// campaignHead is the head of a campaign file.
type campaignHead struct {
	Label string `yaml:"label" text:"line"` // The title of the campaign.
	// The game to play: the name of a pack or a path. With several, each changes those before it: `pack: [hybrid,
	// ../edition]`.
	Pack   []source.Text `yaml:"pack" open:"packs"`
	Notes  string        `yaml:"notes"`              // Notes for the game master.
	Begins source.Text   `yaml:"begins" text:"line"` // The clock at the start of the campaign, such as `day 1 21:40`.
}

// Open loads a campaign, given the name of a built-in one, or the path of a folder or of its campaign.yaml. choices override its rulings.
// All mistakes are returned together, as source.Mistakes.
func Open(name string, choices map[string]string) (*Campaign, error) {
	c, report, err := openLayers(name, choices, loadRules)
	if err == nil {
		err = report.Err()
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// OpenDespiteMistakes opens a campaign like Open, but ignores mistakes in it, so that something new can be created for it, such as a character that
// the cast already names. If the campaign's own tables have mistakes, it omits them, so that the campaign has the rules of its packs alone.
// Mistakes in the packs are returned as source.Mistakes.
func OpenDespiteMistakes(name string, choices map[string]string) (*Campaign, error) {
	c, report, err := openLayers(name, choices, loadRules)
	if err != nil {
		return nil, err
	}
	if c.Rules != nil {
		return c, nil
	}
	if c.packs == 0 {
		return nil, report.Err()
	}
	packOnly, err := c.PackAlone()
	if err != nil {
		return nil, report.Err()
	}
	packOnly.TablesLeftOut = true
	return packOnly, nil
}

// OpenPartial opens a campaign with the valid part of its game, so that help, completions and schemas have its names. It fails if no part
// is valid.
func OpenPartial(name string) (*Campaign, error) {
	c, report, err := openLayers(name, nil, rules.LoadPartial)
	if err != nil {
		return nil, err
	}
	if c.Rules == nil {
		return nil, report.Err()
	}
	c.partial = true
	return c, nil
}

// loader compiles layers into a ruleset, as loadRules does.
type loader func([]rules.Layer, map[string]string) (*rules.Ruleset, error)

// rulesets caches the rulesets in use, as weak.Pointer[rules.Ruleset], by the digest of their sources and choices.
var rulesets sync.Map

// loadRules compiles the rules from layers, with choices for rulings. If a ruleset with the same sources is in use, it returns that.
func loadRules(layers []rules.Layer, choices map[string]string) (*rules.Ruleset, error) {
	digest := sha256.New()
	for _, layer := range layers {
		if layer.Selection != nil { // a selection contains positions in the campaign's file, so its ruleset can't be shared
			return rules.Load(layers, choices)
		}
		fmt.Fprintf(digest, "%q\n", layer.Name)
		for _, file := range layer.Files {
			fmt.Fprintf(digest, "%q %d\n", file.Name, len(file.Data))
			digest.Write(file.Data)
		}
	}
	fmt.Fprintf(digest, "%q", choices)
	key := [sha256.Size]byte(digest.Sum(nil))
	if entry, ok := rulesets.Load(key); ok {
		if rs := entry.(weak.Pointer[rules.Ruleset]).Value(); rs != nil {
			return rs, nil
		}
	}
	rs, err := rules.Load(layers, choices)
	if err == nil {
		rulesets.Store(key, weak.Make(rs))
	}
	return rs, err
}

// openLayers opens as much of a campaign as possible, with load to compile its rules. If its game has mistakes, it has no rules, but its
// own files are still read. The mistakes are in the report; err is another reason why it can't be opened, such as a missing folder.
func openLayers(name string, choices map[string]string, load loader) (*Campaign, *source.Report, error) {
	folder, prefix, base, err := campaignFolder(name)
	if err != nil {
		return nil, nil, err
	}
	c := &Campaign{Name: base, folder: folder, prefix: prefix, overrides: choices, portraits: &sync.Map{}}
	if isOnDisk(name) {
		c.home = prefix
	}
	report, err := c.readFiles(load)
	if err != nil {
		return nil, nil, err
	}
	return c, report, nil
}

// readFiles reads the files of a campaign, with load to compile its rules, and returns a report with all mistakes.
func (c *Campaign) readFiles(load loader) (*source.Report, error) {
	report := &source.Report{}
	file, readable := c.readOwnFile(report)
	c.reportUnreadable(report)
	var layers []rules.Layer
	if readable { // otherwise its pack is unknown
		layers = c.listLayers(file, report)
	}
	var err error
	c.sources, c.choices, c.madeChoices = layers, file.mergeChoices(c.overrides), file.mergeChoices(nil)
	if len(layers) > 0 {
		var rs *rules.Ruleset
		rs, err = load(c.sources, c.choices)
		setPlayedGame(c, rs)
	}
	if err := adoptMistakes(c.locateMistakes(err, file), report); err != nil {
		return nil, err
	}
	c.checkCast(file, report)
	c.readEncounters(file.Encounters, report)
	return report, nil
}

// locateMistakes sets the position of each mistake about a choice for a ruling to that of the choice in file, the campaign's file. It skips
// overridden choices, since the mistake isn't in the file then.
func (c *Campaign) locateMistakes(err error, file campaignFile) error {
	var mistakes source.Mistakes
	if !errors.As(err, &mistakes) {
		return err
	}
	for i, m := range mistakes {
		for _, entry := range file.Rulings {
			if _, isOverridden := c.overrides[entry.Name]; isOverridden {
				continue
			}
			switch m.Pos {
			case layer.ChoicePos(entry.Name, false): // a mistake in the ruling's name
				mistakes[i].Pos = entry.Pos
			case layer.ChoicePos(entry.Name, true): // a mistake in the choice
				mistakes[i].Pos = entry.Value.Pos
			}
		}
	}
	return mistakes
}

// adoptMistakes adds the mistakes in err to a report and returns nil. It returns any other error.
func adoptMistakes(err error, report *source.Report) error {
	var mistakes source.Mistakes
	if !errors.As(err, &mistakes) {
		return err
	}
	for _, m := range mistakes {
		report.Adopt(m)
	}
	return nil
}

// FindMisnamedFile returns the name of the file in a folder that was probably meant to be its campaign.yaml, such as campaign.yml, or "" if
// there is none or the folder has a campaign.yaml.
func FindMisnamedFile(folder string) string {
	entries, _ := os.ReadDir(folder)
	misnamed := ""
	for _, entry := range entries {
		switch name := entry.Name(); {
		case name == "campaign.yaml":
			return ""
		case strings.EqualFold(name, "campaign.yml") || strings.EqualFold(name, "campaign.yaml"):
			misnamed = name
		}
	}
	return misnamed
}

// isOnDisk reports whether name is the path of a folder or of a YAML file. Any other file could have the name of a built-in campaign by
// chance.
func isOnDisk(name string) bool {
	info, err := os.Stat(name)
	return err == nil && (info.IsDir() || strings.HasSuffix(name, ".yaml"))
}

// campaignFolder returns the files of the campaign that name refers to (see Open), the prefix of their names in error messages, and base,
// the campaign's own name.
func campaignFolder(name string) (folder fs.FS, prefix, base string, err error) {
	if isOnDisk(name) {
		if strings.HasSuffix(name, ".yaml") {
			name = filepath.Dir(name)
		}
		if file := FindMisnamedFile(name); file != "" {
			return nil, "", "", fmt.Errorf("%s isn't read. Rename it to campaign.yaml.", filepath.Join(name, file))
		}
		if _, err := os.Stat(filepath.Join(name, "campaign.yaml")); err != nil {
			return nil, "", "", fmt.Errorf("%s isn't a campaign: it has no campaign.yaml.", name)
		}
		whole, err := filepath.Abs(name)
		if err != nil {
			return nil, "", "", fmt.Errorf("find campaign: %w", err)
		}
		return os.DirFS(name), name, filepath.Base(whole), nil
	}
	if _, err := fs.Stat(campaigns.Files, name+"/campaign.yaml"); err != nil {
		return nil, "", "", message.UnknownOr("campaign", name, Folders(campaigns.Files), "Name a folder with a campaign.yaml, or a built-in campaign ("+strings.Join(Folders(campaigns.Files), ", ")+")")
	}
	folder, err = fs.Sub(campaigns.Files, name)
	return folder, "campaigns/" + name, name, err
}

// defaultPack is the pack of a campaign whose file names none.
const defaultPack = "hybrid"

// Folders lists the top-level folders of files, such as the built-in campaigns.
func Folders(files fs.FS) (names []string) {
	entries, _ := fs.ReadDir(files, ".")
	return collect.MapIf(entries, func(entry fs.DirEntry) bool { return entry.IsDir() }, func(entry fs.DirEntry) string { return entry.Name() })
}

// readOwnFile reads campaign.yaml. readable is false if it can't be read or is not YAML.
func (c *Campaign) readOwnFile(report *source.Report) (file campaignFile, readable bool) {
	node := c.parseFile("campaign.yaml", report)
	if node == nil {
		return file, false
	}
	source.Decode(node, &file, report)
	c.Label, c.Notes = file.Campaign.Label, file.Campaign.Notes
	if text := file.Campaign.Begins; text.Text != "" {
		at, ok := rules.ParseDate(text.Text)
		if c.Begins = &at; !ok {
			report.Add(source.BadValue, text.Pos, "%s", message.NotA(text.Text, "a calendar time", "Write, for example, day 1 21:40"))
		}
	}
	if c.Label == "" {
		c.Label = rules.ReadableName(c.Name)
	}
	c.cast = append(c.cast, collect.Map(file.Cast, func(text source.Text) string { return text.Text })...)
	return file, true
}

// parseFile reads and parses a file in the campaign's folder, given its path there, and adds its mistakes to report. It returns nil if the
// file can't be read or is not YAML.
func (c *Campaign) parseFile(name string, report *source.Report) *source.Node {
	data, err := Read(c.folder, name)
	if err != nil {
		c.reportIfUnreadable(name, err, report)
		return nil
	}
	return source.Parse(path.Join(filepath.ToSlash(c.prefix), name), data, report)
}

// mergeChoices returns the choices for rulings, by name of the ruling: those in the file, replaced by those in overrides.
func (f campaignFile) mergeChoices(overrides map[string]string) map[string]string {
	all := map[string]string{}
	for _, entry := range f.Rulings {
		all[entry.Name] = entry.Value.Text
	}
	for name, choice := range overrides {
		all[name] = choice
	}
	return all
}

// listLayers returns the layers of the campaign's rules, the lowest first: the packs, with the languages in the first one; a selection, if
// the file keeps only a part of the packs; and the campaign's own tables. It returns nil if a file can't be read.
func (c *Campaign) listLayers(file campaignFile, report *source.Report) (layers []rules.Layer) {
	before := report.Len()
	packs := file.Campaign.Pack
	if len(packs) == 0 {
		packs = []source.Text{{Text: defaultPack}}
	}
	for _, pack := range packs {
		layer, ok := c.readPack(pack, report)
		if !ok {
			return nil
		}
		layers = append(layers, layer)
	}
	layers[0].Files = append(Languages(report), layers[0].Files...)
	if c.packs = len(layers); len(file.Only) > 0 || len(file.Without) > 0 {
		layers = append(layers, rules.Layer{Name: "campaign.yaml", Selection: &layer.Selection{Only: file.Only, Without: file.Without}})
	}
	if own, err := yamlFiles(c.folder, "tables", path.Join(c.prefix, "tables"), report); err == nil && len(own) > 0 {
		layers = append(layers, rules.Layer{Name: c.Name, Files: own})
	}
	if report.Len() > before {
		return nil // without some of its files, it would be a different game
	}
	return layers
}

// Languages returns the built-in files of the languages, which are part of every pack. Mistakes are added to report.
func Languages(report *source.Report) []source.File {
	files, err := yamlFiles(tables.Languages, "languages", "tables/languages", report)
	if err != nil {
		panic(err) // they are built in
	}
	return files
}

// readPack reads the pack that text names: a built-in one, a folder of the campaign, or a folder elsewhere on the disk, such as ../edition.
// It returns false and reports a mistake if there is no such pack.
func (c *Campaign) readPack(text source.Text, report *source.Report) (rules.Layer, bool) {
	name := text.Text
	files, err := yamlFiles(tables.Files, name, "tables/"+name, report)
	folder, dir := c.folder, path.Clean(name)
	if isOutside := c.home != "" && (strings.HasPrefix(dir, "../") || filepath.IsAbs(name)); isOutside {
		whole := filepath.FromSlash(dir)
		if !filepath.IsAbs(name) {
			whole = filepath.Join(c.home, whole)
		}
		folder, dir = os.DirFS(whole), "."
		files, err = yamlFiles(folder, dir, filepath.ToSlash(whole), report)
	} else if err != nil || len(files) == 0 {
		files, err = yamlFiles(folder, dir, path.Join(filepath.ToSlash(c.prefix), name), report)
	}
	if _, statErr := fs.Stat(folder, path.Join(dir, "campaign.yaml")); statErr == nil {
		report.Add(source.BadValue, text.Pos, "%s is a campaign's folder. A pack is a folder with tables only.", name)
		return rules.Layer{}, false
	}
	if err != nil || len(files) == 0 {
		report.Add(source.UnknownName, text.Pos, "%s", message.UnknownOr("pack", name, Folders(tables.Files), "Name a built-in pack, or a folder in or next to the campaign."))
		return rules.Layer{}, false
	}
	return rules.Layer{Name: name, Files: files}, true
}

// checkCast replaces each entry of the cast with the name of its character file, and reports entries without a file. It also warns of names
// that occur twice in a list of the campaign's file.
func (c *Campaign) checkCast(file campaignFile, report *source.Report) {
	for _, list := range append([]source.MapItem[[]source.Text]{{Name: "cast", Value: file.Cast}, {Name: "encounters", Value: file.Encounters}, {Name: "without", Value: file.Without}}, file.Only...) {
		seen := map[string]bool{}
		for _, text := range list.Value {
			if seen[text.Text] {
				report.Warn(source.Doubled, text.Pos, "%s lists %s twice. Remove one.", list.Name, text.Text)
			}
			seen[text.Text] = true
		}
	}
	for i, text := range file.Cast {
		hint := collect.Choose(strings.Contains(text.Text, ","), ". Write several as a list: ["+text.Text+"]", "")
		c.cast[i] = c.findOwnCharacter(text, hint, report)
	}
}

// findOwnCharacter returns the name, or the path, of the character file that text names: by name, or by a path within the campaign's
// folder. It reports a file that does not exist, with hint or a suggestion. For a file outside the folder, it reports that and returns "".
func (c *Campaign) findOwnCharacter(text source.Text, hint string, report *source.Report) string {
	name := text.Text
	if isPath(name) {
		if !fs.ValidPath(filepath.ToSlash(name)) {
			report.Add(source.BadValue, text.Pos, "%s is outside the campaign's folder. Move the file to characters, and write its name.", name)
			return ""
		}
		name = path.Join(filepath.ToSlash(c.prefix), name)
	}
	if _, _, err := c.characterFile(name); isMissingFile(err) {
		file := strings.TrimSuffix(text.Text, ".yaml")
		fix := ". Create it with `hybrid new character " + file + "`."
		if isPath(text.Text) {
			fix = ". Check the path."
		}
		report.Add(source.UnknownName, text.Pos, "No character file %s.yaml%s", file, cmp.Or(hint, message.Suggest(text.Text, c.Characters()), fix))
	} else if err != nil {
		report.Add(source.NoFile, text.Pos, "%v", message.Unreadable(text.Text, err))
	}
	return name
}

// isPath reports whether a character's name is the path of its file.
func isPath(name string) bool {
	return strings.HasSuffix(name, ".yaml") || strings.ContainsAny(name, `/\`)
}

// isMissingFile reports whether err means that a file does not exist.
func isMissingFile(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid)
}

// WithLayer returns a copy of the campaign with one more layer on top of its game. Mistakes are returned as source.Mistakes.
func (c *Campaign) WithLayer(layer rules.Layer) (*Campaign, error) {
	copied := *c
	copied.sources = append(c.sources[:len(c.sources):len(c.sources)], layer)
	rs, err := loadRules(copied.sources, c.choices)
	setPlayedGame(&copied, rs)
	return &copied, err
}

// Home returns the folder of the campaign's files; "" for a built-in campaign.
func (c *Campaign) Home() string { return c.home }

// Pack returns the name of the campaign's pack, the lowest one if it has several.
func (c *Campaign) Pack() string { return c.sources[0].Name }

// Folder returns the absolute path of the campaign's folder with all links resolved; "" for a built-in campaign.
func (c *Campaign) Folder() string {
	if c.home == "" {
		return ""
	}
	path, err := filepath.Abs(c.home)
	if err != nil {
		return c.home
	}
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved
	}
	return path
}
