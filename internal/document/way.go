package document

import "strconv"

// pointerRoom is how many bytes the pointers of one text's faults take
// together. A pointer is as long as the keys above it, and a hostile file can
// repeat a key many times below long ones; what is beyond the room has none.
const pointerRoom = 1 << 20

// way is the path from the root of a text to what a parser is reading. It is
// made a JSON pointer only if there is a fault to tell.
type way struct {
	steps []wayStep
	spent int // bytes of pointers made so far
}

// wayStep is the name of a field, or the index of a list's item.
type wayStep struct {
	name  string
	index int
	item  bool
}

// field steps into the value of a field.
func (w *way) field(name string) { w.steps = append(w.steps, wayStep{name: name}) }

// item steps into an item of a list, counted from 0.
func (w *way) item(index int) { w.steps = append(w.steps, wayStep{index: index, item: true}) }

// back steps out again.
func (w *way) back() { w.steps = w.steps[:len(w.steps)-1] }

// pointer is the JSON pointer of a field of what is being read, "" if there
// is no room for it.
func (w *way) pointer(name string) string {
	size := len(name)
	for _, s := range w.steps {
		size += 1 + len(s.name)
	}
	if w.spent += size; w.spent > pointerRoom {
		return ""
	}
	pointer := ""
	for _, s := range w.steps {
		step := s.name
		if s.item {
			step = strconv.Itoa(s.index)
		}
		pointer = PointerStep(pointer, step)
	}
	return PointerStep(pointer, name)
}
