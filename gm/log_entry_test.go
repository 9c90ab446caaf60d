package gm

import (
	"testing"

	"hybrid/rules/shape/shapetest"
)

// TestPayloadIsJSON holds what the command of an entry is read as to package encoding/json.
func TestPayloadIsJSON(t *testing.T) {
	shapetest.Holds(t, 500, payloadShape.Read,
		"", "null", "{}", `{"line":"a","Line":"b"}`, `{"answers":{"a":"b"},"answers":{"c":"d"}}`, `{"told":{},"told":{"noise":"turn"}}`, `{"told":null}`, `{"of":1.5}`, `{"from":[{"e":1}]}`, `{"from":[]}`, `{"x":{"y":[1]}}`)
}
