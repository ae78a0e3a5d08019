import { checkPrompt } from '#server/generation/builtin/illustrator/check-prompt.ts';
import {
  cutOutModel,
  eraseModel,
  extendModel,
  illustratorModel,
  MAX_EDITED_SIDE,
  MAX_UPSCALE_SECONDS,
  MOST_ERASED,
  MUCH_ERASED,
  NOBODY,
  restyleModel,
  TOO_MUCH_ERASED,
  upscaleModel,
} from '#server/generation/builtin/models.ts';
// The provider of built-in models: no key, no network.
import {
  openTaskProcess,
  type TaskProcess,
  type TaskProcessLimits,
  type StartTaskProcess,
} from '#server/generation/builtin/task-process.ts';
import { createUpscalePace, type UpscalePace } from '#server/generation/builtin/upscale-estimate.ts';
import {
  GeneratorError,
  type Generator,
  type GeneratorContext,
  type GeneratorRequest,
  type GeneratorResult,
  type MadeImage,
  type Picture,
  type Provider,
} from '#server/generation/generator.ts';
import { isReduced, planCanvas } from '#server/generation/outpaint.ts';
import type { SensitiveCheck } from '#server/generation/provenance.ts';

interface BuiltinProvider extends Provider {
  sensitive: SensitiveCheck;
  close(): void;
}

type Make = (request: GeneratorRequest, context: GeneratorContext) => Promise<GeneratorResult>;

const SEEDS = 2 ** 32;
/** One draws, one changes photos in their full size, and one judges, which must not wait for a large upscale. Together they rest below 700 MB. */
const drawingLimits: TaskProcessLimits = { taskMs: 60_000, idleMs: 60_000, recycleBytes: 260e6, maxBytes: 650e6 };
const previewLimits: TaskProcessLimits = { taskMs: 20_000, idleMs: 60_000, recycleBytes: 200e6, maxBytes: 350e6 };
/** It works on photos of full size, as the result does: for seconds, in which no style waits. Rare, so it ends soon. */
const editPreviewLimits: TaskProcessLimits = { taskMs: 20_000, idleMs: 10_000, recycleBytes: 200e6, maxBytes: 600e6 };
const neuralLimits: TaskProcessLimits = { taskMs: MAX_UPSCALE_SECONDS * 1000, idleMs: 60_000, recycleBytes: 200e6, maxBytes: 600e6 };
const judgingLimits: TaskProcessLimits = { taskMs: 60_000, idleMs: 60_000, recycleBytes: 220e6, maxBytes: 600e6 };

export function openBuiltinProvider(start?: StartTaskProcess): BuiltinProvider {
  const drawing = openTaskProcess(drawingLimits, start);
  const neural = openTaskProcess(neuralLimits, start);
  // Somebody moves a slider and waits: never behind an image of full size.
  const previewing = openTaskProcess(previewLimits, start);
  const previewingEdits = openTaskProcess(editPreviewLimits, start);
  const judging = openTaskProcess(judgingLimits, start);
  // Beside an upscale that runs, so that nobody waits for its end. The network is small.
  const pace = createUpscalePace(async () => (await judging.run('time-upscale', {}, atOnce())).tileMs);
  const makers = new Map<string, Make>([
    [illustratorModel.model, illustratorOf(drawing)],
    [restyleModel.model, restyleOf(drawing)],
    [upscaleModel.model, upscaleOf(neural, pace)],
    [cutOutModel.model, cutOutOf(neural)],
    [eraseModel.model, eraseOf(neural)],
    [extendModel.model, extendOf(neural)],
  ]);
  const generator: Generator = {
    async generate(request, context) {
      const make = makers.get(request.model);
      if (!make) throw new GeneratorError('not_configured', 'This model is no longer available.');
      return make(request, context);
    },
    async preview({ model, ...ask }) {
      if (model !== restyleModel.model) throw new GeneratorError('unsupported', 'This model has no previews.');
      return picture(await previewing.run('restyle', { ...ask, strength: 1 }, atOnce()), null);
    },
    async sketch({ model, longest, size, ...ask }) {
      if (model !== illustratorModel.model) throw new GeneratorError('unsupported', 'This model has no previews.');
      const scale = Math.min(1, longest / Math.max(size.width, size.height));
      const small = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
      return picture(await previewing.run('illustrate', { ...ask, size: small }, atOnce()), null);
    },
    async tiles({ model, ...ask }) {
      if (model !== restyleModel.model) throw new GeneratorError('unsupported', 'This model has no previews.');
      return picture(await previewing.run('restyle-tiles', ask, atOnce()), null);
    },
    async previewEdit({ longest, signal, ...request }) {
      const work = { ...atOnce(), signal };
      if (request.model === eraseModel.model) return picture(await eraseBy(previewingEdits, request, work, longest), null);
      if (request.model === extendModel.model) return picture(await extendBy(previewingEdits, request, work, longest), null);
      if (request.model === cutOutModel.model) {
        const { background = null } = request;
        return picture(await judging.run('cut-out', { source: sourceOf(request), background, longest }, work), null);
      }
      throw new GeneratorError('unsupported', 'This model has no previews.');
    },
    estimate(model) {
      if (model === upscaleModel.model) return (size) => pace.estimate(size);
      return estimateOf(model, model === eraseModel.model ? cutsPeople : null);
    },
    sourceCheck: (model) => (model === cutOutModel.model ? async (source) => ((await findPeople(source)) ? null : NOBODY) : null),
  };
  const atOnce = () => ({ signal: new AbortController().signal, onProgress: () => undefined });
  const cutsPeople = async (ask: { source: Picture; mask: Picture }) => (await judging.run('find-cut-people', ask, atOnce())).isAnybody;
  const findPeople = async (source: Picture) => (await judging.run('find-people', { source }, atOnce())).isAnybody;
  return {
    id: 'builtin',
    name: 'Built in',
    models: [restyleModel, eraseModel, extendModel, upscaleModel, cutOutModel, illustratorModel],
    generator,
    sensitive: {
      async judge(source) {
        try {
          return (await judging.run('judge', { source }, atOnce())).probability;
        } catch (error) {
          if (error instanceof GeneratorError && error.code === 'not_configured') return null;
          throw error;
        }
      },
    },
    close() {
      drawing.close();
      neural.close();
      previewing.close();
      previewingEdits.close();
      judging.close();
    },
  };
}

function sourceOf({ source }: Pick<GeneratorRequest, 'source'>): Picture {
  if (!source) throw new GeneratorError('invalid_request', 'Choose an image first.');
  return source;
}

/** Messages between processes contain a Uint8Array instead of a Buffer. */
const picture = ({ bytes, contentType }: Picture, seed: number | null): MadeImage => ({ bytes: Buffer.from(bytes), contentType, seed });

const longestSides: ReadonlyMap<string, number> = new Map([
  [restyleModel.model, MAX_EDITED_SIDE],
  [cutOutModel.model, MAX_EDITED_SIDE],
  [extendModel.model, MAX_EDITED_SIDE],
  [eraseModel.model, MAX_EDITED_SIDE],
]);

/**
 * What the models that make a large image smaller say before.
 * @param cutsPeople whether the edge of a mask runs through a person
 */
function estimateOf(
  model: string,
  cutsPeople: ((ask: { source: Picture; mask: Picture }) => Promise<boolean>) | null,
): ReturnType<NonNullable<Generator['estimate']>> {
  const longest = longestSides.get(model);
  if (longest === undefined) return null;
  return async (source) => {
    const { canvas, place } = planCanvas(source, source.ratio ?? source.width / source.height, 'center', longest);
    const words = `This image is larger than the model supports, so the result will be smaller: ${canvas.width} × ${canvas.height} pixels.`;
    const share = source.markedShare ?? 0;
    const isCut = cutsPeople !== null && source.read && share > 0 && share <= MOST_ERASED ? await cutsPeople(await source.read()) : false;
    const message = [isReduced(source, place) ? words : null, markedWarning(share, isCut)].filter((each) => each !== null).join(' ');
    const isDiscouraged = isCut || share > TOO_MUCH_ERASED;
    return { ...canvas, seconds: null, message: message === '' ? null : message, ...(isDiscouraged && { is_discouraged: true }) };
  };
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** What to expect of an area that is to be erased. */
function markedWarning(share: number, isCut: boolean): string | null {
  const marked = `You marked ${percent(share)} of the image.`;
  if (share > MOST_ERASED) return `${marked} At most ${percent(MOST_ERASED)} can be erased.`;
  if (isCut)
    return 'The area cuts through a person, of whom odd pieces would remain. Mark the whole person, or extend or crop the image instead.';
  const unfit = `${marked} So large an area often gets something that doesn’t fit:`;
  if (share > TOO_MUCH_ERASED) return `${unfit} extend or crop the image instead, or mark less.`;
  return share <= MUCH_ERASED ? null : `${unfit} look at the preview first, or mark less.`;
}

const sizeWarnings = (isSmaller: boolean) =>
  isSmaller ? [{ code: 'source_reduced', message: 'The image was larger than this model supports, so the result is smaller.' }] : [];

function restyleOf(lane: TaskProcess): Make {
  return async (request, context) => {
    const { style, strength, seed } = request;
    const source = sourceOf(request);
    if (style === null) throw new GeneratorError('invalid_request', 'Choose a style first.');
    context.onProgress({ progress: 0, message: 'Restyling' });
    const answer = await lane.run('restyle', { source, style, strength: strength ?? 1, seed: seed ?? 0 }, context);
    context.onProgress({ progress: 1 });
    return { images: [picture(answer, seed)], warnings: sizeWarnings(answer.isSmaller) };
  };
}

function upscaleOf(lane: TaskProcess, pace: UpscalePace): Make {
  return async (request, context) => {
    const answer = await lane.run('upscale', { source: sourceOf(request) }, context);
    pace.note(answer.tileMs);
    return { images: [picture(answer, null)], warnings: [] };
  };
}

function cutOutOf(lane: TaskProcess): Make {
  return async (request, context) => {
    const answer = await lane.run('cut-out', { source: sourceOf(request), background: request.background }, context);
    return { images: [picture(answer, null)], warnings: sizeWarnings(answer.isSmaller) };
  };
}

type Edit = Pick<GeneratorRequest, 'source' | 'mask' | 'outpaint'>;
type Work = Pick<GeneratorContext, 'signal' | 'onProgress'>;

/** @param longest of a preview, in pixels */
async function eraseBy(lane: TaskProcess, edit: Edit, work: Work, longest?: number) {
  if (!edit.mask) throw new GeneratorError('invalid_request', 'Mark what to erase first.');
  return lane.run('erase', { source: sourceOf(edit), mask: edit.mask, ...(longest !== undefined && { longest }) }, work);
}

/** @param longest of a preview, in pixels */
async function extendBy(lane: TaskProcess, edit: Edit, work: Work, longest?: number) {
  if (!edit.outpaint) throw new GeneratorError('invalid_request', 'Choose a format first.');
  return lane.run('extend', { source: sourceOf(edit), ...edit.outpaint, ...(longest !== undefined && { longest }) }, work);
}

function eraseOf(lane: TaskProcess): Make {
  return async (request, context) => ({ images: [picture(await eraseBy(lane, request, context), null)], warnings: [] });
}

function extendOf(lane: TaskProcess): Make {
  return async (request, context) => {
    const answer = await extendBy(lane, request, context);
    return { images: [picture(answer, null)], warnings: sizeWarnings(answer.isSmaller) };
  };
}

function illustratorOf(lane: TaskProcess): Make {
  return async ({ prompt, negativePrompt, size, count, seed }, { signal, onProgress, onImage }) => {
    if (!size) throw new GeneratorError('invalid_request', 'Clip art requires a size.');
    const images: MadeImage[] = [];
    for (let index = 0; index < count; index++) {
      onProgress({ progress: index / count, message: count === 1 ? 'Drawing' : `Drawing ${index + 1} of ${count}` });
      const own = ((seed ?? 0) + index) % SEEDS;
      const answer = await lane.run('illustrate', { prompt, negativePrompt, size, seed: own }, { signal, onProgress: () => undefined });
      const image = picture(answer, own);
      images.push(image);
      onImage?.(image, index);
    }
    onProgress({ progress: 1, message: 'Saving' });
    const { missing } = checkPrompt(prompt, negativePrompt);
    return {
      images,
      warnings: missing.length > 0 ? [{ code: 'words_not_drawn', message: `Clip art left out: ${missing.join(', ')}.` }] : [],
    };
  };
}
