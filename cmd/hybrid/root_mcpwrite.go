package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"hybrid/gm/campaign"
	"hybrid/gm/disk"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// The tool that writes files for an assistant (`hybrid mcp --write`). It writes either all given files or, if the campaign would have
// mistakes with them, none.

// writeArgs holds the files that an assistant wants to write into a campaign.
type writeArgs struct {
	Files map[string]string `json:"files" jsonschema:"the whole text of each file by its path in the campaign, such as tables/house.yaml"`
}

// writtenFiles is the result of the tool.
type writtenFiles struct {
	Written  []string `json:"written"`  // paths of the files that were written, sorted
	Warnings []string `json:"warnings"` // warnings about the campaign with these files, as text
}

// maxFileBytes is the maximum length of a file that an assistant writes, in bytes.
const maxFileBytes = 1 << 20

// addWriter adds the tool that writes files to a.folder, unless that is "".
func (a *assistant) addWriter(s *mcp.Server) error {
	if a.folder == "" {
		return nil
	}
	if info, err := os.Stat(a.folder); err != nil || !info.IsDir() {
		return fmt.Errorf("No folder named %s. Create a campaign with `hybrid new campaign`.", a.folder)
	}
	openWorld := false // the tool doesn't reach outside systems
	tool := &mcp.Tool{Name: "write", Description: "Write YAML files of the campaign. Nothing is written if the campaign would have a mistake then; the mistakes are returned instead.",
		Annotations: &mcp.ToolAnnotations{IdempotentHint: true, OpenWorldHint: &openWorld}}
	mcp.AddTool(s, tool, func(_ context.Context, _ *mcp.CallToolRequest, args writeArgs) (*mcp.CallToolResult, writtenFiles, error) {
		a.writeLock.Lock()
		defer a.writeLock.Unlock()
		result, err := writeVetted(a.folder, args.Files)
		return nil, result, err
	})
	return nil
}

// writeVetted writes files, which holds texts by path, into a campaign's folder: all of them or none. It first writes them into a copy of
// the campaign and checks that. If the copy has mistakes, the error lists them.
func writeVetted(folder string, files map[string]string) (result writtenFiles, err error) {
	if len(files) == 0 {
		return result, errors.New("No file was given. Name at least one.")
	}
	for name, text := range files {
		if err := checkWritable(name, text); err != nil {
			return result, err
		}
		result.Written = append(result.Written, name)
	}
	slices.Sort(result.Written)
	copied, err := os.MkdirTemp("", "hybrid-vet")
	if err != nil {
		return result, err
	}
	defer os.RemoveAll(copied)
	home := filepath.Join(copied, filepath.Base(absolutePath(folder)))
	if err := copyYAML(os.DirFS(folder), home); err != nil {
		return result, message.Unreadable(folder, err)
	}
	if err := writeFiles(home, result.Written, files); err != nil {
		return result, err
	}
	_, warnings, err := campaign.Vet(home, nil)
	var mistakes source.Mistakes
	if errors.As(err, &mistakes) {
		return writtenFiles{}, fmt.Errorf("Nothing was written. The campaign would have these mistakes:\n%s", mistakesText(mistakes, home))
	}
	if err != nil {
		return writtenFiles{}, err
	}
	result.Warnings = []string{}
	result.Warnings = append(result.Warnings, collect.Map(warnings, func(m source.Mistake) string { return mistakesText(source.Mistakes{m}, home) })...)
	return result, writeFiles(folder, result.Written, files)
}

// checkWritable returns an error if name isn't the path of a YAML file inside a campaign, or text is too long.
func checkWritable(name, text string) error {
	isInside := filepath.IsLocal(filepath.FromSlash(name)) && name == path.Clean(name)
	switch {
	case !isInside || strings.ContainsAny(name, `\:`) || strings.HasPrefix(path.Base(name), "."):
		return message.NotA(name, "a path inside the campaign", "Write it like tables/house.yaml")
	case !strings.HasSuffix(name, ".yaml"):
		return message.NotA(name, "a YAML file", "Its name must end in .yaml")
	case len(text) > maxFileBytes:
		return fmt.Errorf("%s is longer than %d bytes. Split it.", name, maxFileBytes)
	}
	return nil
}

// copyYAML copies the YAML files in files, including those in subfolders, to the folder with the path to.
func copyYAML(files fs.FS, to string) error {
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !campaign.IsData(name) {
			return err
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.WriteFile(target, data, 0o644)
	})
}

// writeFiles writes the named files below folder; files holds their texts by name. A file whose path leads out of folder through a link is
// refused. Each file is replaced atomically.
func writeFiles(folder string, names []string, files map[string]string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, name := range names {
		local := filepath.FromSlash(name)
		if err := root.MkdirAll(filepath.Dir(local), 0o755); err != nil {
			return message.Unwritable(name, err)
		}
		if _, err := root.Stat(local); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return message.Unwritable(name, err)
		}
		if err := disk.WriteWhole(filepath.Join(folder, local), func(w io.Writer) error {
			_, err := io.WriteString(w, files[name])
			return err
		}); err != nil {
			return message.Unwritable(name, err)
		}
	}
	return nil
}

// mistakesText returns mistakes as text, one per line, with their files relative to home, the campaign's folder.
func mistakesText(list source.Mistakes, home string) string {
	var b bytes.Buffer
	for i, m := range list {
		if i > 0 {
			b.WriteByte('\n')
		}
		if inside, found := strings.CutPrefix(filepath.ToSlash(m.Pos.File), filepath.ToSlash(home)+"/"); found {
			m.Pos.File = inside
		}
		fmt.Fprintf(&b, "%s: %s [%s]", m.Pos, m.Text, m.Code)
	}
	return b.String()
}

// absolutePath returns the absolute path of name if it can be determined, otherwise name.
func absolutePath(name string) string {
	if full, err := filepath.Abs(name); err == nil {
		return full
	}
	return name
}
