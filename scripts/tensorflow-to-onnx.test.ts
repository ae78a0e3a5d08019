import { describe, expect, it } from 'vitest';
import { openNetwork } from '#server/generation/builtin/neural/engine.ts';
import { type Pixels, type TensorFlowGraph, toOnnx } from './tensorflow-to-onnx.ts';

type Nodes = TensorFlowGraph['modelTopology']['node'];

const base64 = (words: string) => Buffer.from(words).toString('base64');
const list = (...numbers: number[]) => ({ list: { i: numbers.map(String) } });
const convolution = { strides: list(1, 1, 1, 1), dilations: list(1, 1, 1, 1), padding: { s: base64('VALID') } };

/** A picture of one row, whose red is twice itself less one. */
const firstOf = (nodes: Nodes): { graph: TensorFlowGraph; bytes: Uint8Array } => ({
  graph: {
    modelTopology: { node: [{ name: 'x', op: 'Placeholder' }, { name: 'kernel', op: 'Const' }, { name: 'bias', op: 'Const' }, ...nodes] },
    weightsManifest: [
      {
        weights: [
          { name: 'kernel', shape: [1, 1, 3, 1], dtype: 'float32', quantization: { dtype: 'uint8', scale: 0.5, min: -1 } },
          { name: 'bias', shape: [1], dtype: 'float32' },
        ],
      },
    ],
  },
  // 2, 0 and 0 of the kernel; -1 of the bias.
  bytes: Uint8Array.of(6, 2, 2, ...new Uint8Array(Float32Array.of(-1).buffer)),
});

const red = Uint8Array.of(0, 9, 9, 1, 9, 9, 3, 9, 9, 2, 9, 9);
const run = async (nodes: Nodes, pixels: Pixels = {}) => {
  const { graph, bytes } = firstOf(nodes);
  // The placeholder of `firstOf` has no size: it is given here, with three channels.
  graph.modelTopology.node[0]!.attr = { shape: { shape: { dim: ['1', '-1', '-1', '3'].map((size) => ({ size })) } } };
  const network = await openNetwork(toOnnx(graph, bytes, pixels));
  return Array.from(await network.run(red, { width: 4, height: 1 }));
};

describe('a converted graph', () => {
  it('computes its last node', async () => {
    const double = { name: 'double', op: 'Conv2D', input: ['x', 'kernel'], attr: convolution };
    const less = { name: 'less', op: 'BiasAdd', input: ['double', 'bias'] };
    const sum = { name: 'sum', op: 'AddV2', input: ['positive', 'double'] };
    expect(await run([double, less, { name: 'positive', op: 'Relu', input: ['less'] }, sum])).toEqual([0, 3, 11, 7]);
  });

  it('has what a fused convolution does after it', async () => {
    const fused = (...names: string[]) => ({ ...convolution, fused_ops: { list: { s: names.map(base64) } } });
    const node = { name: 'y', op: '_FusedConv2D', input: ['x', 'kernel', 'bias'] };
    expect(await run([{ ...node, attr: fused('BiasAdd') }])).toEqual([-1, 1, 5, 3]);
    expect(await run([{ ...node, attr: fused('BiasAdd', 'Relu') }])).toEqual([0, 1, 5, 3]);
  });

  it('has the rows and columns that "same" adds at the end', async () => {
    const pooled = {
      name: 'y',
      op: 'AvgPool',
      input: ['x'],
      attr: { ksize: list(1, 1, 3, 1), strides: list(1, 1, 2, 1), padding: { s: base64('SAME') } },
    };
    // Of four columns in steps of two, the third window has two.
    expect((await run([pooled])).filter((_, index) => index % 3 === 0)).toEqual([Math.fround(4 / 3), 2.5]);
  });

  it('divides its input and returns a picture where that is asked for', async () => {
    const node = { name: 'y', op: 'Conv2D', input: ['x', 'kernel'], attr: convolution };
    expect(await run([node], { inputDivisor: 2 })).toEqual([0, 1, 3, 2]);
    const large = { name: 'large', op: 'Mul', input: ['y', 'y'] };
    const larger = { name: 'larger', op: 'Mul', input: ['large', 'large'] };
    expect(await run([node, large, larger], { outputIsPicture: true }), 'within a byte').toEqual([0, 16, 255, 255]);
  });

  it('is refused when it has an operation that is not known', () => {
    const { graph, bytes } = firstOf([{ name: 'y', op: 'Einsum', input: ['x'] }]);
    expect(() => toOnnx(graph, bytes)).toThrow('y: the operation Einsum is not known');
  });
});
