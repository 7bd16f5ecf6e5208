# question: migration_q3
# loses: 12
# message: You must feed
# Renames the programs and repairs nothing.
price, doubled, apples = price_unfed, doubled_refused, apples_cut
