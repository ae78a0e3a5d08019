// Schedulers: at which noise levels the UNet predicts, and how a prediction changes the latents. After the schedulers of diffusers with the same
// settings, in double precision.
import type { PipelineConfig } from '#server/generation/local/manifest.ts';

type Settings = Pick<PipelineConfig, 'scheduler' | 'predictionType'>;

export interface Schedule {
  /** Of the steps that run, for the UNet. */
  timesteps: readonly number[];
  /** Turns noise into the latents of the first step. */
  begin(noise: Float32Array): Float32Array;
  /** Latents of an image with the noise of a step. After the last step there is none. */
  addNoise(image: Float32Array, noise: Float32Array, step: number): Float32Array;
  /** What the UNet is handed at a step. */
  scaleInput(latents: Float32Array, step: number): Float32Array;
  /** @param noise for schedulers that add some at each step */
  advance(latents: Float32Array, prediction: Float32Array, step: number, noise: () => Float32Array): Float32Array;
}

/**
 * @param steps that run, whatever the strength is
 * @param strength from 0 exclusive to 1; less than 1 begins with less noise
 */
export function createSchedule({ scheduler, predictionType }: Settings, steps: number, strength: number): Schedule {
  const alphas = cumulativeAlphas(scheduler);
  return scheduler.kind === 'euler'
    ? eulerSchedule(scheduler, predictionType, alphas, steps, strength)
    : lcmSchedule(scheduler, predictionType, alphas, steps, strength);
}

type Scheduler = Settings['scheduler'];
type PredictionType = Settings['predictionType'];

/** Element by element, of two arrays of the same length. */
export const combine = (one: Float32Array, other: Float32Array, of: (one: number, other: number) => number): Float32Array =>
  one.map((value, at) => of(value, other[at] ?? 0));

/** How much of the image remains at each training step, as a variance. */
function cumulativeAlphas({ trainingSteps, betaStart, betaEnd, betaSchedule }: Scheduler): number[] {
  const isScaled = betaSchedule === 'scaled_linear';
  const [from, to] = isScaled ? [Math.sqrt(betaStart), Math.sqrt(betaEnd)] : [betaStart, betaEnd];
  let product = 1;
  return Array.from({ length: trainingSteps }, (_, at) => {
    const between = from + ((to - from) * at) / (trainingSteps - 1);
    product *= 1 - (isScaled ? between ** 2 : between);
    return product;
  });
}

/** Of all steps, the latest first. */
function timestepsOf({ spacing, trainingSteps, stepsOffset }: Scheduler, steps: number): number[] {
  const at = Array.from({ length: steps }, (_, index) => index);
  if (spacing === 'trailing') return at.map((index) => roundToEven(trainingSteps - index * (trainingSteps / steps)) - 1);
  if (spacing === 'leading') {
    const ratio = Math.floor(trainingSteps / steps);
    return at.map((index) => (steps - 1 - index) * ratio + stepsOffset);
  }
  return at.map((index) => (steps === 1 ? 0 : ((trainingSteps - 1) * (steps - 1 - index)) / (steps - 1)));
}

/** As NumPy does. */
function roundToEven(value: number): number {
  const rounded = Math.round(value);
  return Math.abs(value % 1) === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}

function eulerSchedule(scheduler: Scheduler, predictionType: PredictionType, alphas: number[], steps: number, strength: number): Schedule {
  const total = Math.min(Math.max(steps, Math.ceil(steps / strength)), scheduler.trainingSteps);
  const timesteps = timestepsOf(scheduler, total).slice(total - Math.min(steps, total));
  const noiseLevels = alphas.map((alpha) => Math.sqrt((1 - alpha) / alpha));
  const sigmas = [...timesteps.map((timestep) => interpolate(noiseLevels, timestep)), 0];
  const sigmaAt = (step: number) => sigmas[step] ?? 0;
  return {
    timesteps,
    begin(noise) {
      const most = Math.max(...sigmas);
      const scale = scheduler.spacing === 'leading' ? Math.sqrt(most ** 2 + 1) : most;
      return noise.map((value) => value * scale);
    },
    addNoise: (image, noise, step) => combine(image, noise, (value, added) => value + added * sigmaAt(step)),
    scaleInput(latents, step) {
      const scale = Math.sqrt(sigmaAt(step) ** 2 + 1);
      return latents.map((value) => value / scale);
    },
    advance(latents, prediction, step) {
      const [sigma, next] = [sigmaAt(step), sigmaAt(step + 1)];
      const variance = sigma ** 2 + 1;
      return combine(latents, prediction, (value, predicted) => {
        const image =
          predictionType === 'epsilon' ? value - sigma * predicted : predicted * (-sigma / Math.sqrt(variance)) + value / variance;
        return value + ((value - image) / sigma) * (next - sigma);
      });
    },
  };
}

/** Between the two nearest, because timesteps of linear spacing aren't whole. */
function interpolate(values: readonly number[], at: number): number {
  const below = Math.floor(at);
  const [low, high] = [values[below] ?? 0, values[Math.min(below + 1, values.length - 1)] ?? 0];
  return low + (high - low) * (at - below);
}

/** Constants of consistency models: the variance of the data, and the scale of timesteps in the boundary condition. */
const DATA_DEVIATION = 0.5;
const TIMESTEP_SCALE = 10;

function lcmSchedule(
  { trainingSteps, originalSteps }: Scheduler,
  predictionType: PredictionType,
  alphas: number[],
  steps: number,
  strength: number,
): Schedule {
  const solver = originalSteps ?? steps;
  const ratio = Math.floor(trainingSteps / solver);
  const usable = Math.max(1, Math.floor(solver * strength));
  const taken = Math.min(steps, usable);
  const timesteps = Array.from({ length: taken }, (_, at) => (usable - Math.floor((at * usable) / taken)) * ratio - 1);
  const alphaAt = (step: number) => {
    const timestep = timesteps[step];
    return timestep === undefined ? 1 : (alphas[timestep] ?? 1);
  };
  const addNoise: Schedule['addNoise'] = (image, noise, step) => {
    const alpha = alphaAt(step);
    return combine(image, noise, (value, added) => Math.sqrt(alpha) * value + Math.sqrt(1 - alpha) * added);
  };
  return {
    timesteps,
    begin: (noise) => noise.slice(),
    addNoise,
    scaleInput: (latents) => latents,
    advance(latents, prediction, step, noise) {
      const alpha = alphaAt(step);
      const [signal, rest] = [Math.sqrt(alpha), Math.sqrt(1 - alpha)];
      const scaled = (timesteps[step] ?? 0) * TIMESTEP_SCALE;
      const skip = DATA_DEVIATION ** 2 / (scaled ** 2 + DATA_DEVIATION ** 2);
      const out = scaled / Math.sqrt(scaled ** 2 + DATA_DEVIATION ** 2);
      const denoised = combine(latents, prediction, (value, predicted) => {
        const image = predictionType === 'epsilon' ? (value - rest * predicted) / signal : signal * value - rest * predicted;
        return out * image + skip * value;
      });
      return step + 1 < taken ? addNoise(denoised, noise(), step + 1) : denoised;
    },
  };
}
