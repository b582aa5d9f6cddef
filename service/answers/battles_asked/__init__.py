"""Questions about attacks, each played or asked of the rules: damage, LP, who falls, how often one attacks."""
