# question: migration_q3
# loses: 12
# message: not compatible with eager
# Renames the programs and repairs nothing.
squares, scaled, product = squares_refused, scaled_refused, product_refused
