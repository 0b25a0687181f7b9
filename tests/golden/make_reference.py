#!/usr/bin/python3
"""Writes reference.json: causal multi-head attention by PyTorch, for tests/cpp/test_reference.cpp.

Not a copy of src/attention: it uses PyTorch's own ops, and where torch.nn.MultiheadAttention can do the case
(d_in = d_out, no grouping) it checks that both agree. Run: /usr/bin/python3 tests/golden/make_reference.py
"""
import json
import math
import pathlib

import numpy as np
import torch

# Stages with more elements than this are stored as every k-th element; the output is always whole.
SAMPLES = 64


class Numbers:
    """The numbers of x and the weights, from a seed: the same small LCG is in test_reference.cpp."""

    def __init__(self, seed):
        self.state = seed

    def fill(self, shape, scale):
        """scale * u, u in [-0.5, 0.5) a multiple of 2**-24: exact but for one float32 product."""
        values = np.empty(math.prod(shape), dtype=np.float32)
        for i in range(values.size):
            self.state = (self.state * 1664525 + 1013904223) % 2**32
            values[i] = (self.state >> 8) / 2**24 - 0.5
        return torch.from_numpy((values * np.float32(scale)).reshape(shape))


def layer_weights(case, numbers):
    d_in, d_out = case["d_in"], case["d_out"]
    kv_width = case["G"] * (d_out // case["H"])
    scale, out_scale = case["weight_scale"], case["out_scale"]
    w = {
        "W_q": numbers.fill((d_out, d_in), scale),
        "W_k": numbers.fill((kv_width, d_in), scale),
        "W_v": numbers.fill((kv_width, d_in), scale),
        "W_o": numbers.fill((d_out, d_out), out_scale),
        "b_q": None, "b_k": None, "b_v": None, "b_o": None,
    }
    if case["qkv_bias"]:
        w["b_q"] = numbers.fill((d_out,), 1.0)
        w["b_k"] = numbers.fill((kv_width,), 1.0)
        w["b_v"] = numbers.fill((kv_width,), 1.0)
    if case["out_bias"]:
        w["b_o"] = numbers.fill((d_out,), 1.0)
    return w


def stages(case, w, x):
    B, n, _ = x.shape
    H, G, d_out = case["H"], case["G"], case["d_out"]
    d_head = d_out // H
    linear = torch.nn.functional.linear
    s = {}
    for name, heads in (("q", H), ("k", G), ("v", G)):
        s[f"{name}_projected"] = linear(x, w[f"W_{name}"], w[f"b_{name}"])
        s[f"{name}_viewed"] = s[f"{name}_projected"].view(B, n, heads, d_head)
        s[f"{name}_heads"] = s[f"{name}_viewed"].transpose(1, 2)
    k = s["k_heads"].repeat_interleave(H // G, dim=1)
    v = s["v_heads"].repeat_interleave(H // G, dim=1)
    s["raw"] = s["q_heads"] @ k.transpose(2, 3)
    s["scaled"] = s["raw"] / d_head**0.5
    mask = torch.triu(torch.ones(case["context_length"], case["context_length"]), 1).bool()
    s["masked"] = s["scaled"].masked_fill(mask[:n, :n], float("-inf"))
    s["weights"] = torch.softmax(s["masked"], dim=-1)
    s["context"] = s["weights"] @ v
    s["moved"] = s["context"].transpose(1, 2)
    s["merged"] = s["moved"].contiguous().view(B, n, d_out)
    s["output"] = linear(s["merged"], w["W_o"], w["b_o"])
    return s


def same_by_multihead_attention(case, w, x, output):
    if case["d_in"] != case["d_out"] or case["G"] != case["H"]:
        return
    d, n = case["d_out"], case["n"]
    module = torch.nn.MultiheadAttention(d, case["H"], batch_first=True)
    zero = torch.zeros(d)
    with torch.no_grad():
        module.in_proj_weight.copy_(torch.cat([w["W_q"], w["W_k"], w["W_v"]]))
        module.in_proj_bias.copy_(torch.cat([zero if w[b] is None else w[b] for b in ("b_q", "b_k", "b_v")]))
        module.out_proj.weight.copy_(w["W_o"])
        module.out_proj.bias.copy_(zero if w["b_o"] is None else w["b_o"])
    mask = torch.triu(torch.ones(n, n), 1).bool()
    theirs, _ = module(x, x, x, attn_mask=mask, need_weights=False)
    assert torch.allclose(theirs, output, rtol=0, atol=2e-6 * float(output.abs().max())), case["name"]


def stored(tensor, whole):
    flat = tensor.contiguous().view(-1)
    step = 1 if whole else max(1, flat.numel() // SAMPLES)
    finite = flat[torch.isfinite(flat)]
    return {
        "shape": list(tensor.shape),
        "step": step,
        "largest": float(finite.abs().max()),
        # null stands for -inf, which JSON has not.
        "values": [float(str(np.float32(a))) if math.isfinite(a) else None for a in flat[::step].tolist()],
    }


def make(name, B, n, d_in, d_out, H, context_length, G=None, qkv_bias=False, out_bias=True, seed=1):
    case = {
        "name": name, "B": B, "n": n, "d_in": d_in, "d_out": d_out, "H": H, "G": G or H,
        "context_length": context_length, "qkv_bias": qkv_bias, "out_bias": out_bias, "seed": seed,
        # q, k, v get a variance near 1: softmax is neither flat nor saturated.
        "x_scale": 12**0.5, "weight_scale": (12 / d_in) ** 0.5, "out_scale": (12 / d_out) ** 0.5,
    }
    numbers = Numbers(seed)
    x = numbers.fill((B, n, d_in), case["x_scale"])
    w = layer_weights(case, numbers)
    s = stages(case, w, x)
    same_by_multihead_attention(case, w, x, s["output"])
    case["stages"] = {key: stored(t, whole=key == "output") for key, t in s.items()}
    return case


def main():
    torch.set_num_threads(1)
    cases = [
        make("lesson's worked example", B=2, n=3, d_in=8, d_out=8, H=2, context_length=16, seed=11),
        make("d_in below d_out, qkv bias", B=3, n=5, d_in=7, d_out=24, H=4, context_length=9, qkv_bias=True, seed=12),
        make("d_in above d_out, no bias at all", B=2, n=7, d_in=20, d_out=15, H=3, context_length=8, out_bias=False, seed=13),
        make("one head", B=2, n=6, d_in=5, d_out=12, H=1, context_length=10, qkv_bias=True, seed=14),
        make("one token", B=3, n=1, d_in=10, d_out=14, H=2, context_length=4, qkv_bias=True, seed=15),
        make("n = context_length", B=2, n=11, d_in=18, d_out=18, H=3, context_length=11, qkv_bias=True, seed=16),
        make("head width 1", B=2, n=4, d_in=3, d_out=6, H=6, context_length=5, seed=17),
        make("two kv heads for six query heads", B=2, n=5, d_in=9, d_out=24, H=6, G=2, context_length=7, qkv_bias=True, seed=18),
        make("one kv head (multi-query)", B=3, n=6, d_in=13, d_out=20, H=4, G=1, context_length=8, seed=19),
        make("GPT-2 width", B=1, n=16, d_in=768, d_out=768, H=12, context_length=1024, qkv_bias=True, seed=20),
    ]
    path = pathlib.Path(__file__).with_name("reference.json")
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    path.write_text(f'{{"torch":"{torch.__version__}","cases":[\n{lines}\n]}}\n')
    print(f"{path}: {len(cases)} cases, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
