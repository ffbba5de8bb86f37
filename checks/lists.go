package checks

// firsts maps keys to their first values.
type firsts[K comparable, V any] map[K]V

// before returns the first value of a key and whether there was one; if not, it stores the given value.
func (f firsts[K, V]) before(key K, value V) (first V, repeated bool) {
	first, repeated = f[key]
	if !repeated {
		f[key] = value
	}
	return first, repeated
}
