package rules

import (
	"reflect"
	"testing"
)

// TestManualChangesOfNobody calls each change by hand with the key of an actor that isn't there: none panics, and none decides anything.
func TestManualChangesOfNobody(t *testing.T) {
	rs := hybridPack(t)
	values := map[reflect.Type]reflect.Value{}
	for _, v := range []any{"nobody", rs.Activities.All[0], rs.Conditions.All[0], rs.Pools.All[0], PendingEvent{Actor: &Actor{Key: "nobody"}, Held: &HeldCondition{Condition: rs.Conditions.All[0]}}} {
		values[reflect.TypeOf(v)] = reflect.ValueOf(v)
	}
	_, err := rs.DecideManually(&State{}, DecisionInput{}, func(h *ManualChanges) {
		all := reflect.ValueOf(h)
		for i := range all.NumMethod() {
			method, name := all.Method(i), all.Type().Method(i).Name
			if name == "Emit" || name == "Finish" || name == "SetClock" { // about no actor
				continue
			}
			args := make([]reflect.Value, method.Type().NumIn())
			for j := range args {
				in := method.Type().In(j)
				if args[j] = reflect.Zero(in); values[in].IsValid() {
					args[j] = values[in]
				}
			}
			t.Run(name, func(*testing.T) { method.Call(args) })
			if len(h.r.events) > 0 {
				t.Errorf("%s decides %v", name, h.r.events)
				h.r.events = nil
			}
		}
	})
	if err != nil {
		t.Error(err)
	}
}
