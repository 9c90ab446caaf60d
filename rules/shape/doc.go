/*
Package shape writes structs as JSON and reads them again, in a fraction of the time of package encoding/json: what an
entry of a session is kept as, hundreds of thousands of which are read when a long one is opened, verified or exported.

A [Shape] is the fields of a struct in their order, each made by a function that says how it is written: [Text], [Number],
[Whole], [Flag], [Texts], [List], [Pointer] … A field that is empty is left out, as by omitempty, unless it is [Field.Always]
there. Fields of an embedded struct stand among those of the struct that it is embedded in.

	var dieShape = shape.Shape[die]{
		shape.Text("die", func(d *die) *string { return &d.Die }).Always(),
		shape.Whole("result", func(d *die) *int { return &d.Result }).Always(),
	}

What is written is what json.Marshal writes, byte for byte, and what is read is what json.Unmarshal reads: whatever is out of
the ordinary, such as spaces, fields that are not known or texts with rare escapes, is given to that package. So a shape is
tested by holding it to encoding/json with structs filled at random, which finds a field that was forgotten, too.

writer.go and reader.go have the two ways, field.go what they have in common.
*/
package shape
