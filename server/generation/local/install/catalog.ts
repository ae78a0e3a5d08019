// The local models that this release knows: pinned files, where they are, and what their licenses say.
import type { LocalModelManifest, ModelFile } from '#server/generation/local/manifest.ts';

interface CatalogFile extends Omit<ModelFile, 'sha256'> {
  /** Null: not known to this release. */
  sha256: string | null;
  address: string;
}

interface CatalogEntry {
  manifest: Omit<LocalModelManifest, 'files'>;
  /** The page of the weights. */
  homepage: string;
  /** What the license allows, in one or two sentences. */
  licenseSummary: string;
  files: CatalogFile[];
}

const at = (repository: string, revision: string, file: string): string =>
  `https://huggingface.co/${repository}/resolve/${revision}/${file}`;

const SDXS = ['blinkfy/CVClass-SDXS-ONNX', '1fd4b780fb0ead12bbf73f60b90ab2f5d03b53a5'] as const;
const SD_TURBO = ['schmuell/sd-turbo-ort-web', 'ace89b7d2cd849f9a73914cdbb8a3ea60c853dd1'] as const;
const SD_15 = ['nmkd/stable-diffusion-1.5-onnx-fp16', '38dacf2c14c89e3538b5e32da888eb9c46e0e1bf'] as const;
/** Vocabulary and merges of CLIP, which all these models share. */
const CLIP = ['skillsafeai/sdxs-512-dreamshaper-onnx-webgpu', 'b23bf8f4f809a0beb6d095bf52b5854e0b66caef'] as const;

const clipFiles = (repository: string, revision: string): CatalogFile[] => [
  {
    path: 'tokenizer/vocab.json',
    bytes: 1_059_962,
    sha256: 'e089ad92ba36837a0d31433e555c8f45fe601ab5c221d4f607ded32d9f7a4349',
    address: at(repository, revision, 'tokenizer/vocab.json'),
  },
  {
    path: 'tokenizer/merges.txt',
    bytes: 524_619,
    sha256: '9fd691f7c8039210e0fced15865466c65820d09b63988b0174bfe25de299051a',
    address: at(repository, revision, 'tokenizer/merges.txt'),
  },
];

const file = (source: readonly [string, string], path: string, bytes: number, sha256: string | null): CatalogFile => ({
  path,
  bytes,
  sha256,
  address: at(source[0], source[1], path),
});

/** The noise schedule of Stable Diffusion 1 and 2. */
const schedule = { trainingSteps: 1000, betaStart: 0.00085, betaEnd: 0.012, betaSchedule: 'scaled_linear', originalSteps: null } as const;
const square = { width: 512, height: 512 };
const tokenizer = { vocab: 'tokenizer/vocab.json', merges: 'tokenizer/merges.txt', maxLength: 77 };

const sdxs: CatalogEntry = {
  homepage: 'https://huggingface.co/IDKiro/sdxs-512-dreamshaper',
  licenseSummary:
    'Allows commercial use. Forbids uses listed in its attachment A, such as harming or deceiving people, and asks you to pass these rules on to your users.',
  files: [
    file(SDXS, 'unet/model.fp16.onnx', 689_988_794, '238b7b300bb0545222645669dbd1b345af2b31ea917a9ceb6dfd83c24e98256f'),
    file(SDXS, 'text_encoder/model.fp16.onnx', 246_280_550, 'af8b9ed5ae2a832d914996000b8bb1eb48c7e420e4d3da8666b8b2e9050556ab'),
    file(SDXS, 'vae_decoder/model.fp16.onnx', 2_468_157, '60c78268e188011e6a73c452d03aaf6877a53f153eb91ca8265efc17c6b26fa0'),
    ...clipFiles(...CLIP),
  ],
  manifest: {
    name: 'sdxs-512-dreamshaper',
    title: 'SDXS DreamShaper',
    description:
      'Draws an image of 512 × 512 pixels from words in one step. The smallest and fastest model; faces and hands are often wrong.',
    license: { name: 'CreativeML Open RAIL++-M', url: 'https://huggingface.co/IDKiro/sdxs-512-dreamshaper', text: null },
    revision: SDXS[1],
    pipeline: {
      kind: 'stable-diffusion',
      tokenizer: { ...tokenizer, padToken: '<|endoftext|>' },
      textEncoder: {
        file: 'text_encoder/model.fp16.onnx',
        data: [],
        input: { name: 'input_ids', type: 'int64' },
        output: 'last_hidden_state',
        type: 'float32',
      },
      unet: {
        file: 'unet/model.fp16.onnx',
        data: [],
        sample: 'sample',
        timestep: { name: 'timestep', type: 'float32', rank: 1 },
        states: 'encoder_hidden_states',
        output: 'out_sample',
        type: 'float32',
      },
      vaeDecoder: { file: 'vae_decoder/model.fp16.onnx', data: [], input: 'latent_sample', output: 'sample', type: 'float32' },
      vaeEncoder: null,
      latentChannels: 4,
      downscale: 8,
      scalingFactor: 1,
      predictionType: 'epsilon',
      scheduler: { ...schedule, kind: 'euler', spacing: 'trailing', stepsOffset: 1 },
      steps: { min: 1, max: 1, default: 1 },
      guidance: { kind: 'none' },
      sizes: [square],
    },
    memoryBytes: 3e9,
    residentMemoryBytes: 4e9,
    cost: { size: square, encodeText: 1.3e10, step: 4.1e11, decodeImage: 3e11 },
  },
};

const sdTurbo: CatalogEntry = {
  homepage: 'https://huggingface.co/stabilityai/sd-turbo',
  licenseSummary:
    'Free for research and non-commercial use. Commercial use needs a membership of Stability AI or its community license, which asks for a registration and is free up to one million dollars of yearly revenue.',
  files: [
    file(SD_TURBO, 'unet/model.onnx', 1_733_430_199, null),
    file(SD_TURBO, 'text_encoder/model.onnx', 681_393_168, null),
    file(SD_TURBO, 'vae_decoder/model.onnx', 99_094_314, null),
    ...clipFiles(...SD_TURBO),
  ],
  manifest: {
    name: 'sd-turbo',
    title: 'SD-Turbo',
    description: 'Draws an image of 512 × 512 pixels from words in one to four steps. Better than SDXS, and needs twice the memory.',
    license: {
      name: 'Stability AI Non-Commercial Research Community License',
      url: 'https://huggingface.co/stabilityai/sd-turbo/blob/main/LICENSE.md',
      text: null,
    },
    revision: SD_TURBO[1],
    pipeline: {
      kind: 'stable-diffusion',
      tokenizer: { ...tokenizer, padToken: '!' },
      textEncoder: {
        file: 'text_encoder/model.onnx',
        data: [],
        input: { name: 'input_ids', type: 'int32' },
        output: 'last_hidden_state',
        type: 'float32',
      },
      unet: {
        file: 'unet/model.onnx',
        data: [],
        sample: 'sample',
        timestep: { name: 'timestep', type: 'int64', rank: 1 },
        states: 'encoder_hidden_states',
        output: 'out_sample',
        type: 'float32',
      },
      vaeDecoder: { file: 'vae_decoder/model.onnx', data: [], input: 'latent_sample', output: 'sample', type: 'float32' },
      vaeEncoder: null,
      latentChannels: 4,
      downscale: 8,
      scalingFactor: 0.18215,
      predictionType: 'epsilon',
      scheduler: { ...schedule, kind: 'euler', spacing: 'trailing', stepsOffset: 1 },
      steps: { min: 1, max: 4, default: 1 },
      guidance: { kind: 'none' },
      sizes: [square],
    },
    memoryBytes: 6e9,
    residentMemoryBytes: 8e9,
    cost: { size: square, encodeText: 4.7e10, step: 8e11, decodeImage: 2.5e12 },
  },
};

const stableDiffusion: CatalogEntry = {
  homepage: 'https://huggingface.co/nmkd/stable-diffusion-1.5-onnx-fp16',
  licenseSummary:
    'Allows commercial use. Forbids uses listed in its attachment A, such as harming or deceiving people, and asks you to pass these rules on to your users.',
  files: [
    file(SD_15, 'unet/model.onnx', 1_217_704, '879e4274bfc862c7733ed2b673600be8f9b78b45184b5702100f89508e69ca34'),
    file(SD_15, 'unet/weights.pb', 1_718_976_000, '491609db06ac0bd6893969cda4caa3475a9a14a7deb5ee4f11a4371c6187155a'),
    file(SD_15, 'text_encoder/model.onnx', 246_476_214, 'da837d5d2df136df347d0e8d7114d295d634d32b37b77be60418a7117d1f669b'),
    file(SD_15, 'vae_decoder/model.onnx', 99_094_195, 'ff78d16a387ece4e102e2548a8dbd93f048269bc23ac65fac3acff0ba88b6161'),
    file(SD_15, 'vae_encoder/model.onnx', 68_430_493, 'f089c1a57c6f68370fc4def7d3eeabb860a4e625e0d352c04acd8707c46683e2'),
    ...clipFiles(...CLIP),
  ],
  manifest: {
    name: 'stable-diffusion-1.5',
    title: 'Stable Diffusion 1.5',
    description:
      'Draws images of 512 × 512 pixels from words, changes photos and replaces parts of them, in 20 steps. Slow without a graphics card.',
    license: {
      name: 'CreativeML Open RAIL-M',
      url: 'https://huggingface.co/spaces/CompVis/stable-diffusion-license',
      text: null,
    },
    revision: SD_15[1],
    pipeline: {
      kind: 'stable-diffusion',
      tokenizer: { ...tokenizer, padToken: '<|endoftext|>' },
      textEncoder: {
        file: 'text_encoder/model.onnx',
        data: [],
        input: { name: 'input_ids', type: 'int32' },
        output: 'last_hidden_state',
        type: 'float16',
      },
      unet: {
        file: 'unet/model.onnx',
        data: ['unet/weights.pb'],
        sample: 'sample',
        timestep: { name: 'timestep', type: 'float16', rank: 1 },
        states: 'encoder_hidden_states',
        output: 'out_sample',
        type: 'float16',
      },
      vaeDecoder: { file: 'vae_decoder/model.onnx', data: [], input: 'latent_sample', output: 'sample', type: 'float16' },
      // The network draws a sample itself, which differs a little from run to run.
      vaeEncoder: {
        file: 'vae_encoder/model.onnx',
        data: [],
        input: 'sample',
        output: 'latent_sample',
        type: 'float16',
        outputKind: 'mean',
      },
      latentChannels: 4,
      downscale: 8,
      scalingFactor: 0.18215,
      predictionType: 'epsilon',
      scheduler: { ...schedule, kind: 'euler', spacing: 'leading', stepsOffset: 1 },
      steps: { min: 10, max: 50, default: 20 },
      guidance: { kind: 'classifier-free', scale: 7.5 },
      sizes: [square],
    },
    memoryBytes: 6e9,
    residentMemoryBytes: 8e9,
    cost: { size: square, encodeText: 1.3e10, step: 8e11, decodeImage: 2.5e12 },
  },
};

/** In the order in which they are recommended, if they fit. */
export const installableModels: readonly CatalogEntry[] = [sdxs, sdTurbo, stableDiffusion];

/** Null: the catalog doesn't know all hashes, so that a mirror or a folder must bring a manifest. */
export function pinnedManifest({ manifest, files }: CatalogEntry): LocalModelManifest | null {
  const pinned = files.flatMap(({ path, bytes, sha256 }) => (sha256 === null ? [] : [{ path, bytes, sha256 }]));
  return pinned.length === files.length ? { ...manifest, files: pinned } : null;
}

/** `manifest.json` of a model of the catalog. */
export const manifestText = (manifest: LocalModelManifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

export const findCatalogEntry = (name: string): CatalogEntry | undefined =>
  installableModels.find(({ manifest }) => manifest.name === name);

export type { CatalogEntry };
