/*
Package source reads YAML files into nodes that know their places, lays one layer over another and decodes nodes into Go
values. It reports every mistake at file:line:column and knows nothing of what the YAML means: keys, types and names come
from the types that are decoded into. It opens no file; the bytes come in as a [File].

# Parts

Reading. [Parse] gives the [Node] of one file: values stay as they are written (010, no and 2d6 + 4 are texts), and each
has its [Pos]. What the YAML parser refuses is explained by syntax.go. Anchors, aliases, tags and several documents in a file are mistakes.

Layers. [Lay] lays a node over another: maps merge key by key, lists and values are replaced, `removed` takes out, and
`after: name` puts an entry in its place. [Changes] and [Differences] tell what a layer does, and [Flow] and [Write] write
nodes as YAML again. Nodes are shared between layers and never changed.

Decoding. [Decode] stores a node in a struct by its `yaml` tags. [Text] is a value with its place, [Map] a map in the order
of the file; a type with short forms is a [Decoder]. [Keys] lists what may stand in a file of such a type, and [Schema]
makes the JSON Schema of it, from the same tags.

Mistakes. A [Report] collects them; [Report.Err] gives all as [Mistakes], sorted, each once. Each has a [Code], by which
scripts can tell its kind, listed and explained by [Codes]. A warning is a mistake with which a game can be played.
The package message finds the word that was meant.

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

A new tag is read in decode.go, keys.go and schema.go. A new kind of mistake is a constant and a row of [Codes]. In
testdata each NAME.yaml with a mistake stands beside the report that it must give.

A Report is not safe for concurrent use; [ParseAll] reads many files side by side with one all the same.
*/
package source
