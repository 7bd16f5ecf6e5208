"""What shows itself in a notebook as more than a line of text."""

from __future__ import annotations


class Displayed:
    """Has a card as its rich display; nothing is loaded for it before a notebook asks."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from minigraph import cards

        return cards.card(self)
