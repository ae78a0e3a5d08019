// `manifest.json` of a local model: its files, how the pipeline runs them, and what they cost in memory and time.
import os from 'node:os';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fieldProblems } from '#server/http/field-errors.ts';

export const MANIFEST_FILE = 'manifest.json';

export interface LocalModelManifest {
  /** The name of the folder, and of the model at the provider `local`. */
  name: string;
  /** For people. */
  title: string;
  description: string;
  /** `text` is the whole license where people must accept it before the installation. */
  license: { name: string; url: string; text: string | null };
  /** Of the weights, such as a commit. */
  revision: string;
  /** All files except the manifest itself. */
  files: ModelFile[];
  pipeline: PipelineConfig;
  /** Highest resident memory of the process at the largest size, with one network loaded at a time. */
  memoryBytes: number;
  /** The same with all networks loaded, which makes further images faster. */
  residentMemoryBytes: number;
  cost: ModelCost;
}

export interface ModelFile {
  /** Relative to the folder, with `/` between folders. */
  path: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** Floating point operations at one size. A multiplication with an addition counts as two. */
export interface ModelCost {
  size: ImageSize;
  /** Of one description. */
  encodeText: number;
  /** Of one step, for one prediction: models with classifier-free guidance predict twice. */
  step: number;
  decodeImage: number;
}

interface ImageSize {
  width: number;
  height: number;
}

/** What the pipeline runs: a latent diffusion model with a CLIP text encoder, as ONNX files. */
export interface PipelineConfig {
  kind: 'stable-diffusion';
  tokenizer: {
    /** `vocab.json` and `merges.txt` of CLIP. */
    vocab: string;
    merges: string;
    maxLength: number;
    /** A token of the vocabulary: `<|endoftext|>` for Stable Diffusion 1, `!` for 2 and SD-Turbo. */
    padToken: string;
  };
  textEncoder: NetworkFile & {
    input: { name: string; type: 'int32' | 'int64' };
    /** The hidden states that the UNet takes: last or penultimate ones, whichever it was trained with. */
    output: string;
    type: FloatType;
  };
  unet: NetworkFile & {
    sample: string;
    /** `rank` 0 is a scalar, 1 a list of one. */
    timestep: { name: string; type: 'int64' | FloatType; rank: 0 | 1 };
    states: string;
    output: string;
    type: FloatType;
  };
  vaeDecoder: ImageNetwork;
  /** Without it there is neither image to image nor inpainting. With `moments`, the output is mean and logarithm of the variance. */
  vaeEncoder: (ImageNetwork & { outputKind: 'mean' | 'moments' }) | null;
  latentChannels: number;
  /** Pixels of the image per element of the latent, in both directions. */
  downscale: number;
  /** The VAE's latents are multiplied by it. */
  scalingFactor: number;
  predictionType: 'epsilon' | 'v_prediction';
  scheduler: {
    /** `euler` is deterministic; `lcm` adds noise at each step. */
    kind: 'euler' | 'lcm';
    /** `trailing` begins at the last training step: for models that are distilled to few steps. */
    spacing: 'leading' | 'trailing' | 'linspace';
    trainingSteps: number;
    betaStart: number;
    betaEnd: number;
    betaSchedule: 'linear' | 'scaled_linear';
    /** Added to timesteps with leading spacing. */
    stepsOffset: number;
    /** Steps of the solver that an LCM model was distilled from. Only for `lcm`. */
    originalSteps: number | null;
  };
  steps: { min: number; max: number; default: number };
  guidance:
    | { kind: 'none' }
    /** Predicts with and without the description; allows a negative prompt. */
    | { kind: 'classifier-free'; scale: number }
    /** The UNet has the scale as an input (`timestep_cond` of LCM models). */
    | { kind: 'embedded'; scale: number; input: string; dimension: number };
  /** Of results. The first is the default. */
  sizes: ImageSize[];
}

export type FloatType = 'float32' | 'float16';

interface NetworkFile {
  file: string;
  /** Files with external weights, beside `file`. */
  data: string[];
}

interface ImageNetwork extends NetworkFile {
  input: string;
  output: string;
  type: FloatType;
}

/** A manifest that isn't valid. The message is for people. */
export class ManifestError extends Error {
  override name = 'ManifestError';
}

const text = (maxLength: number, minLength = 1) => ({ type: 'string', minLength, maxLength });
/** Is stored and shown in lists: no control characters, unpaired surrogates, or marks that reorder the text after them. */
const line = (maxLength: number) => ({ ...text(maxLength), pattern: '^[^\\p{Cc}\\p{Cs}\u202a-\u202e\u2066-\u2069]*$' });
const integer = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum });
const positive = (maximum: number) => ({ type: 'number', exclusiveMinimum: 0, maximum });
const oneOf = (...values: (string | number)[]) => ({ enum: values });
const list = (items: object, minItems: number, maxItems: number) => ({ type: 'array', items, minItems, maxItems });
const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** No absolute path, no hidden file, no way out of the folder. */
const filePath = { ...text(200), pattern: '^[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$' };
const floatType = oneOf('float32', 'float16');
const tensorName = text(200);
const size = object({ width: integer(8, 4096), height: integer(8, 4096) });
const bytes = integer(1, 2 ** 50);
const network = { file: filePath, data: list(filePath, 0, 64) };
const imageNetwork = { ...network, input: tensorName, output: tensorName, type: floatType };

const schema = object({
  name: { ...text(64), pattern: '^[a-z0-9][a-z0-9.-]*$' },
  title: line(100),
  description: line(500),
  license: object({ name: line(100), url: { ...text(500), pattern: '^https?://' }, text: { ...text(100_000), type: ['string', 'null'] } }),
  revision: line(100),
  files: list(object({ path: filePath, bytes, sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' } }), 1, 256),
  pipeline: object({
    kind: oneOf('stable-diffusion'),
    tokenizer: object({ vocab: filePath, merges: filePath, maxLength: integer(3, 1024), padToken: text(100) }),
    textEncoder: object({
      ...network,
      input: object({ name: tensorName, type: oneOf('int32', 'int64') }),
      output: tensorName,
      type: floatType,
    }),
    unet: object({
      ...network,
      sample: tensorName,
      timestep: object({ name: tensorName, type: oneOf('int64', 'float32', 'float16'), rank: oneOf(0, 1) }),
      states: tensorName,
      output: tensorName,
      type: floatType,
    }),
    vaeDecoder: object(imageNetwork),
    vaeEncoder: { ...object({ ...imageNetwork, outputKind: oneOf('mean', 'moments') }), type: ['object', 'null'] },
    latentChannels: integer(1, 64),
    downscale: integer(1, 64),
    scalingFactor: positive(100),
    predictionType: oneOf('epsilon', 'v_prediction'),
    scheduler: object({
      kind: oneOf('euler', 'lcm'),
      spacing: oneOf('leading', 'trailing', 'linspace'),
      trainingSteps: integer(2, 100_000),
      betaStart: positive(1),
      betaEnd: positive(1),
      betaSchedule: oneOf('linear', 'scaled_linear'),
      stepsOffset: integer(0, 1),
      originalSteps: { ...integer(1, 1000), type: ['integer', 'null'] },
    }),
    steps: object({ min: integer(1, 200), max: integer(1, 200), default: integer(1, 200) }),
    guidance: {
      type: 'object',
      required: ['kind'],
      discriminator: { propertyName: 'kind' },
      oneOf: [
        object({ kind: { const: 'none' } }),
        object({ kind: { const: 'classifier-free' }, scale: positive(100) }),
        object({ kind: { const: 'embedded' }, scale: positive(100), input: tensorName, dimension: integer(2, 4096) }),
      ],
    },
    sizes: list(size, 1, 32),
  }),
  memoryBytes: bytes,
  residentMemoryBytes: bytes,
  cost: object({ size, encodeText: positive(1e18), step: positive(1e18), decodeImage: positive(1e18) }),
});

const isManifest = new Ajv2020({ allErrors: true, allowUnionTypes: true, discriminator: true }).compile<LocalModelManifest>(schema);

/**
 * @param read the parsed JSON of a `manifest.json`
 * @throws {ManifestError}
 */
export function parseManifest(read: unknown): LocalModelManifest {
  if (!isManifest(read)) {
    const faults = fieldProblems('manifest', isManifest.errors ?? [], read).map(({ field, message }) => `${field} ${message}`);
    throw invalid(faults);
  }
  const faults = [...faultsOf(read)];
  if (faults.length > 0) throw invalid(faults);
  return read;
}

/**
 * @param json the content of a `manifest.json`
 * @throws {ManifestError}
 */
export function parseManifestFile(json: string): LocalModelManifest {
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch (error) {
    throw new ManifestError('The manifest isn’t JSON.', { cause: error });
  }
  return parseManifest(read);
}

const MAX_LISTED_FAULTS = 5;

function invalid(faults: string[]): ManifestError {
  const listed = [...new Set(faults)];
  const more = listed.length > MAX_LISTED_FAULTS ? '; and more' : '';
  return new ManifestError(`The manifest isn’t valid: ${listed.slice(0, MAX_LISTED_FAULTS).join('; ')}${more}.`);
}

/** What a schema can't express. */
function* faultsOf({ files, pipeline, memoryBytes, residentMemoryBytes }: LocalModelManifest): Generator<string> {
  const paths = new Set(files.map(({ path }) => path));
  if (paths.size < files.length) yield 'manifest.files lists a file twice';
  if ([...paths].some((path) => isFolderOf(path, paths))) yield 'manifest.files lists a file and a folder with the same path';
  if (paths.has(MANIFEST_FILE)) yield 'manifest.files must not list the manifest';
  for (const file of filesOfPipeline(pipeline))
    if (!paths.has(file)) yield `manifest.pipeline names ${file}, which manifest.files doesn’t list`;
  const { steps, sizes, downscale, scheduler } = pipeline;
  if (steps.min > steps.default || steps.default > steps.max) yield 'manifest.pipeline.steps must be in the order min, default, max';
  if (steps.max > scheduler.trainingSteps) yield 'manifest.pipeline.steps.max must be at most the scheduler’s trainingSteps';
  if (scheduler.betaStart > scheduler.betaEnd) yield 'manifest.pipeline.scheduler.betaStart must be at most betaEnd';
  if (scheduler.kind === 'lcm' && (scheduler.originalSteps === null || scheduler.originalSteps < steps.max))
    yield 'manifest.pipeline.scheduler.originalSteps must be at least steps.max for lcm';
  if (sizes.some(({ width, height }) => width % downscale !== 0 || height % downscale !== 0))
    yield 'manifest.pipeline.sizes must be multiples of downscale';
  if (residentMemoryBytes < memoryBytes) yield 'manifest.residentMemoryBytes must be at least memoryBytes';
}

const isFolderOf = (path: string, paths: ReadonlySet<string>): boolean => [...paths].some((other) => other.startsWith(`${path}/`));

/** Paths of all files that the pipeline reads. */
export function filesOfPipeline({ tokenizer, textEncoder, unet, vaeDecoder, vaeEncoder }: PipelineConfig): string[] {
  const networks = [textEncoder, unet, vaeDecoder, ...(vaeEncoder ? [vaeEncoder] : [])];
  return [tokenizer.vocab, tokenizer.merges, ...networks.flatMap(({ file, data }) => [file, ...data])];
}

/** What a model runs on. */
export interface Machine {
  threads: number;
  /** Memory that the server and its processes may use in total. */
  memoryBytes: number;
}

/** Within the limits of a container. */
export function readMachine(): Machine {
  const limit = process.constrainedMemory();
  return {
    threads: os.availableParallelism(),
    memoryBytes: limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem(),
  };
}

/** Memory for the server, its database and its other processes, which a model must leave free. */
const RESERVED_BYTES = 1.5e9;
/** What a thread of a common server computes of such networks. Convolutions reach more, attention less. */
const FLOPS_PER_THREAD = 25e9;
/** Threads share memory and caches, so that twice as many aren't twice as fast. */
const THREAD_EXPONENT = 0.85;
/** Where the networks are loaded one after the other, each image waits for the disk. */
const LOAD_BYTES_PER_SECOND = 500e6;

/** Whether all networks can be loaded at once. Otherwise they are loaded one after the other. */
export const keepsNetworksLoaded = ({ residentMemoryBytes }: LocalModelManifest, machine: Machine): boolean =>
  residentMemoryBytes + RESERVED_BYTES <= machine.memoryBytes;

/** Null: the model fits. Otherwise the reason why not, for people. */
export function misfit({ memoryBytes }: LocalModelManifest, machine: Machine): string | null {
  const needed = memoryBytes + RESERVED_BYTES;
  if (needed <= machine.memoryBytes) return null;
  return `This model needs ${gigabytes(needed)} of memory, and this machine has ${gigabytes(machine.memoryBytes)}.`;
}

export const fits = (manifest: LocalModelManifest, machine: Machine): boolean => misfit(manifest, machine) === null;

const gigabytes = (count: number) => `${(count / 1e9).toFixed(1)} GB`;

/** Expected seconds for one image of the default size with the default steps. An estimate: processors differ by a factor of two. */
export function estimateSeconds(manifest: LocalModelManifest, machine: Machine): number {
  const { pipeline, cost, files } = manifest;
  const [first] = pipeline.sizes;
  const pixels = (of: ImageSize) => of.width * of.height;
  const scale = first ? pixels(first) / pixels(cost.size) : 1;
  const predictions = pipeline.guidance.kind === 'classifier-free' ? 2 : 1;
  const flops = cost.encodeText * predictions + scale * (cost.step * predictions * pipeline.steps.default + cost.decodeImage);
  const loaded = keepsNetworksLoaded(manifest, machine) ? 0 : files.reduce((sum, file) => sum + file.bytes, 0);
  return flops / (FLOPS_PER_THREAD * machine.threads ** THREAD_EXPONENT) + loaded / LOAD_BYTES_PER_SECOND;
}
