#!/usr/bin/python3
"""Writes moving_parity.json: random chains of moving ops and what PyTorch 1.13.1 makes of them.

Run by hand with Debian's python3-torch; tests/cpp/test_moving_parity.cpp replays the file. Each chain
starts from arange(numel) in the sizes `start` (int64, so that a value says where it came from).
A chain that raises has `error`: [step, exception type, text].
"""
import json
import pathlib
import random
import warnings

import torch

CHAINS = 640
MAX_ELEMENTS = 160
MAX_RANK = 6
STARTS = [
    (2, 3, 4), (2, 3, 8), (3, 5, 6), (2, 3, 4, 5), (5, 1, 4), (1, 6, 2), (2, 1, 3, 1), (12,), (7, 3),
    (2, 3, 2, 4), (4, 6), (1, 1, 5), (1,), (), (0,), (2, 0, 3), (4, 0), (2, 2, 3, 2, 2),
]


class Maker:
    """Draws one op with its arguments for a tensor of given sizes; some are meant to fail."""

    def __init__(self, rng):
        self.rng = rng

    def odd(self, chance=0.05):
        return self.rng.random() < chance

    def dim(self, rank):
        if self.odd():
            return self.rng.choice([rank, rank + 2, -rank - 1, -rank - 3])
        return self.rng.randrange(-rank, rank) if rank else self.rng.choice([0, -1])

    def factors(self, count, parts):
        """A product of `parts` factors that is `count` (of sizes, each >= 0)."""
        sizes = [1] * parts
        rest, prime = count, 2
        if count == 0:
            sizes = [self.rng.choice([1, 2, 3]) for _ in range(parts)]
            if parts:
                sizes[self.rng.randrange(parts)] = 0
            return sizes
        while rest > 1 and parts:
            if rest % prime == 0:
                sizes[self.rng.randrange(parts)] *= prime
                rest //= prime
            else:
                prime += 1
        return sizes

    def new_sizes(self, x):
        rng = self.rng
        if self.odd(0.5) and x.dim():  # merge or split neighbours, which views often can
            sizes = list(x.shape)
            i = rng.randrange(len(sizes))
            if rng.random() < 0.5 and i + 1 < len(sizes):
                sizes[i:i + 2] = [sizes[i] * sizes[i + 1]]
            else:
                sizes[i:i + 1] = self.factors(sizes[i], rng.randint(1, 3))
        else:
            sizes = self.factors(x.numel(), rng.randint(1, 4))
        if sizes and self.odd(0.3):
            sizes[rng.randrange(len(sizes))] = -1
        if sizes and self.odd(0.04):
            sizes[rng.randrange(len(sizes))] = rng.choice([-1, -2, 0, 7])
        return sizes

    def pick(self, tensor_list):
        return self.rng.randrange(len(tensor_list)) if tensor_list else 0

    def step(self, x):
        rng, rank = self.rng, x.dim()
        op = rng.choice(OPS)
        if op == "t" and rank > 2 and not self.odd():
            op = "view"
        dim = self.dim(rank)
        size = x.shape[dim] if rank and -rank <= dim < rank else 3
        if op in ("view", "reshape"):
            return [op, self.new_sizes(x)]
        if op == "transpose":
            return [op, dim, self.dim(rank)]
        if op == "permute":
            dims = rng.sample(range(rank), rank)
            dims = [d - rank if self.odd(0.2) else d for d in dims]
            if self.odd(0.06):
                dims = rng.choice([dims[1:], dims + [0], [dim] * rank])
            return [op, dims]
        if op == "movedim":
            count = rng.randint(0, rank)
            source, target = rng.sample(range(rank), count), rng.sample(range(rank), count)
            if self.odd(0.1):
                source = rng.choice([source[1:], [self.dim(rank) for _ in target]])
            if self.odd(0.1):
                target = [self.dim(rank) for _ in target]
            return [op, source, target]
        if op == "flatten":
            ends = [dim, self.dim(rank)]
            if rank and not self.odd(0.1):
                ends.sort(key=lambda d: d % rank)
            return [op] + ends
        if op == "unflatten":
            sizes = self.factors(size, rng.randint(1, 3))
            if self.odd(0.3):
                sizes[rng.randrange(len(sizes))] = -1
            if self.odd(0.15):
                sizes = rng.choice([[], [-1] + sizes, [-2] + sizes, [2] + sizes, [0, -1], [-1, 0]])
            return [op, dim, sizes]
        if op in ("squeeze", "unbind", "select", "unsqueeze"):
            if op == "squeeze":
                ones = [d for d, s in enumerate(x.shape) if s == 1]
                return [op, rng.choice(ones) if ones and not self.odd(0.3) else dim]
            if op == "unsqueeze":
                return [op, self.dim(rank + 1)]
            if op == "unbind":
                return [op, dim, rng.randrange(size) if size else 0]
            index = rng.randrange(-size, size) if size and not self.odd(0.08) else size
            return [op, dim, index]
        if op == "expand":
            sizes = [rng.choice([2, 3]) if s == 1 and self.odd(0.7) else s for s in x.shape]
            sizes = [-1 if self.odd(0.2) else s for s in sizes]
            sizes = [rng.choice([1, 2, 3]) for _ in range(rng.choice([0, 0, 1, 2]))] + sizes
            if sizes and self.odd(0.12):
                sizes[rng.randrange(len(sizes))] = rng.choice([-1, -2, 7, 0])
            if sizes and self.odd(0.04):
                sizes = sizes[1:]
            return [op, sizes]
        if op == "repeat":
            times = [rng.choice([1, 1, 2, 3]) for _ in range(rank + rng.choice([0, 0, 1, 2]))]
            if times and self.odd(0.15):
                times[rng.randrange(len(times))] = rng.choice([0, -1, -2])
            if times and self.odd(0.04):
                times = times[1:]
            return [op, times]
        if op == "repeat_interleave":
            times = rng.choice([-1, 0]) if self.odd(0.1) else rng.choice([1, 2, 3])
            return [op, times, None if self.odd(0.3) else dim]
        if op == "slice":
            start = None if self.odd(0.3) else rng.randint(-size - 2, size + 2)
            stop = None if self.odd(0.4) else rng.randint(-size - 2, size + 2)
            step = rng.choice([0, -1]) if self.odd(0.05) else rng.choice([1, 1, 1, 2, 3])
            inside = rng.randrange(-rank, rank) if rank else 0
            return [op, inside, start, stop, step]
        if op == "chunk":
            return [op, rng.choice([0, -1]) if self.odd() else rng.randint(1, 4), dim, 0]
        if op == "split":
            return [op, rng.choice([0, -1]) if self.odd() else rng.randint(1, 4), dim, 0]
        if op == "split_sizes":
            parts = sorted(rng.randint(0, size) for _ in range(rng.randint(0, 2)))
            sizes = [b - a for a, b in zip([0] + parts, parts + [size])]
            if self.odd(0.15):
                sizes[rng.randrange(len(sizes))] += rng.choice([-1, 1, 2])
            return [op, sizes, dim, 0]
        if op in ("cat", "stack"):
            # with a piece of itself: [low, high) along another dim
            other = rng.randrange(rank) if rank else 0
            whole = x.shape[other] if rank else 0
            low, high = (rng.randint(0, whole), rng.randint(0, whole)) if self.odd(0.6) else (0, whole)
            if op == "stack":
                return [op, self.dim(rank + 1), other, 0 if not self.odd(0.1) else low, whole]
            if rank and not self.odd(0.2):
                dim = other
            return [op, dim, other, low, high]
        if op == "copy_":  # one index of a dim over another, in place
            return [op, dim] + [rng.randrange(size) if size else 0 for _ in range(2)]
        return [op]


OPS = """view view view reshape reshape transpose transpose permute permute movedim flatten unflatten
unflatten squeeze squeeze_all unsqueeze unsqueeze expand expand repeat repeat_interleave select slice
slice slice chunk split split_sizes unbind cat cat stack contiguous clone T mT t copy_""".split()


def sliced(x, dim, start, stop, step):
    """Python's own indexing, whose errors a learner sees."""
    if x.dim() == 0:
        return x[start:stop:step]
    return x[(slice(None),) * (dim % x.dim()) + (slice(start, stop, step),)]


def with_piece(x, other, low, high):
    return [x, x.narrow(other, low, max(high - low, 0)) if x.dim() else x]


def copied_in_place(x, dim, target, source):
    x.select(dim, target).copy_(x.select(dim, source))
    return x


RUN = {
    "view": lambda x, sizes: x.view(sizes),
    "reshape": lambda x, sizes: x.reshape(sizes),
    "transpose": lambda x, a, b: x.transpose(a, b),
    "permute": lambda x, dims: x.permute(dims),
    "movedim": lambda x, source, target: x.movedim(source, target),
    "flatten": lambda x, start, end: x.flatten(start, end),
    "unflatten": lambda x, dim, sizes: x.unflatten(dim, sizes),
    "squeeze": lambda x, dim: x.squeeze(dim),
    "squeeze_all": lambda x: x.squeeze(),
    "unsqueeze": lambda x, dim: x.unsqueeze(dim),
    "expand": lambda x, sizes: x.expand(sizes),
    "repeat": lambda x, times: x.repeat(times),
    "repeat_interleave": lambda x, times, dim: x.repeat_interleave(times, dim),
    "select": lambda x, dim, index: x.select(dim, index),
    "slice": sliced,
    "chunk": lambda x, chunks, dim, pick: x.chunk(chunks, dim)[pick],
    "split": lambda x, size, dim, pick: x.split(size, dim)[pick],
    "split_sizes": lambda x, sizes, dim, pick: x.split(sizes, dim)[pick],
    "unbind": lambda x, dim, pick: x.unbind(dim)[pick],
    "cat": lambda x, dim, other, low, high: torch.cat(with_piece(x, other, low, high), dim),
    "stack": lambda x, dim, other, low, high: torch.stack(with_piece(x, other, low, high), dim),
    "contiguous": lambda x: x.contiguous(),
    "clone": lambda x: x.clone(),
    "T": lambda x: x.T,
    "mT": lambda x: x.mT,
    "t": lambda x: x.t(),
    "copy_": copied_in_place,
}
PICKS = {"chunk": lambda x, a: x.chunk(*a), "split": lambda x, a: x.split(*a),
         "split_sizes": lambda x, a: x.split(*a)}


def suits(x):
    """Small enough for the file, and no tensor of negative size, which torch lets pass (0 elements)."""
    return x.numel() <= MAX_ELEMENTS and x.dim() <= MAX_RANK and all(s >= 0 for s in x.shape)


def chain(rng):
    maker = Maker(rng)
    start = rng.choice(STARTS)
    first = torch.arange(torch.Size(start).numel()).view(start)
    steps, x = [], first
    wanted = rng.randint(1, 7)
    while len(steps) < wanted:
        step = maker.step(x)
        op, arguments = step[0], step[1:]
        try:
            if op in PICKS:
                step[-1] = arguments[-1] = maker.pick(PICKS[op](x, arguments[:-1]))
            if op == "unbind" and -x.dim() <= arguments[0] < x.dim() and not x.shape[arguments[0]]:
                continue  # no piece to go on with
            result = RUN[op](x, *arguments)
        except (RuntimeError, IndexError, ValueError) as error:
            if str(error) == "tuple index out of range":
                continue  # split into no pieces: none to go on with
            return {"start": start, "steps": steps + [step],
                    "error": [len(steps), type(error).__name__, str(error)]}
        if not suits(result):
            continue
        steps.append(step)
        x = result
    return {"start": start, "steps": steps, "sizes": list(x.shape), "strides": list(x.stride()),
            "offset": x.storage_offset(), "shares": x.storage()._cdata == first.storage()._cdata,
            "values": x.flatten().tolist()}


def main():
    warnings.simplefilter("ignore")
    rng = random.Random(20240513)
    chains = [chain(rng) for _ in range(CHAINS)]
    lines = [json.dumps(c, separators=(",", ":")) for c in chains]
    text = '{"torch":"%s","chains":[\n%s\n]}\n' % (torch.__version__, ",\n".join(lines))
    assert len(text) < 600_000, len(text)
    path = pathlib.Path(__file__).with_name("moving_parity.json")
    path.write_text(text)
    failing = [c for c in chains if "error" in c]
    print(f"{path.name}: {len(chains)} chains, {len(failing)} of them fail, "
          f"{sum(len(c['steps']) for c in chains)} steps, {len(text)} bytes")
    print("different errors:", len({c["error"][2] for c in failing}))
    print({op: sum(s[0] == op for c in chains for s in c["steps"]) for op in sorted(RUN)})
    return chains


if __name__ == "__main__":
    main()
