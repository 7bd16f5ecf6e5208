"""nbgrader on this project: every nbgrader command works from this folder without flags."""

from coursegrader.judge.configure import configure

c = get_config()  # noqa: F821  # traitlets defines it

c.CourseDirectory.course_id = "graph-sessions"
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "exercises"

# Handouts are generated, never edited, so nothing is lost by writing them again. That is also how
# the gradebook of a fresh copy of the project learns of an assignment.
c.GenerateAssignment.force = True

# Otherwise nbgrader leaves pages of feedback as they are after a person has graded or commented.
c.GenerateFeedback.force = True

# nbgrader's exchange, a folder that all users of one machine share, stays where the administrator
# of that machine put it. Without one, handouts travel as the zip of `coursegrader bundle`, and
# submissions come back with `coursegrader collect`.

# The set-up cell of an assignment is restored before grading, but a student may edit it: its import
# line decides whether the notebook runs on minigraph or on TensorFlow.
c.LockCells.lock_readonly_cells = False

# Submissions run in a sandbox and are judged in another. The messages of this course's hidden tests
# are written for students.
configure(c, show_hidden_messages=True)
