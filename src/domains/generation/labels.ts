import type { GenerationModel, GenerationTask } from '#src/domains/generation/generation.ts';
import { createDateFormat, formatCount, pluralize } from '#src/lib/format.ts';
import type { Credits, Generation } from './generation.ts';

const dayAndMonth = createDateFormat({ day: 'numeric', month: 'long' });

const creditsLeft = ({ limit, used, reserved }: Credits): number => (limit === null ? Infinity : Math.max(0, limit - used - reserved));

export function creditsLabel(credits: Credits): string {
  if (credits.limit === null) return `${pluralize(credits.used, 'credit', 'credits')} used this month, no limit`;
  // Billing months are in UTC, regardless of the reader's time zone.
  return `${formatCount(creditsLeft(credits))} of ${pluralize(credits.limit, 'credit', 'credits')} left this month, renews ${dayAndMonth(credits.renews_on, 'UTC')}`;
}

/** Why the credits don't cover this cost; null if they do. */
export function creditsDisabledReason(credits: Credits | undefined, cost: number): string | null {
  if (!credits || creditsLeft(credits) >= cost) return null;
  const left = creditsLeft(credits);
  const has = left === 0 ? 'No credits left' : `Only ${pluralize(left, 'credit', 'credits')} left`;
  return `${has} this month. They renew on ${dayAndMonth(credits.renews_on, 'UTC')}.`;
}

/** Why a model's daily limit doesn't cover this number of images; null if it does. */
export function dailyDisabledReason({ left_today: left }: Pick<GenerationModel, 'left_today'>, count: number): string | null {
  // An answer that was cached before there were limits has none.
  if (left == null || left >= count) return null;
  if (left === 0) return 'This model’s images for today are used up. Choose another model, or come back tomorrow.';
  return `Only ${pluralize(left, 'image', 'images')} left today with this model. Choose fewer.`;
}

/** "4 credits" */
export const totalCost = ({ credits: price }: Pick<GenerationModel, 'credits'>, count: number): string =>
  price === 0 ? 'Free' : pluralize(price * count, 'credit', 'credits');

/**
 * What images will cost, wherever they are requested: "1 credit per image, 4 in all, 96 left until December 1".
 * @param credits undefined while they aren't known
 */
export function costLabel({ credits: price }: Pick<GenerationModel, 'credits'>, count: number, credits?: Credits): string {
  if (price === 0) return 'Free';
  const parts = [
    count === 1 ? totalCost({ credits: price }, 1) : `${creditsPerImage({ credits: price })}, ${formatCount(price * count)} in all`,
  ];
  if (credits && credits.limit !== null)
    parts.push(`${formatCount(creditsLeft(credits))} left until ${dayAndMonth(credits.renews_on, 'UTC')}`);
  return parts.join(', ');
}

/** For people who didn't make the image themselves. An older server doesn't say. */
export const madeByLabel = (isAi: boolean | undefined): string | null =>
  isAi === undefined ? null : isAi ? 'Made with AI' : 'Made by a filter or drawing program';

/** Said once, where the costs are. */
export const NOT_CHARGED = 'Images that fail aren’t charged.';

/** Why an unconfirmed account can't use a model; null if it can. */
export const confirmationDisabledReason = (
  { costs_money: costsMoney }: Pick<GenerationModel, 'costs_money'>,
  isConfirmed: boolean,
): string | null => (costsMoney && !isConfirmed ? 'Confirm your email address first.' : null);

export const taskLabels: Record<GenerationTask, { name: string; press: string }> = {
  'text-to-image': { name: 'Create', press: 'Generate' },
  'image-to-image': { name: 'Restyle', press: 'Restyle' },
  erase: { name: 'Erase', press: 'Erase' },
  extend: { name: 'Extend', press: 'Extend' },
  upscale: { name: 'Upscale', press: 'Upscale' },
  'cut-out': { name: 'Cut out', press: 'Cut out' },
};

/** Null without a style. Of a model that isn't available, the style's id has to do. */
export function styleName(
  { model, style }: { model: string | null; style?: string | null | undefined },
  models: readonly GenerationModel[] = [],
): string | null {
  if (!style) return null;
  const known = models.find(({ id }) => id === model)?.capabilities.styles.find(({ id }) => id === style);
  return known?.name ?? `${style.charAt(0).toUpperCase()}${style.slice(1)}`;
}

const hasVocabulary = ({ capabilities }: GenerationModel): boolean => capabilities.vocabulary === true;

const TASKS: readonly GenerationTask[] = ['text-to-image', 'image-to-image', 'erase', 'extend', 'upscale', 'cut-out'];

/**
 * By task, then in the platform's order; the first model of a task is its default. Models with a fixed vocabulary come last: what people make of their
 * own photos is worth more than what these draw. Models that cost money come after the free ones of their task, unless the platform's order begins
 * with one: nobody pays for a default that nobody chose.
 */
export function orderModels(models: readonly GenerationModel[]): GenerationModel[] {
  const firsts = new Map(TASKS.map((task) => [task, models.find((model) => model.task === task)]));
  const isLate = (model: GenerationModel) => model.costs_money && firsts.get(model.task)?.costs_money === false;
  const hasFreeWords = (task: GenerationTask) => models.some((each) => each.task === task && !hasVocabulary(each) && !isLate(each));
  const rank = (model: GenerationModel) =>
    hasVocabulary(model) || (isLate(model) && !hasFreeWords(model.task)) ? TASKS.length : TASKS.indexOf(model.task);
  return models.toSorted((a, b) => rank(a) - rank(b) || Number(isLate(a)) - Number(isLate(b)));
}

/** The tasks of ordered models, each with its name. */
export function tasksOf(models: readonly GenerationModel[]): { task: GenerationTask; name: string }[] {
  return [...new Set(models.map(({ task }) => task))].map((task) => {
    const own = models.filter((model) => model.task === task);
    return { task, name: own.every(hasVocabulary) ? (own[0]?.name ?? '') : taskLabels[task].name };
  });
}

/** What no model here can do, as a sentence; null if nothing is missing. */
export function missingAbilities(models: readonly GenerationModel[]): string | null {
  const painters = models.filter((model) => model.capabilities.prompt !== 'none' && !hasVocabulary(model));
  if (painters.length === 0) return 'Creating images from any description, and painting parts of a photo anew, need an AI model.';
  return painters.some(({ capabilities }) => capabilities.mask)
    ? null
    : 'Painting parts of a photo anew needs an AI model that accepts masks.';
}

/** Capabilities of a model as short labels. */
export function capabilityLabels({ capabilities }: GenerationModel): string[] {
  const { prompt, source, max_count: most, sizes, aspect_ratios: ratios, styles, max_source_pixels: pixels } = capabilities;
  const forms = Math.max(sizes.length, ratios.length);
  return [
    prompt !== 'none' && 'Description',
    source === 'required' && 'Needs an image',
    source === 'optional' && 'Image',
    pixels !== null && `Up to ${pixels / 1e6} megapixels`,
    capabilities.mask && 'Marked areas',
    styles.length > 0 && pluralize(styles.length, 'style', 'styles'),
    forms > 1 && pluralize(forms, 'format', 'formats'),
    most > 1 && `Up to ${most} images`,
    capabilities.negative_prompt && 'Exclusions',
    capabilities.seed && 'Variation number',
    capabilities.steps !== null && 'Refining steps',
    capabilities.background && 'Background',
  ].filter((word) => word !== false);
}

/** What a model can't do, for people who choose one. */
export function limitLabels({ task, is_ai: isAi, capabilities }: GenerationModel): string[] {
  const { prompt, source, mask, vocabulary } = capabilities;
  return [
    vocabulary === true && 'Leaves out words that it doesn’t know',
    task === 'text-to-image' && source === 'none' && 'Can’t start from a photo',
    prompt === 'none' && task === 'image-to-image' && 'Can’t follow a description',
    task === 'erase' && 'Can’t invent what isn’t in the photo',
    task === 'extend' && 'Can’t invent what isn’t in the photo',
    !mask && task === 'image-to-image' && 'Always changes the whole image',
    task === 'cut-out' && 'Only finds people',
    isAi && (task === 'upscale' ? 'Fine details are guessed' : task === 'text-to-image' && 'Hands, faces and text can be wrong'),
  ].filter((word) => typeof word === 'string');
}

export const creditsPerImage = ({ credits }: Pick<GenerationModel, 'credits'>): string =>
  credits === 0 ? 'Free' : `${pluralize(credits, 'credit', 'credits')} per image`;

function queueLabel(before: number | null): string {
  if (before === null) return 'In the queue';
  return before === 0 ? 'Next in line' : `${pluralize(before, 'request', 'requests')} ahead of yours`;
}

export const progressLabel = ({ status, queue_position: before, message }: Generation): string =>
  status === 'queued' ? queueLabel(before) : (message ?? 'Creating…');
