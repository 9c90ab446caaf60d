package campaign

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"hybrid/characters"
	"hybrid/rules"
	"hybrid/rules/source"
	"hybrid/tables"
)

// crowd gives so many character files: the shipped ones, over and over.
func crowd(b *testing.B, n int) []source.File {
	b.Helper()
	paths, err := fs.Glob(characters.Files, "*.yaml")
	if err != nil || len(paths) == 0 {
		b.Fatal("no characters", err)
	}
	files := make([]source.File, n)
	for i := range files {
		data, err := characters.Files.ReadFile(paths[i%len(paths)])
		if err != nil {
			b.Fatal(err)
		}
		files[i] = source.File{Name: fmt.Sprintf("crowd_%d.yaml", i), Data: data}
	}
	return files
}

// BenchmarkPack is the load of the whole shipped pack, whose files are parsed once; the aim is under 20 ms.
func BenchmarkPack(b *testing.B) {
	files, err := yamlFiles(tables.Files, "hybrid", "tables/hybrid", &source.Report{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := rules.Load([]rules.Layer{{Name: "hybrid", Files: files}}, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCampaign is the load of a campaign with 200 characters of its own, all read and checked; the aim is under
// 60 ms. Beside it, without the warnings, as a session opens it.
func BenchmarkCampaign(b *testing.B) {
	home := b.TempDir()
	write := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(home, name), data, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(home, "characters"), 0o755); err != nil {
		b.Fatal(err)
	}
	write("campaign.yaml", []byte("campaign: {label: Crowd}\ncast: [crowd_0]\n"))
	for _, file := range crowd(b, 200) {
		write(filepath.Join("characters", file.Name), file.Data)
	}
	b.Run("open_and_read_all", func(b *testing.B) {
		for b.Loop() {
			c, err := Open(home, nil)
			if err != nil {
				b.Fatal(err)
			}
			for _, name := range c.Characters() {
				if _, _, err := c.Character(name); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("vet", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := Vet(home, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkRatioFiles holds reading and checking more and more character files against yaml.v3 parsing them, in turns.
func BenchmarkRatioFiles(b *testing.B) {
	c, err := Open(Sample, nil)
	if err != nil {
		b.Fatal(err)
	}
	all := crowd(b, 10_000)
	for _, n := range []int{10, 1000, 10_000} {
		files := all[:n]
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var own, other time.Duration
			for b.Loop() {
				began := time.Now()
				for _, file := range files {
					if _, err := c.Rules.ReadSheet(file.Name, file.Data); err != nil {
						b.Fatal(err)
					}
				}
				half := time.Now()
				for _, file := range files {
					var node yaml.Node
					if err := yaml.Unmarshal(file.Data, &node); err != nil {
						b.Fatal(err)
					}
				}
				own, other = own+half.Sub(began), other+time.Since(half)
			}
			each := float64(b.N * n * 1000)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(own)/each, "µs/file")
			b.ReportMetric(float64(other)/each, "µs/yardstick")
			b.ReportMetric(float64(own)/float64(other), "times")
		})
	}
}
