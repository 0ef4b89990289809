"""The pages, as someone taps through them in a browser without scripts."""
