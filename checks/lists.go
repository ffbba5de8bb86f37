package checks

// firsts are the first values of keys.
type firsts[K comparable, V any] map[K]V

// before returns the first value of a key and whether there was one; otherwise the
// given value is the first.
func (f firsts[K, V]) before(key K, value V) (first V, repeated bool) {
	first, repeated = f[key]
	if !repeated {
		f[key] = value
	}
	return first, repeated
}
