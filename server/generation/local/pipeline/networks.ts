// The networks of a model as sessions of ONNX Runtime, loaded all at once or one after the other.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { GeneratorError } from '#server/generation/generator.ts';
import type { FloatType, LocalModelManifest, ModelFile } from '#server/generation/local/manifest.ts';
import { fromFloat16, toFloat16 } from '#server/generation/local/pipeline/float16.ts';
import { createTokenizer, type Tokenizer } from '#server/generation/local/pipeline/tokenizer.ts';

export type ModelPart = 'textEncoder' | 'unet' | 'vaeDecoder' | 'vaeEncoder';

/** A tensor of one of the types that such models use. */
export type Input = { dims: number[] } & ({ type: 'int32' | 'int64'; data: readonly number[] } | { type: FloatType; data: Float32Array });

export interface Output {
  dims: readonly number[];
  data: Float32Array;
}

export interface Networks {
  tokenizer: Tokenizer;
  /** Loads the network if it isn't loaded, and unloads the previous one if only one may be. */
  run(network: ModelPart, inputs: Record<string, Input>, output: string): Promise<Output>;
  close(): Promise<void>;
}

interface Options {
  folder: string;
  manifest: LocalModelManifest;
  threads: number;
  /** Otherwise one network is loaded at a time. */
  keepsLoaded: boolean;
}

/** @throws {GeneratorError} if a file is missing or damaged */
export async function openNetworks({ folder, manifest, threads, keepsLoaded }: Options): Promise<Networks> {
  const { pipeline, files } = manifest;
  const pathOf = (file: string) => path.join(folder, ...file.split('/'));
  await Promise.all(files.map((file) => requireFile(pathOf(file.path), file)));
  const readText = (file: string) => readFile(pathOf(file), 'utf8');
  const tokenizer = await openTokenizer(readText, pipeline.tokenizer);
  // Only this process loads the native module, when the first image is made.
  const ort = await import('onnxruntime-node');
  const sessions = new Map<ModelPart, InferenceSession>();

  async function close(): Promise<void> {
    const open = [...sessions.values()];
    sessions.clear();
    for (const session of open) await session.release();
  }

  async function load(network: ModelPart): Promise<InferenceSession> {
    const known = sessions.get(network);
    if (known) return known;
    if (!keepsLoaded) await close();
    const file = pipeline[network]?.file;
    if (file === undefined) throw new GeneratorError('unsupported', 'This model can’t start from an image.');
    const session = await ort.InferenceSession.create(pathOf(file), {
      executionProviders: ['cpu'],
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      // An arena retains what the largest step needed.
      enableCpuMemArena: keepsLoaded,
      enableMemPattern: keepsLoaded,
      logSeverityLevel: 3,
      // Waiting threads would use the processors that the server answers people with.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    }).catch((error: unknown) => {
      throw outOfMemory(error) ?? damaged(`${file} can’t be loaded`, error);
    });
    sessions.set(network, session);
    return session;
  }

  return {
    tokenizer,
    async run(network, inputs, output) {
      const session = await load(network);
      requireSignature(network, session, inputs, output);
      const feeds = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, toTensor(ort.Tensor, input)]));
      const results = await session.run(feeds, [output]).catch((error: unknown) => {
        throw outOfMemory(error) ?? damaged(`${network} failed`, error);
      });
      const result = results[output];
      if (!result) throw damaged(`${network} has no result ${output}`);
      return { dims: result.dims, data: toFloats(result) };
    },
    close,
  };
}

/** Only administrators can mend it, so nothing is tried again. */
const damaged = (why: string, cause?: unknown) =>
  new GeneratorError(
    'model_unavailable',
    'A file of this model is missing or damaged. A platform administrator can install the model again.',
    {
      cause: cause === undefined ? new Error(why) : new Error(why, { cause }),
    },
  );

/** Null for other errors. The runtime has no codes. */
const outOfMemory = (error: unknown): GeneratorError | null =>
  error instanceof Error && /bad_alloc|failed to allocate/i.test(error.message)
    ? new GeneratorError('provider_error', 'There wasn’t enough memory for this image. Try a smaller size.', { cause: error })
    : null;

async function requireFile(file: string, { path: name, bytes }: ModelFile): Promise<void> {
  const found = await stat(file).catch((error: unknown) => {
    throw damaged(`${name} can’t be read`, error);
  });
  if (!found.isFile() || found.size !== bytes) throw damaged(`${name} has ${found.size} bytes instead of ${bytes}`);
}

async function openTokenizer(
  readText: (file: string) => Promise<string>,
  config: LocalModelManifest['pipeline']['tokenizer'],
): Promise<Tokenizer> {
  try {
    const vocab: unknown = JSON.parse(await readText(config.vocab));
    if (typeof vocab !== 'object' || vocab === null) throw new Error('the vocabulary is no object');
    const tokens = Object.entries(vocab).filter((entry): entry is [string, number] => Number.isInteger(entry[1]));
    return createTokenizer({ vocab: new Map(tokens), merges: await readText(config.merges) }, config);
  } catch (error) {
    throw damaged('the tokenizer can’t be loaded', error);
  }
}

/** A file of another model, or with another export, would otherwise fail with a message of the runtime. */
function requireSignature(network: ModelPart, session: InferenceSession, inputs: Record<string, Input>, output: string): void {
  const { inputMetadata, outputNames } = session;
  const wrong = (why: string) => damaged(`${network} doesn’t match the manifest: ${why}`);
  for (const expected of inputMetadata) {
    const given = inputs[expected.name];
    if (!given) throw wrong(`it also takes ${expected.name}`);
    if (expected.isTensor && expected.type !== given.type) throw wrong(`${expected.name} is ${expected.type}`);
  }
  const unknown = Object.keys(inputs).find((name) => !session.inputNames.includes(name));
  if (unknown !== undefined) throw wrong(`it has no input ${unknown}`);
  if (!outputNames.includes(output)) throw wrong(`it has no output ${output}`);
}

function toTensor(of: typeof Tensor, { type, data, dims }: Input): Tensor {
  switch (type) {
    case 'int32':
      return new of('int32', Int32Array.from(data), dims);
    case 'int64':
      return new of('int64', BigInt64Array.from(data, BigInt), dims);
    case 'float32':
      return new of('float32', data, dims);
    case 'float16':
      return new of('float16', toFloat16(data), dims);
  }
}

function toFloats({ type, data }: Tensor): Float32Array {
  if (data instanceof Float32Array) return data;
  // Later versions of Node.js have a Float16Array, with the same bits.
  if (type === 'float16' && ArrayBuffer.isView(data))
    return fromFloat16(new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2));
  throw damaged(`a result is ${type}`);
}
