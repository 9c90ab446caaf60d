package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"hybrid/campaigns"
	"hybrid/characters"
	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/dashboard"
	"hybrid/gm/export"
	"hybrid/gm/gmtest"
	"hybrid/rules"
	"hybrid/rules/source"
	"hybrid/tables"
)

var (
	mutations = flag.Int("mutations", 10, "how many changes of the data are tried")
	mutation  = flag.Int("mutation", 0, "the number of the first of them")
)

// What one change may take, of all commands together. Far beyond what any does that is right.
const (
	someCommands = 8 // of all, for one change
	maxMemory    = 2 << 30
	maxTime      = 60 * time.Second
)

// TestMutations changes keys of the packs and of the sample campaigns at random, each key once before any is changed
// twice. What still loads is played, asked and simulated, with some of all commands each time; nothing may panic, hang or
// eat memory, and a mistake has the place where it stands. What one number changes is always the same.
func TestMutations(t *testing.T) {
	gmtest.SkipIfShort(t)
	g := newGarden(t)
	refused, played, most := 0, 0, *mutations
	for n := *mutation; n < *mutation+most; n++ {
		m := g.mutate(n)
		trouble, loaded := m.grow()
		if loaded {
			played++
		} else {
			refused++
		}
		for _, line := range trouble {
			t.Errorf("%s: %s", m.what, line)
		}
	}
	t.Logf("%d played, %d refused", played, refused)
	if most > 30 && (played < most/5 || refused < most/5) {
		t.Errorf("of %d changes %d could be played and %d were refused: one of both is hardly tried", most, played, refused)
	}
}

// garden is the data of the sample campaigns, each with its pack and its characters as files of its own, and all that stands
// in them.
type garden struct {
	t      *testing.T
	homes  map[string]string                  // by campaign the folder it was copied to
	files  map[string]map[string]*source.Node // by campaign and path
	places []spot
	values map[string][]*source.Node     // by key, what stands under it anywhere
	texts  []string                      // every value that is a text
	began  map[string]*campaign.Campaign // by campaign as it is
}

// spot is a key in a file: the places of it and of those around it among their neighbours, from the top.
type spot struct {
	campaign, file string
	way            []int
	name           string
}

// ownPack is the folder of the pack in the copies.
const ownPack = "game"

func newGarden(t *testing.T) *garden {
	g := &garden{t: t, homes: map[string]string{}, files: map[string]map[string]*source.Node{}, values: map[string][]*source.Node{}, began: map[string]*campaign.Campaign{}}
	for _, name := range campaign.Folders(campaigns.Files) {
		file, err := fs.ReadFile(campaigns.Files, name+"/campaign.yaml")
		if err != nil {
			t.Fatal(err)
		}
		pack := "hybrid"
		if _, said, found := strings.Cut(string(file), "\n  pack: "); found {
			pack, _, _ = strings.Cut(said, "\n")
		}
		home := filepath.Join(t.TempDir(), name)
		g.homes[name], g.files[name] = home, map[string]*source.Node{}
		g.plant(name, tables.Files, pack, ownPack)
		if pack == "hybrid" {
			g.plant(name, characters.Files, ".", "characters")
		}
		g.plant(name, campaigns.Files, name, ".")
		c, _, err := campaign.Vet(home, nil)
		if err != nil {
			t.Fatal(err)
		}
		g.began[name] = c
	}
	rand.New(rand.NewPCG(9, 19)).Shuffle(len(g.places), func(i, j int) { g.places[i], g.places[j] = g.places[j], g.places[i] })
	return g
}

// plant copies the YAML files of a folder into a campaign's, and takes in what stands in them.
func (g *garden) plant(campaign string, from fs.FS, folder, to string) {
	err := fs.WalkDir(from, folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".yaml" {
			return err
		}
		data, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		file := filepath.Join(to, strings.TrimPrefix(name, folder))
		node := source.Parse(file, data, &source.Report{})
		if file == "campaign.yaml" {
			head := node.Get("campaign")
			head.Fields = append(slices.DeleteFunc(head.Fields, func(f source.Field) bool { return f.Key == "pack" }), source.Field{Key: "pack", Value: scalarOf(ownPack)})
		}
		again := g.files[campaign][file] != nil
		g.files[campaign][file] = node
		if !again {
			g.take(spot{campaign: campaign, file: file}, node)
		}
		return g.write(campaign, file, node)
	})
	if err != nil {
		g.t.Fatal(err)
	}
}

func (g *garden) write(campaign, file string, node *source.Node) error {
	path := filepath.Join(g.homes[campaign], file)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(strings.Join(source.FormatLines(node, "", 100), "\n")+"\n"), 0o644)
}

// take takes in the keys and values below a node.
func (g *garden) take(at spot, n *source.Node) {
	for i, field := range n.Fields {
		below := at
		below.way = append(slices.Clip(at.way), i)
		below.name = strings.TrimPrefix(at.name+"."+field.Key, ".")
		g.places = append(g.places, below)
		g.values[field.Key] = append(g.values[field.Key], field.Value)
		g.take(below, field.Value)
	}
	for i, item := range n.Items {
		below := at
		below.way, below.name = append(slices.Clip(at.way), i), fmt.Sprintf("%s[%d]", at.name, i)
		g.take(below, item)
	}
	if n.Kind == source.Scalar {
		g.texts = append(g.texts, n.Text)
	}
}

func scalarOf(text string) *source.Node { return &source.Node{Kind: source.Scalar, Text: text} }

// mutant is the data with one place changed.
type mutant struct {
	*garden
	spot
	rng  *rand.Rand
	what string
	node *source.Node // the file as changed
	line string       // what is being done
	bad  []string     // what went wrong
}

// mutate changes a place: which one and how follows from the number alone.
func (g *garden) mutate(n int) *mutant {
	m := &mutant{garden: g, spot: g.places[n%len(g.places)], rng: rand.New(rand.NewPCG(uint64(n), 9))}
	m.node = m.changed(g.files[m.campaign][m.file], m.way)
	m.what = fmt.Sprintf("mutation %d: %s: %s: %s", n, filepath.Join(m.campaign, m.file), m.name, m.what)
	return m
}

// changed is a copy of a node in which the field at the end of a way is another one.
func (m *mutant) changed(n *source.Node, way []int) *source.Node {
	copied := *n
	if n.Kind == source.List {
		copied.Items = slices.Clone(n.Items)
		copied.Items[way[0]] = m.changed(n.Items[way[0]], way[1:])
		return &copied
	}
	copied.Fields = slices.Clone(n.Fields)
	if len(way) > 1 {
		copied.Fields[way[0]].Value = m.changed(n.Fields[way[0]].Value, way[1:])
		return &copied
	}
	m.change(&copied, way[0])
	return &copied
}

// change changes a field of a map, which is a copy.
func (m *mutant) change(in *source.Node, i int) {
	f := &in.Fields[i]
	value := func(to *source.Node) {
		f.Value = to
		text := source.FormatFlow(to)
		m.what = "is " + text[:min(len(text), 200)]
	}
	other := &in.Fields[m.rng.IntN(len(in.Fields))]
	switch m.rng.IntN(16) {
	case 0:
		m.what = "is gone"
		in.Fields = slices.Delete(in.Fields, i, i+1)
	case 1:
		f.Key += "_x"
		m.what = "is called " + f.Key
	case 2:
		f.Value, other.Value = other.Value, f.Value
		m.what = "changed places with " + other.Key
	case 3:
		value([]*source.Node{{Kind: source.List, Items: []*source.Node{f.Value}}, {Kind: source.Mapping, Fields: []source.Field{{Key: f.Key, Value: f.Value}}},
			{Kind: source.Null}, scalarOf("removed"), scalarOf("none"), {Kind: source.List}, {Kind: source.Mapping}}[m.rng.IntN(7)])
	case 4, 5, 6:
		if f.Value.Kind == source.Scalar {
			value(scalarOf(m.extreme(f.Value.Text)))
		} else {
			value(scalarOf(m.number()))
		}
	case 7, 8, 9:
		alike := m.values[f.Key]
		value(alike[m.rng.IntN(len(alike))])
	case 10, 11, 12:
		value(scalarOf(m.texts[m.rng.IntN(len(m.texts))]))
	case 13:
		name := f.Key + "_again"
		m.what = "is there twice, as " + name
		in.Fields = slices.Insert(in.Fields, i+1, source.Field{Key: name, Value: f.Value})
	case 14:
		other.Value = f.Value
		m.what = "is " + other.Key + " too"
	case 15:
		var keys []string
		for key := range m.values {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		f.Key = keys[m.rng.IntN(len(keys))]
		if slices.ContainsFunc(in.Fields, func(g source.Field) bool { return g.Key == f.Key && g.Pos != f.Pos }) {
			f.Key += "_too"
		}
		m.what = "is called " + f.Key
	}
}

func (m *mutant) number() string {
	list := []string{"0", "-1", "1", "0.001", "-1000000", "1000000", "1000000000000", "1e300", "-1e300", "0 / 0", "1 / 0", "-1 / 0", "1000d1000000", "999999999999d6", "1d1", "2d6 - 20", "number", "number * 2 + 1"}
	return list[m.rng.IntN(len(list))]
}

// extreme makes one of the numbers in a text another one.
func (m *mutant) extreme(text string) string {
	digits := func(r rune) bool { return r >= '0' && r <= '9' || r == '.' }
	from := strings.IndexFunc(text, digits)
	if from < 0 || m.rng.IntN(3) == 0 {
		return m.number()
	}
	to := from + len(text[from:]) - len(strings.TrimLeftFunc(text[from:], digits))
	return text[:from] + m.number() + text[to:]
}

// grow writes the change, loads it and tries all there is; loaded reports whether it could be played.
func (m *mutant) grow() (trouble []string, loaded bool) {
	if err := m.write(m.campaign, m.file, m.node); err != nil {
		m.t.Fatal(err)
	}
	defer m.write(m.campaign, m.file, m.files[m.campaign][m.file])
	late := time.AfterFunc(maxTime, func() {
		buf := make([]byte, 1<<20)
		fmt.Fprintf(os.Stderr, "%s\n", buf[:runtime.Stack(buf, true)])
		panic(fmt.Sprintf("%s: %s takes more than %v", m.what, m.line, maxTime))
	})
	defer late.Stop()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	loaded = m.all()
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > maxMemory {
		m.fail("%d MB were used", used>>20)
	}
	return m.bad, loaded
}

func (m *mutant) fail(format string, args ...any) {
	m.bad = append(m.bad, m.line+": "+fmt.Sprintf(format, args...))
}

// try does something, and notes it if it panics.
func (m *mutant) try(line string, do func()) {
	defer func() {
		if p := recover(); p != nil {
			m.fail("panic: %v\n%s", p, panicked(debug.Stack()))
		}
	}()
	m.line = line
	do()
}

// panicked is the part of a stack that tells where it was.
func panicked(stack []byte) string {
	_, where, _ := strings.Cut(string(stack), "panic(")
	lines := strings.Split(where, "\n")
	return strings.Join(lines[:min(len(lines), 24)], "\n")
}

// all loads the campaign and tries every command.
func (m *mutant) all() (loaded bool) {
	home := m.homes[m.campaign]
	var c *campaign.Campaign
	m.try("vet", func() {
		var err error
		var mistakes source.Mistakes
		c, _, err = campaign.Vet(home, nil)
		if err != nil && (!errors.As(err, &mistakes) || slices.ContainsFunc(mistakes, func(at source.Mistake) bool { return at.Pos.Line == 0 || at.Pos.Col == 0 })) {
			m.fail("a mistake without its place: %v", err)
		}
	})
	if c == nil {
		return false
	}
	if m.rng.IntN(2) == 0 {
		m.try("a fight", func() { m.fight(c) })
	} else {
		m.try("taken up", func() { m.takenUp(c) })
	}
	commands := m.commands(c)
	m.rng.Shuffle(len(commands), func(i, j int) { commands[i], commands[j] = commands[j], commands[i] })
	for _, args := range commands[:min(len(commands), someCommands)] {
		m.try(strings.Join(args, " "), func() { m.run(c, args) })
	}
	if m.rng.IntN(5) == 0 {
		m.try("the dashboard", func() { m.screen(c) })
	}
	return true
}

// run is one command line.
func (m *mutant) run(c *campaign.Campaign, args []string) {
	var out bytes.Buffer
	p := &program{stdin: strings.NewReader(""), stdout: &out, stderr: &out, campaign: c}
	if p.session, _, p.loadError = gm.Open(c, gm.Options{Dice: rules.NewSeededDice([32]byte{byte(m.rng.Uint32())})}); p.loadError != nil {
		m.fail("%v", p.loadError)
		return
	}
	root := p.commandTree()
	root.SetArgs(append(args, "--campaign", m.homes[m.campaign]))
	root.SetOut(&out)
	root.SetErr(&out)
	p.exitCode(root.Execute())
}

// commands are lines for every command, about what was changed where that can be said.
func (m *mutant) commands(c *campaign.Campaign) (list [][]string) {
	rs, cast := c.Rules, c.Cast()
	if len(cast) == 0 {
		return nil
	}
	one, other := cast[m.rng.IntN(len(cast))], cast[m.rng.IntN(len(cast))]
	if parts := strings.Split(m.file, "characters/"); len(parts) > 1 {
		one = strings.TrimSuffix(parts[1], ".yaml")
	}
	add := func(args ...string) { list = append(list, args) }
	section, rest, _ := strings.Cut(m.name, ".")
	entry, _, _ := strings.Cut(rest, ".")
	pick := func(of string, names []string) string {
		if of == section && slices.Contains(names, entry) || len(names) == 0 {
			return entry
		}
		return names[m.rng.IntN(len(names))]
	}
	skill, item, action := pick("skills", rs.Skills.Names()), pick("items", rs.Items.Names()), pick("actions", rs.Actions.Names())
	situation := pick("situations", rs.Situations.Names())
	add("sheet", one)
	add("check", one, skill, "--seed", "1", "--situation", situation)
	add("check", one, skill, "--seed", "2", "--json")
	add("odds", one, skill)
	add("odds", one, skill, "against", other, skill)
	add("odds", "--chance", "60")
	add("check", "--chance", "150", "--seed", "3")
	add("advance", one, skill, "--to", "12")
	for seed := range 3 {
		add("attack", one, other, "--seed", fmt.Sprint(seed), "--situation", situation)
	}
	add("odds", "attack", one, other, "--wears", "all")
	for _, target := range []string{other, ""} {
		args := slices.DeleteFunc([]string{action, one, target}, func(s string) bool { return s == "" })
		add(append(args, "--seed", "5")...)
		add(append([]string{"odds"}, args...)...)
	}
	add("task", one, pick("tasks", rs.Tasks.Names()), "--seed", "7")
	add("perceive", one, "--truth", "40", "--seed", "8")
	add("simulate", m.encounter(c), "--runs", "2", "--counts", "600", "--cores", "1")
	add("try", "ladder")
	add("try", "skill", skill)
	add("try", "weapon", item)
	add("try", "task", pick("tasks", rs.Tasks.Names()))
	add("try", "table", pick("tables", rs.Tables.Names()))
	add("show", section)
	add("help", "names")
	add("initiative", one, "--seed", "4")
	return list
}

// encounter is one of the campaign.
func (m *mutant) encounter(c *campaign.Campaign) string {
	list := c.Encounters()
	if len(list) == 0 {
		return ""
	}
	return list[m.rng.IntN(len(list))].Name
}

// opened is a session of a campaign in memory.
func (m *mutant) opened(c *campaign.Campaign) *gm.Session {
	s, _, err := gm.Open(c, gm.Options{Dice: rules.NewSeededDice([32]byte{byte(m.rng.Uint32())})})
	if err != nil {
		m.fail("%v", err)
	}
	return s
}

// fight plays the campaign with random lines.
func (m *mutant) fight(c *campaign.Campaign) {
	s := m.opened(c)
	m.do(s, "begin "+m.encounter(c))
	m.play(s, 12)
	m.do(s, "pass 20 min")
	for _, f := range export.Formats() {
		if err := export.Write(&bytes.Buffer{}, s, f, export.Players, 0); err != nil {
			m.fail("export: %v", err)
		}
	}
	if _, err := s.Verify(); err != nil {
		m.fail("verify: %v", err)
	}
	m.do(s, "undo 5")
}

// takenUp saves the change while the campaign is played as it was, and goes on.
func (m *mutant) takenUp(c *campaign.Campaign) {
	s := m.opened(m.began[m.campaign])
	m.do(s, "begin "+m.encounter(m.began[m.campaign]))
	m.play(s, 5)
	if _, bad := s.ReloadSaved(gm.WatchResult{Campaign: c}); !bad {
		m.play(s, 5)
	}
}

func (m *mutant) play(s *gm.Session, lines int) {
	m.do(s, "initiative all")
	for range lines {
		line := m.said(s)
		switch m.rng.IntN(5) {
		case 0:
			_, _ = s.Game().Preview(line)
		case 1:
			_, _ = s.DryRun(line)
		case 2:
			_, _ = s.Game().LineOdds(line, true)
		case 3:
			_, _, _ = s.Explain(line)
		case 4:
			s.Complete(line, len(line))
		}
		m.do(s, line)
	}
}

// do does a line of a session; it may be refused.
func (m *mutant) do(s *gm.Session, line string) {
	m.line = line
	_, _ = s.Do(command.Command{Line: line})
}

// said is a random line.
func (m *mutant) said(s *gm.Session) string {
	rs, actors := s.Campaign().Rules, s.State().Actors
	one := func(list []string) string {
		if len(list) == 0 {
			return "nothing"
		}
		return list[m.rng.IntN(len(list))]
	}
	var people, ready []string
	for _, a := range actors {
		people = append(people, a.Key)
		if a.Open || a.Waiting {
			ready = append(ready, a.Key)
		}
	}
	whom := one(people)
	who := one(ready)
	if len(ready) > 0 {
		switch m.rng.IntN(6) {
		case 0, 1:
			return who + ": attack " + whom
		case 2, 3:
			return who + ": " + one(rs.Actions.Names()) + " " + one([]string{whom, ""})
		case 4:
			return who + ": attack " + whom + ", " + one(rs.Situations.Names())
		}
	}
	switch m.rng.IntN(12) {
	case 0:
		return "put " + whom + " " + one(rs.Conditions.Names())
	case 1:
		return "do " + whom + " " + one(rs.Activities.Names())
	case 2:
		return whom + ": check " + one(rs.Skills.Names())
	case 3:
		return whom + ": task " + one(rs.Tasks.Names())
	case 4:
		return "roll " + one(rs.Skills.Names()) + " by party"
	case 5:
		return one([]string{"next, answer none", "next, answer parry", "next, answer block"})
	}
	return cmp.Or(one([]string{"next, answer none", "next, answer parry", "next", "wait", "next, answer crouch"}), "next")
}

// screen presses keys on the dashboard, in a fight.
func (m *mutant) screen(c *campaign.Campaign) {
	s := m.opened(c)
	m.do(s, "begin "+m.encounter(c))
	m.do(s, "initiative all")
	m.do(s, "next")
	terminal := tcell.NewSimulationScreen("UTF-8")
	options := dashboard.Options{Screen: terminal, Theme: "mono"}
	ended, d := make(chan string), dashboard.New(s, options)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				ended <- fmt.Sprintf("panic: %v\n%s", p, panicked(debug.Stack()))
			}
			close(ended)
		}()
		if err := d.Run(options); err != nil {
			ended <- err.Error()
		}
	}()
	go func() {
		d.Post(func() {}) // there are no keys before the first frame
		for _, r := range "a%\x0e\x0e\x1b\x1b\x1bv\x1bA\x1by\r\x1b\x1b?\x1b/\x1bma\r\r\x1b\x1b\x1bnnc\r\x1b\x1be\r\x1b\x1bHk\x1b\x1b\x1b\x1bq\x03" + strings.Repeat("\x1b\x1b\x1b\x1bq\r\x03", 3) {
			key := tcell.KeyRune
			if r < ' ' {
				key = tcell.Key(r)
			}
			terminal.InjectKey(key, r, tcell.ModNone)
		}
	}()
	for line := range ended {
		m.fail("%s", line)
	}
}
