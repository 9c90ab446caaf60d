package shapetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

// Compares a shape with encoding/json on random values, for tests of packages that have shapes.

// texts and numbers are what is in a field now and then.
var (
	texts   = []string{"kira", "a_b", "", "Ça ira", `quo"te`, "a<b>&c", "tab\tand\nline", "back\\slash", "\u2028", "bad\xffbyte", "[]{},:", "名"}
	numbers = []float64{0, 1, -1, 12, 0.5, -2.25, 1.0 / 3, 1e-7, 1e21, 1e300, 123456789012345678, math.MaxInt64, -0.1, 100}
)

// fill fills a value at random, by its type, so that a new field is filled, too.
func fill(rng *rand.Rand, v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(texts[rng.IntN(len(texts))])
	case reflect.Float64:
		v.SetFloat(numbers[rng.IntN(len(numbers))])
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(rng.IntN(2000) - 1000))
	case reflect.Bool:
		v.SetBool(rng.IntN(2) == 0)
	case reflect.Pointer:
		if depth < 4 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(rng, v.Elem(), depth+1)
		}
	case reflect.Slice:
		if n := rng.IntN(3); n > 0 && depth < 6 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				fill(rng, v.Index(i), depth+1)
			}
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range rng.IntN(3) {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(rng, key, depth+1)
			fill(rng, value, depth+1)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if of := v.Type().Field(i); of.IsExported() && of.Tag.Get("json") != "-" && (of.Anonymous || rng.IntN(2) == 0) {
				fill(rng, v.Field(i), depth+1)
			}
		}
	default:
		panic("give a field of " + v.Type().String() + " something here")
	}
}

// Random is a value that is filled at random.
func Random[T any](rng *rand.Rand) (is T) {
	fill(rng, reflect.ValueOf(&is).Elem(), 0)
	return is
}

// Holds holds what is read of values, so many at random, to package encoding/json, and of texts, and what is damaged of both.
func Holds[T any](t *testing.T, times int, read func([]byte, *T) error, odd ...string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	for range times {
		is := Random[T](rng)
		want, err := json.Marshal(is)
		if err != nil {
			t.Fatal(err)
		}
		same(t, want, read)
		if len(want) > 4 {
			at := rng.IntN(len(want))
			same(t, want[:at], read)
			same(t, bytes.Replace(want, []byte{want[at]}, []byte{" ,:\"[]{}0-.e\\nx"[rng.IntN(15)]}, 1), read)
		}
	}
	for _, text := range odd {
		same(t, []byte(text), read)
	}
}

// same reads a value in both ways.
func same[T any](t *testing.T, data []byte, read func([]byte, *T) error) {
	t.Helper()
	var got, want T
	wrong, err := json.Unmarshal(data, &want), read(data, &got)
	if (err == nil) != (wrong == nil) || err == nil && !reflect.DeepEqual(got, want) {
		t.Fatalf("%s is read as\n%s, %v\nwant\n%s, %v", data, fmt.Sprintf("%+v", got), err, fmt.Sprintf("%+v", want), wrong)
	}
}
