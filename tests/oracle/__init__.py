"""The oracle: what the rule text of the RFCs says of a string, found without any code of urikit."""
