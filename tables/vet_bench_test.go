package tables_test

import (
	"fmt"
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
)

// BenchmarkVetMistakes vets a campaign with n mistakes of a kind. The time for each mistake must not grow with n.
func BenchmarkVetMistakes(b *testing.B) {
	for _, kind := range []struct{ name, file, head, line string }{
		{"unknown statistic", "tables/many.yaml", "skills:\n", "  s%d: {label: S, basis: PCQ}\n"},
		{"different unknown names", "tables/many.yaml", "skills:\n", "  s%[1]d: {label: S, basis: PCQ%[1]d}\n"},
		{"different unknown names in formulas", "tables/many.yaml", "items:\n", "  s%[1]d: {skill: sword, counts: 6, damage: aa%[1]d + 2}\n"},
		{"different unknown tags", "tables/many.yaml", "items:\n", "  s%[1]d: {skill: sword, counts: 6, damage: 2, tags: [t%[1]d]}\n"},
		{"unknown field", "tables/many.yaml", "skills:\n", "  s%d: {label: S, basis: PCA, bogus: 1}\n"},
		{"unknown section", "tables/many.yaml", "", "sk%d: {label: S}\n"},
		{"No skill named “of” a character", "characters/many.yaml", "character: {name: Many}\nskills:\n", "  zz%d: 3\n"},
	} {
		for _, n := range []int{1000, 16000} {
			b.Run(fmt.Sprintf("%s/%d", kind.name, n), func(b *testing.B) {
				var text strings.Builder
				text.WriteString(kind.head)
				for i := range n {
					fmt.Fprintf(&text, kind.line, i)
				}
				dir := gmtest.Folder(b, map[string]string{
					"campaign.yaml": "campaign: {label: M, pack: hybrid}\n",
					kind.file:       text.String(),
				})
				for b.Loop() {
					if _, _, err := campaign.Vet(dir, nil); err == nil {
						b.Fatal("no mistake is found")
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/mistake")
			})
		}
	}
}

// BenchmarkRatioChoices holds looking for mistakes in every choice of the rulings to opening the campaign.
func BenchmarkRatioChoices(b *testing.B) {
	c, err := campaign.Open(campaign.Sample, nil)
	if err != nil {
		b.Fatal(err)
	}
	gmtest.Ratio(b, "sample", func() { c.VetChoices() }, func() {
		if _, err := campaign.OpenPartial(campaign.Sample); err != nil { // compiles each time
			b.Fatal(err)
		}
	})
}
