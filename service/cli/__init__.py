"""The verbs of the command line, one module each, by what they are about; `options` holds what they share."""
