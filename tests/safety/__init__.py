"""What readers, fetchers and logs are warned of."""
