package layer

import (
	"slices"

	"hybrid/rules/source"
)

// Layers read and laid over each other, and what a compiler asks of them.

// Layer is one folder of YAML files: the pack, or a campaign's own tables over it; or what a campaign takes of those below.
type Layer struct {
	Name      string
	Files     []source.File
	Selection *Selection
}

// Stack is the layers, laid over each other one by one.
type Stack struct {
	Root   *source.Node   // all of them, as one; nil if there is nothing
	Report *source.Report // takes the mistakes

	steps    []laidLayer
	layers   map[string]int // by file its layer, 0 for the lowest
	excluded *Exclusions    // what is not read; nil for nothing
}

// laidLayer is one layer over those below it.
type laidLayer struct {
	name        string
	isChoice    bool         // it is what a choice of a ruling says
	isSelection bool         // it removes what a campaign leaves behind
	base        *source.Node // the layers below it, as one
	node        *source.Node // the layer as it is written
}

// Read parses the files of layers, the lowest first, and lays them over each other. Mistakes go into the stack's report.
func Read(layers []Layer) *Stack { return ReadOver(nil, layers) }

// ReadOver reads layers as Read does and lays them over base.
func ReadOver(base *source.Node, layers []Layer) *Stack {
	s := &Stack{Root: base, Report: &source.Report{}}
	s.read(layers)
	return s
}

// read parses the files of layers and lays the layers over what there is.
func (s *Stack) read(layers []Layer) {
	s.layers = map[string]int{}
	for i, layer := range layers {
		for _, file := range layer.Files {
			s.layers[file.Name] = i
		}
		if layer.Selection != nil {
			if s.Root != nil && s.Report.Len() == 0 {
				s.lay(layer.Name, false, s.take(layer.Selection))
				s.steps[len(s.steps)-1].isSelection = true
			}
			continue
		}
		over := &source.Node{Kind: source.Mapping, Pos: source.Pos{File: layer.Name}}
		for _, node := range s.withoutStrangers(s.parse(layer.Files)) {
			joinNodes(over, node, s.Report)
		}
		s.lay(layer.Name, false, over)
	}
}

// parse reads the files of a layer, but for what is left out.
func (s *Stack) parse(files []source.File) (nodes []*source.Node) {
	if s.excluded == nil {
		return source.ParseAll(files, s.Report)
	}
	for _, file := range files {
		nodes = append(nodes, s.excluded.read(file))
	}
	return nodes
}

// lay lays one more layer over what there is. What the choices of its rulings lay over the game is joined as written,
// since what it takes out and what it stands behind are entries of the game.
func (s *Stack) lay(name string, isChoice bool, over *source.Node) {
	s.steps = append(s.steps, laidLayer{name: name, isChoice: isChoice, base: s.Root, node: over})
	if s.Root == nil {
		s.Root = over
		return
	}
	under, bare := s.Root, over
	var joined [][]string
	for _, field := range over.Get(RulingsKey).Entries() {
		for _, choice := range field.Value.Get(ChoicesKey).Entries() {
			if choice.Value.Kind == source.Mapping {
				path := []string{RulingsKey, field.Key, ChoicesKey, choice.Key}
				joined, bare = append(joined, path), bare.With(choice.Value.Only(source.After), path...)
			}
		}
	}
	s.Root = source.Lay(under, bare, s.Report)
	for _, path := range joined {
		if s.Root.At(path...) != nil {
			s.Root = s.Root.With(source.Join(under.At(path...), over.At(path...).Without(source.After)), path...)
		}
	}
}

// Written returns the layers laid over each other before they are compiled: all sections, with the choices for rulings by
// name. Mistakes are source.Mistakes.
func Written(layers []Layer, choices map[string]string) (*source.Node, error) {
	s := Read(layers)
	if s.Root != nil && s.Report.Len() == 0 {
		s.Choose(choices)
	}
	return s.Root, s.Report.Err()
}

// Removals returns the entries that a layer removed, and where, by section and name.
func (s *Stack) Removals() map[[2]string]source.Pos {
	removed := map[[2]string]source.Pos{}
	for _, layer := range s.steps {
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

// withoutStrangers reports the nodes of files that are no tables, and leaves them out.
func (s *Stack) withoutStrangers(nodes []*source.Node) []*source.Node {
	return slices.DeleteFunc(nodes, func(n *source.Node) bool {
		if n == nil {
			return true
		}
		key, where := belongs(n)
		if where != "" && s.excluded == nil {
			s.Report.Add(source.UnknownKey, key.Pos, "%s doesn't belong in tables. Move this file to %s.", key.Key, where)
		}
		return where != ""
	})
}

// ItemFields is the section whose entries are lists of names themselves: any file may add to them.
const ItemFields = "fields"

// joinNodes adds the sections of a file to those of its layer. A name is defined once per layer.
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
				report.Add(source.Repeated, entry.Pos, "%s is defined twice in %s. The first is at %s.", entry.Key, field.Key, pos)
				continue
			}
			section.Fields = append(section.Fields, entry)
		}
	}
}

// All gives the layers from the lowest, each as it is written; none of a nil stack.
func (s *Stack) All() (list []*source.Node) {
	if s == nil {
		return nil
	}
	for _, layer := range s.steps {
		list = append(list, layer.node)
	}
	return list
}

// IsBelow reports whether the file of pos is in a lower layer than that of other; false for a nil stack.
func (s *Stack) IsBelow(pos, other source.Pos) bool {
	return s != nil && s.layers[pos.File] < s.layers[other.File]
}

// EachChange gives what every layer, but not the choices of rulings, changes of those below it.
func (s *Stack) EachChange(give func(source.Change)) {
	for _, layer := range s.steps {
		if layer.isChoice || layer.base == nil {
			continue
		}
		for _, change := range source.Changes(layer.base, layer.node) {
			give(change)
		}
	}
}

// belongs says where a file belongs that lies among the tables and is a character's, an encounter's or a campaign's own; key is
// by what it is known.
func belongs(file *source.Node) (key source.Field, where string) {
	for _, kind := range [][2]string{{"character", "the folder characters"}, {"combatants", "the folder encounters"}, {"encounter", "the folder encounters"}, {"campaign", "campaign.yaml"}} {
		if field, found := file.Find(kind[0]); found {
			return field, kind[1]
		}
	}
	return key, ""
}
