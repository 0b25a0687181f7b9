"""Writes torch_errors.json: what real PyTorch says to calls, right and wrong, for tests/cpp/test_call.cpp.

Run with a Python that has torch 1.13:  /usr/bin/python3 tests/golden/torch_errors.py [torch-errors.json]
Each case is an expression, run on real tensors through a recorder that writes down every call of an op
(form, name, arguments). With the path of the shared torch-errors.json, each situation's result is also
held against it. Not a test: the test replays what this wrote.
"""
import json
import operator
import pathlib
import sys
import warnings

import torch

warnings.simplefilter("ignore")
B, n, H, dh, d, di = 2, 3, 4, 5, 20, 7
inf = float("inf")

# name -> sizes, dtype. All elements are zeros: only sizes and kinds matter here.
TENSORS = {
    "x": ((B, n, d), "float32"),
    "x7": ((B, n, di), "float32"),
    "q": ((B, H, n, dh), "float32"),
    "k": ((B, H, n, dh), "float32"),
    "k6": ((B, H, n, dh + 1), "float32"),
    "c": ((B, H, n, dh), "float32"),
    "qkv": ((B, n, 3 * d), "float32"),
    "swapped": ((B, n, dh, H), "float32"),
    "s": ((B, H, n, n), "float32"),
    "flat": ((n, d), "float32"),
    "row": ((d,), "float32"),
    "row7": ((di,), "float32"),
    "w7": ((di, d), "float32"),
    "m": ((n, n), "float32"),
    "mb": ((n, n), "bool"),
    "ml": ((n, n), "int64"),
    "mask6": ((n + 3, n + 3), "bool"),
    "mask_n1n": ((n, 1, n), "bool"),
    "mask_bhnn": ((B, H, n, n), "bool"),
    "add6": ((n + 3, n + 3), "float32"),
    "add_bnn": ((B, n, n), "float32"),
    "nH": ((n, H), "float32"),
    "long_x": ((B, d, n), "int64"),
    "long_s": ((B, H, n, n), "int64"),
    "a5": ((B, n, 5), "float32"),
    "b5": ((B, n + 1, 5), "float32"),
    "y": ((2, 3, 4), "float32"),
    "z": ((2, 3, 4), "bool"),
    "i": ((3, 4), "int64"),
    "one": ((), "int64"),
    "onef": ((), "float32"),
}

# Of the shared file, by its names: the expression of every situation whose ops the core has.
SITUATIONS = {
    "view_noncontig": "c.transpose(1, 2).view(B, n, H * dh)",
    "view_noncontig2": "x.transpose(1, 2).view(B, H, n, dh)",
    "view_count": "x.view(B, n, H, dh + 1)",
    "view_count_neg1": "x.view(B, -1, H, dh + 1)",
    "view_two_neg1": "x.view(-1, -1, H, dh)",
    "view_neg2": "x.view(B, n, -2, dh)",
    "view_zero": "torch.empty(0).view(-1, 0)",
    "view_float": "x.view(B, n, H, d / H)",
    "view_noarg": "x.view()",
    "view_str": "x.view('a')",
    "reshape_count": "x.reshape(B, n, H, dh + 1)",
    "reshape_float": "x.reshape(B, n, H, d / H)",
    "transpose_range": "x.transpose(1, 3)",
    "transpose_range_neg": "x.transpose(-4, 1)",
    "transpose_one": "x.transpose(1)",
    "transpose_three": "x.transpose(0, 2, 1)",
    "permute_count": "q.permute(0, 2, 1)",
    "permute_dup": "q.permute(0, 2, 2, 3)",
    "permute_range": "q.permute(0, 2, 1, 4)",
    "T_4d": "q.T",
    "mT": "q.mT",
    "t_4d": "q.t()",
    "matmul_inner_4d": "q @ k",
    "matmul_inner_3d": "x @ x",
    "matmul_batch": "q @ k.transpose(1, 2)",
    "matmul_batch2": "q @ swapped",
    "matmul_2d": "flat @ flat",
    "matmul_3d2d": "x @ w7",
    "matmul_1d": "row @ row7",
    "matmul_2d1d": "flat @ row7",
    "bmm_inner": "torch.bmm(x, x)",
    "bmm_4d": "torch.bmm(q, k)",
    "mm_3d": "torch.mm(x, x)",
    "matmul_long": "x @ long_x",
    "mf_float": "s.masked_fill(m, -inf)",
    "mf_long": "s.masked_fill(ml, -inf)",
    "mf_inplace_float": "s.masked_fill_(m, -inf)",
    "mf_none": "s.masked_fill(mb, None)",
    "mf_noval": "s.masked_fill(mb)",
    "mf_int_scores": "long_s.masked_fill(mb, -inf)",
    "mf_tensor1d": "s.masked_fill(mb, torch.zeros(1))",
    "mf_bcast": "s.masked_fill(mask6, -inf)",
    "mf_bcast2": "s.masked_fill(mask_n1n, -inf)",
    "mf_bcast_inplace": "m.masked_fill_(mask_bhnn, -inf)",
    "mf_list": "s.masked_fill([True], -inf)",
    "mf_bool": "s.masked_fill(False, -inf)",
    "where_float": "torch.where(m, s, -inf)",
    "add_bcast": "s + add6",
    "add_bcast_B": "s + add_bnn",
    "mul_bcast": "s * nH",
    "expand": "m.expand(B, H, n, n + 1)",
    "expand_lead": "add_bnn.expand(n, n)",
    "expand_m1": "m.expand(-1, n, n)",
    "bool_not_float": "~m",
    "bool_minus": "1 - mb",
    "bool_neg": "-mb",
    "bool_sub": "mb - mb",
    "triu_0d": "torch.triu(row)",
    "triu_bool": "torch.triu(mb)",
    "softmax_nodim_torch": "torch.softmax(s)",
    "softmax_method_nodim": "s.softmax()",
    "softmax_dim4": "torch.softmax(s, dim=4)",
    "softmax_long": "torch.softmax(long_s, dim=-1)",
    "chunk0": "qkv.chunk(0)",
    "split_sizes": "x.split([d, d], -1)",
    "split_sizes2": "torch.split(x, [3, 4], -1)",
    "repeat_few": "q.repeat(1, 2)",
    "repeat_interleave_range": "q.repeat_interleave(2, dim=5)",
    "cat_shapes": "torch.cat((a5, b5), -1)",
    "cat_ndim": "torch.cat((x, flat))",
    "stack_shapes": "torch.stack((a5, b5))",
    "einsum_size": "torch.einsum('bhqd,bhkd->bhqk', q, k6)",
    "einsum_ndim": "torch.einsum('bhqd,bhkd->bhqk', x, k)",
    "einsum_out": "torch.einsum('bhqd,bhkd->bhqz', q, k)",
    "einsum_ops": "torch.einsum('bhqd,bhkd->bhqk', q)",
    "index_range": "x[:, 5]",
    "index_many": "x[0, 0, 0, 0]",
    "size_range": "x.size(3)",
    "unsqueeze_range": "m.unsqueeze(5)",
    "flatten_order": "x.flatten(2, 1)",
    "unflatten": "x.unflatten(-1, (3, 5))",
    "unflatten_ok": "x.unflatten(-1, (H, dh))",
    "movedim": "q.movedim(1, 7)",
    "swapaxes": "q.swapaxes(1, 7)",
    "sqrt_int": "torch.sqrt(dh)",
}

# The rest of the shared file, and why it is not replayed.
LEFT_OUT = {
    "no such op in the core": ["baddbmm"],
    "float64, float16, int32 or uint8, which the core has not": [
        "matmul_dtype", "matmul_dtype4", "linear_dtype", "mf_double", "mf_int", "mf_uint8", "mf_half",
        "where_uint8"],
    "nn modules and nn.functional, which are the torch package's": [
        "linear_in", "linear_in_nobias", "linear_in_2d", "linear_in_2d_nobias", "linear_in_1d",
        "linear_in_1d_nobias", "linear_4d", "linear_long", "linear_args", "softmax_nodim", "param_shape",
        "mha_div", "mha_dim", "mha_mask", "mha_mask3", "layernorm", "embedding_float"],
    "raised by Python itself, not by an op": [
        "chunk_unpack", "unpack_few", "unpack_many", "unpack_shape", "unpack_shape2", "shape_range",
        "contig_attr"],
    "autograd and numpy": ["inplace_leaf", "numpy_grad"],
}

ARGUMENTS = (pathlib.Path(__file__).parent / "torch_arguments.txt").read_text().splitlines()

DTYPES = {torch.float32: "float32", torch.int64: "int64", torch.bool: "bool"}


class Recorded:
    """A real value and how the replay finds it: a variable, or one item of a variable."""

    def __init__(self, log, real, place):
        self._log, self._real, self._place = log, real, place

    def __getattr__(self, name):
        function = getattr(type(self._real), name, None)
        if callable(function):
            return lambda *a, **k: self._log.call("method", name, function, (self, *a), k)
        return self._log.call("attribute", name, lambda t: getattr(t, name), (self,), {})

    def __iter__(self):
        return iter([Recorded(self._log, item, {**self._place, "item": i}) for i, item in enumerate(self._real)])

    def __getitem__(self, index):
        if isinstance(self._real, tuple):
            return list(self)[index]
        return self._log.call("method", "__getitem__", operator.getitem, (self, index), {})

    def __setitem__(self, index, value):
        return self._log.call("method", "__setitem__", operator.setitem, (self, index, value), {})


def define_operators():
    unary = {"neg": operator.neg, "invert": operator.invert, "abs": operator.abs}
    for name, function in unary.items():
        def run(self, name=name, function=function):
            return self._log.call("method", f"__{name}__", function, (self,), {})
        setattr(Recorded, f"__{name}__", run)
    for name in ("add sub mul truediv floordiv mod pow matmul and_ or_ xor "
                 "eq ne lt le gt ge iadd isub imul itruediv ifloordiv imod").split():
        function = getattr(operator, name)
        name = name.rstrip("_")
        def run(self, other, name=name, function=function):
            return self._log.call("method", f"__{name}__", function, (self, other), {})
        setattr(Recorded, f"__{name}__", run)
        def reflected(self, other, name=name, function=function):
            return self._log.call("method", f"__r{name}__", lambda a, b: function(b, a), (self, other), {})
        if not name.startswith("i") and name not in "eq ne lt le gt ge".split():
            setattr(Recorded, f"__r{name}__", reflected)


class Torch:
    """Stands for the torch module."""

    def __init__(self, log):
        self._log = log

    def __getattr__(self, name):
        if isinstance(getattr(torch, name, None), torch.dtype):
            return getattr(torch, name)
        return lambda *a, **k: self._log.call("function", name, lambda *b, **c: getattr(torch, name)(*b, **c), a, k)


class Log:
    def __init__(self):
        self.calls = []
        self.used = {}

    def tensor(self, name):
        sizes, dtype = TENSORS[name]
        self.used[name] = {"sizes": sizes, "dtype": dtype}
        return Recorded(self, torch.zeros(sizes, dtype=getattr(torch, dtype)), {"var": name})

    def call(self, form, name, function, args, kwargs):
        to = f"r{len(self.calls)}"
        self.calls.append({"form": form, "name": name, "args": [encode(a) for a in args],
                           "kwargs": [[key, encode(value)] for key, value in kwargs.items()], "to": to})
        result = function(*[real(a) for a in args], **{key: real(value) for key, value in kwargs.items()})
        return Recorded(self, result, {"var": to})


def encode(value):
    if isinstance(value, Recorded):
        return value._place
    if value is None or isinstance(value, bool) or type(value) is int:
        return value
    if isinstance(value, float):
        return {"float": str(value)}
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return [encode(item) for item in value]
    if isinstance(value, tuple):
        return {"tuple": [encode(item) for item in value]}
    if isinstance(value, slice):
        return {"slice": [encode(part) for part in (value.start, value.stop, value.step)]}
    if value is Ellipsis:
        return {"ellipsis": True}
    return {"dtype": DTYPES[value]}


def real(value):
    if isinstance(value, Recorded):
        return value._real
    if isinstance(value, (list, tuple)):
        return type(value)(real(item) for item in value)
    if isinstance(value, slice):
        return slice(real(value.start), real(value.stop), real(value.step))
    return value


class Names(dict):
    """The expression's names: sizes, torch, and the tensors on demand."""

    def __init__(self, log):
        super().__init__(B=B, n=n, H=H, dh=dh, d=d, di=di, inf=inf, torch=Torch(log))
        self.log = log

    def __missing__(self, name):
        if name not in TENSORS:
            raise KeyError(name)
        self[name] = self.log.tensor(name)
        return self[name]


def converter(function):
    return lambda value: value._log.call("method", f"__{function.__name__}__", function, (value,), {})


BUILTINS = {function.__name__: converter(function) for function in (bool, int, float, len)} | {"slice": slice, "Ellipsis": Ellipsis}


def describe(result):
    if isinstance(result, torch.Tensor):
        return {"sizes": list(result.shape), "dtype": DTYPES[result.dtype]}
    if isinstance(result, (tuple, list)):
        return {"items": [describe(item) for item in result]}
    if isinstance(result, torch.dtype):
        return {"value": {"dtype": DTYPES[result]}}
    return {"value": encode(result)}


def run(expression):
    log = Log()
    try:
        result = eval(expression, {"__builtins__": BUILTINS}, Names(log))
        expect = describe(result._real)
    except Exception as error:  # the learner's mistake is the result here
        expect = {"type": type(error).__name__, "text": str(error)}
    return {"expression": expression, "tensors": log.used, "calls": log.calls, "expect": expect}


def check_against(path, cases):
    known = json.loads(pathlib.Path(path).read_text())["situations"]
    listed = set(SITUATIONS) | {name for names in LEFT_OUT.values() for name in names}
    assert listed == set(known), listed ^ set(known)
    for case in cases:
        said, expect = known[case["name"]], case["expect"]
        text = expect.get("text", f"no error; shape {tuple(expect.get('sizes', ()))}")
        assert (said["type"], said["text"]) == (expect.get("type"), text), (case["name"], said, expect)


def main():
    define_operators()
    situations = [{"name": name, **run(expression)} for name, expression in SITUATIONS.items()]
    if len(sys.argv) > 1:
        check_against(sys.argv[1], situations)
    arguments = [{"name": line, **run(line)} for line in ARGUMENTS if line and not line.startswith("#")]
    out = pathlib.Path(__file__).with_name("torch_errors.json")
    lines = ",\n".join(json.dumps(case) for case in situations + arguments)
    out.write_text('{"torch": "%s", "cases": [\n%s\n]}\n' % (torch.__version__, lines))
    print(f"{out.name}: {len(situations)} situations, {len(arguments)} argument forms")


if __name__ == "__main__":
    main()
