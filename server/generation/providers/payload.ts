// Input for a provider: the check against the model's capabilities, the split into several requests, and the images.
import sharp from 'sharp';
import {
  type CatalogModel,
  type Generator,
  GeneratorError,
  type GeneratorRequest,
  type GeneratorResult,
  type MadeImage,
  type Picture,
} from '#server/generation/generator.ts';

type Capabilities = CatalogModel['capabilities'];

/** Capabilities of a model with a prompt and the given options. */
export const defineCapabilities = (some: Partial<Capabilities> & Pick<Capabilities, 'max_count' | 'max_prompt_length'>): Capabilities => ({
  prompt: 'required',
  negative_prompt: false,
  seed: false,
  steps: null,
  strength: false,
  source: 'none',
  mask: false,
  background: false,
  progress: false,
  max_source_pixels: null,
  sizes: [],
  aspect_ratios: [],
  styles: [],
  ...some,
});

export const imageSizes = (...texts: `${number}x${number}`[]): Capabilities['sizes'] =>
  texts.map((text) => {
    const [width = 0, height = 0] = text.split('x').map(Number);
    return { width, height };
  });

/** Also the longest that the contract lets through. */
export const MAX_PROMPT_LENGTH = 4000;

/** The reason of a refusal, or null. The API checks the same before; capabilities in the database may be outdated. */
export function unsupportedReason({ name, capabilities }: CatalogModel, request: GeneratorRequest): string | null {
  const { size, aspectRatio } = request;
  const fits = (list: Capabilities['sizes']) => list.some(({ width, height }) => width === size?.width && height === size.height);
  const refusals: [boolean, string][] = [
    [capabilities.prompt === 'required' && request.prompt.trim() === '', 'needs a prompt'],
    [request.prompt.length > capabilities.max_prompt_length, `supports prompts of at most ${capabilities.max_prompt_length} characters`],
    [request.negativePrompt !== '' && !capabilities.negative_prompt, 'doesn’t support negative prompts'],
    [request.seed !== null && !capabilities.seed, 'doesn’t support seeds'],
    [request.steps !== null && !allowsSteps(capabilities.steps, request.steps), 'doesn’t support this number of steps'],
    [request.strength !== null && !capabilities.strength, 'doesn’t support strength'],
    [request.source === null && capabilities.source === 'required', 'requires a source image'],
    [request.source !== null && capabilities.source === 'none', 'doesn’t support source images'],
    [request.mask !== null && !capabilities.mask, 'doesn’t support masks'],
    [request.mask !== null && request.source === null, 'supports a mask only with a source image'],
    [request.background !== null && !capabilities.background, 'doesn’t support backgrounds'],
    [request.style !== null && !capabilities.styles.some(({ id }) => id === request.style), 'doesn’t support this style'],
    [request.count > capabilities.max_count, `creates at most ${capabilities.max_count} images at once`],
    [size !== null && !fits(capabilities.sizes), 'doesn’t support this size'],
    [aspectRatio !== null && !capabilities.aspect_ratios.includes(aspectRatio), 'doesn’t support this aspect ratio'],
  ];
  const [first] = refusals.filter(([refused]) => refused);
  return first ? `${name} ${first[1]}.` : null;
}

const allowsSteps = (range: Capabilities['steps'], steps: number): boolean => range !== null && steps >= range.min && steps <= range.max;

/** The generator of a provider, which is handed only what its models take. */
export function rejectUnsupported(models: readonly CatalogModel[], provider: string, generator: Generator): Generator {
  return {
    async generate(request, context) {
      context.signal.throwIfAborted();
      const model = models.find((candidate) => candidate.model === request.model);
      if (!model) throw new GeneratorError('model_unavailable', `${provider} doesn’t offer this model.`);
      const refused = unsupportedReason(model, request);
      if (refused !== null) throw new GeneratorError('unsupported', refused);
      return generator.generate(request, context);
    },
  };
}

export interface RequestPart {
  count: number;
  /** Of its first image. */
  seed: number | null;
}

const SEEDS = 2 ** 32;

/** @param atOnce images of one part; seeds continue across parts, so that all images differ */
export function splitRequest({ count, seed }: Pick<GeneratorRequest, 'count' | 'seed'>, atOnce: number): RequestPart[] {
  // After the last seed comes the first; a provider that counts on by itself may not know.
  const most = seed !== null && seed + count > SEEDS ? 1 : atOnce;
  return Array.from({ length: Math.ceil(count / most) }, (_, index) => ({
    count: Math.min(most, count - index * most),
    seed: seed === null ? null : seedOf(seed, index * most),
  }));
}

/** The seed of the image that comes `index` after the first. */
export const seedOf = (first: number, index: number): number => (first + index) % SEEDS;

type PartOutcome = PromiseSettledResult<{ images: MadeImage[]; warnings: GeneratorResult['warnings'] }>;

/** Combines the images of all parts, with warnings for failed ones. @throws the first error if all failed */
export function mergeOutcomes(outcomes: readonly PartOutcome[], asked: number): GeneratorResult {
  const images = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value.images : []));
  const warnings = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value.warnings : []));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (images.length === 0 && failed) throw failed.reason;
  const told = warnings.filter(({ code }, index) => warnings.findIndex((other) => other.code === code) === index);
  const missing = asked - images.length;
  if (missing > 0) {
    const why = failed?.reason instanceof Error ? ` ${failed.reason.message}` : '';
    told.push({ code: 'images_missing', message: `${missing} of ${asked} images weren’t created.${why}` });
  }
  return { images: images.slice(0, asked), warnings: told };
}

/** What providers are sent at most on the longer edge: none makes more of a larger one. */
const LONGEST_EDGE = 2048;
const MOST_PIXELS = 100_000_000;

export function contentTypeOf(bytes: Buffer): Picture['contentType'] | null {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp';
  return null;
}

export const dataUri = ({ bytes, contentType }: Picture): string => `data:${contentType};base64,${bytes.toString('base64')}`;

export interface SentPictures {
  source: Picture | null;
  /** Of the source's size; white is where it may be changed. */
  mask: Picture | null;
}

/** The source no larger than providers use it, and its mask of the same size. */
export async function preparePictures(source: Picture | null, mask: Picture | null): Promise<SentPictures> {
  if (!source) return { source: null, mask: null };
  const { width, height } = await sharp(source.bytes, { limitInputPixels: MOST_PIXELS }).metadata();
  const scale = Math.min(1, LONGEST_EDGE / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const smaller = scale === 1 ? source : await resized(source, size);
  return { source: smaller, mask: mask && (await grayMask(mask, size)) };
}

async function resized(picture: Picture, size: { width: number; height: number }): Promise<Picture> {
  const image = sharp(picture.bytes, { limitInputPixels: MOST_PIXELS }).resize({ ...size, fit: 'fill' });
  const { hasAlpha } = await sharp(picture.bytes).metadata();
  return hasAlpha
    ? { bytes: await image.png().toBuffer(), contentType: 'image/png' }
    : { bytes: await image.jpeg({ quality: 95 }).toBuffer(), contentType: 'image/jpeg' };
}

async function grayMask(mask: Picture, size: { width: number; height: number }): Promise<Picture> {
  const bytes = await sharp(mask.bytes, { limitInputPixels: MOST_PIXELS })
    .flatten({ background: 'black' })
    .resize({ ...size, fit: 'fill' })
    .greyscale()
    .toColourspace('b-w')
    .png()
    .toBuffer();
  return { bytes, contentType: 'image/png' };
}

/** OpenAI edits transparent areas, others edit white ones. */
export async function transparentMask(mask: Picture): Promise<Picture> {
  const { data, info } = await sharp(mask.bytes).negate().toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const bytes = await sharp({ create: { width, height, channels: 3, background: 'black' } })
    .joinChannel(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  return { bytes, contentType: 'image/png' };
}
