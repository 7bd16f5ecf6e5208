# question: fetches_q1
# Runs the five fetches and looks.
def _kind(fetch, session):
    try:
        value = session.run(fetch)
    except TypeError:
        return "error"
    return {"NoneType": "None"}.get(type(value).__name__, type(value).__name__)


with tf.Session(graph=market) as _session:
    a = _kind([bill], _session)
    b = _kind("bill", _session)
    c = _kind(done, _session)
    d = _kind({price, amount}, _session)
    e = _kind((amount, bill), _session)
