package layer

import (
	"slices"

	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Reading and merging of layers, and the compiler's queries about them. A layer is laid over the layers below it: it can add, replace,
// change and remove their entries. A ruling is an entry with alternative choices, and the changes of the chosen one are merged like a layer
// (choice.go). A selection is the part of a pack that a campaign imports (selection.go). The YAML files of a layer are called tables here,
// in contrast to the files of characters, encounters and campaigns.

// Layer is one folder of YAML files, such as a pack or a campaign's own tables, or a selection from the layers below.
type Layer struct {
	Name      string        // name in messages
	Files     []source.File // YAML files; nil for a selection
	Selection *Selection    // part of the layers below to keep; nil for a layer of files
}

// Stack is a list of layers with the result of merging them.
type Stack struct {
	Root   *source.Node   // merged layers; nil if there are none
	Report *source.Report // mistakes found

	mergedLayers []mergedLayer  // layers and choices in the order in which they were merged
	layers       map[string]int // index of a file's layer in mergedLayers, by file name
	excluded     *Exclusions    // parts not read; nil for none
}

// mergedLayer is a layer merged into the layers below it.
type mergedLayer struct {
	name        string       // name in messages
	isChoice    bool         // whether it is the choice of a ruling
	isSelection bool         // whether it removes the entries that a selection excludes
	base        *source.Node // merged layers below it
	node        *source.Node // layer as written
}

// Read parses the files of layers, the lowest first, and merges them. Mistakes are added to the stack's report.
func Read(layers []Layer) *Stack { return ReadOver(nil, layers) }

// ReadOver reads layers like Read and merges them into base.
func ReadOver(base *source.Node, layers []Layer) *Stack {
	s := &Stack{Root: base, Report: &source.Report{}}
	s.readLayers(layers)
	return s
}

// readLayers parses the files of layers and merges the layers into s.Root.
func (s *Stack) readLayers(layers []Layer) {
	s.layers = map[string]int{}
	for _, layer := range layers {
		for _, file := range layer.Files {
			s.layers[file.Name] = len(s.mergedLayers) // its index there, as soon as the layer is merged below
		}
		if layer.Selection != nil {
			if s.Root != nil && s.Report.Len() == 0 {
				s.mergeLayer(layer.Name, false, s.selectionLayer(layer.Selection))
				s.mergedLayers[len(s.mergedLayers)-1].isSelection = true
			}
			continue
		}
		over := &source.Node{Kind: source.Mapping, Pos: source.Pos{File: layer.Name}}
		for _, node := range s.dropNonTables(s.parseFiles(layer.Files)) {
			joinNodes(over, node, s.Report)
		}
		s.mergeLayer(layer.Name, false, over)
	}
}

// parseFiles parses the files of a layer without the excluded parts.
func (s *Stack) parseFiles(files []source.File) (nodes []*source.Node) {
	if s.excluded == nil {
		return source.ParseAll(files, s.Report)
	}
	for _, file := range files {
		nodes = append(nodes, s.excluded.parsePruned(file))
	}
	return nodes
}

// mergeLayer merges a layer, or the choice of a ruling if isChoice is set, into s.Root. The choices of its rulings are joined as written,
// since their removals and their `after` refer to entries of the game.
func (s *Stack) mergeLayer(name string, isChoice bool, over *source.Node) {
	over = s.renameEntries(over)
	s.mergedLayers = append(s.mergedLayers, mergedLayer{name: name, isChoice: isChoice, base: s.Root, node: over})
	if s.Root == nil {
		s.Root = over
		return
	}
	under, bare := s.Root, over // bare is over without the contents of its choices, which are joined below
	var joined [][]string       // paths of the choices that over changes
	for _, field := range over.Get(RulingsKey).Entries() {
		for _, choice := range field.Value.Get(ChoicesKey).Entries() {
			if choice.Value.Kind == source.Mapping {
				path := []string{RulingsKey, field.Key, ChoicesKey, choice.Key}
				joined, bare = append(joined, path), bare.WithValueAt(choice.Value.OnlyKey(source.After), path...)
			}
		}
	}
	s.Root = source.Lay(under, bare, s.Report)
	for _, path := range joined {
		if s.Root.At(path...) != nil {
			s.Root = s.Root.WithValueAt(source.JoinLayers(under.At(path...), over.At(path...).WithoutKey(source.After)), path...)
		}
	}
}

// Keys of an entry that a layer renames.
const (
	renamedKey  = "renamed"  // new name, as written in the layer
	formerlyKey = "formerly" // list of the entry's earlier names, latest first, added by renameEntries
)

// renameEntries renames the entries of s.Root for which over gives a new name under `renamed`, also in the choices of rulings. It returns
// over with the new names, and with the former ones under `formerly`.
func (s *Stack) renameEntries(over *source.Node) *source.Node {
	for _, section := range over.Entries() {
		for _, entry := range section.Value.Entries() {
			to := entry.Value.Get(renamedKey)
			if to == nil || to.Kind != source.Scalar {
				continue
			}
			switch names := s.Root.Get(section.Key); {
			case names.Get(entry.Key) == nil:
				s.Report.Add(source.NothingThere, to.Pos, "%s", message.UnknownOr("entry below", entry.Key, names.Words(), "Nothing to rename."))
			case names.Get(to.Text) != nil || section.Value.Get(to.Text) != nil:
				s.Report.Add(source.Repeated, to.Pos, "There is already an entry named %s. Choose another name.", to.Text)
			default:
				former := &source.Node{Kind: source.List, Pos: to.Pos, Items: []*source.Node{{Kind: source.Scalar, Pos: to.Pos, Text: entry.Key}}}
				if earlier := names.Get(entry.Key).Get(formerlyKey); earlier != nil {
					former.Items = append(former.Items, earlier.Items...)
				}
				s.Root = s.Root.Rename(to.Text, section.Key, entry.Key)
				s.renameInChoices(section.Key, entry.Key, to.Text)
				value := entry.Value.WithoutKey(renamedKey)
				value.Fields = append(value.Fields, source.Field{Key: formerlyKey, Pos: to.Pos, Value: former})
				over = over.WithValueAt(value, section.Key, entry.Key).Rename(to.Text, section.Key, entry.Key)
			}
		}
	}
	return over
}

// renameInChoices renames an entry of a section from name to newName in the choices of all rulings, including each `after` that refers to
// it.
func (s *Stack) renameInChoices(section, name, newName string) {
	for _, ruling := range s.Root.Get(RulingsKey).Entries() {
		for _, choice := range ruling.Value.Get(ChoicesKey).Entries() {
			path := []string{RulingsKey, ruling.Key, ChoicesKey, choice.Key, section}
			s.Root = s.Root.Rename(newName, append(path, name)...)
			for _, entry := range s.Root.At(path...).Entries() {
				if after := entry.Value.Get(source.After); after != nil && after.Text == name {
					s.Root = s.Root.WithValueAt(&source.Node{Kind: source.Scalar, Pos: after.Pos, Text: newName}, append(path, entry.Key, source.After)...)
				}
			}
		}
	}
}

// ReadMerged returns the merged layers before they are compiled: all sections, with the given choices of rulings. Mistakes are
// source.Mistakes.
func ReadMerged(layers []Layer, choices map[string]string) (*source.Node, error) {
	s := Read(layers)
	if s.Root != nil && s.Report.Len() == 0 {
		s.Choose(choices)
	}
	return s.Root, s.Report.Err()
}

// Removals returns the positions at which layers removed entries, by section and name.
func (s *Stack) Removals() map[[2]string]source.Pos {
	removed := map[[2]string]source.Pos{}
	for _, layer := range s.mergedLayers {
		for _, section := range layer.node.Fields {
			for _, f := range section.Value.Removals() {
				if s.Root.Get(section.Key).Get(f.Key) == nil {
					removed[[2]string{section.Key, f.Key}] = f.Pos
				}
			}
		}
	}
	return removed
}

// dropNonTables drops the nodes of files that are not tables, and reports them as mistakes the first time the layers are read.
func (s *Stack) dropNonTables(nodes []*source.Node) []*source.Node {
	return slices.DeleteFunc(nodes, func(n *source.Node) bool {
		if n == nil {
			return true
		}
		key, where := properPlace(n)
		if where != "" && s.excluded == nil {
			s.Report.Add(source.UnknownKey, key.Pos, "%s doesn't belong in tables. Move this file to %s.", key.Key, where)
		}
		return where != ""
	})
}

// ItemFields is the section whose entries are lists of names, to which any file can add.
const ItemFields = "fields"

// joinNodes adds the sections of from, a file, to the sections of into, the layer of that file. It reports names that are defined twice in
// a layer.
func joinNodes(into, from *source.Node, report *source.Report) {
	for _, field := range from.Fields {
		section := into.Get(field.Key)
		if field.Key == ItemFields && field.Value.Kind == source.Mapping {
			if section == nil {
				section = &source.Node{Kind: source.Mapping, Pos: field.Value.Pos}
				into.Fields = append(into.Fields, source.Field{Key: field.Key, Pos: field.Pos, Value: section})
			}
			joinNodes(section, field.Value, report)
			continue
		}
		if section == nil || section.Kind != source.Mapping || field.Value.Kind != source.Mapping {
			if section != nil {
				report.Add(source.Repeated, field.Pos, "Section %s is already in %s, and isn't a map here.", field.Key, section.Pos)
				continue
			}
			copied := *field.Value
			copied.Fields = append([]source.Field(nil), copied.Fields...)
			into.Fields = append(into.Fields, source.Field{Key: field.Key, Pos: field.Pos, Value: &copied})
			continue
		}
		first := make(map[string]source.Pos, len(section.Fields))
		for _, entry := range section.Fields {
			first[entry.Key] = entry.Pos
		}
		for _, entry := range field.Value.Fields {
			if pos, twice := first[entry.Key]; twice {
				report.Add(source.Repeated, entry.Pos, "%s is defined twice in %s. The first is at %s. Keep one.", entry.Key, field.Key, pos)
				continue
			}
			section.Fields = append(section.Fields, entry)
		}
	}
}

// WrittenLayers returns the layers as written, the lowest first; nil for a nil stack.
func (s *Stack) WrittenLayers() (list []*source.Node) {
	if s == nil {
		return nil
	}
	for _, layer := range s.mergedLayers {
		list = append(list, layer.node)
	}
	return list
}

// IsBelow reports whether the file of pos is in a lower layer than the file of other. It is false for a nil stack.
func (s *Stack) IsBelow(pos, other source.Pos) bool {
	return s != nil && s.layers[pos.File] < s.layers[other.File]
}

// EachChange calls visit with every change that a layer makes to the layers below; the choices of rulings are skipped.
func (s *Stack) EachChange(visit func(source.Change)) {
	for _, layer := range s.mergedLayers {
		if layer.isChoice || layer.base == nil {
			continue
		}
		for _, change := range source.Changes(layer.base, layer.node) {
			visit(change)
		}
	}
}

// properPlace returns the place for a misplaced character, encounter or campaign file, and the field that identifies its kind. where is ""
// for a table.
func properPlace(file *source.Node) (key source.Field, where string) {
	for _, kind := range [][2]string{{"character", "the folder characters"}, {"combatants", "the folder encounters"}, {"encounter", "the folder encounters"}, {"campaign", "campaign.yaml"}} {
		if field, found := file.Find(kind[0]); found {
			return field, kind[1]
		}
	}
	return key, ""
}
