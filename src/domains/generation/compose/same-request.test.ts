import { describe, expect, it } from 'vitest';
import type { CompleteRequest, Generation, GenerationModel } from '#src/domains/generation/generation.ts';
import { buildGeneratedImage, buildGeneration, buildModel } from '#tests/support/factories/api.ts';
import { EMPTY_RECIPE, requestOf, type ImageRecipe } from './recipe.ts';
import { findSameRequest, otherSeed } from './same-request.ts';

const styles = ['oil', 'neon'].map((id) => ({ id, name: id }));
const filter = buildModel(
  { id: 'filter', task: 'image-to-image' },
  { source: 'required', strength: true, seed: true, default_seed: 0, styles },
);
const drawer = buildModel({ id: 'drawer' }, { prompt: 'required', seed: true, max_count: 4, sizes: [{ width: 1024, height: 1024 }] });
const upscaler = buildModel({ id: 'upscale', task: 'upscale', is_ai: true }, { source: 'required' });
const painter = buildModel({ id: 'painter', is_ai: true }, { prompt: 'required' });

const source = { kind: 'photo' as const, id: 'p1', event_id: 'e1' };
const image = buildGeneratedImage({ id: 'made' });
const wanted = (model: GenerationModel, recipe: Partial<ImageRecipe>): CompleteRequest =>
  requestOf({ ...EMPTY_RECIPE, ...recipe }, model, null);
/** As the server completes and answers it. */
const made = (
  model: GenerationModel,
  recipe: Partial<ImageRecipe>,
  { seed = 0, ...rest }: Partial<Generation> & { seed?: number | null } = {},
) => {
  const { organization_id: _owner, ...request } = wanted(model, recipe);
  return buildGeneration({ status: 'succeeded', images: [image], request: { ...request, seed: request.seed ?? seed }, ...rest });
};

describe('the same request', () => {
  const oil = { source, style: 'oil', strength: 0.6 };

  it('is found by all that decides about its image', () => {
    expect(findSameRequest(wanted(filter, oil), filter, [made(filter, oil)])).toEqual({ image });
    const others: Partial<ImageRecipe>[] = [
      { ...oil, style: 'neon' },
      { ...oil, strength: 0.5 },
      { ...oil, source: { ...source, id: 'p2' } },
      { ...oil, seed: '1' },
    ];
    for (const other of others) expect(findSameRequest(wanted(filter, other), filter, [made(filter, oil)])).toBeNull();
    expect(findSameRequest(wanted(filter, { ...oil, seed: '0' }), filter, [made(filter, oil)])).toEqual({ image });
  });

  it('has no random number, and no model that makes something else each time', () => {
    const cat = { prompt: 'A cat' };
    expect(findSameRequest(wanted(drawer, cat), drawer, [made(drawer, cat, { seed: 7 })])).toBeNull();
    expect(findSameRequest(wanted(drawer, { ...cat, seed: '7' }), drawer, [made(drawer, cat, { seed: 7 })])).toEqual({ image });
    expect(findSameRequest(wanted(painter, cat), painter, [made(painter, cat, { seed: null })])).toBeNull();
    expect(findSameRequest(wanted(upscaler, { source }), upscaler, [made(upscaler, { source }, { seed: null })])).toEqual({ image });
  });

  it('of more images than before makes new ones', () => {
    const two = { prompt: 'A cat', seed: '7', count: 2 };
    expect(findSameRequest(wanted(drawer, { ...two, count: 4 }), drawer, [made(drawer, two)])).toBeNull();
    expect(findSameRequest(wanted(drawer, { ...two, count: 1 }), drawer, [made(drawer, two)])).toEqual({ image });
  });

  it('counts while it is being made, and not once it failed or its image is deleted', () => {
    const of = (generation: Partial<Generation>) => findSameRequest(wanted(filter, oil), filter, [made(filter, oil, generation)]);
    expect(of({ status: 'running', images: [] })).toEqual({ image: null });
    expect(of({ status: 'failed', images: [] })).toBeNull();
    expect(of({ images: [{ ...image, deleted_at: '2026-11-20T21:14:07.000Z' }] })).toBeNull();
  });

  it('another number is one with which nothing was made', () => {
    const requests = [made(filter, oil), made(filter, { ...oil, seed: '1' })];
    expect(otherSeed(wanted(filter, oil), filter, requests)).toBe(2);
    expect(otherSeed(wanted(upscaler, { source }), upscaler, [made(upscaler, { source })])).toBeNull();
  });
});
