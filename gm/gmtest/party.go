package gmtest

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"hybrid/gm/campaign"
)

// Party returns a new campaign whose encounter fight has n characters with a player each, pc1, pc2 and so on, and four opponents, foe1 to
// foe4. The characters are copies of a sample character, which is read from the root of the repository; up is the relative path to it.
func Party(t testing.TB, n int, up string) *campaign.Campaign {
	t.Helper()
	files := map[string]string{}
	cast, combatants := []string{"dock_cutter"}, ""
	for i := 1; i <= n; i++ {
		kira, err := os.ReadFile(up + "/characters/kira.yaml")
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("pc%d", i)
		files["characters/"+name+".yaml"] = strings.NewReplacer("name: Kira Vance", "name: "+strings.ToUpper(name), "player: Ana", "player: Ana "+strconv.Itoa(i)).Replace(string(kira))
		cast, combatants = append(cast, name), combatants+"  "+name+": {side: party}\n"
	}
	for i := 1; i <= 4; i++ {
		combatants += fmt.Sprintf("  foe%d: {side: gang, from: dock_cutter, name: Foe %d}\n", i, i)
	}
	files["campaign.yaml"] = "campaign: {label: A Fight, pack: hybrid}\ncast: [" + strings.Join(cast, ", ") + "]\n"
	files["encounters/fight.yaml"] = "encounter: {label: A Fight}\ncombatants:\n" + combatants
	c, err := campaign.Open(Folder(t, files), nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
