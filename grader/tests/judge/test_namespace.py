"""Who owns a name, and where a test cell finds it."""

import pytest

from coursegrader.judge.namespace import (
    JudgeNamespace,
    Owners,
    Role,
    bound_by,
    definitions,
    judge_part_of_setup,
    owners,
    parse,
)
from grader.tests.judge.running import check, run, setup, student, verdict


def at_the_end(*cells: tuple[Role, str]) -> Owners:
    return owners([*cells, (Role.TEST, "pass")])[-1]


def test_names_bound_by_test_cells_are_the_judges():
    source = "import a, b.c\nfrom d import e as f\ng = [h for h in []]\nfor i, (j, k) in []: pass"
    assert at_the_end((Role.TEST, source)).judge == set("abfgijk")


def test_names_imported_by_locked_cells_are_the_judges_others_bound_there_the_students():
    found = at_the_end((Role.SETUP, "import numpy as np\nrng = np.random\ndef helper(): pass"))
    assert found.judge == {"np"}
    assert found.student == {"rng", "helper"}


def test_an_answer_that_imports_it_again_does_not_take_a_name_from_the_judge():
    found = at_the_end((Role.SETUP, "import numpy as np"), (Role.STUDENT, "import numpy as np"))
    assert found.judge == {"np"}


def test_the_last_cell_of_the_instructor_that_binds_a_name_decides():
    found = at_the_end((Role.TEST, "result = 1"), (Role.STUDENT, "result = 2"))
    assert found.student == {"result"}
    found = at_the_end((Role.STUDENT, "result = 2"), (Role.TEST, "result = 1"))
    assert found.judge == {"result"}


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("with open(x) as y: z = 1", {"y", "z"}),
        ("try: pass\nexcept E as error: a = 1", {"error", "a"}),
        ("(n := 3)", {"n"}),
        ("async def f(): inner = 1", {"f"}),
        ("class C: inside = 1", {"C"}),
        ("match x:\n    case [first, *rest]: pass", {"first", "rest"}),
        ("x.attribute = 1\ny[0] = 2", set()),
        ("%matplotlib inline\nw = 1", {"w"}),
        ("this is no Python", set()),
    ],
)
def test_binding_is_read_from_the_text(source: str, names: set[str]):
    assert bound_by(parse(source).body) == names


def test_of_a_setup_cell_the_judge_runs_imports_and_the_switches_of_the_library():
    source = "import a\ntf.disable_v2_behavior()\nf()\nif x:\n    import b\ny = tf.enable()"
    kinds = [type(node).__name__ for node in judge_part_of_setup(source)]
    assert kinds == ["Import", "Expr", "Import"]


def test_definitions_are_what_later_cells_may_need():
    nodes = definitions(parse("a = 1\ndef f(): pass\nclass C: pass\nimport m\nf()").body)
    assert len(nodes) == 3


@pytest.fixture
def namespace() -> JudgeNamespace:
    values = {"answer": 42, "sum": "the student's", "earlier": "the student's"}

    def lookup(operation: str, name: str):
        assert operation == "name"
        if name not in values:
            raise NameError(name)
        return values[name]

    made = JudgeNamespace(lookup)
    made.enter(Owners(frozenset({"earlier"}), frozenset()))
    return made


def test_a_free_name_is_the_students_also_inside_functions(namespace: JudgeNamespace):
    exec("a = answer\nb = (lambda: answer)()\nc = [answer for _ in range(1)][0]", namespace)
    assert namespace["a"] == namespace["b"] == namespace["c"] == 42


def test_python_names_stay_pythons(namespace: JudgeNamespace):
    exec("a = sum([1, 2])", namespace)
    assert namespace["a"] == 3


def test_a_name_of_an_earlier_test_is_never_the_students(namespace: JudgeNamespace):
    with pytest.raises(NameError, match="'earlier' is not defined by the tests before"):
        exec("earlier", namespace)


def test_a_python_name_that_the_answer_is_to_bind_is_the_students(namespace: JudgeNamespace):
    namespace.enter(Owners(frozenset(), frozenset({"sum"})))
    exec("a = sum", namespace)
    assert namespace["a"] == "the student's"


def test_globals_knows_the_students_names(namespace: JudgeNamespace):
    exec(
        "a = 'answer' in globals()\nb = 'nothing' in globals()\nc = globals().get('x', 5)",
        namespace,
    )
    assert (namespace["a"], namespace["b"], namespace["c"]) == (True, False, 5)


RELIES = """
before = g
del g
try:
    f(1)
except NameError:
    pass
else:
    raise AssertionError("f does not use g")
finally:
    g = before
"""


@pytest.mark.sandbox
class TestInTheSandbox:
    @pytest.mark.parametrize(
        ("answer", "ok"), [("def f(x): return g(x) + g(x)", True), ("def f(x): return 2", False)]
    )
    def test_a_test_may_take_a_name_away_to_see_who_needs_it(self, answer: str, ok: bool):
        cells = (student("def g(x): return x"), check("assert g(1) == 1"), student(answer))
        after = check("assert f(1) == 2 and g(1) == 1")
        outcomes = run(*cells, check(RELIES), check(RELIES), after)
        assert [outcome.ok for outcome in outcomes[3:]] == [ok, ok, True]

    def test_a_helper_of_a_failed_test_is_not_taken_from_the_student(self):
        found = verdict(
            student("def near(a, b): return True\nx = 5"),
            check("assert False, 'stop'\ndef near(a, b): return abs(a - b) < 1"),
            check("assert near(x, 9), 'x should be 9'"),
        )
        assert found.reason == "x should be 9"

    def test_the_students_numpy_is_not_the_tests(self):
        found = verdict(
            setup("import numpy as np"),
            student("np.testing.assert_equal = np.allclose = lambda *a, **k: True\nx = 5"),
            check("np.testing.assert_equal(x, 9, 'x should be 9')"),
        )
        assert "x should be 9" in found.reason

    def test_a_module_that_the_student_imported_is_the_judges_own_of_that_name(self):
        found = verdict(
            student("import numpy as np\nnp.testing.assert_equal = lambda *a: None\nx = 5"),
            check("np.testing.assert_equal(x, 9, 'x should be 9')"),
        )
        assert "x should be 9" in found.reason

    def test_a_value_is_the_same_object_until_the_students_code_runs_again(self):
        found = verdict(
            student("values = [1]\ndef grow(): values.append(2)"),
            check("assert values is values\ngrow()\nassert values == [1, 2]"),
        )
        assert found.ok, found.reason

    def test_a_name_that_nobody_bound_is_a_name_error(self):
        assert verdict(check("missing")).reason == "NameError: name 'missing' is not defined"
