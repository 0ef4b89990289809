"""The subcommands of `jantaku`: each parses, calls one function, and prints."""
