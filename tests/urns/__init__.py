"""What URNs and their namespaces say."""
