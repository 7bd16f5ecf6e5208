# question: fetches_q3
# Fixes fetches and feed once, and calls the function that comes out.
def steps(session, x, prediction, loss, values):
    call = session.make_callable([prediction, loss], feed_list=[x])
    return [Step(*call(number)) for number in values]
