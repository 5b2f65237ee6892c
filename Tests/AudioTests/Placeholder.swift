// Laid for the tests to come.
