package formula_test

import (
	"testing"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/vm"

	"hybrid/rules/formula"
	"hybrid/rules/source"
)

type slots struct {
	basis, rank, df float64
}

func slotScope() *formula.Scope[*slots] {
	return &formula.Scope[*slots]{Name: func(path string) (formula.Value[*slots], bool) {
		switch path {
		case "basis":
			return formula.Value[*slots]{Num: func(s *slots) float64 { return s.basis }}, true
		case "rank":
			return formula.Value[*slots]{Num: func(s *slots) float64 { return s.rank }}, true
		case "df":
			return formula.Value[*slots]{Num: func(s *slots) float64 { return s.df }}, true
		}
		return formula.Value[*slots]{}, false
	}}
}

//go:noinline
func inGo(s *slots) float64 { return 3*s.basis + 4*s.rank + 5*s.df }

func BenchmarkRun(b *testing.B) {
	const chance = "3 * basis + 4 * rank + 5 * df"
	s := &slots{12, 3, -2}
	want := inGo(s)
	b.Run("go", func(b *testing.B) {
		for b.Loop() {
			inGo(s)
		}
	})
	for _, c := range []struct{ name, written string }{
		{"formula", chance}, {"choice", "df < 0 ? max(1, basis / 2) : rank"}, {"round", "floor(basis / 3) + min(rank, df) * 2"},
	} {
		b.Run(c.name, func(b *testing.B) {
			var r source.Report
			f := formula.Compile(text(c.written), formula.Number, slotScope(), &r)
			if r.Len() > 0 || c.written == chance && f.Num(s) != want {
				b.Fatal(r.Err())
			}
			for b.Loop() {
				f.Num(s)
			}
		})
	}
	b.Run("flag", func(b *testing.B) {
		var r source.Report
		f := formula.Compile(text("basis >= 0.25 * rank and not (df > 0)"), formula.Flag, slotScope(), &r)
		for b.Loop() {
			f.Flag(s)
		}
	})
	b.Run("expr", func(b *testing.B) {
		env := struct {
			Basis float64 `expr:"basis"`
			Rank  float64 `expr:"rank"`
			DF    float64 `expr:"df"`
		}{s.basis, s.rank, s.df}
		program, err := expr.Compile(chance, expr.Env(env))
		if err != nil {
			b.Fatal(err)
		}
		var machine vm.VM
		if got, err := machine.Run(program, env); err != nil || got != want {
			b.Fatal(got, err)
		}
		for b.Loop() {
			machine.Run(program, env)
		}
	})
}

func BenchmarkCompile(b *testing.B) {
	for _, c := range []struct{ name, written string }{{"plain", "1/2"}, {"formula", "3 * basis + 4 * rank + 5 * df"}} {
		b.Run(c.name, func(b *testing.B) {
			scope := slotScope()
			for b.Loop() {
				var r source.Report
				formula.Compile(text(c.written), formula.Number, scope, &r)
			}
		})
	}
}
