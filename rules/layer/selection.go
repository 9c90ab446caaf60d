package layer

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules/message"
	"hybrid/rules/source"
)

// What a campaign imports of a pack: the selection as a layer that removes the rest, with all that refers to it.

// Selection is what a campaign takes of the packs below it: of some sections only what is named, and nothing that has one of
// some tags. What hangs on what goes, such as a task with its only skill, goes with it.
type Selection struct {
	Only    source.Map[[]source.Text]
	Without []source.Text
}

// takeable are the sections of which a campaign may take a part.
var takeable = []string{"skills", "items", "tasks", "hazards", "packages", "tactics"}

// Takeable returns the sections of which a campaign can import a part.
func Takeable() []string { return takeable }

// Text describes the selection, in the same words for the same selection.
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

// selector finds what goes, and lays it over the game as removals.
type selector struct {
	root      *source.Node
	report    *source.Report
	requested map[[2]string]source.Pos // what is asked for by its own name
	removed   map[[2]string]source.Pos // section and name: where the campaign says so
	over      *source.Node
}

// take returns the layer of removals that a campaign's selection results in.
func (s *Stack) take(t *Selection) *source.Node {
	k := selector{root: s.Root, report: s.Report, requested: map[[2]string]source.Pos{}, removed: map[[2]string]source.Pos{}}
	for _, entry := range t.Only {
		if !slices.Contains(takeable, entry.Name) {
			s.Report.Add(source.UnknownKey, entry.Pos, "%s", message.NotOneOf("only", entry.Name, takeable))
			continue
		}
		k.only(entry)
	}
	for _, word := range t.Without {
		k.without(word)
	}
	for before := -1; before < len(k.removed); {
		before = len(k.removed)
		k.over = &source.Node{Kind: source.Mapping}
		k.hanging(k.root, nil)
	}
	for _, section := range k.root.Fields {
		for _, entry := range section.Value.Fields {
			if pos, gone := k.removed[[2]string{section.Key, entry.Key}]; gone {
				k.put(removedNode(pos), pos, section.Key, entry.Key)
			}
		}
	}
	k.signs()
	return k.over
}

// signs removes signs of the pack whose name is left nowhere.
func (k *selector) signs() {
	for _, sign := range k.root.Get("pack").Get("signs").Entries() {
		var pos source.Pos
		found, left := false, false
		for _, section := range k.root.Fields {
			if section.Value.Get(sign.Key) == nil {
				continue
			}
			if at, gone := k.removed[[2]string{section.Key, sign.Key}]; gone {
				pos, found = at, true
			} else {
				left = true
			}
		}
		if found && !left {
			k.put(removedNode(pos), pos, "pack", "signs", sign.Key)
		}
	}
}

// Removed takes out what a layer lays it over.
const Removed = "removed"

func removedNode(pos source.Pos) *source.Node {
	return &source.Node{Kind: source.Scalar, Text: Removed, Pos: pos}
}

// only leaves of a section what is named, or has a tag that is.
func (k *selector) only(entry source.MapItem[[]source.Text]) {
	section := k.root.Get(entry.Name)
	tags := map[string]bool{}
	for _, each := range section.Entries() {
		for _, tag := range listed(each.Value.Get("tags")) {
			tags[tag] = true
		}
	}
	for _, word := range entry.Value {
		if section.Get(word.Text) != nil {
			k.requested[[2]string{entry.Name, word.Text}] = word.Pos
		} else if !tags[word.Text] {
			choices := section.Words()
			for tag := range tags {
				choices = append(choices, tag)
			}
			slices.Sort(choices)
			k.report.Add(source.UnknownName, word.Pos, "No entry or tag of %s named “%s”%s", entry.Name, word.Text, cmp.Or(message.Suggest(word.Text, choices), "."))
		}
	}
	for _, each := range section.Entries() {
		if !slices.ContainsFunc(entry.Value, func(word source.Text) bool {
			return word.Text == each.Key || slices.Contains(listed(each.Value.Get("tags")), word.Text)
		}) {
			k.removed[[2]string{entry.Name, each.Key}] = entry.Pos
		}
	}
}

// without leaves out what has a tag.
func (k *selector) without(word source.Text) {
	found := false
	for _, name := range takeable {
		for _, each := range k.root.Get(name).Entries() {
			if slices.Contains(listed(each.Value.Get("tags")), word.Text) {
				found = true
				k.drop(name, each.Key, word.Pos, "it has tag "+word.Text)
			}
		}
	}
	if !found {
		k.report.Add(source.UnknownName, word.Pos, "Nothing has the tag “%s”%s", word.Text, cmp.Or(message.Suggest(word.Text, k.root.Get("tags").Words()), "."))
	}
}

// listed returns the words of a list, or a single value.
func listed(n *source.Node) []string {
	if n != nil && n.Kind == source.Scalar {
		return []string{n.Text}
	}
	return n.Words()
}

// drop lets an entry go. One that is asked for by its own name cannot.
func (k *selector) drop(section, name string, pos source.Pos, why string) {
	key := [2]string{section, name}
	if _, gone := k.removed[key]; gone {
		return
	}
	if at, ok := k.requested[key]; ok {
		k.report.Add(source.Missing, at, "%s can't be taken: %s. Take that too, or don't take this.", name, why)
	}
	k.removed[key] = pos
}

// put lays a value over the game, at the end of a path.
func (k *selector) put(value *source.Node, pos source.Pos, path ...string) {
	at := k.over
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

// hanging follows what refers to what is gone, in the sections of the game or of what a choice lays over it. Of those only
// the references go, and whole entries with them.
func (k *selector) hanging(root *source.Node, under []string) {
	for _, section := range root.Fields {
		for _, entry := range section.Value.Entries() {
			key := [2]string{section.Key, entry.Key}
			path := append(slices.Clone(under), section.Key, entry.Key)
			if pos, gone := k.removed[key]; gone {
				if under != nil {
					k.put(removedNode(pos), pos, path...)
				}
				continue
			}
			k.entry(entry, key, path, under == nil)
		}
	}
}

// entry follows the references of one entry.
func (k *selector) entry(entry source.Field, key [2]string, path []string, whole bool) {
	n := entry.Value
	dropWhole := func(pos source.Pos, why string) {
		if whole {
			k.drop(key[0], key[1], pos, why)
		}
	}
	list := func(field, of string) {
		if pos, why, empty := k.list(n, field, of, path); empty {
			dropWhole(pos, why)
		}
	}
	switch key[0] {
	case "skills":
		for _, near := range n.Get("related").Entries() {
			if pos, gone := k.removed[[2]string{"skills", near.Key}]; gone {
				k.put(removedNode(pos), pos, append(path, "related", near.Key)...)
			}
		}
		list("covers", "skills")
		list("supports", "skills")
	case "packages":
		list("skills", "skills")
	case "skill_pools":
		list("members", "skills")
	case "items":
		if skill := n.Get("skill"); skill != nil {
			if pos, gone := k.removed[[2]string{"skills", skill.Text}]; gone {
				dropWhole(pos, "it is used with skill "+skill.Text)
			}
		}
	case "situations":
		if skill := n.Get("filter"); skill != nil {
			if pos, gone := k.removed[[2]string{"skills", skill.Text}]; gone {
				dropWhole(pos, "it limits by skill "+skill.Text)
			}
		}
	case "tasks":
		list("skill", "skills")
		list("lumps", "tasks")
	case "tactics":
		for _, field := range []string{"do", "beside"} {
			if pos, why, empty := k.list(n, field, "actions", path); empty && field == "do" && n.Get("leave") == nil {
				dropWhole(pos, why)
			}
		}
		k.list(n, "options", "situations", path)
		k.list(n, "resort", "situations", path)
	case "actions", "sequences":
		if pos, why, empty := k.list(n, "skill", "skills", path); empty && n.Get("basis") == nil && key[0] == "actions" {
			dropWhole(pos, why)
		}
		for _, step := range n.Get("steps").Entries() {
			if pos, why, empty := k.list(step.Value, "skill", "skills", append(slices.Clone(path), "steps", step.Key)); empty && step.Value.Get("basis") == nil && key[0] == "actions" {
				dropWhole(pos, why)
			}
		}
	case RulingsKey:
		for _, choice := range n.Get(ChoicesKey).Entries() {
			if choice.Value.Kind == source.Mapping && whole {
				k.hanging(choice.Value, append(path, ChoicesKey, choice.Key))
			}
		}
	}
}

// list takes what is gone out of a list. It reports where that was said, and why, if nothing is left of it.
func (k *selector) list(n *source.Node, field, of string, path []string) (pos source.Pos, why string, empty bool) {
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
		if at, gone := k.removed[[2]string{of, item.Text}]; gone {
			pos, why = at, "without "+item.Text+" it has nothing to depend on"
			continue
		}
		remaining.Items = append(remaining.Items, item)
	}
	path = append(slices.Clone(path), field)
	switch {
	case len(remaining.Items) == len(items):
	case len(remaining.Items) == 0:
		k.put(removedNode(pos), pos, path...)
		return pos, why, true
	default:
		k.put(remaining, pos, path...)
	}
	return pos, why, false
}

// TakenFrom reports whether a place is in a pack of which the campaign takes only a part.
func (s *Stack) TakenFrom(pos source.Pos) bool {
	own, known := s.layers[pos.File]
	return known && slices.ContainsFunc(s.steps[own:], func(layer laidLayer) bool { return layer.isSelection })
}

// Excludes reports whether the campaign does not take an entry of a pack, so that formulas there find nothing of it.
func (s *Stack) Excludes(section, name string) bool {
	return s != nil && slices.ContainsFunc(s.steps, func(layer laidLayer) bool {
		return layer.isSelection && layer.node.At(section, name).Word() == Removed
	})
}

// WhereExcluded returns where the campaign excludes an entry called word of one of some sections, and whether at is in the packs below.
// The position is zero where it excludes none.
func (s *Stack) WhereExcluded(sections []string, word string, at source.Pos) (pos source.Pos, below bool) {
	if s == nil {
		return pos, false
	}
	for n, layer := range s.steps {
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
