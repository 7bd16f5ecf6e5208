# question: migration_q5
# loses: 12
# message: opens no session
# Calls the old program.
slope_native = slope_v1
