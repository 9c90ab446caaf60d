// Package layer merges layers of YAML files: a pack, a campaign's selection from it, the campaign's own tables, and the changes by the
// choices of rulings. It knows sections and entries, but not their meaning; [hybrid/rules] compiles the result.
//
// stack.go merges layers, choice.go the choices of rulings, selection.go the selection from a pack. After a mistake partial.go reads the
// layers without the broken parts, and blame.go finds the layer that caused it. origin.go finds the layer of each entry.
package layer
