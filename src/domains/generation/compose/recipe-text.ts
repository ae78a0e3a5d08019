// A recipe as text, to copy and paste: the prompt, then its settings on one line, as common image tools write them. Pure.
import type { GenerationModel, GenerationRequest, ImageOwner } from '#src/domains/generation/generation.ts';
import { type ImageRecipe, isSeed, sizeKey } from './recipe.ts';

const NEGATIVE = 'Negative prompt:';
/** The separator of settings, which values don't contain. */
const SETTING = /(?:^|, )([A-Za-z][A-Za-z ]*): /g;

export type RecipeFacts = Pick<
  GenerationRequest,
  'prompt' | 'negative_prompt' | 'model' | 'width' | 'height' | 'aspect_ratio' | 'style' | 'strength'
> & { seed: number | null; modelName: string; styleName: string | null };

/** A name without what separates settings. */
const plain = (name: string) => name.replaceAll(/[,:()]/g, ' ');

/**
 * The settings in plain words, and a link with the ids of model and style, whose names others may have too.
 * @param origin of this installation, for the link that opens the form
 * @param owner whose form it is: members open that of their organization again, others their own
 */
export function recipeText(facts: RecipeFacts, origin: string, owner: ImageOwner = null): string {
  const { model, modelName, style, styleName } = facts;
  const text = textOf({ ...facts, model: plain(modelName), style: styleName === null ? style : plain(styleName) });
  const exact = textOf({ ...facts, model: `${plain(modelName)} (${model})` });
  const workspace = owner === null ? '' : `organization=${owner}&`;
  return `${text}\n${origin}/dashboard/generate?${workspace}recipe=${encodeURIComponent(exact)}`;
}

function textOf(facts: RecipeFacts): string {
  const { prompt, negative_prompt: negative, model, width, height, aspect_ratio: ratio, seed, style, strength } = facts;
  const settings: [string, string | null][] = [
    ['Model', model],
    ['Seed', seed === null ? null : String(seed)],
    ['Size', width === null || height === null ? null : sizeKey({ width, height })],
    ['Aspect ratio', ratio],
    ['Style', style],
    ['Strength', strength === null ? null : String(strength)],
  ];
  const line = settings.flatMap(([name, value]) => (value === null ? [] : `${name}: ${value}`)).join(', ');
  return [prompt, ...(negative === '' ? [] : [`${NEGATIVE} ${negative}`]), line].filter((part) => part !== '').join('\n');
}

type KnownModel = Pick<GenerationModel, 'id' | 'name'> & { capabilities: Pick<GenerationModel['capabilities'], 'styles'> };

/**
 * Reads a recipe that was copied here or from another tool.
 * @returns the fields that it sets; null if the text is a plain prompt
 */
export function parseRecipeText(text: string, models: readonly KnownModel[]): Partial<ImageRecipe> | null {
  const lines = text.trim().split(/\r?\n/);
  const at = lines.findLastIndex((line) => {
    const names = settingsOf(line);
    return names.has('seed') || (names.has('model') && names.size > 1);
  });
  if (at < 0) return null;
  const settings = settingsOf(lines[at] ?? '');
  const negativeAt = lines.findIndex((line, index) => index < at && line.startsWith(NEGATIVE));
  const promptEnd = negativeAt < 0 ? at : negativeAt;
  const model = modelOf(settings.get('model'), models);
  const seed = settings.get('seed');
  const style = settings.get('style');
  const strength = Number(settings.get('strength') ?? settings.get('denoising strength') ?? Number.NaN);
  return {
    prompt: lines.slice(0, promptEnd).join('\n').trim(),
    negativePrompt: negativeAt < 0 ? '' : lines.slice(negativeAt, at).join('\n').slice(NEGATIVE.length).trim(),
    ...(model !== undefined && { model: model.id }),
    ...(seed !== undefined && isSeed(seed) && { seed }),
    ...(/^\d{1,5}x\d{1,5}$/.test(settings.get('size') ?? '') && { size: settings.get('size') }),
    ...(settings.has('aspect ratio') && { aspectRatio: settings.get('aspect ratio') }),
    ...(style !== undefined && { style: model?.capabilities.styles.find(({ name }) => plain(name) === style)?.id ?? style }),
    ...(strength >= 0 && strength <= 1 && { strength }),
  };
}

/** Of a line such as "Seed: 7, Size: 64x64". Empty if the line begins otherwise. */
function settingsOf(line: string): ReadonlyMap<string, string> {
  const marks = [...line.matchAll(SETTING)];
  if (marks[0]?.index !== 0) return new Map();
  return new Map(
    marks.map((mark, index) => [
      (mark[1] ?? '').toLowerCase(),
      line.slice(mark.index + mark[0].length, marks[index + 1]?.index ?? line.length).trim(),
    ]),
  );
}

/** Undefined if this installation has no such model: the form keeps its own. */
function modelOf(given: string | undefined, models: readonly KnownModel[]): KnownModel | undefined {
  const id = /\(([^()]+)\)$/.exec(given ?? '')?.[1];
  return models.find((model) => model.id === id || model.id === given || model.name === given || plain(model.name).trim() === given);
}
