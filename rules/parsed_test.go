package rules

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"hybrid/rules/source"
)

// TestParsedFilesStay: what files were parsed to is shared by all games that are loaded of them, and none changes it, whether
// with another choice, with mistakes, or with what is wrong left out.
func TestParsedFilesStay(t *testing.T) {
	paths, err := filepath.Glob("../tables/tombs/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatal("there is no game: ", err)
	}
	game := Layer{Name: "tombs"}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		game.Files = append(game.Files, source.File{Name: path, Data: data})
	}
	if _, err := Load([]Layer{game}, nil); err != nil {
		t.Fatal(err)
	}
	VetChoices([]Layer{game}, nil)
	over := Layer{Name: "over", Files: []source.File{{Name: "over.yaml", Data: []byte("actions:\n  wrong: {label: Wrong, words: none}\n")}}}
	if _, err := Load([]Layer{game, over}, nil); err == nil {
		t.Error("a mistake is none")
	}
	for _, file := range append(game.Files, over.Files...) {
		var report source.Report
		if shared := source.ParseAll([]source.File{file}, &report)[0]; !reflect.DeepEqual(shared, source.Parse(file.Name, file.Data, &report)) {
			t.Errorf("%s is not what its text says any more", file.Name)
		}
	}
}
