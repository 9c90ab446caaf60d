package rules

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"hybrid/rules/shape/shapetest"
)

// TestEventsAreJSON holds what events are read as, all at once or one by one, to package encoding/json.
func TestEventsAreJSON(t *testing.T) {
	for _, read := range []func([]byte) ([]Event, error){ReadEvents, func(data []byte) (list []Event, err error) {
		if err = EachEvent(data, func(e *Event) { list = append(list, *e) }); err == nil && list == nil {
			return ReadEvents(data) // whether that is none or an empty list
		}
		return list, err
	}} {
		eventsAsJSON(t, read)
	}
}

func eventsAsJSON(t *testing.T, read func([]byte) ([]Event, error)) {
	t.Helper()
	listAsJSON(t, 3000, read,
		"", "null", "[]", "[ ]", "[{}]", `[{"k":"a","K":"b"}]`, `[{"k":null}]`, `[{"k":"a","new":1}]`, `[{"v":01}]`, `[{"v":-}]`, `[{"v":1.}]`, `[{"v":1-2}]`, `[{"v":-01}]`,
		`[{"v":1e3,"id":2}]`, `[{"id":1.5}]`, `[{"doing":{]}]`, `[{"doing":null}]`, `[{"doing":{"from":1},"doing":{"at":2}}]`, `[{"words":["a"],"words":[]}]`, `[{"words":[]}]`, `[{"words":["a",]}]`,
		`[{"v":.5}]`, `[{"v":-.5}]`, `[{"v":-0}]`, `[{"v":1..2}]`, `[{"id":99999999999999999999}]`, "[{}] ", "[{},]", `[{"k":"a"},{"k":"b","new":1},{"k":"c"}]`)
}

// TestOutcomesAreJSON does likewise with outcomes.
func TestOutcomesAreJSON(t *testing.T) {
	listAsJSON(t, 1000, ReadOutcomes,
		"", "null", "[]", "[{}]", "[{}, {}]", `[{"step":"a","Step":"b"}]`, `[{"dice":[{"die":"a"}],"dice":[{"result":1}]}]`, `[{"total":null}]`, `[{"total":-0}]`, `[{"roll":1.0}]`,
		`[{"roll":-0}]`, `[{"success":tru}]`, `[{"success":trueish}]`, `[{"success":false}]`, `[{"terms":[]}]`, `[{"terms":[{"parts":[{"parts":[]}]}]}]`, `[{"step":"a\u00e4\ud83d\ude00"}]`, `[{"step":"a\/b\nc"}]`,
		`[{"step":"a\qb"}]`, `[{"step":"a\"}]`, `[{"events":[{}]}]`, `[{"events":null}]`, `[{"kind":"a",}]`, `[{"kind":"a"},]`, `[{"kind"}]`, `[{"text":"−12 × 5"}]`)
}

func listAsJSON[T any](t *testing.T, times int, read func([]byte) ([]T, error), odd ...string) {
	shapetest.Holds(t, times, func(data []byte, list *[]T) (err error) { *list, err = read(data); return err }, odd...)
}

// BenchmarkRatioJSON holds reading events, and the steps of an attack, to package encoding/json.
func BenchmarkRatioJSON(b *testing.B) {
	b.Run("events", func(b *testing.B) {
		heldToJSON(b, []Event{{Kind: EventClock, At: 12}, {Kind: EventPool, Who: "kira", What: "PFT", Value: 12.5, By: -3}, {Kind: EventPut, Who: "grell", What: "bleeding", Value: 3, At: 14, ID: 12, Carry: 12},
			{Kind: EventDoing, Who: "kira", Doing: &Doing{Action: "attack", Whom: "grell", From: 12, At: 20}}, {Kind: EventTurn, Who: "grell", At: 23}}, ReadEvents)
	})
	b.Run("outcomes", func(b *testing.B) {
		rs := hybridPack(b)
		d, err := rs.Perform(fighters(b, rs), "kira", Doing{Action: "attack", Whom: "grell"}, Known{Dice: &Typed{Faces: []int{3, 20, 6, 6, 95, 99}}, Answers: map[string]string{"grell.answer": NoAnswer}})
		if err != nil {
			b.Fatal(err)
		}
		heldToJSON(b, d.Outcomes, ReadOutcomes)
	})
}

func heldToJSON[T any](b *testing.B, list []T, read func([]byte) ([]T, error)) {
	data, _ := json.Marshal(list)
	for _, row := range []struct {
		name          string
		do, yardstick func() error
	}{
		{"read", func() error { _, err := read(data); return err }, func() error { var list []T; return json.Unmarshal(data, &list) }},
	} {
		b.Run(row.name, func(b *testing.B) {
			var took [2]time.Duration
			for b.Loop() {
				for i, do := range []func() error{row.do, row.yardstick} {
					began := time.Now()
					if err := do(); err != nil {
						b.Fatal(err)
					}
					took[i] += time.Since(began)
				}
			}
			b.ReportMetric(0, "ns/op") // of both together, which says nothing
			b.ReportMetric(float64(took[0])/float64(b.N)/1000, "µs")
			b.ReportMetric(float64(took[1])/float64(b.N)/1000, "µs/yardstick")
			b.ReportMetric(float64(took[0])/float64(took[1]), "times")
		})
	}
}

// TestFirstEventIsRead holds what the first of some events is read as.
func TestFirstEventIsRead(t *testing.T) {
	for _, text := range []string{`[{"k":"begin","text":"a"},{"k":"join"}]`, `[ {"k":"begin","text":"a"}, {}]`} {
		if got, err := ReadFirstEvent([]byte(text)); err != nil || !reflect.DeepEqual(got, Event{Kind: EventBegin, Text: "a"}) {
			t.Errorf("%s begins with %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "[]", "null", "[{", "{}"} {
		if got, err := ReadFirstEvent([]byte(text)); err == nil {
			t.Errorf("%q begins with %+v", text, got)
		}
	}
}
