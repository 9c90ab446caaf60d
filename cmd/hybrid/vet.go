package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/campaigns"
	"hybrid/characters"
	"hybrid/gm"
	"hybrid/rules"
	"hybrid/rules/source"
	"hybrid/tables"
)

const vetName = "vet"

func (p *program) vetCommand() *cobra.Command {
	return &cobra.Command{
		Use:   vetName + " [PATH…]",
		Short: "Load data and print every mistake",
		Long:  "Load campaign folders, pack folders, character files and encounter files, and print every mistake.\nWithout a path: the campaign, and everything that comes along.",
		RunE: func(_ *cobra.Command, args []string) error {
			v := &vet{program: p, seen: map[string]bool{}, loaded: map[string]*gm.Campaign{}}
			for _, path := range args {
				v.path(path)
			}
			if len(args) == 0 {
				v.everything()
			}
			return v.result()
		},
	}
}

// vet loads data and collects what is wrong with it.
type vet struct {
	*program
	report source.Report
	seen   map[string]bool         // files that were read
	loaded map[string]*gm.Campaign // by folder or name; nil for one that has mistakes
}

// result prints every mistake, or how many files have none.
func (v *vet) result() error {
	err := v.report.Err()
	if v.flags.json {
		return v.resultJSON(err)
	}
	if err != nil {
		return err
	}
	files := "files"
	if len(v.seen) == 1 {
		files = "file"
	}
	w := v.paper()
	w.line("%d %s, no mistakes", len(v.seen), files)
	return w.err
}

func (v *vet) resultJSON(err error) error {
	type mistake struct {
		File   string `json:"file"`
		Line   int    `json:"line"`
		Column int    `json:"column"`
		Text   string `json:"text"`
	}
	list := []mistake{}
	var mistakes source.Mistakes
	errors.As(err, &mistakes)
	for _, m := range mistakes {
		list = append(list, mistake{m.Pos.File, m.Pos.Line, m.Pos.Col, m.Text})
	}
	if failed := v.writeJSON(object{{"files", len(v.seen)}, {"mistakes", list}}); failed != nil {
		return failed
	}
	if len(list) > 0 {
		return told(exitBad)
	}
	return nil
}

// add takes over the mistakes of a load, or one plain error.
func (v *vet) add(err error) {
	var mistakes source.Mistakes
	if errors.As(err, &mistakes) {
		for _, m := range mistakes {
			v.report.Adopt(m)
		}
		return
	}
	if err != nil {
		v.report.Addf(source.Pos{}, "%s", err)
	}
}

func (v *vet) everything() {
	if v.campaign == nil || v.campaign.Name != gm.Sample {
		v.campaignAt(v.flags.campaign)
	}
	for _, name := range folders(campaigns.Files) {
		v.campaignAt(name)
		v.walk(campaigns.Files, name, "campaigns/"+name)
	}
	for _, name := range folders(tables.Files) {
		v.pack("tables/"+name, v.read(tables.Files, name, "tables/"+name))
	}
	v.walk(characters.Files, ".", "characters")
}

func folders(files fs.FS) (names []string) {
	entries, _ := fs.ReadDir(files, ".")
	for _, entry := range entries {
		if entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	return names
}

// path loads whatever a path leads to.
func (v *vet) path(path string) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		v.report.Add(source.NoFile, source.Pos{File: path}, "%v", reason(err))
	case info.IsDir():
		v.folder(path)
	case !info.Mode().IsRegular():
		v.report.Add(source.NoFile, source.Pos{File: path}, "neither a file nor a folder")
	default:
		v.file(path)
	}
}

// folder loads a campaign, the part of one, a pack, or a folder of characters or encounters.
func (v *vet) folder(path string) {
	if home := campaignOf(path); home != "" {
		v.campaignAt(home)
		return
	}
	var pack []source.File
	files := v.read(os.DirFS(path), ".", path)
	for _, file := range files {
		if kindOfFile(file) == packFile {
			pack = append(pack, file)
			continue
		}
		v.single(file)
	}
	if len(files) == 0 {
		v.report.Add(source.NoFile, source.Pos{File: path}, "no YAML file (.yaml) in this folder; name a campaign, a pack or a file")
	}
	if len(pack) > 0 {
		v.pack(path, pack)
	}
}

// campaignOf is the campaign that a folder is, or is a part of; empty if it is none.
func campaignOf(folder string) string {
	for _, home := range []string{folder, filepath.Join(folder, "..")} {
		if _, err := os.Stat(filepath.Join(home, "campaign.yaml")); err == nil {
			return filepath.Clean(home)
		}
	}
	return ""
}

// file loads one file, with the campaign or the pack it is part of.
func (v *vet) file(path string) {
	folder := filepath.Dir(path)
	if home := campaignOf(folder); home != "" && filepath.Base(folder) != "characters" && filepath.Base(folder) != "encounters" {
		v.campaignAt(home)
		return
	}
	data, err := os.ReadFile(path)
	if err != nil {
		v.report.Add(source.NoFile, source.Pos{File: path}, "%v", reason(err))
		return
	}
	v.seen[path] = true
	file := source.File{Name: path, Data: data}
	if kindOfFile(file) == packFile {
		v.folder(folder)
		return
	}
	v.single(file)
}

// single loads a character or an encounter, by the rules of the campaign it lies in, else of --campaign.
func (v *vet) single(file source.File) {
	home := campaignOf(filepath.Dir(file.Name))
	c := v.campaign
	if home != "" {
		c = v.campaignAt(home)
	} else if c == nil {
		c = v.campaignAt(v.flags.campaign)
	}
	kind := kindOfFile(file)
	if kind == brokenFile || c == nil {
		v.parse(file)
		return
	}
	var err error
	if kind == encounterFile {
		_, err = c.ReadEncounter(file.Name, file.Data)
	} else {
		_, err = c.Rules.ReadSheet(file.Name, file.Data)
	}
	v.add(err)
}

type fileKind int

const (
	brokenFile fileKind = iota
	packFile
	characterFile
	encounterFile
)

// kindOfFile tells what a file is by what stands in it.
func kindOfFile(file source.File) fileKind {
	node := source.Parse(file.Name, file.Data, &source.Report{})
	stats := node.Get("stats")
	switch {
	case node == nil:
		return brokenFile
	case node.Get("combatants") != nil || node.Get("encounter") != nil:
		return encounterFile
	case node.Get("character") != nil || stats != nil && len(stats.Fields) > 0 && stats.Fields[0].Value.Kind == source.Scalar:
		return characterFile
	}
	return packFile
}

// parse reports what is wrong with a file as YAML.
func (v *vet) parse(file source.File) { source.Parse(file.Name, file.Data, &v.report) }

// pack loads a pack by itself.
func (v *vet) pack(name string, files []source.File) {
	_, err := rules.Load([]rules.Layer{{Name: filepath.Base(name), Files: files}}, nil)
	v.add(err)
}

// campaignAt loads a campaign with all its characters, once. It is nil if it has mistakes.
func (v *vet) campaignAt(name string) *gm.Campaign {
	if c, known := v.loaded[name]; known {
		return c
	}
	choices, err := choicesOf(v.flags.rulings)
	v.add(err)
	c, err := gm.VetCampaign(name, choices)
	v.add(err)
	v.loaded[name] = c
	if _, err := os.Stat(name); err == nil {
		v.walk(os.DirFS(name), ".", name)
	}
	return c
}

// walk reads every YAML file below a folder. Of those that are no YAML the mistakes are reported once more, in case the
// load did not come as far.
func (v *vet) walk(files fs.FS, folder, shown string) {
	err := fs.WalkDir(files, folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".yaml") {
			return err
		}
		name := filepath.ToSlash(filepath.Join(shown, strings.TrimPrefix(path, folder)))
		data, err := fs.ReadFile(files, path)
		if err != nil {
			v.report.Add(source.NoFile, source.Pos{File: name}, "cannot be read: %v", reason(err))
			return nil
		}
		v.seen[name] = true
		v.parse(source.File{Name: name, Data: data})
		return nil
	})
	v.add(err)
}

// read gives the YAML files of a folder.
func (v *vet) read(files fs.FS, folder, shown string) (list []source.File) {
	entries, err := fs.ReadDir(files, folder)
	v.add(err)
	for _, entry := range entries {
		if entry.IsDir() || !strings.HasSuffix(entry.Name(), ".yaml") {
			continue
		}
		name := filepath.ToSlash(filepath.Join(shown, entry.Name()))
		data, err := fs.ReadFile(files, filepath.ToSlash(filepath.Join(folder, entry.Name())))
		if err != nil {
			v.report.Add(source.NoFile, source.Pos{File: name}, "cannot be read: %v", reason(err))
			continue
		}
		v.seen[name] = true
		list = append(list, source.File{Name: name, Data: data})
	}
	return list
}

// reason is an error of the file system without the path, which is named already.
func reason(err error) error {
	var wrapped *fs.PathError
	if errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}

// told is an exit code for what has been said already.
type told int

func (t told) Error() string { return fmt.Sprintf("exit %d", int(t)) }
