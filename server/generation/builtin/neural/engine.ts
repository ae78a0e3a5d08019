// TensorFlow.js on WebAssembly: it runs everywhere, without a native binary.
// Runs a TensorFlow.js graph model on the core library alone. The packages that load models add 55 MB to an installation, and the models here need only twenty operations.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as wasm from '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';
import { assetPath } from '#server/package-root.ts';

const models = new Map<string, Promise<GraphModel>>();

/** Loads a model of `weights/` once. */
export function loadModel(name: 'esrgan' | 'nsfw' | 'selfie'): Promise<GraphModel> {
  const model = models.get(name) ?? startEngine().then(() => readModel(name));
  models.set(name, model);
  return model;
}

let engine: Promise<void> | undefined;

const startEngine = (): Promise<void> => (engine ??= openBackend());

async function openBackend(): Promise<void> {
  const inPackage = () => path.dirname(createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm'));
  wasm.setWasmPaths(`${assetPath(import.meta.url, 'wasm', inPackage)}/`);
  await tf.setBackend('wasm');
  await tf.ready();
}

function readModel(name: string): GraphModel {
  const folder = assetPath(import.meta.url, 'weights');
  const graph = JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as GraphFile;
  return loadGraph(graph, new Uint8Array(readFileSync(path.join(folder, `${name}.bin`))).buffer);
}

export interface GraphFile {
  modelTopology: { node: GraphNode[] };
  weightsManifest: { weights: tf.io.WeightsManifestEntry[] }[];
}

/** A node follows its inputs. The last node is the output. */
interface GraphNode {
  name: string;
  op: string;
  input?: string[];
  attr?: Record<string, Attribute>;
}

/** Strings are in base64, integers in decimal. */
interface Attribute {
  s?: string;
  i?: string;
  f?: number;
  b?: boolean;
  list?: { i?: string[]; s?: string[] };
}

interface GraphModel {
  predict(input: tf.Tensor4D): tf.Tensor;
}

type Operation = (step: Step) => tf.Tensor;

const textOf = (base64 = ''): string => Buffer.from(base64, 'base64').toString();

/** A node with the values of its inputs. */
class Step {
  readonly node: GraphNode;
  readonly inputs: tf.Tensor4D[];

  constructor(node: GraphNode, inputs: tf.Tensor4D[]) {
    this.node = node;
    this.inputs = inputs;
  }

  input(index: number): tf.Tensor4D {
    const found = this.inputs[index];
    if (!found) throw new Error(`${this.node.name} has no input ${index}`);
    return found;
  }

  /** The numbers of an input that is constant. */
  numbers(index: number): number[] {
    return Array.from(this.input(index).dataSync());
  }

  attribute(name: string): Attribute {
    return this.node.attr?.[name] ?? {};
  }

  /** Height and width out of [batch, height, width, channels]. */
  size(name: string): [number, number] {
    const [, height, width] = (this.attribute(name).list?.i ?? []).map(Number);
    if (height === undefined || width === undefined) throw new Error(`${this.node.name} has no ${name}`);
    return [height, width];
  }

  get padding(): 'same' | 'valid' {
    return textOf(this.attribute('padding').s) === 'SAME' ? 'same' : 'valid';
  }
}

const add: Operation = (step) => tf.add(step.input(0), step.input(1));

const operations: Record<string, Operation> = {
  Add: add,
  AddV2: add,
  BiasAdd: add,
  AddN: ({ inputs }) => tf.addN(inputs),
  AvgPool: (step) => tf.avgPool(step.input(0), step.size('ksize'), step.size('strides'), step.padding),
  ConcatV2: (step) => tf.concat(step.inputs.slice(0, -1), step.numbers(step.inputs.length - 1)[0]),
  Conv2D: (step) => tf.conv2d(step.input(0), step.input(1), step.size('strides'), step.padding, 'NHWC', step.size('dilations')),
  _FusedConv2D: (step) =>
    tf.fused.conv2d({
      x: step.input(0),
      filter: step.input(1),
      bias: step.input(2),
      strides: step.size('strides'),
      pad: step.padding,
      dilations: step.size('dilations'),
      activation: step.attribute('fused_ops').list?.s?.some((fused) => textOf(fused) === 'Relu') ? 'relu' : 'linear',
    }),
  Conv2DBackpropInput: (step) => {
    const [batch = 1, height = 0, width = 0, channels = 0] = step.numbers(0);
    return tf.conv2dTranspose(step.input(2), step.input(1), [batch, height, width, channels], step.size('strides'), step.padding);
  },
  DepthToSpace: (step) => tf.depthToSpace(step.input(0), Number(step.attribute('block_size').i), 'NHWC'),
  DepthwiseConv2dNative: (step) =>
    tf.depthwiseConv2d(step.input(0), step.input(1), step.size('strides'), step.padding, 'NHWC', step.size('dilations')),
  FusedBatchNormV3: (step) =>
    tf.batchNorm(step.input(0), step.input(3), step.input(4), step.input(2), step.input(1), step.attribute('epsilon').f),
  MatMul: (step) => tf.matMul(step.input(0), step.input(1), step.attribute('transpose_a').b, step.attribute('transpose_b').b),
  Mul: (step) => tf.mul(step.input(0), step.input(1)),
  Pad: (step) => {
    const amounts = step.numbers(1);
    const pairs = step.input(0).shape.map((_, axis): [number, number] => [amounts[2 * axis] ?? 0, amounts[2 * axis + 1] ?? 0]);
    return tf.pad(step.input(0), pairs);
  },
  Relu: (step) => tf.relu(step.input(0)),
  Relu6: (step) => tf.relu6(step.input(0)),
  Reshape: (step) => tf.reshape(step.input(0), step.numbers(1)),
  ResizeBilinear: (step) => {
    const [height = 0, width = 0] = step.numbers(1);
    return tf.image.resizeBilinear(
      step.input(0),
      [height, width],
      step.attribute('align_corners').b,
      step.attribute('half_pixel_centers').b,
    );
  },
  Sigmoid: (step) => tf.sigmoid(step.input(0)),
  Softmax: (step) => tf.softmax(step.input(0)),
};

/** @throws an error that names an operation that is not known here */
export function loadGraph({ modelTopology, weightsManifest }: GraphFile, bytes: ArrayBuffer): GraphModel {
  const entries = weightsManifest.flatMap(({ weights }) => weights);
  const weights = new Map(Object.entries(tf.io.decodeWeights(bytes, entries)));
  const steps = modelTopology.node.flatMap((node) => {
    if (node.op === 'Const' || node.op === 'Placeholder') return [];
    const operation = operations[node.op];
    if (!operation) throw new Error(`${node.name}: the operation ${node.op} is not known`);
    return [{ node, operation }];
  });
  const placeholder = modelTopology.node.find(({ op }) => op === 'Placeholder')?.name ?? '';
  const lastUses = new Map(steps.flatMap(({ node }) => (node.input ?? []).map((name) => [name, node])));

  return {
    predict(input) {
      const values = new Map<string, tf.Tensor>([[placeholder, input]]);
      let output: tf.Tensor = input;
      for (const { node, operation } of steps) {
        const inputs = (node.input ?? []).map((name) => {
          const value = values.get(name) ?? weights.get(name);
          if (!value) throw new Error(`${node.name} reads ${name}, which comes later or not at all`);
          // TensorFlow.js checks the rank that each operation needs.
          return value as tf.Tensor4D;
        });
        output = operation(new Step(node, inputs));
        values.set(node.name, output);
        // Freed as soon as possible: the memory of WebAssembly never shrinks again.
        for (const name of new Set(node.input)) {
          if (name === placeholder || lastUses.get(name) !== node) continue;
          values.get(name)?.dispose();
          values.delete(name);
        }
      }
      return output;
    },
  };
}
