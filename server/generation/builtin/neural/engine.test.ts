import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { type GraphFile, loadGraph, loadModel } from '#server/generation/builtin/neural/engine.ts';

type Nodes = GraphFile['modelTopology']['node'];

const strides = { strides: { list: { i: ['1', '1', '1', '1'] } }, padding: { s: Buffer.from('VALID').toString('base64') } };
const convolution = { ...strides, dilations: strides.strides };

/** A graph with these nodes and the constants `kernel` (1 × 1, doubles) and `bias` (subtracts one). */
const graphOf = (nodes: Nodes) =>
  loadGraph(
    {
      modelTopology: { node: [{ name: 'x', op: 'Placeholder' }, { name: 'kernel', op: 'Const' }, { name: 'bias', op: 'Const' }, ...nodes] },
      weightsManifest: [
        {
          weights: [
            { name: 'kernel', shape: [1, 1, 1, 1], dtype: 'float32' },
            { name: 'bias', shape: [1], dtype: 'float32' },
          ],
        },
      ],
    },
    Float32Array.of(2, -1).buffer,
  );

describe('a graph', () => {
  it('computes its last node, and leaves nothing but that in memory', async () => {
    await loadModel('selfie');
    const { predict } = graphOf([
      { name: 'double', op: 'Conv2D', input: ['x', 'kernel'], attr: convolution },
      { name: 'less', op: 'BiasAdd', input: ['double', 'bias'] },
      { name: 'positive', op: 'Relu', input: ['less'] },
      { name: 'sum', op: 'AddV2', input: ['positive', 'x'] },
    ]);
    const input = tf.tensor4d([0, 0.25, 1, 3], [1, 2, 2, 1]);
    const before = tf.memory().numTensors;
    const output = predict(input);
    expect(Array.from(await output.data())).toEqual([0, 0.25, 2, 8]);
    expect(tf.memory().numTensors).toBe(before + 1);
    tf.dispose([input, output]);
  });

  it('fuses a convolution with what follows it', async () => {
    await loadModel('selfie');
    const fused = (...names: string[]) => ({ fused_ops: { list: { s: names.map((name) => Buffer.from(name).toString('base64')) } } });
    const run = (attr: object) =>
      tf.tidy(() =>
        graphOf([{ name: 'y', op: '_FusedConv2D', input: ['x', 'kernel', 'bias'], attr: { ...convolution, ...attr } }])
          .predict(tf.tensor4d([0, 1], [1, 1, 2, 1]))
          .dataSync(),
      );
    expect(Array.from(run(fused('BiasAdd')))).toEqual([-1, 1]);
    expect(Array.from(run(fused('BiasAdd', 'Relu')))).toEqual([0, 1]);
  });

  it('is refused when it has an operation that is not known, or an input that comes later', async () => {
    await loadModel('selfie');
    expect(() => graphOf([{ name: 'y', op: 'Einsum', input: ['x'] }])).toThrow('Einsum is not known');
    const reads = graphOf([{ name: 'y', op: 'Relu', input: ['z'] }]);
    expect(() => reads.predict(tf.tensor4d([1], [1, 1, 1, 1]))).toThrow('y reads z');
  });
});

it.each([
  ['selfie', 256, [1, 256, 256, 1]],
  ['nsfw', 224, [1, 5]],
  ['esrgan', 16, [1, 32, 32, 3]],
] as const)('the model %s loads and runs', async (name, side, shape) => {
  const model = await loadModel(name);
  const output = tf.tidy(() => model.predict(tf.zeros([1, side, side, 3])));
  expect(output.shape).toEqual(shape);
  expect((await output.data()).every(Number.isFinite)).toBe(true);
  output.dispose();
});
