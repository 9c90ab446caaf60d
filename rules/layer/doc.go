// Package layer lays folders of YAML files over each other: a pack, what a campaign takes of it, the campaign's own tables, and what
// the choices of rulings change. It knows sections and entries, and nothing of what they mean; [hybrid/rules] compiles the result.
//
// stack.go lays layers, choice.go the choices of rulings, selection.go what is taken of a pack. After a mistake partial.go reads the
// layers without what is broken, and blame.go finds the layer that caused it; origin.go says which layer an entry comes from.
package layer
