#!/usr/bin/env python3
"""Models of Keras, converted by TFLiteConverter.from_keras_model, and what LiteRT makes of them.

  keras.py <folder> <model> <f32|int8|int16|float16>
  keras.py list

Writes <folder>/model.tflite, <folder>/input0.npy and <folder>/output0.npy with random cases, of
codes where the format is of integers. The weights are random: what counts is what the converter
writes. list: the models and formats, one a line. Needs the packages tensorflow and ai-edge-litert.
"""
import os
import sys

os.environ.update(TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1")
sys.path.pop(0)  # this file is not the package
try:
    import numpy as np
    if sys.argv[1] != "list":
        import keras
        import tensorflow as tf
        from ai_edge_litert.interpreter import Interpreter
        L = keras.layers
except ImportError as error:
    print(f"skipped: no Python package {error.name}")
    sys.exit(0)

CASES = 10
FORMATS = "f32", "int8", "int16", "float16"


def unet(x):
    down = L.Conv2D(4, 3, padding="same", activation="relu")(x)
    up = L.Conv2D(8, 3, padding="same", activation="relu")(L.MaxPooling2D()(down))
    up = L.Conv2DTranspose(4, 2, strides=2, padding="same")(up)
    return L.Conv2D(1, 1, activation="sigmoid")(L.Concatenate()([down, up]))


def squeeze(x):
    share = L.Dense(4, activation="swish")(L.GlobalAveragePooling2D(keepdims=True)(x))
    return L.Multiply()([x, share])


def residual(x):
    y = L.Conv2D(8, 3, padding="same", use_bias=False)(x)
    y = L.ReLU(6.0)(L.BatchNormalization()(y))
    y = L.Add()([L.Conv2D(8, 3, padding="same")(y), L.Conv2D(8, 1)(x)])
    return L.Dense(5, activation="softmax")(L.Flatten()(L.AveragePooling2D(2)(L.ReLU()(y))))


def mobilenet(x):
    of = keras.applications.MobileNet
    return of(input_tensor=x, input_shape=x.shape[1:], alpha=0.25, weights=None, classes=10).output


def then(layers):
    def model(x):
        for layer in layers():
            x = layer(x)
        return x
    return model


SEQUENCE, VECTOR = (16, 12), (10,)

# input shape and the layers
MODELS = {
    "attention": ((12, 16), lambda x: L.GlobalAveragePooling1D()(L.MultiHeadAttention(2, 8)(x, x))),
    "causal": ((20, 3), then(lambda: [L.Conv1D(4, 3, dilation_rate=2, padding="causal", activation="relu"),
                                      L.Conv1D(4, 3, dilation_rate=4, padding="causal")])),
    "dilated": ((12, 12, 3), then(lambda: [L.Conv2D(4, 3, dilation_rate=2, padding="same", activation="relu"),
                                           L.DepthwiseConv2D(3, dilation_rate=2)])),
    "elu": (VECTOR, then(lambda: [L.Dense(8, activation="elu"), L.Dense(3)])),
    "embedding": ((12,), then(lambda: [L.Embedding(20, 6), L.Flatten(), L.Dense(3)])),
    "gelu": (VECTOR, then(lambda: [L.Dense(8, activation="gelu"), L.Dense(3)])),
    "gru": (SEQUENCE, then(lambda: [L.GRU(10, unroll=True), L.Dense(3)])),
    "gru_rolled": (SEQUENCE, then(lambda: [L.GRU(10), L.Dense(3)])),
    "gru_rolled_before": (SEQUENCE, then(lambda: [L.GRU(10, reset_after=False, return_sequences=True),
                                                  L.Dense(3)])),
    "layer_norm": ((10, 16), then(lambda: [L.LayerNormalization()])),
    "lstm": (SEQUENCE, then(lambda: [L.LSTM(10, unroll=True), L.Dense(3)])),
    "lstm_rolled": (SEQUENCE, then(lambda: [L.LSTM(10), L.Dense(3)])),
    "lstm_rolled_all": (SEQUENCE, then(lambda: [L.LSTM(10, return_sequences=True), L.Dense(3)])),
    "mobilenet": ((96, 96, 3), mobilenet),
    "residual": ((8, 8, 3), residual),
    "squeeze": ((8, 8, 4), squeeze),
    "unet": ((16, 16, 2), unet),
}
# The converter has to know the batch of loops.
BATCHES = {name: 1 for name in MODELS if name.startswith(("gru", "lstm"))}
BATCHES.update(gru_rolled_before=2, lstm_rolled_all=2)
# What TensorFlow 2.21 does not make, or LiteRT does not run: model, format, why.
LOOP = "the converter ends by a signal while it calibrates a loop"
IMPOSSIBLE = {(name, form): LOOP for name in MODELS if "_rolled" in name for form in ("int8", "int16")}
IMPOSSIBLE["embedding", "int16"] = "the converter has no ranges of an embedding in 16 bits"
IMPOSSIBLE["layer_norm", "int16"] = "LiteRT has no SQUARED_DIFFERENCE of 16 bits"


def built(name):
    keras.utils.set_random_seed(7)
    shape, layers = MODELS[name]
    x = L.Input(shape, batch_size=BATCHES.get(name))
    model = keras.Model(x, layers(x))
    random = np.random.default_rng(5)  # biases, means and variances of their own
    model.set_weights([w + random.uniform(0.05, 0.3, w.shape) * (w.ndim == 1) for w in model.get_weights()])
    return model


def numbers(name, random):
    shape = (BATCHES.get(name, 1), *MODELS[name][0])
    if name == "embedding":
        return random.integers(0, 20, shape).astype(np.float32)
    return random.uniform(-1, 1, shape).astype(np.float32)


def converted(name, form):
    converter = tf.lite.TFLiteConverter.from_keras_model(built(name))
    if form == "f32":
        return converter.convert()
    sets = tf.lite.OpsSet
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    if form == "float16":
        converter.target_spec.supported_types = [tf.float16]
        return converter.convert()
    random = np.random.default_rng(3)
    converter.representative_dataset = lambda: ([numbers(name, random)] for _ in range(20))
    converter.target_spec.supported_ops = [sets.TFLITE_BUILTINS_INT8] if form == "int8" else [
        sets.EXPERIMENTAL_TFLITE_BUILTINS_ACTIVATIONS_INT16_WEIGHTS_INT8, sets.TFLITE_BUILTINS]
    converter.inference_input_type = converter.inference_output_type = tf.int8 if form == "int8" else tf.int16
    return converter.convert()


def codes(x, of):
    if of["dtype"] == np.float32:
        return x
    scale, zero = of["quantization"]
    limits = np.iinfo(of["dtype"])
    return np.clip(np.round(x / scale) + zero, limits.min, limits.max).astype(of["dtype"])


def main(folder, name, form):
    if (name, form) in IMPOSSIBLE:
        return print(f"skipped: {IMPOSSIBLE[name, form]}")
    model = converted(name, form)
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/model.tflite", "wb") as file:
        file.write(model)
    kernels = Interpreter(model_content=model)
    kernels.allocate_tensors()
    of, to = kernels.get_input_details()[0], kernels.get_output_details()[0]
    random = np.random.default_rng(1)
    inputs, outputs = [], []
    for _ in range(CASES):
        inputs.append(codes(numbers(name, random), of))
        kernels.set_tensor(of["index"], inputs[-1])
        kernels.invoke()
        outputs.append(kernels.get_tensor(to["index"]).copy())
    np.save(f"{folder}/input0.npy", np.stack(inputs))
    np.save(f"{folder}/output0.npy", np.stack(outputs))
    print("1 1")


if __name__ == "__main__":
    if sys.argv[1] == "list":
        print("\n".join(f"{name} {form}" for name in MODELS for form in FORMATS))
    else:
        main(*sys.argv[1:4])
