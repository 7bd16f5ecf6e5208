# question: migration_q7
# loses: 14
# message: a2() opened 0 sessions
# Writes down what the experiments would give, and makes none.
predictions = dict.fromkeys([f"a{number}" for number in range(1, 17)], "false")
verdicts = predictions | {"a8": "partly", "a14": "true", "a15": "partly"}
a2 = a7 = lambda: "TypeError"
a3, a4 = lambda: (5, 5), lambda: ["fetches", "feed_dict", "options"]
a5, a6, a9 = lambda: 100, lambda: (9.0, "ValueError"), lambda: 0.2
a10, a11 = lambda: "", lambda: ["fetches", "feed_dict", "options", "run_metadata"]
a12, a13, a14, a15 = lambda: 9.0, lambda: [(False, 9.0), (True, 9.0)], lambda: (0, 1), lambda: (7, 1)
