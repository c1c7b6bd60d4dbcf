"""What schemes say."""
