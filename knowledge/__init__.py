"""The domain: from YAML to a cited verdict, importable without the web.

model      typed records of everything in `rulings/`
problems   what is wrong with a person's input, in both languages
"""
