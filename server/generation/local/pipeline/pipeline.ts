// Makes one image with a local model: text encoder, UNet steps, VAE. Runs in a child process, which loads networks when they are needed.
import { setImmediate as turn } from 'node:timers/promises';
import { GeneratorError, type GeneratorProgress, type Picture } from '#server/generation/generator.ts';
import type { LocalModelManifest } from '#server/generation/local/manifest.ts';
import {
  composite,
  fromPlanes,
  preservedSize,
  readMask,
  readPixels,
  resizePixels,
  type Size,
  sizeOf,
  toLatentMask,
  toPlanes,
  toPng,
  workingSizes,
} from '#server/generation/local/pipeline/images.ts';
import { type Input, type Networks, openNetworks, type Output } from '#server/generation/local/pipeline/networks.ts';
import { gaussianNoise } from '#server/generation/local/pipeline/noise.ts';
import { combine, createSchedule, type Schedule } from '#server/generation/local/pipeline/schedulers.ts';

export interface LocalImageRequest {
  folder: string;
  manifest: LocalModelManifest;
  threads: number;
  keepsLoaded: boolean;
  prompt: string;
  negativePrompt: string;
  size: Size;
  seed: number;
  steps: number;
  source: Picture | null;
  mask: Picture | null;
  /** From 0 (same as the source) to 1. */
  strength: number;
}

export interface LocalImage extends Picture {
  /** The prompt had more tokens than the model reads. */
  isTruncated: boolean;
}

interface Work {
  onProgress: (progress: GeneratorProgress) => void;
  signal: AbortSignal;
}

let opened: { key: string; networks: Promise<Networks> } | null = null;

/** The networks of the last model stay open for the next image. */
async function networksOf({ folder, manifest, threads, keepsLoaded }: LocalImageRequest): Promise<Networks> {
  const key = JSON.stringify([folder, manifest, threads, keepsLoaded]);
  if (opened?.key === key) return opened.networks;
  const previous = opened;
  opened = null;
  await (await previous?.networks)?.close();
  const networks = openNetworks({ folder, manifest, threads, keepsLoaded });
  opened = { key, networks };
  networks.catch(() => {
    if (opened?.networks === networks) opened = null;
  });
  return networks;
}

/** @throws {GeneratorError}; the signal's reason after the step in which it was aborted */
export async function makeLocalImage(request: LocalImageRequest, { onProgress, signal }: Work): Promise<LocalImage> {
  onProgress({ progress: 0, message: 'Loading the model' });
  const networks = await networksOf(request);
  const { pipeline } = request.manifest;
  const start = await prepareSource(request);
  const { latent: pixelSize } = start;
  const latentSize = { width: pixelSize.width / pipeline.downscale, height: pixelSize.height / pipeline.downscale };

  onProgress({ progress: 0, message: 'Reading the description' });
  const { states, isTruncated } = await encodeText(networks, request);
  await requireContinuing(signal);

  const dims = [1, pipeline.latentChannels, latentSize.height, latentSize.width];
  const length = dims.reduce((product, of) => product * of, 1);
  const image = start.pixels ? await encodeImage(networks, request, start.pixels, pixelSize, length) : null;
  await requireContinuing(signal);
  // Of strength 0 the source is the result, as far as the VAE preserves it.
  const latents =
    image && request.strength === 0
      ? image
      : await denoise(networks, request, { states, dims, image, mask: start.latentMask }, { onProgress, signal });

  onProgress({ progress: 0.95, message: 'Finishing the image' });
  const decoded = await networks.run(
    'vaeDecoder',
    {
      [pipeline.vaeDecoder.input]: {
        type: pipeline.vaeDecoder.type,
        data: latents.map((value) => value / pipeline.scalingFactor),
        dims,
      },
    },
    pipeline.vaeDecoder.output,
  );
  requireShape(decoded, [1, 3, pixelSize.height, pixelSize.width]);
  requireNumbers(decoded.data);
  await requireContinuing(signal);
  return { ...(await start.finish(fromPlanes(decoded.data))), isTruncated };
}

interface Start {
  /** Size that the networks calculate. */
  latent: Size;
  pixels: Buffer | null;
  latentMask: Float32Array | null;
  finish: (pixels: Buffer) => Promise<Picture>;
}

async function prepareSource({ source, mask, size, manifest }: LocalImageRequest): Promise<Start> {
  const { downscale } = manifest.pipeline;
  if (!source) return { latent: size, pixels: null, latentMask: null, finish: (pixels) => toPng(pixels, size) };
  const own = await sizeOf(source);
  const { latent, result } = workingSizes(own, size, downscale);
  const pixels = await readPixels(source, latent);
  if (!mask) return { latent, pixels, latentMask: null, finish: async (made) => toPng(await resizePixels(made, latent, result), result) };
  const preserved = preservedSize(own);
  return {
    latent,
    pixels,
    latentMask: toLatentMask(await readMask(mask, latent), latent, downscale),
    async finish(made) {
      const changed = await resizePixels(made, latent, preserved);
      return toPng(composite(await readPixels(source, preserved), changed, await readMask(mask, preserved)), preserved);
    },
  };
}

interface States {
  positive: Output;
  /** Null without classifier-free guidance. */
  negative: Output | null;
}

async function encodeText(
  networks: Networks,
  { prompt, negativePrompt, manifest }: LocalImageRequest,
): Promise<{ states: States; isTruncated: boolean }> {
  const { textEncoder, guidance } = manifest.pipeline;
  const encode = async (text: string) => {
    const { ids, isTruncated } = networks.tokenizer.encode(text);
    const input: Input = { type: textEncoder.input.type, data: ids, dims: [1, ids.length] };
    const output = await networks.run('textEncoder', { [textEncoder.input.name]: input }, textEncoder.output);
    requireNumbers(output.data);
    return { output, isTruncated };
  };
  const positive = await encode(prompt);
  const negative = guidance.kind === 'classifier-free' ? await encode(negativePrompt) : null;
  return { states: { positive: positive.output, negative: negative?.output ?? null }, isTruncated: positive.isTruncated };
}

async function encodeImage(
  networks: Networks,
  { manifest }: LocalImageRequest,
  pixels: Buffer,
  { width, height }: Size,
  length: number,
): Promise<Float32Array> {
  const { vaeEncoder, scalingFactor } = manifest.pipeline;
  if (!vaeEncoder) throw new GeneratorError('unsupported', 'This model can’t start from an image.');
  const input: Input = { type: vaeEncoder.type, data: toPlanes(pixels), dims: [1, 3, height, width] };
  const { data } = await networks.run('vaeEncoder', { [vaeEncoder.input]: input }, vaeEncoder.output);
  // The mean without the variance, so that the same source gives the same latents.
  const mean = vaeEncoder.outputKind === 'moments' ? data.subarray(0, data.length / 2) : data;
  if (mean.length !== length) throw wrongShape();
  requireNumbers(mean);
  return mean.map((value) => value * scalingFactor);
}

interface DenoiseInput {
  states: States;
  dims: number[];
  image: Float32Array | null;
  mask: Float32Array | null;
}

async function denoise(
  networks: Networks,
  request: LocalImageRequest,
  { states, dims, image, mask }: DenoiseInput,
  { onProgress, signal }: Work,
): Promise<Float32Array> {
  const { seed, steps, strength, manifest } = request;
  const length = dims.reduce((product, of) => product * of, 1);
  const schedule = createSchedule(manifest.pipeline, steps, image ? strength : 1);
  const total = schedule.timesteps.length;
  const noise = gaussianNoise(seed, 0, length);
  let latents = image ? schedule.addNoise(image, noise, 0) : schedule.begin(noise);
  for (let step = 0; step < total; step++) {
    onProgress({ progress: 0.05 + (0.9 * step) / total, message: `Step ${step + 1} of ${total}` });
    const prediction = await predict(networks, request, states, schedule, latents, dims, step);
    latents = schedule.advance(latents, prediction, step, () => gaussianNoise(seed, step + 1, length));
    requireNumbers(latents);
    if (image && mask) latents = blend(schedule.addNoise(image, noise, step + 1), latents, mask);
    await requireContinuing(signal);
  }
  return latents;
}

/** The latents of the source outside the mask, with the noise of the next step. */
const blend = (source: Float32Array, made: Float32Array, mask: Float32Array): Float32Array =>
  made.map((value, at) => (mask[at % mask.length] === 1 ? value : (source[at] ?? 0)));

async function predict(
  networks: Networks,
  { manifest }: LocalImageRequest,
  { positive, negative }: States,
  schedule: Schedule,
  latents: Float32Array,
  dims: number[],
  step: number,
): Promise<Float32Array> {
  const { unet, guidance } = manifest.pipeline;
  const timestep = schedule.timesteps[step] ?? 0;
  const timestepDims = unet.timestep.rank === 0 ? [] : [1];
  const run = async (states: Output) => {
    const inputs: Record<string, Input> = {
      [unet.sample]: { type: unet.type, data: schedule.scaleInput(latents, step), dims },
      [unet.timestep.name]:
        unet.timestep.type === 'int64'
          ? { type: 'int64', data: [Math.round(timestep)], dims: timestepDims }
          : { type: unet.timestep.type, data: Float32Array.of(timestep), dims: timestepDims },
      [unet.states]: { type: unet.type, data: states.data, dims: [...states.dims] },
      ...(guidance.kind === 'embedded' && {
        [guidance.input]: {
          type: unet.type,
          data: embedGuidance(guidance.scale - 1, guidance.dimension),
          dims: [1, guidance.dimension],
        },
      }),
    };
    const output = await networks.run('unet', inputs, unet.output);
    requireShape(output, dims);
    return output.data;
  };
  const wanted = await run(positive);
  if (guidance.kind !== 'classifier-free' || !negative) return wanted;
  // Two runs need half the memory of one with two images.
  return combine(await run(negative), wanted, (without, toward) => without + guidance.scale * (toward - without));
}

/** The guidance scale as sines and cosines, as LCM models were trained with it. */
function embedGuidance(scale: number, dimension: number): Float32Array {
  const half = Math.floor(dimension / 2);
  const embedding = new Float32Array(dimension);
  for (let at = 0; at < half; at++) {
    const angle = scale * 1000 * Math.exp((-Math.log(10_000) * at) / Math.max(1, half - 1));
    embedding[at] = Math.sin(angle);
    embedding[half + at] = Math.cos(angle);
  }
  return embedding;
}

/** Networks run without a pause. Between them, messages are received. */
async function requireContinuing(signal: AbortSignal): Promise<void> {
  await turn();
  await turn();
  signal.throwIfAborted();
}

const wrongShape = () =>
  new GeneratorError(
    'model_unavailable',
    'The files of this model don’t belong together. A platform administrator can install the model again.',
  );

function requireShape({ dims }: Output, expected: readonly number[]): void {
  if (dims.length !== expected.length || dims.some((length, at) => length !== expected[at])) throw wrongShape();
}

/** Overflows would otherwise become a black image. */
function requireNumbers(values: Float32Array): void {
  if (!values.every((value) => Number.isFinite(value)))
    throw new GeneratorError(
      'provider_error',
      'The model’s calculation failed, so there is no image. Try another description, variation number or format.',
    );
}
