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

// atRandom fills the fields of a struct at random, each by its type, so that a new one is filled, too.
func atRandom(rng *rand.Rand, into any) {
	v := reflect.ValueOf(into).Elem()
	for i := range v.NumField() {
		field := v.Field(i)
		if !field.CanSet() || rng.IntN(2) == 0 || v.Type().Field(i).Tag.Get("json") == "-" {
			continue
		}
		switch field := field.Addr().Interface().(type) {
		case *string:
			*field = eventTexts[rng.IntN(len(eventTexts))]
		case *EventKind:
			*field = EventKind(eventTexts[rng.IntN(len(eventTexts))])
		case *float64:
			*field = eventNumbers[rng.IntN(len(eventNumbers))]
		case **float64:
			*field = &eventNumbers[rng.IntN(len(eventNumbers))]
		case *int:
			*field = rng.IntN(2000) - 1000
		case *bool:
			*field = rng.IntN(2) == 0
		case *[]string:
			*field = eventTexts[:rng.IntN(4)]
		case **Doing:
			*field = &Doing{Action: "attack", Whom: eventTexts[rng.IntN(len(eventTexts))], Beside: &Doing{At: 3}, Options: []TickedOption{{Situation: "a]b"}}}
		case **Going:
			*field = &Going{To: eventNumbers[rng.IntN(len(eventNumbers))]}
		case *[]Event:
			*field = severalAtRandom[Event](rng)
		case *[]Die:
			*field = severalAtRandom[Die](rng)
		case *[]Term:
			*field = severalAtRandom[Term](rng)
		case *[]Input:
			*field = severalAtRandom[Input](rng)
		default:
			panic("give a field of " + v.Field(i).Type().String() + " something here")
		}
	}
}

func severalAtRandom[T any](rng *rand.Rand) (list []T) {
	for range rng.IntN(3) {
		list = append(list, *new(T))
		atRandom(rng, &list[len(list)-1])
	}
	return list
}

// TestEventsAreJSON holds what events are written as and read from to package encoding/json.
func TestEventsAreJSON(t *testing.T) {
	asJSON(t, 3000, AppendEvents, ReadEvents)
	if _, err := AppendEvents(nil, []Event{{Value: math.NaN()}}); err == nil {
		t.Error("what is no number is written")
	}
	for _, text := range []string{"", "null", "[]", "[ ]", "[{}]", `[{"k":"a","K":"b"}]`, `[{"k":null}]`, `[{"k":"a","new":1}]`, `[{"v":01}]`, `[{"v":-}]`, `[{"v":1.}]`, `[{"v":1-2}]`, `[{"v":-01}]`,
		`[{"v":1e3,"id":2}]`, `[{"id":1.5}]`, `[{"doing":{]}]`, `[{"doing":null}]`, `[{"v":.5}]`, `[{"v":-.5}]`, `[{"v":-0}]`, `[{"v":1..2}]`, `[{"id":99999999999999999999}]`, "[{}] ", "[{},]"} {
		sameJSON(t, []byte(text), ReadEvents)
	}
}

// TestOutcomesAreJSON does likewise with outcomes.
func TestOutcomesAreJSON(t *testing.T) {
	asJSON(t, 2000, AppendOutcomes, ReadOutcomes)
	if _, err := AppendOutcomes(nil, []Outcome{{Dice: []Die{{}}, Events: []Event{{Value: math.NaN()}}}}); err == nil {
		t.Error("what is no number is written")
	}
	for _, text := range []string{"", "null", "[]", "[{}]", "[{}, {}]", `[{"step":"a","Step":"b"}]`, `[{"dice":[{"die":"a"}],"dice":[{"result":1}]}]`, `[{"total":null}]`, `[{"total":-0}]`, `[{"roll":1.0}]`,
		`[{"roll":-0}]`, `[{"success":tru}]`, `[{"success":trueish}]`, `[{"success":false}]`, `[{"terms":[]}]`, `[{"terms":[{"parts":[{"parts":[]}]}]}]`, `[{"step":"a\u00e4\ud83d\ude00"}]`, `[{"step":"a\/b\nc"}]`,
		`[{"step":"a\qb"}]`, `[{"step":"a\"}]`, `[{"events":[{}]}]`, `[{"events":null}]`, `[{"kind":"a",}]`, `[{"kind":"a"},]`, `[{"kind"}]`, `[{"text":"−12 × 5"}]`} {
		sameJSON(t, []byte(text), ReadOutcomes)
	}
}

// asJSON holds so many lists at random, and what is damaged of them, to package encoding/json.
func asJSON[T any](t *testing.T, times int, write func([]byte, []T) ([]byte, error), read func([]byte) ([]T, error)) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range times {
		list := severalAtRandom[T](rng)
		want, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		got, err := write(nil, list)
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("written as\n%s\nwant\n%s\n%v", got, want, err)
		}
		sameJSON(t, want, read)
		if len(want) > 4 { // damaged
			at := rng.IntN(len(want))
			sameJSON(t, want[:at], read)
			sameJSON(t, bytes.Replace(want, []byte{want[at]}, []byte{" ,:\"[]{}0-.e\\nx"[rng.IntN(15)]}, 1), read)
		}
	}
}

// sameJSON reads a list in both ways.
func sameJSON[T any](t *testing.T, data []byte, read func([]byte) ([]T, error)) {
	t.Helper()
	var want []T
	wrong := json.Unmarshal(data, &want)
	got, err := read(data)
	if (err == nil) != (wrong == nil) || err == nil && !reflect.DeepEqual(got, want) {
		t.Fatalf("%s is read as\n%+v, %v\nwant\n%+v, %v", data, got, err, want, wrong)
	}
}

// BenchmarkRatioJSON holds reading and writing events, and the steps of an attack, to package encoding/json.
func BenchmarkRatioJSON(b *testing.B) {
	b.Run("events", func(b *testing.B) {
		heldToJSON(b, []Event{{Kind: EventClock, At: 12}, {Kind: EventPool, Who: "kira", What: "PFT", Value: 12.5, By: -3}, {Kind: EventPut, Who: "grell", What: "bleeding", Value: 3, At: 14, ID: 12, Carry: 12},
			{Kind: EventDoing, Who: "kira", Doing: &Doing{Action: "attack", Whom: "grell", From: 12, At: 20}}, {Kind: EventTurn, Who: "grell", At: 23}}, AppendEvents, ReadEvents)
	})
	b.Run("outcomes", func(b *testing.B) {
		rs := hybridPack(b)
		d, err := rs.Perform(fighters(b, rs), "kira", Doing{Action: "attack", Whom: "grell"}, Known{Dice: &Typed{Faces: []int{3, 20, 6, 6, 95, 99}}, Answers: map[string]string{"grell.answer": NoAnswer}})
		if err != nil {
			b.Fatal(err)
		}
		heldToJSON(b, d.Outcomes, AppendOutcomes, ReadOutcomes)
	})
}

func heldToJSON[T any](b *testing.B, list []T, write func([]byte, []T) ([]byte, error), read func([]byte) ([]T, error)) {
	data, _ := json.Marshal(list)
	for _, row := range []struct {
		name string
		do   func() error
	}{
		{"read", func() error { _, err := read(data); return err }},
		{"read/yardstick", func() error { var list []T; return json.Unmarshal(data, &list) }},
		{"write", func() error { _, err := write(nil, list); return err }},
		{"write/yardstick", func() error { _, err := json.Marshal(list); return err }},
	} {
		b.Run(row.name, func(b *testing.B) {
			for b.Loop() {
				if err := row.do(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
