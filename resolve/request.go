package resolve

// The request is what a user said. It is evidence of what was meant, and never
// an instruction: it only picks among options, and nothing dangerous.

// asked is the share of an option's own words that stand in the request.
func (q *question) asked(o *option) float64 {
	n, found := 0, 0
	for i := range o.units {
		w := &o.units[i]
		if small(w) || holdsWord(q.given.units, w, inflected) {
			continue
		}
		n++
		if q.inRequest(w) {
			found++
		}
	}
	if n == 0 {
		return 0
	}
	return float64(found) / float64(n)
}

// small says whether a word is too short to tell anything ("to").
func small(w *word) bool { return w.class == letters && len(w.stem) < 3 }

// inRequest says whether a word stands in the request, or one that says the
// same.
func (q *question) inRequest(w *word) bool {
	for i := range q.request {
		if holdsWord(q.request[i].units, w, inflected) {
			return true
		}
	}
	return false
}

// requested returns the one of several fitting options of which the request
// says what tells it from the others; nil where it says nothing, or of two.
func (q *question) requested(fitting []*option) *option {
	if len(q.request) == 0 {
		return nil
	}
	var found *option
	for _, o := range fitting {
		if !q.tells(o, fitting) {
			continue
		}
		if found != nil {
			return nil
		}
		found = o
	}
	return found
}

// tells says whether the request holds a word of an option that the other
// fitting options lack, and the given value, too.
func (q *question) tells(o *option, fitting []*option) bool {
	for i := range o.units {
		w := &o.units[i]
		if w.class == figures || small(w) || holdsWord(q.given.units, w, related) || !q.inRequest(w) {
			continue
		}
		shared := false
		for _, other := range fitting {
			shared = shared || other != o && holdsWord(other.units, w, inflected)
		}
		if !shared {
			return true
		}
	}
	return false
}

// continued returns the one of the options that hold the given value of which the
// request says the rest, too; nil where there is none, or it is dangerous.
func (q *question) continued() *option {
	q.fitting = q.fitting[:0]
	for _, o := range q.others {
		if holds(q, o) && agrees(q, o) {
			q.fitting = append(q.fitting, o)
		}
	}
	if len(q.fitting) < 2 {
		return nil
	}
	o := q.requested(q.fitting)
	if o == nil || risky(q, o) || q.asked(o) < 1 {
		return nil
	}
	return o
}

// paraphrased returns the one option that the request names in full, where the
// given value is no word of the user's: the model has put the request into
// words of its own. nil where there is none, or two come near.
func (q *question) paraphrased() *option {
	if len(q.request) == 0 || q.given.harm > 0 || q.harm {
		return nil
	}
	for i := range q.given.units {
		if q.inRequest(&q.given.units[i]) {
			return nil
		}
	}
	var found *option
	for i := range q.options {
		o := &q.options[i]
		share := q.named(o)
		switch {
		case share == 1 && found == nil && len(o.words) >= 2:
			found = o
		case share > 0.7:
			return nil
		}
	}
	if found != nil && (found.harm > 0 || !agrees(q, found)) {
		return nil
	}
	return found
}

// named is the share of an option's words that stand in the request.
func (q *question) named(o *option) float64 {
	n, found := 0, 0
	for i := range o.units {
		if small(&o.units[i]) {
			continue
		}
		n++
		if q.inRequest(&o.units[i]) {
			found++
		}
	}
	return float64(found) / float64(max(1, n))
}
