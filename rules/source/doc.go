/*
Package source parses YAML files into nodes with positions, lays one layer over another and decodes nodes into Go values. It reports
every mistake at file:line:column and does not know the meaning of the YAML: keys, types and names come from the types that are
decoded into. It opens no files; content is passed in as a [File].

# Parts

Reading. [Parse] returns the [Node] of one file: values stay as they are written (010, no and 2d6 + 4 are texts), and each
has its [Pos]. syntax.go explains the errors of the YAML parser. Anchors, aliases, tags and several documents in a file are mistakes.

Layers. [Lay] lays a node over another: maps are merged key by key, lists and values are replaced, `removed` removes an entry, and
`after: name` moves it. [Changes] and [Differences] list what a layer changes, and write.go writes nodes as YAML again. Nodes are
shared between layers and never changed.

Decoding. [Decode] stores a node in a struct by its `yaml` tags. [Text] is a value with its position, [Map] a map in the order
of the file; a type with short forms is a [Decoder]. [Keys] lists the keys that a file of such a type can have, and [Schema]
returns its JSON Schema, from the same tags.

Mistakes. A [Report] collects them; [Report.Err] returns all as [Mistakes], sorted, without duplicates. Each has a [Code] for its
kind, for use by scripts; [Codes] explains them. A game with warnings can be played. Package message suggests names.

# Where to begin

	var report source.Report
	node := source.Parse("tables/house.yaml", data, &report)
	var file struct {
		Label string      `yaml:"label"`
		Basis source.Text `yaml:"basis"`
	}
	source.Decode(node, &file, &report)
	if err := report.Err(); err != nil {
		return err // tables/house.yaml:3:21: No key named “lable”. Did you mean “label”? and all others
	}

A new tag is read in decode.go, keys.go and schema.go. A new kind of mistake is a constant and a row of [Codes]. In testdata, each file
NAME.yaml with a mistake has next to it the report that it must produce.

A Report is not safe for concurrent use, but [ParseAll] parses many files in parallel with one.
*/
package source
