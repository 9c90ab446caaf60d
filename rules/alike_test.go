package rules

import (
	"reflect"
	"testing"
	"unsafe"
)

// Of everything that can be different about two copies of an actor each is compared where branches of the odds become
// one, and where a fight played in place is held against one decided; what is not has its reason here.
func TestEveryFieldOfAnActorIsCompared(t *testing.T) {
	names := map[string]string{"Key": "copies of one actor", "Name": "copies of one actor", "Short": "copies of one actor", "order": "set when it joins",
		"serial": "numbers conditions, which nothing reads", "stats": "worked out of Sheet", "idleFrame": "memory of the run", "world": "what is found there is compared itself", "isSide": "never changes", "omitsSecret": "never changes",
		"live": "memory of the run", "Favourites": "lines of the prompt, which nothing reads", "Looks": "copies of one actor", "Portrait": "copies of one actor",
		"Sees": "for those who play, no formula reads it", "Knows": "for those who play, no formula reads it",
		"SecretSituations": "for those who play, no formula reads it", "Outranked": "for those who play, no formula reads it",
		"Spot": "changes by the game master alone", "Absent": "changes by the game master alone", "ShownSide": "for those who play, no formula reads it", "HasEntered": "changes when a fight ends"}
	differ(t, reflect.TypeFor[Actor](), names, func(one, other reflect.Value) bool {
		a, b := one.Addr().Interface().(*Actor), other.Addr().Interface().(*Actor)
		return !a.hasEqualState(b)
	})
	differ(t, reflect.TypeFor[HeldCondition](), map[string]string{"ID": "numbered in order", "Text": "what was said, which nothing reads", "Secret": "for those who play, no formula reads it"}, func(one, other reflect.Value) bool {
		a, b := one.Addr().Interface().(*HeldCondition), other.Addr().Interface().(*HeldCondition)
		return !equalHeld(*a, *b)
	})
	differ(t, reflect.TypeFor[Level](), nil, func(one, other reflect.Value) bool {
		return one.Interface().(Level) != other.Interface().(Level)
	})
	rs := hybridPack(t)
	item, condition := rs.Items.All[0], rs.Conditions.All[0]
	names = map[string]string{"Name": "never changes", "Short": "never changes", "order": "set when it joins", "Sheet": "changes by a new character file alone",
		"Side": "changes by the game master alone", "worn": "of Sheet", "stats": "of Sheet", "idleFrame": "memory of the run", "world": "what is found there is compared itself", "isSide": "never changes", "omitsSecret": "never changes", "live": "memory of the run",
		"Favourites": "lines of the prompt", "Spot": "changes by the game master alone", "Goals": "tasks are no part of a fight played in place", "Looks": "never changes", "Portrait": "never changes", "Sees": "settled after a decision, by Notice", "Knows": "what a fight played in place leaves out",
		"SecretSituations": "what a fight played in place leaves out", "Outranked": "for those who play, no formula reads it",
		"Absent": "changes by the game master alone", "ShownSide": "for those who play, no formula reads it", "HasEntered": "changes when a fight ends"}
	differ(t, reflect.TypeFor[Actor](), names, func(one, other reflect.Value) bool {
		for _, v := range []reflect.Value{one, other} {
			a := v.Addr().Interface().(*Actor)
			for i := range a.Conditions {
				a.Conditions[i].Condition = condition
			}
			if a.Tool != nil {
				a.Tool = item
			}
			for i := range a.OffHand {
				a.OffHand[i] = item
			}
			for i := range a.Dropped {
				a.Dropped[i] = item
			}
		}
		a, b := one.Addr().Interface().(*Actor), other.Addr().Interface().(*Actor)
		return standing(&State{Actors: []*Actor{a}}) != standing(&State{Actors: []*Actor{b}})
	})
}

// differ changes every field of a zero value and asks whether that shows. Fields named with a reason may not.
func differ(t *testing.T, of reflect.Type, reasons map[string]string, shows func(one, other reflect.Value) bool) {
	t.Helper()
	for i := range of.NumField() {
		one, other := reflect.New(of).Elem(), reflect.New(of).Elem()
		field := other.Field(i)
		another(reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem())
		name := of.Field(i).Name
		if got, want := shows(one, other), reasons[name] == ""; got != want {
			t.Errorf("%s.%s: compared %t, want %t %s", of.Name(), name, got, want, reasons[name])
		}
	}
}

// another sets a zero value to another one.
func another(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(3)
	case reflect.Int:
		v.SetInt(3)
	case reflect.String:
		v.SetString("other")
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		if e := v.Index(0); e.Kind() == reflect.Pointer {
			another(e)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	default:
		panic(v.Type().String())
	}
}
