package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"hybrid/gm/campaign"
	"hybrid/rules/source"
)

// watchInterval is the interval at which `hybrid vet --watch` looks for changed files.
const watchInterval = 400 * time.Millisecond

// watchFiles vets the files and folders in args now and whenever a YAML file in them changes, until Ctrl-C. Without args, it vets
// everything built in, and watches the current folder.
func (v *vetRun) watchFiles(ctx context.Context, args []string) error {
	if ctx == nil {
		ctx = context.Background()
	}
	roots := args
	if len(roots) == 0 {
		roots = []string{"."}
	}
	for lastStamps := ""; ; {
		if stamps := fileStamps(roots); stamps != lastStamps {
			lastStamps = stamps
			if err := v.vetAgain(args); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(watchInterval):
		}
	}
}

// vetAgain vets the files in args, or everything built in, from scratch, and writes the time and the result. Mistakes in the files don't
// make it fail.
func (v *vetRun) vetAgain(args []string) error {
	v.report, v.seen, v.loaded = source.Report{}, map[string]bool{}, map[string]*campaign.Campaign{}
	for _, path := range args {
		v.vetPath(path)
	}
	if len(args) == 0 {
		v.vetBuiltIn()
	}
	fmt.Fprintf(v.stdout, "-- %s\n", time.Now().Format(time.TimeOnly))
	err := v.writeResult()
	var code exitStatus
	if errors.As(err, &code) {
		return nil
	}
	return err
}

// fileStamps lists the YAML files below roots with their sizes and times of change, one per line. The text differs whenever such a file is
// changed, added or removed. Folders whose names begin with a dot are skipped.
func fileStamps(roots []string) string {
	var b strings.Builder
	for _, root := range roots {
		_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return nil
			}
			if entry.IsDir() && path != root && strings.HasPrefix(entry.Name(), ".") {
				return fs.SkipDir
			}
			if info, err := os.Stat(path); err == nil && !entry.IsDir() && campaign.IsData(path) {
				fmt.Fprintln(&b, path, info.Size(), info.ModTime().UnixNano())
			}
			return nil
		})
	}
	return b.String()
}
