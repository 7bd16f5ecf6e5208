"""A course is found from anywhere inside it, and knows its assignments."""

from pathlib import Path

import pytest

from coursegrader.course import Course, CourseError, find_course


@pytest.fixture
def course(tmp_path: Path) -> Course:
    (tmp_path / "nbgrader_config.py").touch()
    for name in ("01_sums", "02_products"):
        (tmp_path / "solutions" / name).mkdir(parents=True)
        (tmp_path / "solutions" / name / f"{name}.ipynb").touch()
    (tmp_path / "solutions" / "01_sums" / "scratch.ipynb").touch()
    return Course(tmp_path)


def test_it_is_found_from_below(course: Course):
    assert find_course(course.solutions / "01_sums").root == course.root.resolve()


def test_where_there_is_none_the_error_says_what_to_do(tmp_path: Path):
    with pytest.raises(CourseError, match="--course"):
        find_course(tmp_path)


def test_assignments_are_in_order_and_only_main_notebooks(course: Course):
    assert course.assignments() == ["01_sums", "02_products"]


def test_all_are_selected_unless_some_are_named(course: Course):
    assert course.select([]) == ["01_sums", "02_products"]
    assert course.select(["02_products"]) == ["02_products"]


def test_a_wrong_name_offers_the_nearest(course: Course):
    with pytest.raises(CourseError, match='Did you mean "02_products"'):
        course.select(["2_product"])


def test_a_course_without_assignments_says_so(tmp_path: Path):
    with pytest.raises(CourseError, match="There is no assignment"):
        Course(tmp_path).select([])
