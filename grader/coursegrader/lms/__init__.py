"""The way from and to a learning management system: Moodle and Canvas."""
