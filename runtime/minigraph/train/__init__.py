"""Training: optimizers and what goes with them. Built on graphs, variables and gradients."""
