package rules

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

// eventTexts and eventNumbers are what is in a field now and then.
var (
	eventTexts   = []string{"kira", "a_b", "", "Ça ira", `quo"te`, "a<b>&c", "tab\tand\nline", "back\\slash", "\u2028", "bad\xffbyte", "[]{},:", "名"}
	eventNumbers = []float64{0, 1, -1, 12, 0.5, -2.25, 1.0 / 3, 1e-7, 1e21, 1e300, 123456789012345678, math.MaxInt64, -0.1, 100}
)

// anEvent fills the fields of an event at random, each by its type, so that a new one is filled, too.
func anEvent(rng *rand.Rand) (e Event) {
	v := reflect.ValueOf(&e).Elem()
	for i := range v.NumField() {
		field := v.Field(i)
		if !field.CanSet() || rng.IntN(2) == 0 {
			continue
		}
		switch field.Interface().(type) {
		case string, EventKind:
			field.SetString(eventTexts[rng.IntN(len(eventTexts))])
		case float64:
			field.SetFloat(eventNumbers[rng.IntN(len(eventNumbers))])
		case int:
			field.SetInt(int64(rng.IntN(2000) - 1000))
		case []string:
			field.Set(reflect.ValueOf(eventTexts[:rng.IntN(4)]))
		case *Doing:
			field.Set(reflect.ValueOf(&Doing{Action: "attack", Whom: eventTexts[rng.IntN(len(eventTexts))], Beside: &Doing{At: 3}, Options: []TickedOption{{Situation: "a]b"}}}))
		case *Going:
			field.Set(reflect.ValueOf(&Going{To: eventNumbers[rng.IntN(len(eventNumbers))]}))
		default:
			panic("give a field of " + field.Type().String() + " something here")
		}
	}
	return e
}

// TestEventsAreJSON holds what events are written as and read from to package encoding/json.
func TestEventsAreJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var list []Event
		for range rng.IntN(4) {
			list = append(list, anEvent(rng))
		}
		want, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		got, err := AppendEvents(nil, list)
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("written as\n%s\nwant\n%s\n%v", got, want, err)
		}
		sameEvents(t, want)
		if len(want) > 4 { // damaged
			at := rng.IntN(len(want))
			sameEvents(t, want[:at])
			sameEvents(t, bytes.Replace(want, []byte{want[at]}, []byte{" ,:\"[]{}0-.e\\nx"[rng.IntN(15)]}, 1))
		}
	}
	if _, err := AppendEvents(nil, []Event{{Value: math.NaN()}}); err == nil {
		t.Error("what is no number is written")
	}
	for _, text := range []string{"", "null", "[]", "[ ]", "[{}]", `[{"k":"a","K":"b"}]`, `[{"k":null}]`, `[{"k":"a","new":1}]`, `[{"v":01}]`, `[{"v":-}]`, `[{"v":1.}]`, `[{"v":1-2}]`, `[{"v":-01}]`,
		`[{"v":1e3,"id":2}]`, `[{"id":1.5}]`, `[{"doing":{]}]`, `[{"doing":null}]`, `[{"v":.5}]`, `[{"v":-.5}]`, `[{"v":-0}]`, `[{"v":1..2}]`, `[{"id":99999999999999999999}]`, "[{}] ", "[{},]"} {
		sameEvents(t, []byte(text))
	}
}

// sameEvents reads events in both ways.
func sameEvents(t *testing.T, data []byte) {
	t.Helper()
	var want []Event
	wrong := json.Unmarshal(data, &want)
	got, err := ReadEvents(data)
	if (err == nil) != (wrong == nil) || err == nil && !reflect.DeepEqual(got, want) {
		t.Fatalf("%s is read as\n%+v, %v\nwant\n%+v, %v", data, got, err, want, wrong)
	}
}

// BenchmarkRatioEvents holds reading and writing events to package encoding/json.
func BenchmarkRatioEvents(b *testing.B) {
	list := []Event{{Kind: EventClock, At: 12}, {Kind: EventPool, Who: "kira", What: "PFT", Value: 12.5, By: -3}, {Kind: EventPut, Who: "grell", What: "bleeding", Value: 3, At: 14, ID: 12, Carry: 12},
		{Kind: EventDoing, Who: "kira", Doing: &Doing{Action: "attack", Whom: "grell", From: 12, At: 20}}, {Kind: EventTurn, Who: "grell", At: 23}}
	data, _ := json.Marshal(list)
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if _, err := ReadEvents(data); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("read/yardstick", func(b *testing.B) {
		for b.Loop() {
			var list []Event
			if err := json.Unmarshal(data, &list); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			if _, err := AppendEvents(nil, list); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("write/yardstick", func(b *testing.B) {
		for b.Loop() {
			if _, err := json.Marshal(list); err != nil {
				b.Fatal(err)
			}
		}
	})
}
