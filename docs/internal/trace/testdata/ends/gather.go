package main

// gather takes memory in a file that is not traced, but not all of it where nobody ends it.
func gather() {
	for list := []byte("q"); len(list) < 1<<30; {
		list = append(list, list...)
	}
}
