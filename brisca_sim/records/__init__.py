"""Hand records: ``read`` takes them from files, ``judge`` says whether they keep to the rules."""
