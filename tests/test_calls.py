"""Training, scoring and analysing from Python, with a torch Dataset in colour."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch.utils.data import TensorDataset


def _coloured(n: int = 48) -> TensorDataset:
    """Squares whose colour is their class."""
    random = torch.Generator().manual_seed(0)
    images = 0.4 * torch.rand(n, 3, 32, 32, generator=random)
    labels = torch.arange(n) % 3
    images[torch.arange(n), labels] += 0.5
    return TensorDataset(images, labels)


def test_a_dataset_is_learnt_scored_and_analysed(tmp_path):
    import capsviz

    told, dataset, names = [], _coloured(), ("red", "green", "blue")
    model = capsviz.train(
        dataset,
        "compact",
        out=tmp_path / "mine.safetensors",
        classes=names,
        on_epoch=told.append,
        quiet=True,
        epochs=3,
        batch=16,
        average=4.0,
        digit_dim=4,
        augment="photo",
    )
    assert [epoch.number for epoch in told] == [1, 2, 3]
    assert told[-1].accuracy > 0.6
    for epoch in told:
        values = epoch.to_dict()
        assert values["loss"] == values["class_loss"] + values["reconstruction_loss"]
        assert values["error"] == 1 - values["accuracy"]
        assert {"number", "seconds", "rate", "reconstruction_sse"} < values.keys()
        assert min(values["class_loss"], values["reconstruction_loss"], values["rate"]) > 0
    assert told[-1].class_loss < told[0].class_loss
    assert told[-1].rate < told[0].rate
    assert model.class_names == names
    assert str(model.config.format) == "32x32 in colour"
    scored = capsviz.evaluate(model, dataset)
    assert scored.n == scored.confusion.sum() == 48
    assert scored.classes == names
    assert scored.accuracy == pytest.approx(np.trace(scored.confusion) / 48)
    assert capsviz.evaluate(capsviz.load(tmp_path / "mine.safetensors"), dataset).n == 48

    images = dataset.tensors[0]
    seen = capsviz.trace(model, images[:2])
    assert seen.images.shape == (2, 3, 32, 32)
    assert seen == capsviz.trace(model, images[:2].movedim(1, -1))  # as plotting has them
    assert np.array_equal(seen.lengths[:, -1], model(images[:2]).lengths.numpy())


def test_a_callback_can_end_a_training():
    import capsviz

    told = []
    capsviz.train(
        _coloured(), "cnn", epochs=9, quiet=True, on_epoch=lambda e: told.append(e) or e.number == 2
    )
    assert len(told) == 2


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"network": "resnet"}, "there is no network 'resnet'"),
        ({"epoch": 3}, "there is no setting 'epoch'"),
        ({"classes": ("one",)}, "there are 3 classes of pictures: name as many, not 1"),
        ({"augment": "wild"}, "there is no augmentation 'wild'"),
        ({"task": "wild"}, "there is no task 'wild'"),
        ({"routing": "wild"}, "there is no routing 'wild'"),
        ({"network": "cnn", "routing": "em"}, "cnn routes nothing"),
        ({"margins": (0.1, 0.9)}, "they are two lengths"),
        ({"resume": True}, "give out too"),
        ({"out": "mine.pt"}, "must end in .safetensors"),
    ],
)
def test_train_raises_one_sentence_for_impossible_settings(given, says):
    import capsviz

    with pytest.raises(capsviz.CapsvizError, match=says):
        capsviz.train(_coloured(6), **{"network": "compact", **given})


@pytest.mark.parametrize(
    ("dataset", "says"),
    [
        ([], "there are no pictures"),
        ([torch.zeros(28, 28)], "not a pair"),
        ([(torch.zeros(28, 20), 0)], "they are square"),
        ([(torch.full((28, 28), -1.0), 0)], "leave out any other normalisation"),
        ([(torch.zeros(28, 28), 0), (torch.zeros(32, 32), 1)], "resize them all to one"),
        ([(torch.zeros(28, 28), 0.5)], "not a pair"),
        ([(torch.zeros(28, 28), 1)] * 2, "all pictures are of one class"),
    ],
)
def test_pictures_that_cannot_be_learnt_are_a_sentence(dataset, says):
    import capsviz

    with pytest.raises(capsviz.CapsvizError, match=says):
        capsviz.train(dataset, "compact")


def test_calls_ignore_a_callers_autocast_and_quiet_ones_say_nothing(tiny_model, capfd):
    import numpy as np

    import capsviz

    images = torch.rand(4, 28, 28)
    pictures = [(image, at % 2) for at, image in enumerate(images)]
    expected = capsviz.trace(tiny_model, images)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert capsviz.trace(tiny_model, images) == expected
        assert capsviz.evaluate(tiny_model, pictures).n == 4
    mine = capsviz.train(pictures * 4, "compact", epochs=1, quiet=True, iterations=np.int64(2))
    assert mine.config.iterations == 2
    assert capfd.readouterr() == ("", "")


def test_help_lists_every_setting_and_its_choices():
    import dataclasses

    import capsviz
    from capsviz.config import TrainConfig
    from capsviz.data.augment import AUGMENTATIONS
    from capsviz.model.networks import MODELS
    from capsviz.model.routing import ROUTINGS

    told = capsviz.train.__doc__ or ""
    for field in dataclasses.fields(TrainConfig):
        assert f"\n        {field.name} = " in told
    for name in (*MODELS, *ROUTINGS, *AUGMENTATIONS, "cosine", "cifar10", "from 1 to 100,000"):
        assert name in told


def test_grey_pictures_come_with_a_channel_too_also_to_a_cnn():
    import capsviz
    from capsviz.model.networks import MODELS, build

    images = torch.rand(2, 28, 28)
    model = build(MODELS["cnn"]).eval()
    assert torch.equal(model(images).lengths, model(images[:, None]).lengths)
    assert capsviz.__version__


class _Named:
    """Pictures of two classes that have names."""

    def __init__(self, *classes: str) -> None:
        self.classes = classes

    def __len__(self) -> int:
        return 4

    def __getitem__(self, at: int) -> tuple[torch.Tensor, int]:
        return torch.full((28, 28), at / 4), at % 2


@pytest.mark.parametrize(
    ("network", "data", "agree"),
    [
        (("cat", "dog"), ("cat", "dog"), True),
        (("cat", "dog"), ("Cat", "dog"), True),
        (("0", "1"), ("0 - zero", "1 - one"), True),
        (("cat", "dog"), (), True),
        (("cat", "dog"), ("ant", "zebra"), False),
        (("cat", "dog"), ("dog", "cat"), False),
        (("0", "1"), ("cat", "dog"), False),
    ],
)
def test_a_network_is_scored_on_its_own_classes_only(network, data, agree):
    import dataclasses

    import capsviz
    from capsviz.model.networks import MODELS, build

    model = build(dataclasses.replace(MODELS["cnn"], classes=2)).eval()
    model.class_names = network
    if agree:
        assert capsviz.evaluate(model, _Named(*data)).classes == network
        return
    with pytest.raises(capsviz.CapsvizError, match=f"classes are {', '.join(network)}, those of"):
        capsviz.evaluate(model, _Named(*data))
    # A caller may declare them equal.
    assert capsviz.evaluate(model, _Named(*data), classes=data).classes == data


def test_a_folder_of_other_classes_is_not_scored(tmp_path):
    import dataclasses

    import capsviz
    from capsviz.data.sprites import write_folder
    from capsviz.model.networks import MODELS, build

    write_folder(tmp_path / "photos", classes=2, per_class=10)
    model = build(dataclasses.replace(MODELS["cnn"], classes=2)).eval()
    model.class_names = ("cat", "dog")
    with pytest.raises(capsviz.CapsvizError, match="classes are cat, dog, those of the data"):
        capsviz.evaluate(model, f"folder:{tmp_path / 'photos'}")
