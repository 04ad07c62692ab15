"""What the keys of a page are about: where that changes, a touch on the same key means something else."""

from __future__ import annotations

from typing import Any

from companion.app.setup_views import CameraView, CaptureView, GuideView
from companion.app.side_views import EnrolView, HandView, HistoryView
from companion.app.viewmodel import TableView

Page = tuple[type, Any]  # the kind of view that was touched, and its moment


def moment(view: Any) -> Any:
    """Two views of a kind with the same moment may be touched as one page; None where all of them may."""
    match view:
        case TableView(at=at, curtain=hidden, question=asked, refusal=refused, out_of_step=parted):
            over = (hidden and (hidden.badge.letter, hidden.turn), asked and asked.key, refused and refused.rule)
            return at, *over, parted is not None
        case CameraView(step=step) | CaptureView(step=step) | HandView(chosen=step) | EnrolView(sentence=step):
            return step
        case GuideView(step=step, sentence=sentence):
            return step, sentence
        case HistoryView(jump=jump):
            return jump
    return None
