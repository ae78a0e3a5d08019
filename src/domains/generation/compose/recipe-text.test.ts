import { describe, expect, test } from 'vitest';
import { parseRecipeText, recipeText, type RecipeFacts } from './recipe-text.ts';

const models = [
  { id: 'builtin:painter', name: 'Painter', capabilities: { styles: [] } },
  { id: 'fal:flux/dev', name: 'FLUX, dev (fast)', capabilities: { styles: [{ id: 'oil', name: 'Oil, on canvas' }] } },
];
const facts: RecipeFacts = {
  prompt: 'A lighthouse: dusk, Seed of light\nsecond line',
  negative_prompt: 'blurry, text',
  model: 'fal:flux/dev',
  modelName: 'FLUX, dev (fast)',
  width: 1024,
  height: 768,
  aspect_ratio: null,
  style: 'oil',
  styleName: 'Oil, on canvas',
  strength: 0.6,
  seed: 7,
};

describe('a recipe as text', () => {
  test('has the prompt, the settings in plain words, and a link that opens the form with their ids', () => {
    const lines = recipeText(facts, 'https://photos.example').split('\n');
    expect(lines.slice(0, 4)).toEqual([
      'A lighthouse: dusk, Seed of light',
      'second line',
      'Negative prompt: blurry, text',
      'Model: FLUX  dev  fast , Seed: 7, Size: 1024x768, Style: Oil  on canvas, Strength: 0.6',
    ]);
    const link = new URL(lines[4] ?? '');
    expect(link.pathname).toBe('/dashboard/generate');
    const exact = 'Model: FLUX  dev  fast  (fal:flux/dev), Seed: 7, Size: 1024x768, Style: oil, Strength: 0.6';
    expect(link.searchParams.get('recipe')).toBe([...lines.slice(0, 3), exact].join('\n'));
  });

  test('fills the form again, with its link and without', () => {
    const text = recipeText(facts, 'https://photos.example');
    const filled = {
      prompt: facts.prompt,
      negativePrompt: 'blurry, text',
      model: 'fal:flux/dev',
      seed: '7',
      size: '1024x768',
      style: 'oil',
      strength: 0.6,
    };
    expect(parseRecipeText(text, models)).toEqual(filled);
    expect(parseRecipeText(new URL(text.split('\n')[4] ?? '').searchParams.get('recipe') ?? '', models)).toEqual(filled);
  });

  test('of an organization opens the form of that organization', () => {
    const link = new URL(recipeText(facts, 'https://photos.example', 'o1').split('\n')[4] ?? '');
    expect([link.pathname, link.searchParams.get('organization')]).toEqual(['/dashboard/generate', 'o1']);
    expect(parseRecipeText(link.searchParams.get('recipe') ?? '', models)).toMatchObject({ seed: '7' });
  });

  test('of an earlier release, with ids, fills the form as well', () => {
    const text = 'Model: FLUX  dev  fast  (fal:flux/dev), Seed: 7, Style: oil, Strength: 0.6';
    expect(parseRecipeText(text, models)).toMatchObject({ model: 'fal:flux/dev', style: 'oil', seed: '7' });
  });

  test('of a restyle has no prompt', () => {
    const text = recipeText({ ...facts, prompt: '', negative_prompt: '', seed: null }, 'https://photos.example');
    expect(parseRecipeText(text, models)).toMatchObject({ prompt: '', model: 'fal:flux/dev', style: 'oil' });
  });

  test('of another tool is read as far as the form has its fields', () => {
    const text =
      'a castle, (masterpiece:1.2)\r\nNegative prompt: lowres\r\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 1234, Size: 512x768, Model hash: 6ce, Model: dreamlike, Denoising strength: 0.4';
    expect(parseRecipeText(text, models)).toEqual({
      prompt: 'a castle, (masterpiece:1.2)',
      negativePrompt: 'lowres',
      seed: '1234',
      size: '512x768',
      strength: 0.4,
    });
  });

  test.each(['A lighthouse at dusk', 'Model: a small boat', 'Ingredients: eggs, Style: rustic', '', 'Title: my, seed of doubt'])(
    'is not found in the plain prompt %j',
    (text) => expect(parseRecipeText(text, models)).toBeNull(),
  );

  test('takes no seed or size that is none', () => {
    expect(parseRecipeText('a\nSeed: 99999999999, Size: huge, Model: Painter', models)).toEqual({
      prompt: 'a',
      negativePrompt: '',
      model: 'builtin:painter',
    });
  });
});
