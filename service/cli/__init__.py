"""The verbs of the command line, one module each; `options` holds what they share."""
