// Converts a TensorFlow.js graph model to ONNX: `npx tsx scripts/tensorflow-to-onnx.ts <folder> <name>` reads <name>.json and <name>.bin of the folder and
// writes server/generation/builtin/neural/weights/<name>.onnx, which takes and returns pixels as bytes (weights/README.md).
// Weights stay as they are stored (float32, float16, or bytes with a scale); onnxruntime expands them when it loads the model.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  float32Bytes,
  int64Bytes,
  type OnnxAttribute,
  type OnnxConstant,
  type OnnxNode,
  type OnnxValue,
  writeOnnx,
} from '#scripts/onnx-writer.ts';

export interface TensorFlowGraph {
  modelTopology: { node: GraphNode[] };
  weightsManifest: { weights: Weights[] }[];
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
  shape?: { dim: { size: string }[] };
}

interface Weights {
  name: string;
  shape: number[];
  dtype: 'float32' | 'int32';
  quantization?: { dtype: 'float16' | 'uint8'; min?: number; scale?: number };
}

/** What is done to the pixels around the graph, so that callers have no loops over them. */
export interface Pixels {
  /** Divides the bytes before the graph reads them. */
  inputDivisor?: number;
  /** The output is a picture of 0 to 255, and is returned as bytes. */
  outputIsPicture?: boolean;
}

const models: Record<string, Pixels> = {
  esrgan: { outputIsPicture: true },
  nsfw: { inputDivisor: 255 },
  selfie: { inputDivisor: 255 },
};

const OPSET = 17;
const bytesOf = { float32: 4, int32: 4, float16: 2, uint8: 1 };

/** TensorFlow has the channels last, ONNX has them first: [batch, height, width, channels] becomes [batch, channels, height, width]. */
const channelsFirst = [0, 3, 1, 2];

/**
 * @returns a model with the input `pixels` and the output `result`, both with the channels last
 * @throws an error that names an operation that is not known
 */
export function toOnnx({ modelTopology, weightsManifest }: TensorFlowGraph, bytes: Uint8Array, pixels: Pixels = {}): Buffer {
  const weights = readWeights(
    weightsManifest.flatMap((group) => group.weights),
    bytes,
  );
  const constants = new Map<string, OnnxConstant>();
  const nodes: OnnxNode[] = [];

  const keep = (name: string, type: OnnxConstant['type'], dims: readonly number[], content: Uint8Array): string => {
    constants.set(name, { name, type, dims, bytes: content });
    return name;
  };
  const add = (op: string, inputs: string[], output: string, attributes: Record<string, OnnxAttribute> = {}): string => {
    nodes.push({ op, inputs, outputs: [output], attributes });
    return output;
  };

  /** Weights in the layout of ONNX, under a name of their own. Stored weights that are smaller than floats get the nodes that expand them. */
  const placed = (name: string, layout: 'as is' | { axes: number[]; dims?: number[] }): string => {
    const { shape, type, content, scale, min } = weightsOf(name);
    const axes = layout === 'as is' ? shape.map((_, axis) => axis) : layout.axes;
    const dims = layout === 'as is' ? shape : (layout.dims ?? axes.map((axis) => shape[axis] ?? 1));
    const known = `${name}:${dims.join('x')}`;
    if (constants.has(known) || nodes.some(({ outputs }) => outputs[0] === known)) return known;
    const ordered = transpose(content, shape, axes, bytesOf[type]);
    if (type === 'float32' || type === 'int32') return keep(known, type, dims, ordered);
    const floats = add('Cast', [keep(`${known}:stored`, type, dims, ordered)], type === 'float16' ? known : `${known}:float`, {
      to: { int: 1 },
    });
    if (type === 'float16') return floats;
    const scaled = add('Mul', [floats, keep(`${known}:scale`, 'float32', [], float32Bytes([scale]))], `${known}:scaled`);
    return add('Add', [scaled, keep(`${known}:min`, 'float32', [], float32Bytes([min]))], known);
  };

  const weightsOf = (name: string): Stored => {
    const found = weights.get(name);
    if (!found) throw new Error(`${name} is no constant`);
    return found;
  };
  const numbers = (name: string): number[] => {
    const { content } = weightsOf(name);
    return Array.from(new Int32Array(content.buffer, content.byteOffset, content.byteLength / 4));
  };
  /** An operand of a sum or product: constants are broadcast along the channels. */
  const operand = (name: string): string => {
    const shape = weights.get(name)?.shape;
    if (shape === undefined) return name;
    if (shape.length === 4) return placed(name, { axes: channelsFirst });
    return shape.length === 1 ? placed(name, { axes: [0], dims: [shape[0] ?? 1, 1, 1] }) : placed(name, 'as is');
  };

  const placeholder = modelTopology.node.find(({ op }) => op === 'Placeholder');
  const sizes = placeholder?.attr?.['shape']?.shape?.dim.map(({ size }) => Number(size));
  const [, height = -1, width = -1, channels = -1] = sizes ?? [];
  const sizeOf = (size: number, name: string) => (size === -1 ? name : size);
  const input: OnnxValue = { name: 'pixels', type: 'uint8', dims: [1, sizeOf(height, 'height'), sizeOf(width, 'width'), channels] };
  /** Values of rank 4 have the channels first, and others are as in TensorFlow. */
  const flat = new Set<string>();
  let last = placeholder?.name ?? '';
  const floats = add('Cast', ['pixels'], 'pixels:float', { to: { int: 1 } });
  const { inputDivisor = 1 } = pixels;
  const divided =
    inputDivisor === 1
      ? floats
      : add('Div', [floats, keep('pixels:divisor', 'float32', [], float32Bytes([inputDivisor]))], 'pixels:divided');
  add('Transpose', [divided], last, { perm: { ints: channelsFirst } });

  for (const node of modelTopology.node) {
    if (node.op === 'Const' || node.op === 'Placeholder') continue;
    const { name } = node;
    const inputs = node.input ?? [];
    const at = (index: number): string => {
      const found = inputs[index];
      if (found === undefined) throw new Error(`${name} has no input ${index}`);
      return found;
    };
    const attribute = (key: string): Attribute => node.attr?.[key] ?? {};
    /** Height and width out of [batch, height, width, channels]. */
    const pair = (key: string): OnnxAttribute => ({ ints: (attribute(key).list?.i ?? []).slice(1, 3).map(Number) });
    const padding = (): Record<string, OnnxAttribute> => ({
      auto_pad: { text: textOf(attribute('padding').s) === 'SAME' ? 'SAME_UPPER' : 'VALID' },
    });
    const channelsOf = (constant: string) => weightsOf(constant).shape;
    last = name;
    switch (node.op) {
      case 'Add':
      case 'AddV2':
        add('Add', [operand(at(0)), operand(at(1))], name);
        break;
      case 'Mul':
        add('Mul', [operand(at(0)), operand(at(1))], name);
        break;
      case 'AddN':
        add('Sum', inputs.map(operand), name);
        break;
      case 'BiasAdd':
        add('Add', [at(0), flat.has(at(0)) ? placed(at(1), 'as is') : operand(at(1))], name);
        if (flat.has(at(0))) flat.add(name);
        break;
      case 'AvgPool':
        add('AveragePool', [at(0)], name, { kernel_shape: pair('ksize'), strides: pair('strides'), ...padding() });
        break;
      case 'ConcatV2':
        if (numbers(at(inputs.length - 1))[0] !== 3 && numbers(at(inputs.length - 1))[0] !== -1)
          throw new Error(`${name}: only channels can be joined`);
        add('Concat', inputs.slice(0, -1), name, { axis: { int: 1 } });
        break;
      case 'Conv2D':
      case '_FusedConv2D': {
        const fused = (attribute('fused_ops').list?.s ?? []).map(textOf);
        const kernel = placed(at(1), { axes: [3, 2, 0, 1] });
        const bias = fused.includes('BiasAdd') ? [placed(at(2), 'as is')] : [];
        const isRelu = fused.includes('Relu');
        const made = isRelu ? `${name}:linear` : name;
        add('Conv', [at(0), kernel, ...bias], made, { strides: pair('strides'), dilations: pair('dilations'), ...padding() });
        if (isRelu) add('Relu', [made], name);
        break;
      }
      case 'Conv2DBackpropInput':
        add('ConvTranspose', [at(2), placed(at(1), { axes: [3, 2, 0, 1] })], name, { strides: pair('strides'), ...padding() });
        break;
      case 'DepthToSpace':
        add('DepthToSpace', [at(0)], name, { blocksize: { int: Number(attribute('block_size').i) }, mode: { text: 'DCR' } });
        break;
      case 'DepthwiseConv2dNative': {
        const [rows = 1, columns = 1, groups = 1, each = 1] = channelsOf(at(1));
        const kernel = placed(at(1), { axes: [2, 3, 0, 1], dims: [groups * each, 1, rows, columns] });
        const convolution = { strides: pair('strides'), dilations: pair('dilations'), group: { int: groups } };
        add('Conv', [at(0), kernel], name, { ...convolution, ...padding() });
        break;
      }
      case 'FusedBatchNormV3': {
        const epsilon = { float: attribute('epsilon').f ?? 0 };
        add('BatchNormalization', [at(0), ...[1, 2, 3, 4].map((index) => placed(at(index), 'as is'))], name, { epsilon });
        break;
      }
      case 'MatMul':
        add('MatMul', [at(0), placed(at(1), 'as is')], name);
        flat.add(name);
        break;
      case 'Pad': {
        const [, , top = 0, bottom = 0, left = 0, right = 0] = numbers(at(1));
        const amounts = [0, 0, top, left, 0, 0, bottom, right];
        add('Pad', [at(0), keep(`${name}:amounts`, 'int64', [8], int64Bytes(amounts))], name);
        break;
      }
      case 'Relu':
      case 'Sigmoid':
        add(node.op, [at(0)], name);
        if (flat.has(at(0))) flat.add(name);
        break;
      case 'Relu6': {
        const [least, most] = [0, 6].map((value) => keep(`clip:${value}`, 'float32', [], float32Bytes([value])));
        add('Clip', [at(0), least ?? '', most ?? ''], name);
        break;
      }
      case 'Reshape':
        // Only to a list of channels, which are the same in both layouts after pooling.
        if (numbers(at(1)).length !== 2) throw new Error(`${name}: only pooled channels can be reshaped`);
        add('Reshape', [at(0), keep(`${name}:shape`, 'int64', [2], int64Bytes(numbers(at(1))))], name);
        flat.add(name);
        break;
      case 'ResizeBilinear': {
        if (attribute('half_pixel_centers').b !== true) throw new Error(`${name}: only half_pixel_centers is known`);
        const { shape } = weightsOf(at(1));
        if (shape[0] !== 2) throw new Error(`${name}: the size must be constant`);
        // Of the batch and the channels: as they are. Their sizes follow from the input.
        const sides = keep(`${name}:size`, 'int64', [2], int64Bytes(numbers(at(1))));
        const start = add(
          'Slice',
          [add('Shape', [at(0)], `${name}:shape`), keep('zero', 'int64', [1], int64Bytes([0])), keep('two', 'int64', [1], int64Bytes([2]))],
          `${name}:start`,
        );
        const whole = add('Concat', [start, sides], `${name}:sizes`, { axis: { int: 0 } });
        add('Resize', [at(0), '', '', whole], name, {
          mode: { text: 'linear' },
          coordinate_transformation_mode: { text: 'half_pixel' },
        });
        break;
      }
      case 'Softmax':
        add('Softmax', [at(0)], name, { axis: { int: -1 } });
        if (flat.has(at(0))) flat.add(name);
        break;
      default:
        throw new Error(`${name}: the operation ${node.op} is not known`);
    }
  }

  const isFlat = flat.has(last);
  const { outputIsPicture = false } = pixels;
  if (outputIsPicture) {
    const [least, most] = [0, 255].map((value) => keep(`clip:${value}`, 'float32', [], float32Bytes([value])));
    last = add('Round', [add('Clip', [last, least ?? '', most ?? ''], 'result:inside')], 'result:round');
    last = add('Cast', [last], 'result:bytes', { to: { int: 2 } });
  }
  if (isFlat) add('Identity', [last], 'result');
  else add('Transpose', [last], 'result', { perm: { ints: [0, 2, 3, 1] } });
  const dims = isFlat ? ['batch', 'classes'] : [1, 'result height', 'result width', 'result channels'];
  const output: OnnxValue = { name: 'result', type: outputIsPicture ? 'uint8' : 'float32', dims };
  return writeOnnx({ opset: OPSET, inputs: [input], outputs: [output], constants: [...constants.values()], nodes });
}

const textOf = (base64 = ''): string => Buffer.from(base64, 'base64').toString();

interface Stored {
  shape: number[];
  type: keyof typeof bytesOf;
  content: Uint8Array;
  scale: number;
  min: number;
}

function readWeights(entries: readonly Weights[], bytes: Uint8Array): Map<string, Stored> {
  let start = 0;
  return new Map(
    entries.map(({ name, shape, dtype, quantization }) => {
      const type = quantization?.dtype ?? dtype;
      const end = start + shape.reduce((product, size) => product * size, 1) * bytesOf[type];
      // A copy, because arrays of numbers begin at multiples of their size.
      const content = Uint8Array.from(bytes.subarray(start, end));
      start = end;
      return [name, { shape, type, content, scale: quantization?.scale ?? 1, min: quantization?.min ?? 0 }];
    }),
  );
}

function transpose(content: Uint8Array, shape: readonly number[], axes: readonly number[], size: number): Uint8Array {
  const steps = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, part) => product * part, 1));
  const result = new Uint8Array(content.length);
  let to = 0;
  const walk = (depth: number, from: number): void => {
    const axis = axes[depth];
    if (axis === undefined) {
      result.set(content.subarray(from * size, (from + 1) * size), to);
      to += size;
      return;
    }
    for (let index = 0; index < (shape[axis] ?? 1); index++) walk(depth + 1, from + index * (steps[axis] ?? 1));
  };
  walk(0, 0);
  return result;
}

const [, script, folder, name] = process.argv;
if (script === fileURLToPath(import.meta.url) && folder !== undefined && name !== undefined) {
  const graph = JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as TensorFlowGraph;
  const onnx = toOnnx(graph, readFileSync(path.join(folder, `${name}.bin`)), models[name]);
  writeFileSync(new URL(`../server/generation/builtin/neural/weights/${name}.onnx`, import.meta.url), onnx);
  console.log(`${name}.onnx: ${onnx.length} bytes`);
}
