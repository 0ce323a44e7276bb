"""Studies: a question, the parts that are played for it, and the texts that tell what came out."""
