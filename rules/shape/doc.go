/*
Package shape reads structs from JSON in a fraction of the time of package encoding/json, which writes them: what an entry of
a session is kept as, hundreds of thousands of which are read when a long one is opened, verified or exported.

A [Shape] is the fields of a struct in the order in which they are written, each made by a function that says how it is read:
[Text], [Number], [Whole], [Flag], [Texts], [List], [Pointer] … Fields of an embedded struct stand among those of the struct
that it is embedded in.

	var dieShape = shape.Shape[die]{
		shape.Text("die", func(d *die) *string { return &d.Die }),
		shape.Whole("result", func(d *die) *int { return &d.Result }),
	}

What is read is what json.Unmarshal reads: whatever is out of the ordinary, such as spaces, fields that are not known or texts with rare escapes, is given to that package. So a shape is
tested by holding it to encoding/json with structs filled at random, which finds a field that was forgotten, too.

reader.go reads; field.go has the kinds of fields.
*/
package shape
