package quote

import "slices"

// Diff returns the lines that differ between two files, before each a sign as diff has it, and as
// many lines around them as context says, but no blank line beside a gap. A gap stands for what is
// left out between.
func Diff(old, new []string, context int) []string {
	all := edits(old, new)
	shown := make([]bool, len(all)+1) // the last is the end
	for i, e := range all {
		for k := max(0, i-context); e.sign != ' ' && k <= min(len(all)-1, i+context); k++ {
			shown[k] = true
		}
	}
	blank := edit{' ', ""}
	for i := range all { // at the beginning of what is shown
		shown[i] = shown[i] && (all[i] != blank || i > 0 && shown[i-1])
	}
	for i := len(all) - 1; i >= 0; i-- { // at its end
		shown[i] = shown[i] && (all[i] != blank || shown[i+1])
	}
	var lines []string
	for i, e := range all {
		if shown[i] && len(lines) > 0 && !shown[i-1] {
			lines = append(lines, Gap)
		}
		switch {
		case !shown[i]:
		case e == blank:
			lines = append(lines, "") // no blank at the end of a line
		default:
			lines = append(lines, string(e.sign)+e.line)
		}
	}
	return lines
}

// An edit is a line that is taken away, '-', put in, '+', or kept, ' '.
type edit struct {
	sign byte
	line string
}

// edits leads from one list of lines to the other. Lines that each of them has once hold the two
// together, so that no brace of one function is kept as that of another.
func edits(old, new []string) []edit {
	o, n := len(old), len(new)
	switch {
	case o > 0 && n > 0 && old[0] == new[0]:
		return slices.Concat([]edit{{' ', old[0]}}, edits(old[1:], new[1:]))
	case o > 0 && n > 0 && old[o-1] == new[n-1]:
		return append(edits(old[:o-1], new[:n-1]), edit{' ', old[o-1]})
	}
	if i, j, ok := anchor(old, new); ok {
		return append(edits(old[:i], new[:j]), edits(old[i:], new[j:])...)
	}
	var all []edit
	for _, line := range old {
		all = append(all, edit{'-', line})
	}
	for _, line := range new {
		all = append(all, edit{'+', line})
	}
	return all
}

// anchor returns the places of the first line that each list has once.
func anchor(old, new []string) (i, j int, ok bool) {
	once := func(lines []string, line string) (int, bool) {
		at := slices.Index(lines, line)
		return at, at >= 0 && !slices.Contains(lines[at+1:], line)
	}
	for i, line := range old {
		if _, ok := once(old, line); ok {
			if j, ok := once(new, line); ok {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}
