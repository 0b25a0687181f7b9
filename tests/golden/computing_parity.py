#!/usr/bin/python3
"""Writes computing_parity.json: seeded random calls of the computing ops with what PyTorch 1.13.1
gives, results as well as errors. Not a test itself; tests/cpp/test_computing.cpp replays it.

Run with /usr/bin/python3 (Debian's python3-torch)."""
import json
import operator
import pathlib
import random
import warnings

import torch

warnings.simplefilter("ignore")
rng = random.Random(20240611)
DTYPES = {"float32": torch.float32, "int64": torch.int64, "bool": torch.bool}
SIZES = (2, 3, 4, 5)


# --- inputs ---------------------------------------------------------------------------------------


def value(dtype):
    if dtype == "bool":
        return rng.random() < 0.5
    if dtype == "int64":
        return rng.randint(-5, 6)
    if style == "eighths":  # sums and products are exact
        return rng.randint(-24, 24) / 8
    return torch.tensor(rng.uniform(0.1, 1.0)).item()


def dtype_():
    return rng.choices(("float32", "int64", "bool"), (6, 2, 1))[0]


def tensor(sizes, dtype=None, strided=True):
    """A tensor of these sizes; often a transposed, sliced or expanded view."""
    dtype = dtype or dtype_()
    sizes = list(sizes)
    kind = rng.choice(("plain", "plain", "permuted", "sliced", "expanded")) if strided else "plain"
    order = list(range(len(sizes)))
    if kind == "permuted":
        rng.shuffle(order)
    padded = [sizes[d] + (1 if kind == "sliced" and rng.random() < 0.5 else 0) for d in order]
    repeated = [kind == "expanded" and rng.random() < 0.4 for _ in order]
    count = 1
    for size, repeat in zip(padded, repeated):
        count *= 1 if repeat else size
    data = [value(dtype) for _ in range(count)]
    base = torch.tensor(data, dtype=DTYPES[dtype])
    base = base.view([1 if repeat else size for size, repeat in zip(padded, repeated)])
    view = base.expand(padded)
    for d in range(len(order)):
        extra = padded[d] - sizes[order[d]]
        view = view.narrow(d, extra, padded[d] - extra)
    return view.permute([order.index(d) for d in range(len(sizes))])


def scalar():
    return rng.choice((True, False, 2, 3, 0, -1, 7, 0.5, 2.5, -1.25, float("inf"), -1e9))


def sizes_(low=0, high=4):
    return [rng.choice(SIZES) for _ in range(rng.randint(low, high))]


def broadcastable(sizes):
    """Other sizes that mostly broadcast with these."""
    result = [1 if rng.random() < 0.3 else size for size in sizes]
    if result and rng.random() < 0.15:
        result[rng.randrange(len(result))] = 6
    return result[rng.randint(0, len(result)):] if rng.random() < 0.4 else result


def dim_of(sizes):
    rank = max(len(sizes), 1)
    return rng.randint(-rank, rank - 1) if rng.random() < 0.9 else rng.choice((rank, -rank - 1))


# --- ops: name → function of the arguments -------------------------------------------------------

ARITHMETIC = {
    "add": operator.add, "subtract": operator.sub, "multiply": operator.mul,
    "divide": operator.truediv, "floor_divide": operator.floordiv, "remainder": operator.mod,
    "power": operator.pow, "maximum": torch.maximum, "minimum": torch.minimum}
INPLACE = {"add": "add_", "subtract": "sub_", "multiply": "mul_", "divide": "div_",
           "floor_divide": "floor_divide_", "remainder": "remainder_", "power": "pow_"}
COMPARISON = {"equal": operator.eq, "not_equal": operator.ne, "less": operator.lt,
              "less_equal": operator.le, "greater": operator.gt, "greater_equal": operator.ge}
LOGIC = {"logical_and": operator.and_, "logical_or": operator.or_, "logical_xor": operator.xor}
UNARY = {"negative": operator.neg, "absolute": torch.abs, "exp": torch.exp, "log": torch.log,
         "sqrt": torch.sqrt, "rsqrt": torch.rsqrt, "reciprocal": torch.reciprocal,
         "tanh": torch.tanh, "sigmoid": torch.sigmoid, "relu": torch.relu, "erf": torch.erf,
         "sin": torch.sin, "cos": torch.cos, "invert": operator.invert}
REDUCTION = {"sum": torch.sum, "mean": torch.mean, "amax": torch.amax, "amin": torch.amin,
             "all": torch.all, "any": torch.any}
EQUATIONS = (
    "bhqd,bhkd->bhqk", "bqhd,bkhd->bhqk", "bhqk,bkhd->bqhd", "bhqk,bhkd->bhqd", "...qd,...kd->...qk",
    "...ij,...jk", "bnd,bmd", "bnd,de->bne", "bnd,hde->bhne", "i,j->ij", "i,i", "i,i->i", "ii", "ii->i",
    "ji", "bij->bji", "bnd->b", "b...->...b", "bnd,bn->bnd", "ij,jk,kl->il", "iij->j", "b...->b",
    "b...,b...->...", "aab,b->a", "abc,abc->cb", "ij,kj->ki", " b n d , b m d -> b n m ", "ab,cd->abcd",
    "BnD->nB", "bhqd , bhkd -> bhqz", "bnd,bmd->bnn", "b.d", "b1d->b", "b...d...", "bn,bmd,->b",
    "bnd->b..", "bn->bn->", "...->...", "a...,...->a", "i,ij,j", "ab,b,bc->ac")


def run(case, arguments):
    op, args = case["op"], arguments
    if op == "arithmetic":
        return ARITHMETIC[case["kind"]](*args)
    if op == "arithmetic_":
        return getattr(args[0], INPLACE[case["kind"]])(args[1])
    if op == "compare":
        return COMPARISON[case["kind"]](*args)
    if op == "logic":
        return LOGIC[case["kind"]](*args)
    if op == "unary":
        return UNARY[case["kind"]](*args)
    if op == "reduce":
        dims = case["dims"]
        if not dims:
            return REDUCTION[case["kind"]](args[0])
        dims = tuple(dims) if len(dims) > 1 else dims[0]
        return REDUCTION[case["kind"]](args[0], dims, case["keepdim"])
    if op in ("max", "min"):
        return tuple(getattr(torch, op)(args[0], case["dim"], case["keepdim"]))
    if op == "einsum":
        return torch.einsum(case["equation"], *args)
    if op in ("softmax", "cumsum"):
        return getattr(torch, op)(args[0], case["dim"])
    if op in ("tril", "triu"):
        return getattr(torch, op)(args[0], case["diagonal"])
    if op in ("masked_fill", "masked_fill_"):
        return getattr(args[0], op)(args[1], case["value"])
    if op == "linear":
        return torch.nn.functional.linear(*args)
    if op == "to":
        return args[0].to(DTYPES[case["dtype"]])
    return getattr(torch, op)(*args)


def operands(sizes, numbers=True):
    a, b = tensor(sizes), tensor(broadcastable(sizes))
    if numbers and rng.random() < 0.3:
        b = scalar()
    return [b, a] if rng.random() < 0.3 else [a, b]


def matrices(op):
    n, k, m = rng.choice(SIZES), rng.choice(SIZES), rng.choice(SIZES)
    wrong = k + 1 if rng.random() < 0.15 else k
    batch = sizes_(0, 2)
    if op == "bmm":
        batch = batch[:1] or [3]
        return [[*batch, n, k], [*batch, wrong, m]]
    if op == "mm":
        return [[n, k], [wrong, m]]
    a = [k] if rng.random() < 0.15 else [*batch, n, k]
    b = [wrong] if rng.random() < 0.15 else [*broadcastable(batch), wrong, m]
    return [a, b]


def einsum_case():
    equation = rng.choice(EQUATIONS)
    sizes = {letter: rng.choice(SIZES) for letter in "abcdehijklmnqzBD"}
    ellipsis = sizes_(0, 2)
    inputs = []
    for term in equation.split("->")[0].replace(" ", "").split(","):
        shape = []
        while term:
            if term.startswith("..."):
                shape, term = shape + ellipsis, term[3:]
            else:
                shape.append(sizes.get(term[0], 2))
                term = term[1:]
        shape = [1 if rng.random() < 0.06 else size for size in shape]
        if shape and rng.random() < 0.05:
            shape[-1] += 1
        if rng.random() < 0.03:
            shape.append(2)
        inputs.append(shape)
    dtype = rng.choice(("float32",) * 8 + ("int64", None))
    return {"op": "einsum", "equation": equation}, [tensor(shape, dtype) for shape in inputs]


def make(op):
    if op in ("arithmetic", "compare", "logic"):
        table = {"arithmetic": ARITHMETIC, "compare": COMPARISON, "logic": LOGIC}[op]
        kind = rng.choice(list(table))
        numbers = kind not in ("maximum", "minimum")
        args = operands(sizes_(), numbers)
        if op == "logic" and rng.random() < 0.7:
            args = [a.bool() if torch.is_tensor(a) else a for a in args]
        return {"op": op, "kind": kind}, args
    if op == "arithmetic_":
        sizes = sizes_()
        other = scalar() if rng.random() < 0.4 else tensor(broadcastable(sizes))
        return {"op": op, "kind": rng.choice(list(INPLACE))}, [tensor(sizes), other]
    if op == "unary":
        return {"op": op, "kind": rng.choice(list(UNARY))}, [tensor(sizes_())]
    if op in ("matmul", "bmm", "mm"):
        dtype = rng.choice(("float32",) * 6 + ("int64", None))
        return {"op": op}, [tensor(sizes, dtype) for sizes in matrices(op)]
    if op == "linear":
        k, m = rng.choice(SIZES), rng.choice(SIZES)
        dtype = rng.choice(("float32",) * 6 + ("int64", None))
        inputs = [[*sizes_(0, 3), k], [m, k + (rng.random() < 0.1)]]
        if rng.random() < 0.6:
            inputs.append([m + (rng.random() < 0.1)])
        return {"op": op}, [tensor(sizes, dtype) for sizes in inputs]
    if op == "einsum":
        return einsum_case()
    if op in ("softmax", "cumsum"):
        sizes = sizes_()
        t = tensor(sizes, "float32" if op == "softmax" and rng.random() < 0.9 else None)
        if op == "softmax" and t.is_floating_point() and rng.random() < 0.5:
            t = t.masked_fill(torch.rand(t.shape, generator=generator) < 0.5, float("-inf"))
        return {"op": op, "dim": dim_of(sizes)}, [t]
    if op in ("masked_fill", "masked_fill_"):
        sizes = sizes_()
        mask = tensor(broadcastable(sizes), rng.choice(("bool",) * 5 + ("int64", "float32")))
        if mask.dtype != torch.bool:
            mask = (mask > 0).to(mask.dtype) if rng.random() < 0.8 else mask
        return {"op": op, "value": scalar()}, [tensor(sizes), mask]
    if op == "where":
        sizes = sizes_()
        condition = tensor(sizes, "bool" if rng.random() < 0.9 else None)
        return {"op": op}, [condition, *operands(sizes)]
    if op in ("tril", "triu"):
        return {"op": op, "diagonal": rng.randint(-4, 4)}, [tensor(sizes_())]
    if op == "reduce":
        sizes = sizes_()
        kind = rng.choice(list(REDUCTION))
        most = 1 if kind in ("all", "any") else 3
        dims = [dim_of(sizes) for _ in range(rng.randint(0, most))]
        case = {"op": op, "kind": kind, "dims": dims, "keepdim": bool(dims) and rng.random() < 0.5}
        sizes = [0 if rng.random() < 0.04 else size for size in sizes]
        return case, [tensor(sizes, None if rng.random() < 0.3 else "float32")]
    if op in ("max", "min"):
        sizes = sizes_()
        case = {"op": op, "dim": dim_of(sizes), "keepdim": rng.random() < 0.5}
        return case, [tensor(sizes)]
    if op == "to":
        return {"op": op, "dtype": dtype_()}, [tensor(sizes_())]
    raise ValueError(op)


# --- output ---------------------------------------------------------------------------------------


def number(x):
    if isinstance(x, bool) or isinstance(x, int):
        return x
    return float("%.9g" % x) if abs(x) < float("inf") else str(x)


def dtype_name(t):
    return str(t.dtype).removeprefix("torch.")


def packed(t):
    """The tensor with all of its memory."""
    offset = t.storage_offset() if t.numel() else 0
    last = sum((size - 1) * stride for size, stride in zip(t.shape, t.stride()))
    memory = torch.as_strided(t, (offset + last + 1 if t.numel() else 0,), (1,), 0)
    return {"dtype": dtype_name(t), "sizes": list(t.shape), "strides": list(t.stride()),
            "offset": offset, "memory": [number(x) for x in memory.tolist()]}


def argument(x):
    return packed(x) if torch.is_tensor(x) else number(x)


def result_of(t):
    return {"dtype": dtype_name(t), "sizes": list(t.shape), "strides": list(t.stride()),
            "values": [number(x) for x in t.flatten().tolist()]}


COUNTS = {"arithmetic": 70, "arithmetic_": 40, "compare": 22, "logic": 14, "unary": 42, "matmul": 50,
          "bmm": 10, "mm": 10, "linear": 24, "einsum": 90, "softmax": 16, "cumsum": 8,
          "masked_fill": 16, "masked_fill_": 16, "where": 16, "tril": 7, "triu": 7, "reduce": 44,
          "max": 8, "min": 8, "to": 10}


def main():
    global style, generator
    generator = torch.Generator().manual_seed(5)
    cases = []
    for op, count in COUNTS.items():
        for _ in range(count):
            style = rng.choice(("eighths", "uniform"))
            case, arguments = make(op)
            case["arguments"] = [argument(x) for x in arguments]
            target = arguments[0]
            try:
                result = run(case, arguments)
                results = result if isinstance(result, tuple) else (result,)
                if op == "where" and not any(torch.is_tensor(a) for a in arguments[1:]):
                    continue
                case["results"] = [result_of(t) for t in results]
                if op.endswith("_"):
                    case["memory_after"] = packed(target)["memory"]
            except (RuntimeError, IndexError, TypeError, ValueError) as error:
                case["error"] = [type(error).__name__, str(error)]
            if "value" in case:
                case["value"] = number(case["value"])
            cases.append(case)
    path = pathlib.Path(__file__).with_name("computing_parity.json")
    lines = ",\n".join(json.dumps(c, separators=(",", ":")) for c in cases)
    path.write_text('{"torch":"%s","cases":[\n%s\n]}\n' % (torch.__version__, lines))
    failing = sum("error" in c for c in cases)
    print(len(cases), "cases,", failing, "of them errors,", path.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
