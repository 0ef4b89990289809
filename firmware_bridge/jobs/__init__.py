"""Jobs as the host keeps them: the caller's handle, the journal on the disk, learned times.

How a job is sent stands in `link`, what it does in the table's firmware.
"""
