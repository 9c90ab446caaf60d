package campaign

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/layer"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// The check of a whole campaign: its characters, encounters and choices for rulings, with warnings that the rules alone can't give. A sheet
// is a character as its file describes it. Layers are the sources of the campaign's rules: packs, and its own tables on top of them.

// Vet opens a campaign as Open does, reads all of its characters, so that their mistakes are reported together, and warns of things that
// are valid but look wrong. Of the built-in characters, it reads only those that the campaign names, since others might not fit its game.
// It returns the warnings even if the campaign can't be opened.
func Vet(name string, choices map[string]string) (*Campaign, source.Mistakes, error) {
	var warnings source.Mistakes
	c, report, err := openLayers(name, choices, func(layers []rules.Layer, choices map[string]string) (*rules.Ruleset, error) {
		rs, found, err := rules.Vet(layers, choices)
		warnings = found
		return rs, err
	})
	if err != nil {
		return nil, warnings, err
	}
	c.warnStrayFiles(report)
	sheets, err := c.vetCharacters(report)
	if err != nil {
		return nil, report.Warnings(), err
	}
	for _, warning := range warnings {
		if !c.isGivenByCharacter(warning, sheets) {
			report.Adopt(warning)
		}
	}
	encounterOf := map[string]string{} // encounters of nameless creatures, as warnSameCreature needs them
	for _, e := range c.encounters {
		if c.Rules != nil {
			c.vetCombatantNames(e, encounterOf, report)
		}
	}
	if err := c.independentMistakes(report); err != nil {
		return nil, report.Warnings(), err
	}
	c.warnUnlearnt(sheets, report)
	return c, report.Warnings(), nil
}

// vetCharacters reads the characters that the campaign names, and adds their mistakes and warnings to report. It returns their sheets by
// file name, with nil for a character that has mistakes. The error is another reason why a character can't be read.
func (c *Campaign) vetCharacters(report *source.Report) (map[string]*rules.Sheet, error) {
	sheets := map[string]*rules.Sheet{}
	for _, key := range c.People() {
		if c.Rules == nil {
			break
		}
		if _, _, err := c.characterFile(key); err != nil {
			continue // already reported where the cast or an encounter names it
		}
		sheet, text, err := c.Character(key)
		if err := adoptMistakes(err, report); err != nil {
			return nil, err
		}
		if sheet != nil {
			for _, warning := range sheet.Warnings {
				if warning.Code != source.UnknownName || !c.isBuiltIn(key) { // a former name in a file that can't be changed
					report.Adopt(warning)
				}
			}
			c.warnBeyondPower(key, text, report)
			c.warnDoubtful(key, text, sheet, report)
			c.checkPortrait(sheet.Person.Portrait, report)
		}
		sheets[key] = sheet
	}
	return sheets, nil
}

// isGivenByCharacter reports whether warning calls a condition unused although a character's file contains it. sheets holds the characters,
// by file name.
func (c *Campaign) isGivenByCharacter(warning source.Mistake, sheets map[string]*rules.Sheet) bool {
	if warning.Code != source.Unused || c.Rules == nil {
		return false
	}
	for _, condition := range c.Rules.Conditions.All {
		if condition.Pos != warning.Pos {
			continue
		}
		for _, sheet := range sheets {
			if sheet != nil && sheet.HasStartCondition(condition) {
				return true
			}
		}
	}
	return false
}

// independentMistakes returns the mistakes in report, as an error, without those in characters and encounters that might only be
// consequences of mistakes in the tables.
func (c *Campaign) independentMistakes(report *source.Report) error {
	var mistakes source.Mistakes
	if !errors.As(report.Err(), &mistakes) {
		return nil
	}
	tables := filesOfLayers(c.sources)
	return slices.DeleteFunc(mistakes, func(m source.Mistake) bool {
		if tables[m.Pos.File] || m.Pos.Line == 0 { // Line is 0 for a mistake without a position
			return false
		}
		text, _ := fs.ReadFile(c.folder, strings.TrimPrefix(strings.TrimPrefix(m.Pos.File, filepath.ToSlash(c.prefix)), "/"))
		return c.Rules.IsConsequence(m, text)
	})
}

// filesOfLayers returns the names of all files in layers, as a set.
func filesOfLayers(layers []rules.Layer) map[string]bool {
	names := map[string]bool{}
	for _, layer := range layers {
		for _, file := range layer.Files {
			names[file.Name] = true
		}
	}
	return names
}

// VetChoices returns the mistakes that the campaign would have with other choices for rulings than those in its file. It tries one choice
// at a time.
func (c *Campaign) VetChoices() source.Mistakes { return rules.VetChoices(c.sources, c.madeChoices) }

// warnUnlearnt warns of skills that the campaign's own tables add and no character of its cast has, and of tasks in them for which no one
// has a skill. The skills of a pack can be unused, since it is for many campaigns.
func (c *Campaign) warnUnlearnt(sheets map[string]*rules.Sheet, report *source.Report) {
	own := filesOfLayers(c.sources[c.packs:]) // files of the campaign's own tables, the layers after the packs
	learnt := map[*rules.Skill]bool{}
	for _, key := range c.cast {
		if sheet := sheets[key]; sheet != nil {
			for _, skill := range sheet.Skills {
				learnt[skill] = true
			}
		}
	}
	if len(learnt) == 0 {
		return
	}
	isUnused := func(skill *rules.Skill) bool { return own[skill.Pos.File] && !learnt[skill] }
	warnUnlearntSkills(collect.Filter(c.Rules.Skills.All, isUnused), report)
	for _, task := range c.Rules.Tasks.All {
		if !own[task.Pos.File] || len(task.Skills()) == 0 {
			continue
		}
		if !slices.ContainsFunc(c.cast, func(key string) bool { return sheets[key] != nil && sheets[key].HasLearntAny(task.Skills()) }) {
			report.Warn(source.NobodyHas, task.Pos, "No character of the cast has a skill for task %s.", task.Name)
		}
	}
}

// vetCombatantNames checks the names of combatants and sides. A name that is a word for several combatants, or also the name of a side, is
// a mistake. The function warns of a name that two combatants share, or that would be read as a number. It also warns of creatures that
// would be taken for those of an earlier encounter (see warnSameCreature).
func (c *Campaign) vetCombatantNames(e *Encounter, encounterOf map[string]string, report *source.Report) {
	node := c.parseFile(path.Join("encounters", e.Name+".yaml"), &source.Report{})
	var file encounterFile
	source.Decode(node, &file, &source.Report{})
	first := map[string]string{} // key of the first combatant with each name
	for i, entry := range file.Combatants {
		m := e.Combatants[i]
		fullName := m.Name
		if sheet, _, err := c.Character(m.From); err == nil {
			fullName = cmp.Or(fullName, sheet.Person.Name)
			warnSameCreature(e, &m, sheet, entry.Pos, encounterOf, report)
		}
		warnNumberName(m.Key, entry.Pos, "Rename it "+cmp.Or(m.Side, "number")+"_"+m.Key+".", report)
		warnNumberName(m.Name, entry.Pos, "Give "+m.Key+" another `name`.", report)
		if IsGroupWord(m.Side) {
			report.Add(source.BadValue, entry.Pos, "“%s” already means several combatants. Rename the side.", m.Side)
		}
		for _, name := range slices.Compact([]string{m.Key, fullName}) {
			isSide := func(other source.MapItem[combatantEntry]) bool { return message.SameName(other.Value.Side, name) }
			switch other, taken := first[message.FoldName(name)]; {
			case name == "": // reported in the character's file
			case IsGroupWord(name):
				report.Add(source.BadValue, entry.Pos, "“%s” already means several combatants. Rename %s.", name, m.Key)
			case slices.ContainsFunc(file.Combatants, isSide):
				report.Add(source.BadValue, entry.Pos, "“%s” is also the name of a side. Rename the combatant or the side.", name)
			case taken && other != m.Key:
				report.Warn(source.Hidden, entry.Pos, "“%s” names both %s and %s. Give one of them another `name`.", name, other, m.Key)
			default:
				first[message.FoldName(name)] = m.Key
			}
		}
	}
}

// warnSameCreature warns of combatant m of e, with the given sheet, if it is a nameless creature without a player that an earlier encounter
// has under the same key, since it would be taken for the same one, with its wounds. encounterOf holds the encounters of such creatures so
// far, by key, character file and name; m is added.
func warnSameCreature(e *Encounter, m *Combatant, sheet *rules.Sheet, pos source.Pos, encounterOf map[string]string, report *source.Report) {
	sideHasPlayer := slices.ContainsFunc(e.Sides, func(side Side) bool { return side.Key == m.Side && side.Plays != "" })
	isNameless := sheet.Person.Article != "" // an article (a guard) means that the name isn't a proper name
	if !isNameless || sheet.HasPlayer() || sideHasPlayer || e.Fresh {
		return
	}
	identity := m.Key + " " + m.From + " " + cmp.Or(m.Name, sheet.Person.Name)
	if encounterOf[identity] != "" {
		report.Warn(source.Hidden, pos, "%s comes here as it left %s. If it is another one, rename its key.", m.Key, encounterOf[identity])
	}
	encounterOf[identity] = e.Name
}

// warnNumberName warns of a name that the prompt would read as a number. fix is the sentence that suggests a remedy.
func warnNumberName(name string, pos source.Pos, fix string, report *source.Report) {
	if _, ok := source.ReadNumber(name); ok {
		report.Warn(source.OddName, pos, "“%s” would be read as a number. %s", name, fix)
	}
}

// maxNamed is the maximum number of names that a warning lists.
const maxNamed = 12

// warnUnlearntSkills warns of the skills in list, which no character of the cast has, in one warning at the position of the first.
func warnUnlearntSkills(list []*rules.Skill, report *source.Report) {
	if len(list) == 0 {
		return
	}
	names := collect.Map(list[:min(maxNamed, len(list))], func(skill *rules.Skill) string { return skill.Name })
	text := "No character of the cast has skill " + names[0]
	if len(list) > 1 {
		text = fmt.Sprintf("No character of the cast has %d of the skills: %s", len(list), strings.Join(names, ", "))
	}
	if more := len(list) - maxNamed; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	report.Warn(source.NobodyHas, list[0].Pos, "%s", text)
}

// ReadYAML returns a campaign's game as a YAML tree with all layers merged. It works for a campaign with mistakes, too, as long as its
// layers can be merged.
func ReadYAML(name string, choices map[string]string) (*source.Node, error) {
	return applyToLayers(name, choices, layer.ReadMerged)
}

// Origins lists every entry of a campaign's game with the layer that defines it and the layers that change it. Like ReadYAML, it works
// for a campaign with mistakes.
func Origins(name string, choices map[string]string) ([]layer.Origin, error) {
	return applyToLayers(name, choices, layer.Origins)
}

// applyToLayers returns the result of apply for the layers of a campaign and its choices for rulings. The layers aren't compiled.
func applyToLayers[T any](name string, choices map[string]string, apply func([]rules.Layer, map[string]string) (T, error)) (result T, err error) {
	applyErr, hasLayers := error(nil), false
	_, report, err := openLayers(name, choices, func(layers []rules.Layer, choices map[string]string) (*rules.Ruleset, error) {
		hasLayers = true
		result, applyErr = apply(layers, choices)
		return nil, applyErr
	})
	switch {
	case err != nil:
		return result, err
	case !hasLayers: // a pack does not exist, or can't be read
		return result, report.Err()
	}
	return result, applyErr
}

// warnStrayFiles warns of files that look like files of the campaign but are never read, because of their folder or extension, and of
// copies that a sync program made.
func (c *Campaign) warnStrayFiles(report *source.Report) {
	readFolders := slices.Clone(yamlFolders[:]) // folders whose files are read: the campaign's, and those of its packs
	readFolders = append(readFolders, collect.Map(c.sources[:min(c.packs, len(c.sources))], func(pack rules.Layer) string { return path.Clean(pack.Name) })...)
	fs.WalkDir(c.folder, ".", func(name string, entry fs.DirEntry, err error) error {
		pos := source.Pos{File: path.Join(filepath.ToSlash(c.prefix), name)}
		extension, isInReadFolder := path.Ext(name), slices.Contains(readFolders, path.Dir(name))
		switch {
		case err != nil:
			return nil
		case entry.IsDir() && name != "." && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case entry.IsDir(), strings.HasPrefix(entry.Name(), "."), slices.Contains(readFolders, name): // nothing to warn of
		case extension == ".yml" || extension == ".YAML" || strings.HasSuffix(strings.ToLower(name), ".yaml.txt"):
			report.Warn(source.Unseen, pos, "This file isn't read. Give it a name ending in .yaml.")
		case extension == ".yaml" && strings.Contains(strings.ToLower(path.Base(name)), "conflict"):
			report.Warn(source.Unseen, pos, "This looks like a sync program's copy of another file, and is read as one more. Keep one of the two.")
		case len(c.sources) == 0: // the folders of packs are unknown
		case extension == ".yaml" && !isInReadFolder && name != "campaign.yaml":
			report.Warn(source.Unseen, pos, "This file isn't read. Move it directly into %s", strings.Join(yamlFolders[:], ", ")+" or the folder of the pack.")
		}
		return nil
	})
}

// warnDoubtful warns of valid but doubtful parts of a character file: a worn item that has no effect or is a weapon, a number that is both
// set and adjusted, and a name that the prompt would misread. key and text are the file's name and content.
func (c *Campaign) warnDoubtful(key, text string, sheet *rules.Sheet, report *source.Report) {
	_, display, _ := c.characterFile(key)
	node := source.Parse(display, []byte(text), &source.Report{})
	warnNumberName(key, source.Pos{File: display, Line: 1, Col: 1}, "Rename the file.", report)
	if name := node.Get("character").Get("name"); name != nil {
		if warnNumberName(name.Text, name.Pos, "Choose another name.", report); IsGroupWord(name.Text) {
			report.Warn(source.OddName, name.Pos, "“%s” already means several combatants. Choose another name.", name.Text)
		}
	}
	c.warnUselessWear(node, sheet, report)
	for _, entry := range node.Get("adjust").Entries() {
		fixed, isFixed := entry.Value.Find("value")
		for _, change := range []string{"times", "plus"} {
			if field, isAdjusted := entry.Value.Find(change); isFixed && isAdjusted {
				report.Warn(source.OneKind, field.Pos, "%s is %s, but %s changes it. Write only one of them.", entry.Key, fixed.Value.Text, change)
			}
		}
	}
}

// warnUselessWear warns of worn items that have no effect or are weapons. node is the content of the character's file.
func (c *Campaign) warnUselessWear(node *source.Node, sheet *rules.Sheet, report *source.Report) {
	for _, worn := range sheet.Armour {
		place := node.Get("armour").Get(worn.At.Name)
		switch {
		case place == nil:
		case !worn.Item.GivesModifiers() && !c.usesWornTag(worn.Item):
			report.Warn(source.Unused, place.Pos, "%s gives nothing, so wearing it has no effect.", worn.Item.Name)
		case worn.Item.UsageSkill() != nil:
			report.Warn(source.Unused, place.Pos, "%s is a weapon, useless while worn. Add a second item to gear.", worn.Item.Name)
		}
	}
}

// usesWornTag reports whether a formula of the campaign's game reads a tag or a field that item has, from the items that an actor wears.
func (c *Campaign) usesWornTag(item *rules.Item) bool {
	root, err := c.ReadMerged()
	if err != nil {
		return false
	}
	names := collect.Map(item.Tags, func(tag source.Text) string { return `wears\.` + regexp.QuoteMeta(tag.Text) })
	for _, field := range c.Rules.Fields() {
		if item.FieldText(c.Rules, field) != "" {
			names = append(names, `worn\.`+regexp.QuoteMeta(field))
		}
	}
	if len(names) == 0 {
		return false
	}
	readsItem := regexp.MustCompile(`\b(` + strings.Join(names, "|") + `)\b`)
	return root.Contains(readsItem.MatchString)
}

// warnBeyondPower warns of a character file that spends more points than its power level allows, and of statistics outside their typical
// range. If the file names no power level but a player, only its statistics are compared with the default level, since ranks are raised in
// play. key and text are the file's name and content.
func (c *Campaign) warnBeyondPower(key, text string, report *source.Report) {
	d, err := c.Model(key)
	_, display, _ := c.characterFile(key)
	node := source.Parse(display, []byte(text), &source.Report{})
	if err != nil || node == nil || d.Person.Power.Text == "" && d.Person.Player == "" {
		return
	}
	rs, namesPower := c.Rules, d.Person.Power.Text != ""
	c.warnUntypicalStats(node.Get("stats"), d.Person.Name, report)
	if d.Power = rs.Generation.Power(d.Person.Power.Text); d.Power == nil {
		return
	}
	warnIfOver := func(pos source.Pos, what string, sum, maximum float64) {
		if maximum > 0 && sum > maximum {
			report.Warn(source.OverPoints, pos, "The %s of %s take %g of %g points (%s). Lower some, or choose another power.", what, d.Person.Name, sum, maximum, d.Power.Name)
		}
	}
	if stats, ok := node.Find("stats"); ok {
		warnIfOver(stats.Pos, "statistics", float64(d.SumSpent()), d.Power.Stats)
	}
	skills, ok := node.Find("skills")
	if !ok || !namesPower {
		return
	}
	warnIfOver(skills.Pos, "skills", d.SkillCost(rs), d.Power.Skills)
	for _, entry := range skills.Value.Entries() {
		skill, known := rs.Skills.Get(entry.Key)
		if maximum := d.Power.Most; known && maximum > 0 && d.Skills[skill] > maximum {
			report.Warn(source.OverPoints, entry.Value.Pos, "Rank %d in %s is too high for power %s (at most %d).", d.Skills[skill], skill.Name, d.Power.Name, maximum)
		}
	}
}

// warnUntypicalStats warns of statistics outside their typical range. stats is the section `stats` of a character's file, and name the
// character's name.
func (c *Campaign) warnUntypicalStats(stats *source.Node, name string, report *source.Report) {
	for _, entry := range stats.Entries() {
		stat, known := c.Rules.Stats.Get(entry.Key)
		if !known || stat.Typical == "" {
			continue
		}
		value, isNumber := source.ReadNumber(entry.Value.Text)
		if minimum, maximum := stat.Range(); isNumber && (value < minimum || value > maximum) {
			report.Warn(source.OverPoints, entry.Value.Pos, "%s %g of %s is outside the typical range %s. Change it, or remove `power` and `player`.", stat.Name, value, name, stat.Typical)
		}
	}
}

// VetLayer compiles the campaign's game with file as one more layer on top, and returns the warnings. Mistakes are returned as a
// source.Mistakes error.
func (c *Campaign) VetLayer(file source.File) (source.Mistakes, error) {
	layers := append(c.sources[:len(c.sources):len(c.sources)], rules.Layer{Name: file.Name, Files: []source.File{file}})
	_, warnings, err := rules.Vet(layers, c.choices)
	return warnings, err
}
