# question: migration_q7
# Runs by eval, looks at another clock, and puts the claims in one at a time.
predictions["a9"] = "true"
predictions["a10"] = "true"
predictions["a11"] = "true"
predictions["a12"] = "true"
predictions["a13"] = "true"
predictions["a14"] = "true"
predictions["a15"] = "true"
predictions["a16"] = "true"


def a9():
    with bench() as b:
        clock = [time.monotonic(), b.slow.eval(session=b.session), time.monotonic()]
    return clock[2] - clock[0]


def a14():
    with bench() as b:
        b.y.eval({b.x: 3.0})
        first = len(b.ran)
        b.noted.eval()
    return first, len(b.ran)


verdicts["a9"] = "false", 2
verdicts["a10"] = "false", 6
verdicts["a11"] = "false", 4
verdicts["a12"] = "false", 8
verdicts["a13"] = "false", 1
verdicts["a14"] = "true", 7
verdicts["a15"] = "partly", 3
verdicts["a16"] = "false", 10
