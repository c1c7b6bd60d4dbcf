"""The main job: what it reads, what it makes of it, and that nothing is lost."""
