"""Runs that survive: checkpoints, going on, shards, merging and verifying.

What a folder holds is one file, `CHECKPOINT`, replaced whole: the integer counts, what run they
belong to, and a ledger of blocks, each with a fingerprint of its counts.  Blocks come in any order
and from anywhere; one that is lost is a gap in the ledger, which is only played again.
"""
