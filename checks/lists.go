package checks

// firsts maps keys to their first values.
type firsts[K comparable, V any] map[K]V

// add stores the value of a key that has none. If the key has one, that is returned, and repeated is true.
func (f firsts[K, V]) add(key K, value V) (first V, repeated bool) {
	first, repeated = f[key]
	if !repeated {
		f[key] = value
	}
	return first, repeated
}
