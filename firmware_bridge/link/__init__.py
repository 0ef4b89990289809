"""The line to one table: sessions, the thread that talks, what is known and asked, its trace.

What a job is stands in `jobs`, where bytes come from in `transport`.
"""
