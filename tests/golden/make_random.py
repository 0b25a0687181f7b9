#!/usr/bin/python3
"""Writes random.json: what PyTorch 1.13.1's CPU generator gives, as sequences of calls after one
manual_seed. Not a test itself; tests/cpp/test_random.cpp replays it.

Run with /usr/bin/python3 (Debian's python3-torch)."""
import json
import pathlib

import torch

COUNTS = (1, 2, 7, 15, 16, 17, 100)


def flat(t):
    return {"sizes": list(t.shape), "values": t.detach().flatten().tolist()}


def run(call):
    kind, *args = call
    if kind == "rand":
        return [flat(torch.rand(args[0]))]
    if kind == "randn":
        return [flat(torch.randn(args[0]))]
    if kind == "randint":
        low, high, sizes = args
        return [flat(torch.randint(low, high, sizes))]
    if kind == "randperm":
        return [flat(torch.randperm(args[0]))]
    if kind == "uniform":  # on a transposed tensor: its sizes, bounds
        sizes, low, high = args
        return [flat(torch.empty(sizes).transpose(0, -1).uniform_(low, high))]
    if kind == "dropout_mask":  # sizes, probability of keeping
        sizes, p = args
        kept = torch.nn.functional.dropout(torch.ones(sizes), 1 - p) > 0
        return [flat(kept.float())]
    if kind == "linear":
        d_in, d_out, bias = args
        layer = torch.nn.Linear(d_in, d_out, bias=bias)
        return [flat(p) for p in layer.parameters()]
    raise ValueError(kind)


def sequences():
    for seed in (0, 1, 123, 2**32 + 7):
        for count in COUNTS:
            yield seed, [["rand", [count]]]
            yield seed, [["randn", [count]]]
    for seed in (0, 42, 123):
        yield seed, [["rand", [2, 3]], ["randn", [3]], ["linear", 7, 24, True],
                     ["randn", [2, 3, 8]]]
        yield seed, [["randn", [1]], ["rand", [5]], ["randn", [1]], ["randn", [2]]]
        yield seed, [["linear", 7, 24, False], ["linear", 24, 20, True], ["randint", 0, 10, [3, 4]],
                     ["randint", -5, 2**33, [5]], ["randperm", 9], ["randperm", 1],
                     ["dropout_mask", [2, 4, 3], 0.5], ["dropout_mask", [2, 3, 5], 0.8],
                     ["uniform", [2, 3, 4], -0.25, 1.5], ["randn", [3, 7]]]


def main():
    result = []
    for seed, calls in sequences():
        torch.manual_seed(seed)
        result.append({"seed": seed, "calls": [{"call": c, "results": run(c)} for c in calls]})
    path = pathlib.Path(__file__).with_name("random.json")
    lines = ",\n".join(json.dumps(s, separators=(",", ":")) for s in result)
    path.write_text('{"torch":"%s","sequences":[\n%s\n]}\n' % (torch.__version__, lines))


if __name__ == "__main__":
    main()
