# question: variables_q5
# loses: 15
# message: has 2 global variables
# Makes a variable in every call.
def stretch(x):
    return x * tf.Variable(3.0, name="stretch/factor")
