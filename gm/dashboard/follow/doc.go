/*
Package follow shows the view of a seat on a terminal, read-only. It knows no session: the caller passes it the text after every
change.
*/
package follow
