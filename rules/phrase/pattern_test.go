package phrase_test

import (
	"strings"
	"testing"

	"hybrid/rules"
	"hybrid/rules/phrase"
	"hybrid/rules/source"
)

// sayPack is a small game with a language and one action, whose `say` is given.
func sayPack(say string) (*rules.Ruleset, error) {
	return rules.Load([]rules.Layer{{Name: "small", Files: []source.File{{Name: "small.yaml", Data: []byte(`
languages:
  small:
    pronouns:
      you:  {who: you, other: you, own: your, self: yourself, verb: 2}
      they: {other: them, own: their, self: themselves}
    cases: [dat]
    you: you
    nobody: they
    several: they
    verbs: [[is, are], ["*ches", "*ch"], ["*s", "*"]]
    a: [["", a]]
    joints: {always: [", but "], breaks: ["; "], others: [", ", " and "]}
tags: {sharp: with an edge}
numbers: {pace: {one: {add: 1}}}
order: {scheme: counts, time: pace, initiative: {one: {add: 1}}}
pack:
  count: 1
  unit: s
  verbs: {aims: {sharp: "swings[ {own tool}] at", else: attacks}}
actions:
  hit:
    whom: true
    steps:
      place: {table: places}
    say: ` + say + `
tables:
  places: {roll: d6, rows: {arm: {roll: 1-6, say: the arm}}}
`)}}}}, nil)
}

// A pattern becomes clauses, each with its joint, its subject, its verb and what follows.
func TestPatternHasClauses(t *testing.T) {
	rs, err := sayPack(`"{other aims} {who dat}, but {who is} hit[ in {own place}][ and {who catches} {a tool}]"`)
	if err != nil {
		t.Fatal(err)
	}
	action, _ := rs.Actions.Get("hit")
	list := action.Say.Pattern.Clauses
	if len(list) != 3 {
		t.Fatalf("%d clauses: %+v", len(list), list)
	}
	if c := list[0]; c.Joint != "" || c.Subject != phrase.RoleOther || !c.Verb.IsTagged || c.Rest[1].Kind != phrase.PieceRole || c.Rest[1].GrammaticalCase != "dat" {
		t.Errorf("the first clause is %+v", c)
	}
	if c := list[1]; c.Joint != ", but " || c.Subject != phrase.RoleWho || rs.Language.Inflect(c.Verb, 2) != "are" || c.Rest[1].Kind != phrase.PieceOptional || !c.Rest[1].Parts[1].HasPossessive {
		t.Errorf("the second clause is %+v", c)
	}
	if c := list[2]; c.Joint != " and " || !c.IsOptional || rs.Language.Inflect(c.Verb, 2) != "catch" || !c.Rest[1].HasArticle {
		t.Errorf("the third clause is %+v", c)
	}
	if verb := rs.Pack.Verb("aims", nil, func(tag string) bool { return tag == "sharp" }); verb == nil || verb.Verb.Word != "swings" || verb.Rest[0].Kind != phrase.PieceOptional {
		t.Errorf("the verb for what is sharp is %+v", verb)
	}
}

// Mistakes in patterns are reported where they are, with what to write instead.
func TestMistakesInPatterns(t *testing.T) {
	for _, c := range []struct{ name, say, want string }{
		{"verb", `"{who hit} {other}"`, "“hit” isn't a verb in the third person"},
		{"no verb", `"{who} hits {other}"`, "has no verb"},
		{"value", `"{who hits} {other} with {tol}"`, "Did you mean “tool”?"},
		{"bracket", `"{who hits} {other}[ with {tool}"`, "has a [ without a ]"},
		{"brace", `"{who hits} {other"`, "has a { without a }"},
		{"closing", `"{who hits} {other}]"`, "has a ] that nothing opens"},
		{"own without a subject", `"the blow hits {own place}"`, "belongs to the subject"},
		{"case", `{dead: "{who hits} {other}"}`, "No case named “dead”. Did you mean “deed”?"},
		{"more than a verb", `"{who is hit} by {other}"`, "“is hit” is more than a verb. Write the rest after the braces: `{who is} …`."},
		{"article", `"{who hits} {other} with a {tool}"`, "“a {tool}” has one article for every word. Write `{a tool}`."},
		{"spaces", `"{who hits}  {other}"`, "two spaces in a row"},
		{"several", `{deed: "{who hits} {other}", made: ""}`, "No case named “made”"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := sayPack(c.say)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "small.yaml:26:") {
				t.Errorf("got %v, want %s at line 25", err, c.want)
			}
		})
	}
}
