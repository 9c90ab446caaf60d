package layer

import (
	"hybrid/rules/source"
)

// Origin is an entry of a ruleset with the first layer that defines it, and the changes by other layers.
type Origin struct {
	Section string        // name of its section
	Name    string        // name of the entry
	Layer   string        // name of the first layer
	Pos     source.Pos    // position in that layer
	Gone    bool          // whether a layer removed it
	Changes []LayerChange // changes by other layers, the lowest first
}

// LayerChange is a change of an entry, and the name of the layer that makes it.
type LayerChange struct {
	Layer         string // name of the layer
	source.Change        // change of the entry, or of a value in it
}

// Origins returns all entries of the layers in order of their first layer and position, with the given choices of rulings. The layers
// need not compile; mistakes are source.Mistakes.
func Origins(layers []Layer, choices map[string]string) ([]Origin, error) {
	s := Read(layers)
	if s.Root == nil || s.Report.Len() > 0 {
		return nil, s.Report.Err()
	}
	s.Choose(choices)
	var list []Origin
	index := map[[2]string]int{}
	for i, layer := range s.mergedLayers {
		if i == 0 {
			for _, section := range layer.node.Fields {
				list = addEntries(list, index, layer.name, section)
			}
			continue
		}
		for _, change := range source.Changes(layer.base, layer.node) {
			if len(change.Path) == 1 { // a section that the layers below do not have
				list = addEntries(list, index, layer.name, source.Field{Key: change.Path[0], Value: layer.node.Get(change.Path[0])})
				continue
			}
			list = addChange(list, index, layer.name, change)
		}
	}
	return list, s.Report.Err()
}

// addEntries adds all entries of a section that a layer introduces.
func addEntries(list []Origin, index map[[2]string]int, layer string, section source.Field) []Origin {
	for _, entry := range section.Value.Fields {
		index[[2]string{section.Key, entry.Key}] = len(list)
		list = append(list, Origin{Section: section.Key, Name: entry.Key, Layer: layer, Pos: entry.Pos})
	}
	return list
}

// addChange adds a change to the origin of the changed entry, or adds the origin of a new entry.
func addChange(list []Origin, index map[[2]string]int, layer string, c source.Change) []Origin {
	key := [2]string{c.Path[0], c.Path[1]}
	i, known := index[key]
	if !known {
		index[key] = len(list)
		return append(list, Origin{Section: key[0], Name: key[1], Layer: layer, Pos: c.Pos})
	}
	if c.Kind == source.Removed && len(c.Path) == 2 {
		list[i].Gone = true
	}
	list[i].Changes = append(list[i].Changes, LayerChange{layer, c})
	return list
}
