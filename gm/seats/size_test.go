package seats

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// The most that a page, a usual message and any message may weigh, in bytes: a phone is far from the router, and there are many of
// them.
const (
	pageMost     = 30 << 10
	usualMost    = 2 << 10
	messagesMost = 4 << 10
)

// thirtySkills is a character with that many skills, in a fight of nine.
func thirtySkills(t *testing.T) *campaign.Campaign {
	t.Helper()
	var skills []string
	for _, name := range []string{"sword", "knife", "axe", "club", "flail", "staff", "polearm", "throwing", "archery", "crossbow", "sling", "brawling", "kicking", "wrestling", "general_perception", "combat_perception",
		"searching", "tracking", "acrobatics", "dodging", "evasion", "climbing", "swimming", "diving", "leaping", "balance", "horsemanship", "sneaking", "hiding", "shadowing"} {
		skills = append(skills, name+": 8")
	}
	c, err := campaign.Open(gmtest.Folder(t, map[string]string{
		"campaign.yaml": "campaign: {label: The Nine, pack: hybrid}\ncast: [dov, ilse, bram, grell, harpooner, bruiser, dock_cutter, door_warden]\n",
		"characters/yann.yaml": fmt.Sprintf(`character: {name: Yann Corbel, player: Ana, portrait: kira.png}
stats: {PST: 14, PEN: 14, DEX: 14, PAG: 14, PAW: 14, MST: 11, MEN: 12, MAG: 12, MAW: 13, PSI: 5}
skills: {%s}
gear: [sabre, buckler, dagger, close_fist, long_bow]
`, strings.Join(skills, ", ")),
		"encounters/quay.yaml": `encounter: {label: Quay, read: "Two lanterns swing over the crates, and a voice has just broken off."}
combatants:
  yann: {side: party}
  dov: {side: party}
  ilse: {side: party}
  bram: {side: party}
  grell: {side: gang}
  harpooner: {side: gang}
  bruiser: {side: gang}
  dock_cutter: {side: gang}
  door_warden: {side: gang}
`}), nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestSizes fights with nine people, one of them with thirty skills: the page that is opened at the end, and what a phone hears of
// each change, are small.
func TestSizes(t *testing.T) {
	gmtest.Sequential(t)
	tb := newTableWithDice(t, thirtySkills(t), Options{}, rules.NewSeededDice([32]byte{1}), "begin quay", "reveal grell", "turn yann 1", "turn dov 11", "turn ilse 14", "turn bram 9", "turn grell 4", "next", "yann: attack grell")
	yann := tb.seat("yann")
	if m := tb.listen("/seat/events?as=yann", yann).message(); m.Parts["sheet"] == "" {
		t.Fatal("the first message has no sheet")
	}
	var sizes []int
	for before, n := tb.truth("yann"), 0; n < 60; n++ {
		tb.strikes(1)
		now := tb.truth("yann")
		if m := changes(before, now); !m.nothing() {
			sizes = append(sizes, len(m.cut(before, func(string) bool { return true }).data()))
		}
		before = now
	}
	tb.do("set yann PFT 9", "set yann PBD 3", "put yann bleeding", "put yann prone", "set dov PFT 12", "set grell PFT 7", "put grell prone")
	slices.Sort(sizes)
	page := tb.has("/seat?as=yann", "Bleeding", yann)
	t.Logf("the page has %d bytes; of %d messages the middle one %d, the 99th in a hundred %d, the largest %d", len(page), len(sizes), sizes[len(sizes)/2], sizes[len(sizes)*99/100], sizes[len(sizes)-1])
	if len(page) > pageMost || strings.Contains(page, "Shadowing") {
		t.Errorf("the page has %d bytes, with the sheet %t", len(page), strings.Contains(page, "Shadowing"))
	}
	if n := len(sizes); n < 30 || sizes[n/2] > usualMost || sizes[n-1] > messagesMost {
		t.Errorf("of %d messages the middle one has %d bytes, the largest %d", n, sizes[n/2], sizes[n-1])
	}
	sheet := tb.ask("GET", "/seat/sheet?as=yann", "", yann)
	if !strings.Contains(sheet.Body.String(), "Shadowing") {
		t.Errorf("the sheet, when it is opened: %d, %d bytes", sheet.Code, sheet.Body.Len())
	}
}
