import companion  # noqa: F401 - before numpy, which then runs as in the app
