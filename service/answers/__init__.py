"""Questions of any door put to the desk."""
