// Laid for the module to come.
