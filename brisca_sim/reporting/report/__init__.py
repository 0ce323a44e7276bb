"""Reports: what a document says, for people, in three languages and six formats.

`material` turns a document into named pictures and tables, and into the answer; `report_of` puts
them in order; `rendered` writes them.
"""
