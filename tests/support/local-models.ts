// A model of a few bytes, which can be installed but not run.
import { createHash, randomBytes } from 'node:crypto';
import type { DownloadTiming } from '#server/generation/local/install/download.ts';
import type { LocalModelManifest } from '#server/generation/local/manifest.ts';

export const sha256Of = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** Fails at once instead of after minutes. */
export const quickTiming: DownloadTiming = { answerMs: 5000, stallMs: 150, stallBytes: 1, attempts: 3, backoffMs: 1, maxBackoffMs: 5 };

export interface FakeModel {
  manifest: LocalModelManifest;
  manifestText: string;
  /** By path, with `manifest.json`. */
  files: Record<string, Buffer>;
}

const network = (file: string) => ({ file, data: [], input: 'in', output: 'out', type: 'float32' as const });

export function fakeLocalModel(name = 'tiny', unetBytes = 300_000, changes: Partial<LocalModelManifest> = {}): FakeModel {
  const weights: Record<string, Buffer> = {
    'unet/model.onnx': randomBytes(unetBytes),
    'text_encoder/model.onnx': randomBytes(2000),
    'vae_decoder/model.onnx': randomBytes(1000),
    'tokenizer/vocab.json': Buffer.from('{}'),
    'tokenizer/merges.txt': Buffer.from('#version: 0.2\n'),
  };
  const size = { width: 64, height: 64 };
  const manifest: LocalModelManifest = {
    name,
    title: `Model ${name}`,
    description: 'A model for tests.',
    license: { name: 'MIT', url: 'https://example.org/license', text: 'Do what you want.' },
    revision: 'abc',
    files: Object.entries(weights).map(([path, bytes]) => ({ path, bytes: bytes.length, sha256: sha256Of(bytes) })),
    pipeline: {
      kind: 'stable-diffusion',
      tokenizer: { vocab: 'tokenizer/vocab.json', merges: 'tokenizer/merges.txt', maxLength: 77, padToken: '!' },
      textEncoder: { ...network('text_encoder/model.onnx'), input: { name: 'input_ids', type: 'int64' } },
      unet: {
        file: 'unet/model.onnx',
        data: [],
        sample: 'sample',
        timestep: { name: 'timestep', type: 'float32', rank: 1 },
        states: 'states',
        output: 'out',
        type: 'float32',
      },
      vaeDecoder: network('vae_decoder/model.onnx'),
      vaeEncoder: null,
      latentChannels: 4,
      downscale: 8,
      scalingFactor: 1,
      predictionType: 'epsilon',
      scheduler: {
        kind: 'euler',
        spacing: 'trailing',
        trainingSteps: 1000,
        betaStart: 0.00085,
        betaEnd: 0.012,
        betaSchedule: 'scaled_linear',
        stepsOffset: 1,
        originalSteps: null,
      },
      steps: { min: 1, max: 4, default: 1 },
      guidance: { kind: 'none' },
      sizes: [size],
    },
    memoryBytes: 1e6,
    residentMemoryBytes: 2e6,
    cost: { size, encodeText: 1e9, step: 1e9, decodeImage: 1e9 },
    ...changes,
  };
  const manifestText = `${JSON.stringify(manifest, null, 2)}\n`;
  return { manifest, manifestText, files: { ...weights, 'manifest.json': Buffer.from(manifestText) } };
}
