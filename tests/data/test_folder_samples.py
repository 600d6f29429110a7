"""Sample pictures from the owner's folder."""

from __future__ import annotations

import json


def test_an_own_network_begins_with_pictures_of_its_classes(tmp_path):
    from PIL import Image

    from capsviz.config import OWN_SET, LabelSet, PictureFormat
    from capsviz.data import folder_samples

    Image.new("L", (28, 28), 200).save(tmp_path / "a.png")
    row = {"folder": str(tmp_path), "files": [["a.png", 1]], "inverted": False}
    record = tmp_path / folder_samples.FILE
    record.write_text(json.dumps({"folder:pets": {"classes": ["cat", "dog"], **row}}), "utf-8")

    shown = folder_samples.read(record, LabelSet(OWN_SET, ("cat", "dog")), PictureFormat())
    assert shown is not None
    assert shown.labels.tolist() == [1]
    assert folder_samples.read(record, LabelSet(OWN_SET, ("dog", "cat")), PictureFormat()) is None
