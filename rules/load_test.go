package rules

import (
	"os"
	"path/filepath"
	"testing"

	"hybrid/rules/source"
)

func hybridPack(t testing.TB) *Ruleset {
	t.Helper()
	paths, _ := filepath.Glob("../tables/hybrid/*.yaml")
	layer := Layer{Name: "hybrid"}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		layer.Files = append(layer.Files, source.File{Name: path, Data: data})
	}
	rs, err := Load([]Layer{layer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

func TestPackLoads(t *testing.T) { hybridPack(t) }
