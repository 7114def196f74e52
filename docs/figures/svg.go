package main

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"strconv"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// palette holds each color in light and in dark mode. A color `blue` makes two classes: `blue` fills a
// shape or a text with it, `blue-line` strokes with it.
var palette = []struct{ name, light, dark string }{
	{"card", "#ffffff", "#10161d"}, // what everything lies on
	{"edge", "#d3d9df", "#36414d"},
	{"ink", "#1b2430", "#e8edf2"},
	{"soft", "#58636f", "#a3afbb"},
	{"pale", "#f4f6f8", "#1d2630"}, // the two kinds of squares
	{"deep", "#dfe5eb", "#2c3845"},
	{"blue", "#0b62a3", "#74bbff"},
	{"orange", "#ab4e00", "#ffb26b"},
	{"green", "#0c7550", "#62d6a8"},
	{"blue-tint", "#b9d9f5", "#1b4a75"},
	{"orange-tint", "#fbd2a4", "#744311"},
	{"green-tint", "#bfe8d5", "#154d3a"},
}

const style = `text { font: 14px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; text-anchor: middle; dominant-baseline: central; }
.code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 13px; }
.big { font-size: 20px; font-weight: 600; }
.mid { font-size: 16px; }
.bold { font-weight: 600; }
.start { text-anchor: start; }
.end { text-anchor: end; }
.halo { stroke-width: 5px; paint-order: stroke; }
[class*="-line"] { stroke-linecap: round; stroke-linejoin: round; }
.open { fill: none; }
.thick { stroke-width: 2.5px; }
.dashed { stroke-dasharray: 5 5; }
.links { fill: transparent; }
`

// crown is a queen on a square of side 1.
const crown = "M.2 .86H.8V.76H.2ZM.2 .7 .1 .28 .33 .48 .5 .12 .67 .48 .9 .28 .8 .7Z"

// A figure is a picture that is being drawn. Lengths are in pixels at its natural size.
type figure struct {
	name          string // of its file, without .svg
	title         string // for screen readers
	english       string // what it shows, for them too
	korean        string // the same
	width, height float64
	body          bytes.Buffer
}

// add adds one element.
func (f *figure) add(format string, args ...any) {
	for k, arg := range args {
		if v, ok := arg.(float64); ok {
			args[k] = number(v)
		}
	}
	fmt.Fprintf(&f.body, format+"\n", args...)
}

func (f *figure) rect(x, y, width, height float64, class string) {
	f.add(`<rect class="%s" x="%s" y="%s" width="%s" height="%s"/>`, class, x, y, width, height)
}

func (f *figure) circle(x, y, r float64, class string) {
	f.add(`<circle class="%s" cx="%s" cy="%s" r="%s"/>`, class, x, y, r)
}

func (f *figure) line(x1, y1, x2, y2 float64, class string) {
	f.add(`<path class="%s" d="M%s %sL%s %s"/>`, class, x1, y1, x2, y2)
}

// cross draws an × that reaches r from its middle.
func (f *figure) cross(x, y, r float64, class string) {
	f.line(x-r, y-r, x+r, y+r, class)
	f.line(x-r, y+r, x+r, y-r, class)
}

// text writes s around the point (x, y), or with the class start or end beside it.
func (f *figure) text(x, y float64, class, s string) {
	f.add(`<text class="%s" x="%s" y="%s">%s</text>`, class, x, y, html.EscapeString(s))
}

func (f *figure) queen(x, y, side float64, class string) {
	f.add(`<path class="%s" transform="translate(%s %s) scale(%s)" d="%s"/>`, class, x, y, side, crown)
}

// squares draws an empty board of n × n squares, column i to the right, row j downwards.
func (f *figure) squares(x, y, side float64, n int) {
	f.rect(x, y, side*float64(n), side*float64(n), "pale")
	for i := range n {
		for j := range n {
			if (i+j)%2 == 1 {
				f.rect(x+side*float64(i), y+side*float64(j), side, side, "deep")
			}
		}
	}
}

// numbers writes the numbers of the columns i above a board, and those of the rows j beside it.
func (f *figure) numbers(x, y, side float64, n int) {
	f.text(x+float64(n)*side+18, y-18, "code soft", "i")
	f.text(x-18, y+float64(n)*side+18, "code soft", "j")
	for k := range n {
		middle := side * (float64(k) + 0.5)
		f.text(x+middle, y-18, "code soft", strconv.Itoa(k))
		f.text(x-18, y+middle, "code soft", strconv.Itoa(k))
	}
}

// svg returns the whole file.
func (f *figure) svg() []byte {
	var b bytes.Buffer
	width, height := number(f.width), number(f.height)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" role="img" aria-labelledby="%s-title %s-desc">`+"\n",
		width, height, width, height, f.name, f.name)
	fmt.Fprintf(&b, "<title id=\"%s-title\">%s</title>\n", f.name, html.EscapeString(f.title))
	fmt.Fprintf(&b, "<desc id=\"%s-desc\">%s</desc>\n", f.name, html.EscapeString(f.english+" "+f.korean))
	b.WriteString("<style>\n" + style)
	for _, c := range palette {
		fmt.Fprintf(&b, ".%s { fill: %s; } .%s-line { stroke: %s; }\n", c.name, c.light, c.name, c.light)
	}
	b.WriteString("@media (prefers-color-scheme: dark) {\n")
	for _, c := range palette {
		fmt.Fprintf(&b, ".%s { fill: %s; } .%s-line { stroke: %s; }\n", c.name, c.dark, c.name, c.dark)
	}
	b.WriteString("}\n</style>\n")
	fmt.Fprintf(&b, `<rect class="card edge-line" x="0.5" y="0.5" width="%s" height="%s" rx="10"/>`+"\n",
		number(f.width-1), number(f.height-1))
	b.Write(f.body.Bytes())
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// number writes a length with two decimals at most, the same on every machine.
func number(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
}

// grouped writes 16777216 as 16,777,216.
func grouped(v int) string {
	return message.NewPrinter(language.English).Sprint(v)
}
