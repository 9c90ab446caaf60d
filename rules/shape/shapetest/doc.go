// Package shapetest holds shapes to package encoding/json.
package shapetest
