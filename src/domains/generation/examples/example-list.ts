// Examples that ship with the product: pictures made by its built-in models, with their recipes. `npm run screens -- examples` makes them again.
import { EMPTY_RECIPE, type ImageRecipe, sizeKey } from '#src/domains/generation/compose/recipe.ts';

export interface Example {
  id: string;
  title: string;
  /** The whole recipe, except for the source picture. */
  recipe: ImageRecipe;
  /** The photo that it is made from: a file in pictures/. */
  source: 'dance' | 'table' | null;
}

const clipArt = (id: string, title: string, prompt: string, seed: number): Example => ({
  id,
  title,
  recipe: { ...EMPTY_RECIPE, model: 'builtin:illustrator', prompt, size: sizeKey({ width: 1024, height: 1024 }), seed: String(seed) },
  source: null,
});

const restyle = (source: NonNullable<Example['source']>, style: string, title: string): Example => ({
  id: `${source}-${style}`,
  title,
  recipe: { ...EMPTY_RECIPE, model: 'builtin:restyle', style, strength: 1, seed: '0' },
  source,
});

/** Those of one's own photos first, as in the form. */
export const examples: readonly Example[] = [
  restyle('dance', 'poster', 'A dance as a poster'),
  restyle('table', 'oil', 'A table in oil'),
  restyle('dance', 'watercolour', 'A dance in watercolor'),
  restyle('table', 'hatching', 'A table in ink'),
  clipArt('balloons', 'Balloons', 'Two balloons and a cake on a hill at sunset', 41),
  clipArt('moon', 'A cat on the moon', 'A cat on the moon at night with a rocket', 41),
  clipArt('wedding', 'A wedding', 'A bride and a groom at a wedding', 41),
  clipArt('winter', 'Winter', 'A snowman in the snow at dawn', 41),
];

export const findExample = (id: string): Example | undefined => examples.find((one) => one.id === id);
