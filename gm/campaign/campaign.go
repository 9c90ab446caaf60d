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

// Opening a campaign: its file, rules and choices of rulings, with or without mistakes. character.go reads characters, encounter.go
// encounters.

// Campaign is a folder of YAML: its cast, its encounters, and its game. It is immutable. It has many methods because it gives access to
// every folder.
type Campaign struct {
	Name  string         // name of the built-in campaign, or of its folder
	Label string         // title
	Notes string         // notes for the game master
	Rules *rules.Ruleset // game; nil if it has mistakes

	Begins *float64 // start of day 1 of the campaign in seconds; nil if its file has no date

	partial       bool // whether the game lacks entries that have mistakes
	TablesLeftOut bool // whether the campaign's own tables were omitted because of mistakes

	cast        []string          // characters that belong to it, by file name
	encounters  []*Encounter      // in the order of play
	sources     []rules.Layer     // packs, selections of them, and the campaign's own tables, as read
	packs       int               // number of packs among the layers, from the first
	choices     map[string]string // chosen values of its rulings, by ruling
	madeChoices map[string]string // choices made in its file
	overrides   map[string]string // choices that were overridden
	folder      fs.FS             // the campaign's own files
	prefix      string            // text before its files' names in mistakes
	home        string            // folder of its files; empty for a built-in campaign
	listBuiltIn func() []string   // lists the built-in characters of the game; see builtInCharacters
	portraits   *sync.Map         // portraits read so far, by name
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

// OpenDespite opens a campaign like Open but ignores mistakes in it, so that something new can be created for it, such as a character that
// is named but not written yet. If its own tables have mistakes, its game is that of its packs. Mistakes in the packs are returned as
// source.Mistakes.
func OpenDespite(name string, choices map[string]string) (*Campaign, error) {
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

// rulesets holds the rulesets in use, as weak.Pointer[rules.Ruleset], by the digest of their sources.
var rulesets sync.Map

// loadRules loads the rules from layers and choices. A ruleset in use with the same sources is not compiled again.
func loadRules(layers []rules.Layer, choices map[string]string) (*rules.Ruleset, error) {
	digest := sha256.New()
	for _, layer := range layers {
		if layer.Selection != nil { // a selection has positions in the campaign's file
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

// openLayers opens as much of a campaign as possible: if its game has mistakes, it has no rules, but its own files are still read.
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

// readFiles reads the files of a campaign.
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
	if err := adoptMistakes(c.placeMistakes(err, file), report); err != nil {
		return nil, err
	}
	c.checkCast(file, report)
	c.readEncounters(file.Encounters, report)
	return report, nil
}

// placeMistakes moves mistakes about choices to the lines of the campaign's file that make them.
func (c *Campaign) placeMistakes(err error, file campaignFile) error {
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
			case layer.ChoicePos(entry.Name, false):
				mistakes[i].Pos = entry.Pos
			case layer.ChoicePos(entry.Name, true):
				mistakes[i].Pos = entry.Value.Pos
			}
		}
	}
	return mistakes
}

// adoptMistakes adds the mistakes of a load to a report and returns any other error.
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

// FindMisnamed returns the name of the file in a folder that was probably meant to be its campaign.yaml, such as campaign.yml, or "" if there
// is none or the folder has a campaign.yaml.
func FindMisnamed(folder string) string {
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

// isOnDisk reports whether name is a folder or a campaign.yaml. Another file can have the name of a built-in campaign.
func isOnDisk(name string) bool {
	info, err := os.Stat(name)
	return err == nil && (info.IsDir() || strings.HasSuffix(name, ".yaml"))
}

// campaignFolder finds the files of a campaign, the prefix of their names in mistakes, and the campaign's own name.
func campaignFolder(name string) (folder fs.FS, prefix, base string, err error) {
	if isOnDisk(name) {
		if strings.HasSuffix(name, ".yaml") {
			name = filepath.Dir(name)
		}
		if file := FindMisnamed(name); file != "" {
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

// usualPack is the pack of a campaign whose file names none.
const usualPack = "hybrid"

// Folders lists the top-level folders of files, such as the built-in campaigns.
func Folders(files fs.FS) (names []string) {
	entries, _ := fs.ReadDir(files, ".")
	return collect.MapIf(entries, func(entry fs.DirEntry) bool { return entry.IsDir() }, func(entry fs.DirEntry) string { return entry.Name() })
}

// readOwnFile reads the campaign's own file. readable is false if it is not YAML.
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

// parseFile reads and parses the file name of the campaign's folder, and adds its mistakes to report. It returns nil if the file
// cannot be read.
func (c *Campaign) parseFile(name string, report *source.Report) *source.Node {
	data, err := Read(c.folder, name)
	if err != nil {
		c.reportIfUnreadable(name, err, report)
		return nil
	}
	return source.Parse(path.Join(filepath.ToSlash(c.prefix), name), data, report)
}

// mergeChoices returns the rulings of the file, overridden by more.
func (f campaignFile) mergeChoices(more map[string]string) map[string]string {
	all := map[string]string{}
	for _, entry := range f.Rulings {
		all[entry.Name] = entry.Value.Text
	}
	for name, choice := range more {
		all[name] = choice
	}
	return all
}

// listLayers returns the packs, the selections from other packs, and the campaign's own tables on top of them.
func (c *Campaign) listLayers(file campaignFile, report *source.Report) (layers []rules.Layer) {
	before := report.Len()
	packs := file.Campaign.Pack
	if len(packs) == 0 {
		packs = []source.Text{{Text: usualPack}}
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
		return nil // with a part of the files missing it would be another game
	}
	return layers
}

// Languages returns the files of the languages, which are part of every pack.
func Languages(report *source.Report) []source.File {
	files, err := yamlFiles(tables.Languages, "languages", "tables/languages", report)
	if err != nil {
		panic(err) // they are built in
	}
	return files
}

// readPack reads a pack: a built-in one, a folder of the campaign, or one next to it, such as ../edition.
func (c *Campaign) readPack(text source.Text, report *source.Report) (rules.Layer, bool) {
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
		report.Add(source.BadValue, text.Pos, "%s is a campaign's folder. A pack is a folder with tables only.", name)
		return rules.Layer{}, false
	}
	if err != nil || len(files) == 0 {
		report.Add(source.UnknownName, text.Pos, "%s", message.UnknownOr("pack", name, Folders(tables.Files), "Name a built-in pack, or a folder in or next to the campaign."))
		return rules.Layer{}, false
	}
	return rules.Layer{Name: name, Files: files}, true
}

// checkCast replaces each entry of the cast with the name of its file. Entries without a file are added to report.
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

// findOwnCharacter finds the character file that text names, by name or by a path within the campaign's folder, and returns its name. It
// reports a file that does not exist or lies outside the folder, and returns an empty name.
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
		report.Add(source.UnknownName, text.Pos, "No character file %s.yaml%s", strings.TrimSuffix(text.Text, ".yaml"), cmp.Or(hint, message.Suggest(text.Text, c.Characters()), "."))
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
	more := *c
	more.sources = append(c.sources[:len(c.sources):len(c.sources)], layer)
	rs, err := loadRules(more.sources, c.choices)
	setPlayedGame(&more, rs)
	return &more, err
}

// Home returns the folder of the campaign's files; "" for a built-in campaign.
func (c *Campaign) Home() string { return c.home }

// Pack returns the name of the campaign's pack.
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
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}
