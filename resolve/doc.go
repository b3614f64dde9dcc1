// Package resolve tells which allowed value of a closed parameter was meant by
// a value that is not among them. It names one value only when it is sure,
// since a wrong name costs far more than a missing one; else it ranks at most
// three, or abstains.
package resolve
