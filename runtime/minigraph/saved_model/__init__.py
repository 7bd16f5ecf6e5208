"""SavedModels: graphs, their variables, assets and signatures in one directory (tf.saved_model)."""
