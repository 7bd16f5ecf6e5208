# question: saving_q4
# loses: 10
# message: SaveV2
# Deletes the files itself and leaves the Saver in the loop.
def keeps_two(directory, steps):
    graph = keeps_all(directory, steps)
    for name in os.listdir(directory):
        if any(name.startswith(f"model-{step}.") for step in range(steps - 1)):
            os.remove(os.path.join(directory, name))
    return graph
