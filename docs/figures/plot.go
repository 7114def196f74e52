package main

import "math"

// A plot lays values against n, the values on a logarithmic scale.
type plot struct {
	left, right, top, bottom float64 // the frame, in the figure
	minN, maxN               int
	decades                  int // values run from 1 to 10^decades
}

// series are the values of one line; values[k] belongs to n = minN+k.
type series struct {
	name   string
	color  string
	mark   func(f *figure, x, y float64, class string)
	values []int
}

// point returns where a value lies.
func (p plot) point(n, value int) (x, y float64) {
	x = p.left + (p.right-p.left)*float64(n-p.minN)/float64(p.maxN-p.minN)
	y = p.bottom - (p.bottom-p.top)*math.Log10(float64(value))/float64(p.decades)
	return x, y
}

// axes draws the scales and their lines; title says in both languages what the values are, and label
// writes one of them.
func (p plot) axes(f *figure, title string, label func(value int) string) {
	f.text(p.left-14, p.top-26, "soft start", title)
	for value, k := 1, 0; k <= p.decades; value, k = value*10, k+1 {
		_, y := p.point(p.minN, value)
		f.line(p.left-14, y, p.right, y, "edge-line")
		f.text(p.left-24, y, "soft end", label(value))
	}
	for n := p.minN; n <= p.maxN; n++ {
		x, _ := p.point(n, 1)
		f.text(x, p.bottom+22, "soft", grouped(n))
	}
	f.text(p.right+26, p.bottom+22, "code ink", "n")
}

// draw draws one line and a mark on each of its values.
func (p plot) draw(f *figure, s series) {
	for k := 1; k < len(s.values); k++ {
		x1, y1 := p.point(p.minN+k-1, s.values[k-1])
		x2, y2 := p.point(p.minN+k, s.values[k])
		f.line(x1, y1, x2, y2, s.color+"-line thick")
	}
	for k, value := range s.values {
		x, y := p.point(p.minN+k, value)
		s.mark(f, x, y, s.color+" card-line")
	}
}

func roundMark(f *figure, x, y float64, class string) { f.circle(x, y, 5.5, class) }

func squareMark(f *figure, x, y float64, class string) { f.rect(x-5, y-5, 10, 10, class) }

func triangleMark(f *figure, x, y float64, class string) {
	f.add(`<path class="%s" d="M%s %sl6.5 11h-13z"/>`, class, x, y-7)
}

func diamondMark(f *figure, x, y float64, class string) {
	f.add(`<path class="%s" d="M%s %sl6.5 7l-6.5 7l-6.5 -7z"/>`, class, x, y-7)
}
