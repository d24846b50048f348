#!/usr/bin/env python3
"""Models of Keras, converted by TFLiteConverter.from_keras_model, and what LiteRT makes of them.

  keras.py <folder> <model> <f32|int8|int16|float16>

Writes <folder>/model.tflite, <folder>/input0.npy and <folder>/output0.npy with random cases. The
weights are random: what counts is what the converter writes. Needs the package tensorflow.
"""
import os
import sys

os.environ.update(TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1")
sys.path.pop(0)  # this file is not the package
try:
    import keras
    import numpy as np
    import tensorflow as tf
except ImportError as error:
    print(f"skipped: no Python package {error.name}")
    sys.exit(0)

CASES = 10
L = keras.layers


def unet(x):
    down = L.Conv2D(4, 3, padding="same", activation="relu")(x)
    up = L.Conv2D(8, 3, padding="same", activation="relu")(L.MaxPooling2D()(down))
    up = L.Conv2DTranspose(4, 2, strides=2, padding="same")(up)
    return L.Conv2D(1, 1, activation="sigmoid")(L.Concatenate()([down, up]))


def squeeze(x):
    share = L.Dense(4, activation="swish")(L.GlobalAveragePooling2D(keepdims=True)(x))
    return L.Multiply()([x, share])


def then(*layers):
    def model(x):
        for layer in layers:
            x = layer(x)
        return x
    return model


# input shape, and the layers
MODELS = {
    "attention": ((12, 16), lambda x: L.GlobalAveragePooling1D()(L.MultiHeadAttention(2, 8)(x, x))),
    "causal": ((20, 3), lambda x: then(L.Conv1D(4, 3, dilation_rate=2, padding="causal", activation="relu"),
                                       L.Conv1D(4, 3, dilation_rate=4, padding="causal"))(x)),
    "dilated": ((12, 12, 3), lambda x: then(L.Conv2D(4, 3, dilation_rate=2, padding="same", activation="relu"),
                                            L.DepthwiseConv2D(3, dilation_rate=2))(x)),
    "elu": ((10,), lambda x: then(L.Dense(8, activation="elu"), L.Dense(3))(x)),
    "embedding": ((12,), lambda x: then(L.Embedding(20, 6), L.Flatten(), L.Dense(3))(x)),
    "gelu": ((10,), lambda x: then(L.Dense(8, activation="gelu"), L.Dense(3))(x)),
    "gru": ((16, 12), lambda x: then(L.GRU(10, unroll=True), L.Dense(3))(x)),
    "layer_norm": ((10, 16), lambda x: L.LayerNormalization()(x)),
    "lstm": ((16, 12), lambda x: then(L.LSTM(10, unroll=True), L.Dense(3))(x)),
    "mobilenet": ((32, 32, 3), None),
    "squeeze": ((8, 8, 4), squeeze),
    "unet": ((16, 16, 2), unet),
}


def built(name):
    keras.utils.set_random_seed(7)
    if name == "mobilenet":
        return keras.applications.MobileNet(input_shape=(32, 32, 3), alpha=0.25, weights=None, classes=10)
    shape, layers = MODELS[name]
    x = L.Input(shape)
    return keras.Model(x, layers(x))


def numbers(name, random):
    shape = (1, *MODELS[name][0])
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
    return converter.convert()


def main(folder, name, form):
    model = converted(name, form)
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/model.tflite", "wb") as file:
        file.write(model)
    kernels = tf.lite.Interpreter(model_content=model)
    kernels.allocate_tensors()
    of, to = kernels.get_input_details()[0], kernels.get_output_details()[0]
    random = np.random.default_rng(1)
    inputs, outputs = [], []
    for _ in range(CASES):
        inputs.append(numbers(name, random).astype(of["dtype"]))
        kernels.set_tensor(of["index"], inputs[-1])
        kernels.invoke()
        outputs.append(kernels.get_tensor(to["index"]).copy())
    np.save(f"{folder}/input0.npy", np.stack(inputs))
    np.save(f"{folder}/output0.npy", np.stack(outputs))
    print("1 1")


if __name__ == "__main__":
    main(*sys.argv[1:4])
