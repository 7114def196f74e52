package quote

import "slices"

// Diff returns the lines that differ between two files, before each a sign as diff has it, and as
// many lines around them as context says, but no blank line beside a gap. A gap stands for what is
// left out between.
func Diff(old, new []string, context int) []string {
	all := edits(old, new)
	shown := make([]bool, len(all)+1) // the last is the end
	for i, e := range all {
		if e.sign != ' ' {
			for k := max(0, i-context); k <= min(len(all)-1, i+context); k++ {
				shown[k] = true
			}
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
		switch {
		case !shown[i]:
			continue
		case len(lines) > 0 && !shown[i-1]:
			lines = append(lines, Gap)
		}
		if e == blank {
			lines = append(lines, "") // no blank at the end of a line
		} else {
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
	lastOld, lastNew := len(old)-1, len(new)-1
	switch {
	case lastOld >= 0 && lastNew >= 0 && old[0] == new[0]:
		return slices.Concat([]edit{{' ', old[0]}}, edits(old[1:], new[1:]))
	case lastOld >= 0 && lastNew >= 0 && old[lastOld] == new[lastNew]:
		return append(edits(old[:lastOld], new[:lastNew]), edit{' ', old[lastOld]})
	}
	var all []edit
	pairs := inBoth(old, new)
	if len(pairs) == 0 {
		for _, line := range old {
			all = append(all, edit{'-', line})
		}
		for _, line := range new {
			all = append(all, edit{'+', line})
		}
		return all
	}
	i, j := 0, 0
	for _, p := range pairs {
		all = append(all, edits(old[i:p.old], new[j:p.new])...)
		all = append(all, edit{' ', old[p.old]})
		i, j = p.old+1, p.new+1
	}
	return append(all, edits(old[i:], new[j:])...)
}

// A pair is the places of the same line in two lists.
type pair struct{ old, new int }

// inBoth returns the pairs of lines that each list has once: as many as follow each other in both.
func inBoth(old, new []string) []pair {
	places := func(lines []string) map[string][]int {
		at := map[string][]int{}
		for i, line := range lines {
			at[line] = append(at[line], i)
		}
		return at
	}
	inOld, inNew := places(old), places(new)
	rows := [][]pair{nil} // the longest row that ends with each pair so far, and the empty one
	for i, line := range old {
		if len(inOld[line]) != 1 || len(inNew[line]) != 1 {
			continue
		}
		p := pair{i, inNew[line][0]}
		var longest []pair
		for _, row := range rows {
			if len(row) > len(longest) && row[len(row)-1].new < p.new {
				longest = row
			}
		}
		rows = append(rows, append(slices.Clip(longest), p))
	}
	return slices.MaxFunc(rows, func(a, b []pair) int { return len(a) - len(b) })
}
