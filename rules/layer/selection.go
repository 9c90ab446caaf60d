package layer

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules/message"
	"hybrid/rules/source"
)

// A campaign can import a pack in part. The selection becomes a layer above the pack that removes everything else, and all references to
// it. A choice is one of the alternatives of a ruling; its changes to other entries are merged like a layer (choice.go).

// Selection is the part of the packs below that a campaign imports: only the named entries of some sections, and no entries with certain
// tags. Entries that depend on a removed entry, such as a task whose only skill is removed, are removed as well.
type Selection struct {
	Only    source.Map[[]source.Text] // names or tags of the entries to import, by section; other sections are imported whole
	Without []source.Text             // tags of the entries to exclude
}

// selectableSections lists the sections that a campaign can import in part.
var selectableSections = []string{"skills", "items", "tasks", "hazards", "packages", "tactics"}

// SelectableSections returns the sections that a campaign can import in part.
func SelectableSections() []string { return selectableSections }

// SelectableWords lists the words by which a campaign can import entries of a section: their names and their tags, sorted.
func SelectableWords(section *source.Node) []string {
	words := section.Words()
	for _, each := range section.Entries() {
		words = append(words, wordsOfNode(each.Value.Get("tags"))...)
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// Text returns a text that identifies the selection; equal selections have equal texts.
func (t *Selection) Text() string {
	var b strings.Builder
	writeWords := func(name string, list []source.Text) {
		b.WriteString(name)
		for _, word := range list {
			b.WriteString(" " + word.Text)
		}
		b.WriteString("\n")
	}
	for _, entry := range t.Only {
		writeWords("only "+entry.Name, entry.Value)
	}
	writeWords("without", t.Without)
	return b.String()
}

// selector finds the entries to remove and builds the layer that removes them.
type selector struct {
	root      *source.Node             // merged layers below
	report    *source.Report           // mistakes found
	requested map[[2]string]source.Pos // position at which the selection names an entry, by section and name
	removed   map[[2]string]source.Pos // position of the removal in the campaign, by section and name
	removals  *source.Node             // layer that removes the excluded entries; filled by selectionLayer
}

// selectionLayer returns the layer that removes the entries which a selection excludes, and all references to them.
func (s *Stack) selectionLayer(t *Selection) *source.Node {
	sel := selector{root: s.Root, report: s.Report, requested: map[[2]string]source.Pos{}, removed: map[[2]string]source.Pos{}}
	for _, entry := range t.Only {
		if !slices.Contains(selectableSections, entry.Name) {
			s.Report.Add(source.UnknownKey, entry.Pos, "%s", message.NotOneOf("only", entry.Name, selectableSections))
			continue
		}
		sel.keepOnlyNamed(entry)
	}
	for _, word := range t.Without {
		sel.removeTagged(word)
	}
	for before := -1; before < len(sel.removed); { // until no more entries depend on removed ones
		before = len(sel.removed)
		sel.removals = &source.Node{Kind: source.Mapping}
		sel.removeDependents(sel.root, nil)
	}
	for _, section := range sel.root.Fields {
		for _, entry := range section.Value.Fields {
			if pos, gone := sel.removed[[2]string{section.Key, entry.Key}]; gone {
				sel.overlayValue(removedNode(pos), pos, section.Key, entry.Key)
			}
		}
	}
	sel.removeSigns()
	return sel.removals
}

// removeSigns removes the signs (single characters for timelines) that the pack gives to names that no remaining entry has.
func (sel *selector) removeSigns() {
	for _, sign := range sel.root.Get("pack").Get("signs").Entries() {
		var pos source.Pos          // position of the removal
		found, left := false, false // whether an entry of this name was removed, and whether one remains
		for _, section := range sel.root.Fields {
			if section.Value.Get(sign.Key) == nil {
				continue
			}
			if at, gone := sel.removed[[2]string{section.Key, sign.Key}]; gone {
				pos, found = at, true
			} else {
				left = true
			}
		}
		if found && !left {
			sel.overlayValue(removedNode(pos), pos, "pack", "signs", sign.Key)
		}
	}
}

// Removed is the value by which a layer removes an entry of the layers below.
const Removed = "removed"

// removedNode returns the value that removes an entry.
func removedNode(pos source.Pos) *source.Node {
	return &source.Node{Kind: source.Scalar, Text: Removed, Pos: pos}
}

// keepOnlyNamed removes all entries of a section except entries that are named or have a named tag.
func (sel *selector) keepOnlyNamed(entry source.MapItem[[]source.Text]) {
	section := sel.root.Get(entry.Name)
	choices := SelectableWords(section)
	for _, word := range entry.Value {
		if section.Get(word.Text) != nil {
			sel.requested[[2]string{entry.Name, word.Text}] = word.Pos
		} else if !slices.Contains(choices, word.Text) {
			sel.report.Add(source.UnknownName, word.Pos, "No entry or tag of %s named “%s”%s", entry.Name, word.Text, cmp.Or(message.Suggest(word.Text, choices), "."))
		}
	}
	for _, each := range section.Entries() {
		if !slices.ContainsFunc(entry.Value, func(word source.Text) bool {
			return word.Text == each.Key || slices.Contains(wordsOfNode(each.Value.Get("tags")), word.Text)
		}) {
			sel.removed[[2]string{entry.Name, each.Key}] = entry.Pos
		}
	}
}

// removeTagged removes all entries with a tag.
func (sel *selector) removeTagged(word source.Text) {
	found := false
	for _, name := range selectableSections {
		for _, each := range sel.root.Get(name).Entries() {
			if slices.Contains(wordsOfNode(each.Value.Get("tags")), word.Text) {
				found = true
				sel.removeEntry(name, each.Key, word.Pos, "it has tag "+word.Text)
			}
		}
	}
	if !found {
		sel.report.Add(source.UnknownName, word.Pos, "Nothing has the tag “%s”%s", word.Text, cmp.Or(message.Suggest(word.Text, sel.root.Get("tags").Words()), "."))
	}
}

// wordsOfNode returns the words of a list or of a single value.
func wordsOfNode(n *source.Node) []string {
	if n != nil && n.Kind == source.Scalar {
		return []string{n.Text}
	}
	return n.Words()
}

// removeEntry removes an entry; why is the reason. It is a mistake if the selection names the entry.
func (sel *selector) removeEntry(section, name string, pos source.Pos, why string) {
	key := [2]string{section, name}
	if _, gone := sel.removed[key]; gone {
		return
	}
	if at, ok := sel.requested[key]; ok {
		sel.report.Add(source.Missing, at, "%s can't be taken: %s. Take that too, or don't take this.", name, why)
	}
	sel.removed[key] = pos
}

// overlayValue adds a value to the layer of removals, at the given path of keys.
func (sel *selector) overlayValue(value *source.Node, pos source.Pos, path ...string) {
	at := sel.removals
	for _, key := range path[:len(path)-1] {
		next := at.Get(key)
		if next == nil {
			next = &source.Node{Kind: source.Mapping, Pos: pos}
			at.Fields = append(at.Fields, source.Field{Key: key, Pos: pos, Value: next})
		}
		at = next
	}
	at.Fields = append(at.Fields, source.Field{Key: path[len(path)-1], Pos: pos, Value: value})
}

// removeDependents removes references to removed entries in the sections of root: the game or, if under is the path of a choice, that
// choice's changes. Entries of the game that can't exist without the reference are removed as well.
func (sel *selector) removeDependents(root *source.Node, under []string) {
	for _, section := range root.Fields {
		for _, entry := range section.Value.Entries() {
			key := [2]string{section.Key, entry.Key}
			path := append(slices.Clone(under), section.Key, entry.Key)
			if pos, gone := sel.removed[key]; gone {
				if under != nil {
					sel.overlayValue(removedNode(pos), pos, path...)
				}
				continue
			}
			(&referencePruner{sel, entry.Value, key, path, under == nil}).removeReferences()
		}
	}
}

// referencePruner removes references to removed entries from one entry.
type referencePruner struct {
	*selector
	node      *source.Node // value of the entry
	key       [2]string    // section and name of the entry
	path      []string     // place of the entry in the layer of removals
	canRemove bool         // whether the entry itself can be removed; false if it is only a choice's change to an entry
}

// removeReferences removes the references to removed entries, and the entry itself if it can't exist without them.
func (p *referencePruner) removeReferences() {
	switch p.key[0] {
	case "skills":
		for _, near := range p.node.Get("related").Entries() {
			if pos, gone := p.removed[[2]string{"skills", near.Key}]; gone {
				p.overlayValue(removedNode(pos), pos, append(p.path, "related", near.Key)...)
			}
		}
		p.pruneRequired("covers", "skills")
		p.pruneRequired("supports", "skills")
	case "packages":
		p.pruneRequired("skills", "skills")
	case "skill_pools":
		p.pruneRequired("members", "skills")
	case "items":
		p.requireSkill("skill", "it is used with skill ")
	case "situations":
		p.requireSkill("filter", "it limits by skill ")
	case "tasks":
		p.pruneRequired("skill", "skills")
		p.pruneRequired("lumps", "tasks")
	case "tactics":
		p.pruneTactic()
	case "actions", "sequences":
		p.pruneSkills(p.node, p.path)
		for _, step := range p.node.Get("steps").Entries() {
			p.pruneSkills(step.Value, append(slices.Clone(p.path), "steps", step.Key))
		}
	case RulingsKey:
		for _, choice := range p.node.Get(ChoicesKey).Entries() {
			if choice.Value.Kind == source.Mapping && p.canRemove {
				p.removeDependents(choice.Value, append(p.path, ChoicesKey, choice.Key))
			}
		}
	}
}

// removeWhole removes the entry itself if it can be removed; why is the reason.
func (p *referencePruner) removeWhole(pos source.Pos, why string) {
	if p.canRemove {
		p.removeEntry(p.key[0], p.key[1], pos, why)
	}
}

// pruneRequired removes the removed entries of a section from the list in field, and the whole entry if that leaves the list empty.
func (p *referencePruner) pruneRequired(field, section string) {
	if pos, why, empty := p.pruneList(p.node, field, section, p.path); empty {
		p.removeWhole(pos, why)
	}
}

// requireSkill removes the whole entry if the skill named by field is removed. why is the beginning of the reason; the skill's name
// follows.
func (p *referencePruner) requireSkill(field, why string) {
	skill := p.node.Get(field)
	if skill == nil {
		return
	}
	if pos, gone := p.removed[[2]string{"skills", skill.Text}]; gone {
		p.removeWhole(pos, why+skill.Text)
	}
}

// pruneTactic removes removed actions and situations from a tactic. The tactic itself is removed if that leaves it nothing to do.
func (p *referencePruner) pruneTactic() {
	for _, field := range []string{"do", "beside"} {
		if pos, why, empty := p.pruneList(p.node, field, "actions", p.path); empty && field == "do" && p.node.Get("leave") == nil {
			p.removeWhole(pos, why)
		}
	}
	p.pruneList(p.node, "options", "situations", p.path)
	p.pruneList(p.node, "resort", "situations", p.path)
}

// pruneSkills removes removed skills from n, which is an action, a sequence or a step at path. An action left without a skill and a basis
// can't be rolled, so it is removed.
func (p *referencePruner) pruneSkills(n *source.Node, path []string) {
	if pos, why, empty := p.pruneList(n, "skill", "skills", path); empty && n.Get("basis") == nil && p.key[0] == "actions" {
		p.removeWhole(pos, why)
	}
}

// pruneList removes the names of removed entries of a section from n's list in field. path is the place of n in the layer. If nothing is
// left in the list, it returns true with the position and the reason of the removal.
func (sel *selector) pruneList(n *source.Node, field, section string, path []string) (pos source.Pos, why string, empty bool) {
	all := n.Get(field)
	if all == nil || all.Kind == source.Mapping {
		return pos, "", false
	}
	remaining := &source.Node{Kind: source.List, Pos: all.Pos}
	items := all.Items
	if all.Kind == source.Scalar {
		items = []*source.Node{all}
	}
	for _, item := range items {
		if at, gone := sel.removed[[2]string{section, item.Text}]; gone {
			pos, why = at, "without "+item.Text+" it has nothing to depend on"
			continue
		}
		remaining.Items = append(remaining.Items, item)
	}
	path = append(slices.Clone(path), field)
	switch {
	case len(remaining.Items) == len(items): // nothing to remove
	case len(remaining.Items) == 0:
		sel.overlayValue(removedNode(pos), pos, path...)
		return pos, why, true
	default:
		sel.overlayValue(remaining, pos, path...)
	}
	return pos, why, false
}

// IsFromSelection reports whether a position is in a pack that the campaign imports only in part, whose entries may therefore be unused.
func (s *Stack) IsFromSelection(pos source.Pos) bool {
	own, known := s.layers[pos.File]
	return known && slices.ContainsFunc(s.mergedLayers[own:], func(layer mergedLayer) bool { return layer.isSelection })
}

// Excludes reports whether the campaign excludes an entry of a pack. Formulas of the pack then read 0 or false for it.
func (s *Stack) Excludes(section, name string) bool {
	return s != nil && slices.ContainsFunc(s.mergedLayers, func(layer mergedLayer) bool {
		return layer.isSelection && layer.node.At(section, name).Word() == Removed
	})
}

// WhereExcluded returns the position where the campaign excludes an entry named word from one of the sections, and whether the position at
// is in the packs below the campaign. The position is zero if no such entry is excluded.
func (s *Stack) WhereExcluded(sections []string, word string, at source.Pos) (pos source.Pos, below bool) {
	if s == nil {
		return pos, false
	}
	for n, layer := range s.mergedLayers {
		if !layer.isSelection {
			continue
		}
		for _, section := range sections {
			if field, ok := layer.node.Get(section).Find(word); ok {
				return field.Pos, s.layers[at.File] < n
			}
		}
	}
	return pos, false
}
