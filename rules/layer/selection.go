package layer

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules/message"
	"hybrid/rules/source"
)

// The part of a pack that a campaign imports, as a layer that removes everything else and all references to it.

// Selection is the part of the packs below that a campaign imports: only the named entries of some sections, and no entries with certain
// tags. Entries that depend on a removed entry, such as a task whose only skill is removed, are removed as well.
type Selection struct {
	Only    source.Map[[]source.Text] // names or tags of the entries to import, by section; other sections are imported whole
	Without []source.Text             // tags of the entries to exclude
}

// selectable lists the sections that a campaign can import in part.
var selectable = []string{"skills", "items", "tasks", "hazards", "packages", "tactics"}

// SelectableSections returns the sections that a campaign can import in part.
func SelectableSections() []string { return selectable }

// Text returns a text that identifies the selection; equal selections have equal texts.
func (t *Selection) Text() string {
	var b strings.Builder
	words := func(name string, list []source.Text) {
		b.WriteString(name)
		for _, word := range list {
			b.WriteString(" " + word.Text)
		}
		b.WriteString("\n")
	}
	for _, entry := range t.Only {
		words("only "+entry.Name, entry.Value)
	}
	words("without", t.Without)
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
		if !slices.Contains(selectable, entry.Name) {
			s.Report.Add(source.UnknownKey, entry.Pos, "%s", message.NotOneOf("only", entry.Name, selectable))
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

// removeSigns removes the signs (single characters for timelines) that the pack gives to names which no remaining entry has.
func (sel *selector) removeSigns() {
	for _, sign := range sel.root.Get("pack").Get("signs").Entries() {
		var pos source.Pos
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
	tags := map[string]bool{}
	for _, each := range section.Entries() {
		for _, tag := range wordsOfNode(each.Value.Get("tags")) {
			tags[tag] = true
		}
	}
	for _, word := range entry.Value {
		if section.Get(word.Text) != nil {
			sel.requested[[2]string{entry.Name, word.Text}] = word.Pos
		} else if !tags[word.Text] {
			choices := section.Words()
			for tag := range tags {
				choices = append(choices, tag)
			}
			slices.Sort(choices)
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
	for _, name := range selectable {
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

// overlayValue adds a value at a path of the layer.
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
			sel.removeReferences(entry, key, path, under == nil)
		}
	}
}

// removeReferences removes references to removed entries from one entry. key is its section and name, and path its place in the layer.
// canRemove is whether the entry itself can be removed: not if it is only a change by a choice.
func (sel *selector) removeReferences(entry source.Field, key [2]string, path []string, canRemove bool) {
	n := entry.Value
	removeWhole := func(pos source.Pos, why string) {
		if canRemove {
			sel.removeEntry(key[0], key[1], pos, why)
		}
	}
	prune := func(field, section string) {
		if pos, why, empty := sel.pruneList(n, field, section, path); empty {
			removeWhole(pos, why)
		}
	}
	switch key[0] {
	case "skills":
		for _, near := range n.Get("related").Entries() {
			if pos, gone := sel.removed[[2]string{"skills", near.Key}]; gone {
				sel.overlayValue(removedNode(pos), pos, append(path, "related", near.Key)...)
			}
		}
		prune("covers", "skills")
		prune("supports", "skills")
	case "packages":
		prune("skills", "skills")
	case "skill_pools":
		prune("members", "skills")
	case "items":
		if skill := n.Get("skill"); skill != nil {
			if pos, gone := sel.removed[[2]string{"skills", skill.Text}]; gone {
				removeWhole(pos, "it is used with skill "+skill.Text)
			}
		}
	case "situations":
		if skill := n.Get("filter"); skill != nil {
			if pos, gone := sel.removed[[2]string{"skills", skill.Text}]; gone {
				removeWhole(pos, "it limits by skill "+skill.Text)
			}
		}
	case "tasks":
		prune("skill", "skills")
		prune("lumps", "tasks")
	case "tactics":
		for _, field := range []string{"do", "beside"} {
			if pos, why, empty := sel.pruneList(n, field, "actions", path); empty && field == "do" && n.Get("leave") == nil {
				removeWhole(pos, why)
			}
		}
		sel.pruneList(n, "options", "situations", path)
		sel.pruneList(n, "resort", "situations", path)
	case "actions", "sequences": // an action without a skill or a basis can't be rolled
		if pos, why, empty := sel.pruneList(n, "skill", "skills", path); empty && n.Get("basis") == nil && key[0] == "actions" {
			removeWhole(pos, why)
		}
		for _, step := range n.Get("steps").Entries() {
			if pos, why, empty := sel.pruneList(step.Value, "skill", "skills", append(slices.Clone(path), "steps", step.Key)); empty && step.Value.Get("basis") == nil && key[0] == "actions" {
				removeWhole(pos, why)
			}
		}
	case RulingsKey:
		for _, choice := range n.Get(ChoicesKey).Entries() {
			if choice.Value.Kind == source.Mapping && canRemove {
				sel.removeDependents(choice.Value, append(path, ChoicesKey, choice.Key))
			}
		}
	}
}

// pruneList removes the removed names from a list. If the list is then empty, it returns true with the position and the reason of the
// removal.
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

// IsFromSelection reports whether a position is in a pack that the campaign imports only in part. Entries there may be unused.
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

// WhereExcluded returns the position where the campaign excludes an entry named word from one of the sections, and whether at is in the
// packs below. The position is zero if no such entry is excluded.
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
