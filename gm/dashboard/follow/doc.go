/*
Package follow shows on a terminal what a seat sees, and lets nothing be done there. It knows no session: the caller gives it
the text, with every change.
*/
package follow
