// One-tap styles: a style of an image-to-image model, or a prompt for a model that takes text. Pure.
import { EMPTY_RECIPE, requestOf, type RecipeSource } from '#src/domains/generation/compose/recipe.ts';
import type { CompleteRequest, GenerationModel, ImageOwner } from '#src/domains/generation/generation.ts';

export interface Look {
  key: string;
  name: string;
  model: GenerationModel;
  /** Id of one of the model's styles. */
  style: string | null;
  prompt: string;
}

/** For models that follow text prompts. Each prompt preserves the people in the photo. */
const DESCRIBED = [
  {
    name: 'Storybook',
    prompt: 'Redraw this photo as a storybook illustration in soft watercolors. Keep every person, their face and their pose recognizable.',
  },
  {
    name: 'Film poster',
    prompt: 'Turn this photo into a painted film poster with dramatic light and no writing. Keep every person and their face recognizable.',
  },
  {
    name: 'Clay figures',
    prompt: 'Show this scene as handmade clay figures in a small stage set. Keep the number of people, their hair, clothes and poses.',
  },
  {
    name: 'Old master',
    prompt: 'Repaint this photo as a seventeenth century oil portrait lit by candles. Keep every person and their face recognizable.',
  },
  {
    name: 'Space crew',
    prompt:
      'Show the people of this photo as the crew of a spaceship, in suits, with the earth behind them. Keep their faces recognizable.',
  },
  {
    name: 'Pixel art',
    prompt: 'Redraw this photo as colorful pixel art of an old video game. Keep the number of people, their hair, clothes and poses.',
  },
] as const;

function looksOfOne(model: GenerationModel): Look[] {
  const { styles, prompt: words } = model.capabilities;
  if (words !== 'required' && styles.length > 0)
    return styles.map(({ id, name }) => ({ key: `${model.id} ${id}`, name, model, style: id, prompt: '' }));
  if (words === 'none') return [{ key: model.id, name: model.name, model, style: null, prompt: '' }];
  return DESCRIBED.map(({ name, prompt }) => ({ key: `${model.id} ${name}`, name, model, style: null, prompt }));
}

/** Leaves out models that don't restyle, such as upscaling and background removal. */
export function looksOf(models: readonly GenerationModel[]): Look[] {
  return models
    .filter(({ task, capabilities }) => (task === 'image-to-image' || task === 'text-to-image') && capabilities.source !== 'none')
    .flatMap(looksOfOne);
}

export function lookRequest(
  { model, style, prompt }: Look,
  source: RecipeSource,
  owner: ImageOwner,
  strength = EMPTY_RECIPE.strength,
): CompleteRequest {
  return requestOf({ ...EMPTY_RECIPE, prompt, style: style ?? '', strength, source }, model, owner);
}
