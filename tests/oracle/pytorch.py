#!/usr/bin/env python3
"""Networks of PyTorch, trained on the digits, as torch.onnx.export writes them, and what they make of pictures:

  pytorch.py <folder> <digits.csv> <model> <f32|float16|qdq|data>

Writes <folder>/model.onnx and .npy files. f32: outputs are PyTorch's. float16: weights are of half precision, each
behind a Cast to float, qdq: the file is what quantize_static makes of it; outputs are ONNX Runtime's. data: cases and labels for ./dev quantise. Needs the packages torch, onnxscript, onnx and onnxruntime.
"""
import pathlib
import sys

sys.path.pop(0)  # this file is not the package
try:
    import numpy as np
    import onnx
    import onnxruntime
    import onnxscript  # noqa: F401, torch.onnx.export needs it
    import torch
    from onnxruntime import quantization
    from torch import nn
except ImportError as error:
    print(f"skipped: no Python package {error.name}")
    sys.exit(0)

TRAINED_ON, CASES = 1079, 20


class residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.norm = nn.Conv2d(1, 8, 3, padding=1, bias=False), nn.BatchNorm2d(8)
        self.a, self.b = nn.Conv2d(8, 8, 3, padding=1), nn.Conv2d(8, 8, 3, padding=1)
        self.last = nn.Linear(8, 10)

    def forward(self, x):
        x = torch.relu(self.norm(self.first(x)))
        x = nn.functional.max_pool2d(x, 2)
        x = torch.relu(x + self.b(torch.relu(self.a(x))))
        return self.last(x.mean((2, 3)))


class recurrent(nn.Module):
    """Rows of a picture are the steps."""

    def __init__(self, cell):
        super().__init__()
        self.cell, self.last = cell(8, 20, batch_first=True), nn.Linear(20, 10)

    def forward(self, x):
        return self.last(self.cell(x[:, 0])[0][:, -1])


class attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.attend = nn.Linear(8, 16), nn.MultiheadAttention(16, 2, batch_first=True)
        self.place = nn.Parameter(torch.randn(8, 16) / 4)
        self.norm, self.last = nn.LayerNorm(16), nn.Linear(8 * 16, 10)

    def forward(self, x):
        x = self.first(x[:, 0]) + self.place
        x = self.norm(x + self.attend(x, x, x, need_weights=False)[0])
        return self.last(x.flatten(1))


def cnn():
    return nn.Sequential(
        nn.Conv2d(1, 12, 3, padding=1, bias=False), nn.BatchNorm2d(12), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(12, 12, 3, padding=1, groups=12), nn.ReLU6(), nn.Conv2d(12, 24, 1), nn.ReLU(),
        nn.MaxPool2d(2), nn.Flatten(), nn.Linear(24 * 2 * 2, 10))


MODELS = {"cnn": cnn, "residual": residual, "gru": lambda: recurrent(nn.GRU),
          "lstm": lambda: recurrent(nn.LSTM), "attention": attention}


def trained(name, x, y):
    torch.manual_seed(7)
    torch.set_num_threads(1)  # the networks are small
    model = MODELS[name]()
    optimiser = torch.optim.Adam(model.parameters(), 5e-3)
    for _ in range(20):
        for part in torch.randperm(len(x)).split(40):
            optimiser.zero_grad()
            nn.functional.cross_entropy(model(x[part]), y[part]).backward()
            optimiser.step()
    return model.eval()


class reader(quantization.CalibrationDataReader):
    def __init__(self, name, x):
        self.cases = ({name: one[None].numpy()} for one in x)

    def get_next(self):
        return next(self.cases, None)


def quantised(path, x):
    """QuantizeLinear and DequantizeLinear, values of uint8, weights of int8."""
    name = onnx.load(path).graph.input[0].name
    quantization.quantize_static(
        path, path, reader(name, x), quant_format=quantization.QuantFormat.QDQ, per_channel=True,
        activation_type=quantization.QuantType.QUInt8, weight_type=quantization.QuantType.QInt8)


def halve(path):
    """Makes every initialiser of float a float16 one behind a Cast."""
    model = onnx.load(path)
    graph, casts = model.graph, []
    for one in graph.initializer:
        if one.data_type != onnx.TensorProto.FLOAT:
            continue
        half = onnx.numpy_helper.from_array(onnx.numpy_helper.to_array(one).astype(np.float16), one.name + "_half")
        casts.append(onnx.helper.make_node("Cast", [half.name], [one.name], to=onnx.TensorProto.FLOAT))
        one.CopyFrom(half)
    for k, cast in enumerate(casts):
        graph.node.insert(k, cast)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def main(folder, csv, name, form):
    if not pathlib.Path(csv).exists():
        return print(f"skipped: there is no {csv}; the build of examples fetches it")
    folder.mkdir(parents=True, exist_ok=True)
    table = torch.from_numpy(np.loadtxt(csv, np.float32, delimiter=","))
    x, y = table[:, :64].reshape(-1, 1, 8, 8) / 16, table[:, 64].long()
    model = trained(name, x[:TRAINED_ON], y[:TRAINED_ON])
    test, labels = x[TRAINED_ON:], y[TRAINED_ON:]
    path = str(folder / "model.onnx")
    with torch.no_grad():
        print(f"right {(model(test).argmax(1) == labels).float().mean():.4f}", file=sys.stderr)
        torch.onnx.export(model, (test[:1],), path, external_data=False)
        made = torch.stack([model(one[None]) for one in test[:CASES]]).numpy()
    if form == "float16":
        halve(path)
    if form == "data":
        np.save(folder / "x.npy", test.numpy())
        np.save(folder / "y.npy", labels.numpy().astype(np.uint8))
        return print("1 1")
    if form == "qdq":
        quantised(path, x[:200])
    if form in ("float16", "qdq"):
        options = onnxruntime.SessionOptions()
        # pairs of products would saturate in 16 bits on machines without VNNI
        options.add_session_config_entry("session.x64quantprecision", "1")
        session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        into = session.get_inputs()[0].name
        made = np.stack([session.run(None, {into: one[None].numpy()})[0] for one in test[:CASES]])
    np.save(folder / "input0.npy", test[:CASES, None].numpy())
    np.save(folder / "output0.npy", made)
    print("1 1")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), *sys.argv[2:5])
