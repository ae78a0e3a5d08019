// A latent diffusion model of random weights, small enough for unit tests: writes its ONNX files, its tokenizer and its manifest. The weights and
// operations are those of local-model-reference.py, which calculates the same images with NumPy.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type OnnxAttribute, type OnnxValue, type TensorType, tensorTypes, writeOnnx } from '#scripts/onnx-writer.ts';
import { type FloatType, type LocalModelManifest, MANIFEST_FILE, type PipelineConfig } from '#server/generation/local/manifest.ts';
import { toFloat16 } from '#server/generation/local/pipeline/float16.ts';

type Dims = (number | string)[];

interface Constant {
  name: string;
  dims: number[];
  type: TensorType;
  values: ArrayLike<number>;
}

interface Node {
  op: string;
  inputs: string[];
  output: string;
  ints?: Record<string, number[]>;
  int?: Record<string, number>;
  text?: Record<string, string>;
}

interface Graph {
  inputs: OnnxValue[];
  output: OnnxValue;
  nodes: Node[];
  constants: Constant[];
}

function rawData({ type, values }: Constant): Buffer {
  if (type === 'float32' && values instanceof Float32Array) return Buffer.from(values.buffer);
  const numbers = Array.from(values);
  const typed =
    type === 'float32'
      ? Float32Array.from(numbers)
      : type === 'float16'
        ? toFloat16(Float32Array.from(numbers))
        : type === 'int32'
          ? Int32Array.from(numbers)
          : BigInt64Array.from(numbers, BigInt);
  return Buffer.from(typed.buffer);
}

const attributesOf = ({ ints = {}, int = {}, text = {} }: Node): Record<string, OnnxAttribute> =>
  Object.fromEntries([
    ...Object.entries(ints).map(([name, values]): [string, OnnxAttribute] => [name, { ints: values }]),
    ...Object.entries(int).map(([name, value]): [string, OnnxAttribute] => [name, { int: value }]),
    ...Object.entries(text).map(([name, value]): [string, OnnxAttribute] => [name, { text: value }]),
  ]);

/** An ONNX file. */
const onnxModel = ({ inputs, output, nodes, constants }: Graph): Buffer =>
  writeOnnx({
    opset: 17,
    inputs,
    outputs: [output],
    constants: constants.map((constant) => ({ ...constant, bytes: rawData(constant) })),
    nodes: nodes.map((node) => ({ op: node.op, inputs: node.inputs, outputs: [node.output], attributes: attributesOf(node) })),
  });

/** Seeded weights from -scale to scale: the generator mulberry32. */
function weights(seed: number, length: number, scale: number): Float32Array {
  let state = seed >>> 0;
  return Float32Array.from({ length }, () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return (((word ^ (word >>> 14)) >>> 0) / 2 ** 31 - 1) * scale;
  });
}

const STATES = 16;
const CHANNELS = 8;
const LATENTS = 4;
const DOWNSCALE = 8;
const MAX_LENGTH = 77;

export interface TinyModelOptions {
  name?: string;
  type?: FloatType;
  pipeline?: Partial<PipelineConfig>;
  /** Replaces a weight of the UNet by one that isn't a number. */
  isBroken?: boolean;
  /** Megabytes that the UNet additionally allocates at each step. */
  allocatedMegabytes?: number;
  /** Multiplications of matrices of 512 × 512 that the UNet additionally makes at each step. */
  extraWork?: number;
  /** Megabytes of weights without an effect, in the text encoder, the UNet and the VAE decoder each. */
  weightMegabytes?: number;
  memoryBytes?: number;
  license?: LocalModelManifest['license'];
}

/** Writes the model to `folder`, with `manifest.json`. */
export async function writeTinyModel(folder: string, options: TinyModelOptions = {}): Promise<LocalModelManifest> {
  const { name = 'tiny', type = 'float32', memoryBytes = 600e6 } = options;
  const tokens = tinyVocabulary();
  const guidance = options.pipeline?.guidance ?? { kind: 'none' as const };
  const contents: Record<string, Buffer> = {
    'tokenizer/vocab.json': Buffer.from(JSON.stringify(Object.fromEntries(tokens.map((token, id) => [token, id])))),
    'tokenizer/merges.txt': Buffer.from(`#version: 0.2\n${tinyMerges.join('\n')}\n`),
    'text_encoder/model.onnx': textEncoder(type, tokens.length, options.weightMegabytes),
    'unet/model.onnx': unet(type, guidance, options),
    'vae_decoder/model.onnx': vaeDecoder(type, options.weightMegabytes),
    'vae_encoder/model.onnx': vaeEncoder(type),
  };
  for (const [file, bytes] of Object.entries(contents)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), bytes);
  }
  const manifest: LocalModelManifest = {
    name,
    title: 'Tiny model',
    description: 'Random weights for tests.',
    license: options.license ?? { name: 'MIT', url: 'https://opensource.org/license/mit', text: null },
    revision: '1',
    files: Object.entries(contents).map(([file, bytes]) => ({
      path: file,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })),
    pipeline: {
      kind: 'stable-diffusion',
      tokenizer: { vocab: 'tokenizer/vocab.json', merges: 'tokenizer/merges.txt', maxLength: MAX_LENGTH, padToken: '!' },
      textEncoder: {
        file: 'text_encoder/model.onnx',
        data: [],
        input: { name: 'input_ids', type: 'int32' },
        output: 'last_hidden_state',
        type,
      },
      unet: {
        file: 'unet/model.onnx',
        data: [],
        sample: 'sample',
        timestep: { name: 'timestep', type: 'int64', rank: 1 },
        states: 'encoder_hidden_states',
        output: 'out_sample',
        type,
      },
      vaeDecoder: { file: 'vae_decoder/model.onnx', data: [], input: 'latent_sample', output: 'sample', type },
      vaeEncoder: { file: 'vae_encoder/model.onnx', data: [], input: 'sample', output: 'latent_parameters', type, outputKind: 'moments' },
      latentChannels: LATENTS,
      downscale: DOWNSCALE,
      scalingFactor: 0.18215,
      predictionType: 'epsilon',
      scheduler: {
        kind: 'euler',
        spacing: 'trailing',
        trainingSteps: 1000,
        betaStart: 0.00085,
        betaEnd: 0.012,
        betaSchedule: 'scaled_linear',
        stepsOffset: 0,
        originalSteps: null,
      },
      steps: { min: 1, max: 20, default: 2 },
      guidance,
      sizes: [
        { width: 64, height: 64 },
        { width: 128, height: 64 },
      ],
      ...options.pipeline,
    },
    memoryBytes,
    residentMemoryBytes: memoryBytes,
    cost: { size: { width: 64, height: 64 }, encodeText: 1e6, step: 1e6, decodeImage: 1e6 },
  };
  await writeManifest(folder, manifest);
  return manifest;
}

export const writeManifest = (folder: string, manifest: LocalModelManifest): Promise<void> =>
  writeFile(path.join(folder, MANIFEST_FILE), JSON.stringify(manifest));

/** Changes a file and its entry in the manifest, as a different export would. */
export async function replaceModelFile(
  folder: string,
  manifest: LocalModelManifest,
  file: string,
  bytes: Buffer,
): Promise<LocalModelManifest> {
  await writeFile(path.join(folder, file), bytes);
  const { size } = await stat(path.join(folder, file));
  const sha256 = createHash('sha256')
    .update(await readFile(path.join(folder, file)))
    .digest('hex');
  const files = manifest.files.map((entry) => (entry.path === file ? { path: file, bytes: size, sha256 } : entry));
  const changed = { ...manifest, files };
  await writeManifest(folder, changed);
  return changed;
}

/** Merges for a few words; the reference has the same. */
export const tinyMerges = ['t h', 'th e</w>', 'c a', 'ca t</w>', 'r e', 're d</w>', 'o n</w>', 'd o', 'do g</w>', 'ð Ł', 'h ou', 'o u'];

/** As CLIP's: bytes, bytes at the end of a word, merges, special tokens. */
export function tinyVocabulary(): string[] {
  const isPrintable = (byte: number) => (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
  const printable = Array.from({ length: 256 }, (_, byte) => byte).filter(isPrintable);
  const others = Array.from({ length: 256 - printable.length }, (_, at) => 256 + at);
  const bytes = [...printable, ...others].map((code) => String.fromCodePoint(code));
  return [
    ...bytes,
    ...bytes.map((symbol) => `${symbol}</w>`),
    ...tinyMerges.map((pair) => pair.replace(' ', '')),
    '<|startoftext|>',
    '<|endoftext|>',
  ];
}

const constant = (name: string, dims: number[], type: TensorType, seed: number, scale: number): Constant => ({
  name,
  dims,
  type,
  values: weights(
    seed,
    dims.reduce((product, dim) => product * dim, 1),
    scale,
  ),
});

/** A graph that also reads from so many megabytes of zeros, which add nothing to its result. */
function withWeights(megabytes: number, graph: Graph): Graph {
  const [input] = graph.inputs;
  if (megabytes === 0 || !input) return graph;
  const { type } = graph.output;
  const count = Math.round((megabytes * 1e6) / (type === 'float16' ? 2 : 4));
  const nodes = graph.nodes.map((node) => (node.output === graph.output.name ? { ...node, output: 'without_weights' } : node));
  return {
    ...graph,
    constants: [...graph.constants, { name: 'zeros', dims: [count], type, values: new Float32Array(count) }],
    nodes: [
      ...nodes,
      // Depends on the input, so that the runtime can't calculate it in advance.
      { op: 'Shape', inputs: [input.name], output: 'input_shape' },
      { op: 'Gather', inputs: ['zeros', 'input_shape'], output: 'some_zeros' },
      { op: 'ReduceMax', inputs: ['some_zeros'], output: 'zero', int: { keepdims: 0 } },
      { op: 'Add', inputs: ['without_weights', 'zero'], output: graph.output.name },
    ],
  };
}

const textEncoder = (type: FloatType, tokens: number, megabytes = 0): Buffer =>
  onnxModel(
    withWeights(megabytes, {
      inputs: [{ name: 'input_ids', type: 'int32', dims: [1, 'length'] }],
      output: { name: 'last_hidden_state', type, dims: [1, 'length', STATES] },
      constants: [constant('embedding', [tokens, STATES], type, 1, 1), constant('projection', [STATES, STATES], type, 2, 0.5)],
      nodes: [
        { op: 'Gather', inputs: ['embedding', 'input_ids'], output: 'embedded' },
        { op: 'MatMul', inputs: ['embedded', 'projection'], output: 'projected' },
        { op: 'Tanh', inputs: ['projected'], output: 'last_hidden_state' },
      ],
    }),
  );

function unet(
  type: FloatType,
  guidance: PipelineConfig['guidance'],
  { isBroken, allocatedMegabytes = 0, extraWork = 0, weightMegabytes = 0 }: TinyModelOptions,
): Buffer {
  const image: Dims = [1, LATENTS, 'height', 'width'];
  const last = constant('last', [LATENTS, CHANNELS, 3, 3], type, 8, 0.2);
  if (isBroken) last.values = Array.from(last.values, (value, at) => (at === 0 ? NaN : value));
  const square = 512;
  const works = Array.from({ length: extraWork }, (_, at) => at);
  const guided = guidance.kind === 'embedded' ? guidance : null;
  const graph: Graph = {
    inputs: [
      { name: 'sample', type, dims: image },
      { name: 'timestep', type: 'int64', dims: [1] },
      { name: 'encoder_hidden_states', type, dims: [1, 'length', STATES] },
      ...(guided ? [{ name: guided.input, type, dims: [1, guided.dimension] }] : []),
    ],
    output: { name: 'out_sample', type, dims: image },
    constants: [
      constant('first', [CHANNELS, LATENTS, 3, 3], type, 3, 0.3),
      constant('time', [1, CHANNELS, 1, 1], type, 4, 1),
      constant('keys', [STATES, CHANNELS], type, 5, 0.5),
      constant('values', [STATES, CHANNELS], type, 6, 0.5),
      constant('bias', [CHANNELS], type, 7, 0.1),
      last,
      { name: 'thousandth', dims: [1], type, values: [0.001] },
      { name: 'flat', dims: [3], type: 'int64', values: [1, CHANNELS, -1] },
    ],
    nodes: [
      { op: 'Conv', inputs: ['sample', 'first', 'bias'], output: 'convolved', ints: { kernel_shape: [3, 3], pads: [1, 1, 1, 1] } },
      { op: 'Cast', inputs: ['timestep'], output: 'timestep_float', int: { to: tensorTypes[type] } },
      { op: 'Mul', inputs: ['timestep_float', 'thousandth'], output: 'timestep_part' },
      { op: 'Mul', inputs: ['time', 'timestep_part'], output: 'time_shift' },
      { op: 'Add', inputs: ['convolved', 'time_shift'], output: guided ? 'before_guidance' : 'shifted' },
      { op: 'Tanh', inputs: ['shifted'], output: 'hidden' },
      { op: 'Shape', inputs: ['hidden'], output: 'hidden_shape' },
      { op: 'Reshape', inputs: ['hidden', 'flat'], output: 'hidden_flat' },
      { op: 'Transpose', inputs: ['hidden_flat'], output: 'queries', ints: { perm: [0, 2, 1] } },
      { op: 'MatMul', inputs: ['encoder_hidden_states', 'keys'], output: 'key_states' },
      { op: 'Transpose', inputs: ['key_states'], output: 'key_columns', ints: { perm: [0, 2, 1] } },
      { op: 'MatMul', inputs: ['queries', 'key_columns'], output: 'scores' },
      { op: 'Softmax', inputs: ['scores'], output: 'attention', int: { axis: -1 } },
      { op: 'MatMul', inputs: ['encoder_hidden_states', 'values'], output: 'value_states' },
      { op: 'MatMul', inputs: ['attention', 'value_states'], output: 'attended' },
      { op: 'Transpose', inputs: ['attended'], output: 'attended_flat', ints: { perm: [0, 2, 1] } },
      { op: 'Reshape', inputs: ['attended_flat', 'hidden_shape'], output: 'attended_image' },
      { op: 'Add', inputs: ['hidden', 'attended_image'], output: 'combined' },
      { op: 'Conv', inputs: ['combined', 'last'], output: 'predicted', ints: { kernel_shape: [3, 3], pads: [1, 1, 1, 1] } },
    ],
  };
  if (guided) {
    graph.constants.push(constant('guide', [guided.dimension, CHANNELS], type, 9, 0.1), {
      name: 'guide_shape',
      dims: [4],
      type: 'int64',
      values: [1, CHANNELS, 1, 1],
    });
    graph.nodes.splice(
      5,
      0,
      { op: 'MatMul', inputs: [guided.input, 'guide'], output: 'guide_row' },
      { op: 'Reshape', inputs: ['guide_row', 'guide_shape'], output: 'guide_shift' },
      { op: 'Add', inputs: ['before_guidance', 'guide_shift'], output: 'shifted' },
    );
  }
  // Both depend on an input, so that the runtime can't calculate them in advance, and add nothing to the result.
  graph.constants.push({ name: 'nothing', dims: [1], type, values: [0] }, { name: 'one_index', dims: [1], type: 'int64', values: [1] });
  graph.nodes.push({ op: 'Mul', inputs: ['timestep_part', 'nothing'], output: 'idle_0' });
  let idle = 'idle_0';
  if (allocatedMegabytes > 0) {
    const count = Math.round((allocatedMegabytes * 1e6) / (type === 'float32' ? 4 : 2));
    graph.constants.push({ name: 'many', dims: [1], type: 'int64', values: [count] });
    graph.nodes.push(
      { op: 'Expand', inputs: [idle, 'many'], output: 'allocated' },
      { op: 'ReduceMax', inputs: ['allocated'], output: 'idle_1', int: { keepdims: 0 } },
    );
    idle = 'idle_1';
  }
  if (extraWork > 0) {
    graph.constants.push({ name: 'square', dims: [2], type: 'int64', values: [square, square] });
    graph.nodes.push({ op: 'Expand', inputs: [idle, 'square'], output: 'work_0' });
    for (const at of works) graph.nodes.push({ op: 'MatMul', inputs: [`work_${at}`, `work_${at}`], output: `work_${at + 1}` });
    graph.nodes.push({ op: 'ReduceMax', inputs: [`work_${extraWork}`], output: 'worked', int: { keepdims: 0 } });
    idle = 'worked';
  }
  graph.nodes.push({ op: 'Add', inputs: ['predicted', idle], output: 'out_sample' });
  return onnxModel(withWeights(weightMegabytes, graph));
}

const vaeDecoder = (type: FloatType, megabytes = 0): Buffer =>
  onnxModel(
    withWeights(megabytes, {
      inputs: [{ name: 'latent_sample', type, dims: [1, LATENTS, 'height', 'width'] }],
      output: { name: 'sample', type, dims: [1, 3, 'pixel_height', 'pixel_width'] },
      constants: [
        constant('widen', [CHANNELS, LATENTS, 3, 3], type, 11, 0.05),
        constant('color', [3, CHANNELS, 3, 3], type, 12, 0.05),
        { name: 'scales', dims: [4], type: 'float32', values: [1, 1, DOWNSCALE, DOWNSCALE] },
      ],
      nodes: [
        { op: 'Conv', inputs: ['latent_sample', 'widen'], output: 'wide', ints: { kernel_shape: [3, 3], pads: [1, 1, 1, 1] } },
        {
          op: 'Resize',
          inputs: ['wide', '', 'scales'],
          output: 'large',
          text: { mode: 'nearest', coordinate_transformation_mode: 'asymmetric', nearest_mode: 'floor' },
        },
        { op: 'Conv', inputs: ['large', 'color'], output: 'colored', ints: { kernel_shape: [3, 3], pads: [1, 1, 1, 1] } },
        { op: 'Tanh', inputs: ['colored'], output: 'sample' },
      ],
    }),
  );

const vaeEncoder = (type: FloatType): Buffer =>
  onnxModel({
    inputs: [{ name: 'sample', type, dims: [1, 3, 'pixel_height', 'pixel_width'] }],
    output: { name: 'latent_parameters', type, dims: [1, 2 * LATENTS, 'height', 'width'] },
    constants: [constant('reduce', [2 * LATENTS, 3, DOWNSCALE, DOWNSCALE], type, 13, 0.2)],
    nodes: [
      {
        op: 'Conv',
        inputs: ['sample', 'reduce'],
        output: 'latent_parameters',
        ints: { kernel_shape: [DOWNSCALE, DOWNSCALE], strides: [DOWNSCALE, DOWNSCALE] },
      },
    ],
  });

export interface ReferenceCase {
  prompt: string;
  negative?: string;
  seed: number;
  steps: number;
  strength?: number;
  scheduler: 'euler' | 'lcm';
  spacing?: 'leading' | 'trailing' | 'linspace';
  offset?: number;
  prediction: 'epsilon' | 'v_prediction';
  guidance?: number;
  embedded?: boolean;
  source?: boolean;
  /** Left, top, right and bottom of what may change. */
  mask?: [number, number, number, number];
  width: number;
  height: number;
}

interface Reference {
  tokens: { text: string; ids: number[]; isTruncated: boolean }[];
  noise: { seed: number; stream: number; length: number; values: number[] }[];
  schedules: {
    kind: 'euler' | 'lcm';
    spacing: 'leading' | 'trailing' | 'linspace';
    steps: number;
    strength: number;
    stepsOffset: number;
    timesteps: number[];
    levels: number[];
  }[];
  /** `pixels`: every 59th byte of red, green and blue. */
  images: { name: string; case: ReferenceCase; mean: number; pixels: number[] }[];
}

/** What local-model-reference.py calculated. */
export const readReference = (): Reference =>
  JSON.parse(readFileSync(new URL('local-model-reference.json', import.meta.url), 'utf8')) as Reference;

/** The pipeline of a case of the reference. */
export function pipelineOf({ scheduler, spacing, offset, prediction, guidance, embedded }: ReferenceCase): Partial<PipelineConfig> {
  return {
    predictionType: prediction,
    scheduler: {
      kind: scheduler,
      spacing: spacing ?? 'leading',
      trainingSteps: 1000,
      betaStart: 0.00085,
      betaEnd: 0.012,
      betaSchedule: 'scaled_linear',
      stepsOffset: offset ?? 0,
      originalSteps: scheduler === 'lcm' ? 50 : null,
    },
    guidance:
      guidance === undefined
        ? { kind: 'none' }
        : embedded
          ? { kind: 'embedded', scale: guidance, input: 'timestep_cond', dimension: 32 }
          : { kind: 'classifier-free', scale: guidance },
  };
}
