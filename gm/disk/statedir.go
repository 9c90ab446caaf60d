package disk

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// StateDir returns the default folder of sessions: $HYBRID_STATE, or else a folder in the operating system's directory for application
// state.
func StateDir() (string, error) {
	return stateDir(runtime.GOOS, os.Getenv, func(dir string) bool {
		info, err := os.Stat(dir)
		return err == nil && info.IsDir()
	})
}

// stateDir computes StateDir for system, a GOOS value, with the given environment. isFolder reports whether a folder exists. A folder used
// by earlier versions is kept if it exists.
func stateDir(system string, env func(string) string, there func(string) bool) (string, error) {
	if dir := env("HYBRID_STATE"); dir != "" {
		return dir, nil
	}
	if dir := env("XDG_STATE_HOME"); dir != "" {
		return filepath.Join(dir, "hybrid"), nil
	}
	variable := "HOME"
	if system == "windows" {
		variable = "USERPROFILE"
	}
	home := env(variable)
	if home == "" {
		return "", fmt.Errorf("No folder for campaign logs: %s isn't set. Set HYBRID_STATE.", variable)
	}
	everywhere := filepath.Join(home, ".local", "state", "hybrid")
	own := everywhere
	switch system {
	case "windows":
		if own = env("LOCALAPPDATA"); own == "" {
			own = filepath.Join(home, "AppData", "Local")
		}
		own = filepath.Join(own, "hybrid")
	case "darwin", "ios":
		own = filepath.Join(home, "Library", "Application Support", "hybrid")
	}
	if !there(own) && there(everywhere) {
		return everywhere, nil
	}
	return own, nil
}
