"""Jobs of the table as the host keeps them: what runs, what is on the disk, how far it is."""
