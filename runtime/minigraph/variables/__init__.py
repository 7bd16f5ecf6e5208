"""Variables: state of a session, its creation, initialization, scopes and sharing."""
