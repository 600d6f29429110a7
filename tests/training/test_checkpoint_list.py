"""Data about checkpoints for pages."""

from __future__ import annotations


def test_offers_describe_each_network(tmp_path, monkeypatch, tiny_model):
    from dataclasses import replace

    from capsviz.config import ModelConfig
    from capsviz.model.networks import MODELS, build
    from capsviz.training import checkpoint
    from capsviz.training.checkpoint import Offer, list_offers

    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    small = {"conv_channels": 4, "primary_types": 1, "decoder_hidden": (4, 4)}
    configs = {
        "cnn": MODELS["cnn"],
        "efficient": replace(MODELS["efficient"], decoder_hidden=(4, 4)),
        "em": replace(MODELS["em"], **small),
        "mine": tiny_model.config,
        "wide": ModelConfig(image_size=36, **small),
    }
    for name, config in configs.items():
        checkpoint.save(tmp_path / f"{name}.safetensors", build(config).state_dict(), config, {})
    (tmp_path / "broken.safetensors").write_bytes(b"PK")
    unknown = replace(configs["mine"], routing="telepathy")
    weights = build(configs["mine"]).state_dict()
    checkpoint.save(tmp_path / "newer.safetensors", weights, unknown, {})

    every = list_offers(28, capsules=False)
    assert list(every) == ["em", "efficient", "cnn", "broken", "mine", "newer"]
    assert every["em"] == Offer("EM, one dense layer", "em", iterates=True, shipped=True)
    assert every["efficient"] == Offer(
        "Efficient-CapsNet", "attention", iterates=False, shipped=True
    )
    assert every["cnn"] == Offer("Plain CNN", "", iterates=False, shipped=True)
    assert every["mine"] == Offer("mine", "dynamic", iterates=True)
    assert set(every) - set(list_offers(28)) == {"cnn"}
    assert "wide" in list_offers(36)
