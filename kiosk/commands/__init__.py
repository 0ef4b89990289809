"""The subcommands of `jantaku`, a module for each part."""
