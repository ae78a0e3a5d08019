// Good calls upon images that are made: the participant's own are there for nobody else.
import { randomUUID } from 'node:crypto';
import { isSignedIn, type GoodCalls } from './good-call.ts';
import { pictureForm, type RoleName, type World } from './world.ts';

const image = (w: World, rest = '') => `/api/v1/generated-images/${w.imageId}${rest}`;
const generation = (w: World) => `/api/v1/generations/${w.generationId}`;

const forAnybody = (role: RoleName, fine: number): number[] => [isSignedIn(role) ? fine : 401];

function forOwn(role: RoleName, fine: number): number[] {
  if (!isSignedIn(role)) return [401];
  return [role === 'participant' ? fine : 404];
}

export const goodGenerationCalls: GoodCalls = {
  listGenerationModels: (_, role) => ({ path: '/api/v1/generation-models', options: {}, expected: forAnybody(role, 200) }),
  getCredits: (_, role) => ({ path: '/api/v1/credits', options: {}, expected: forAnybody(role, 200) }),
  uploadGenerationSource: async (_, role) => ({
    path: '/api/v1/generation-sources',
    options: await pictureForm(),
    expected: forAnybody(role, 201),
  }),
  getGenerationSource: (w, role) => ({ path: `/api/v1/generation-sources/${w.sourceId}`, options: {}, expected: forOwn(role, 200) }),
  createGeneration: (_, role) => ({
    path: '/api/v1/generations',
    options: {
      headers: { 'idempotency-key': randomUUID() },
      json: { model: 'builtin:illustrator', prompt: 'A cat on the moon', width: 1024, height: 1024, count: 1, seed: 7 },
    },
    expected: forAnybody(role, 202),
  }),
  listGenerations: (_, role) => ({ path: '/api/v1/generations', options: {}, expected: forAnybody(role, 200) }),
  getGeneration: (w, role) => ({ path: generation(w), options: {}, expected: forOwn(role, 200) }),
  cancelGeneration: (w, role) => ({ path: generation(w), options: {}, expected: forOwn(role, 200) }),
  listGeneratedImages: (_, role) => ({ path: '/api/v1/generated-images', options: {}, expected: forAnybody(role, 200) }),
  getGeneratedImage: (w, role) => ({ path: image(w), options: {}, expected: forOwn(role, 200) }),
  deleteGeneratedImage: (w, role) => ({ path: image(w), options: {}, expected: forOwn(role, 204) }),
  restoreGeneratedImage: (w, role) => ({ path: image(w, '/restore'), options: {}, expected: forOwn(role, 200) }),
  addFavouriteImage: (w, role) => ({ path: image(w, '/favourite'), options: {}, expected: forOwn(role, 204) }),
  removeFavouriteImage: (w, role) => ({ path: image(w, '/favourite'), options: {}, expected: forOwn(role, 204) }),
  getGeneratedImageThumb: (w, role) => ({ path: image(w, '/thumb'), options: {}, expected: forOwn(role, 200) }),
  getGeneratedImagePreview: (w, role) => ({ path: image(w, '/preview'), options: {}, expected: forOwn(role, 200) }),
  getGeneratedImageOriginal: (w, role) => ({ path: image(w, '/original'), options: {}, expected: forOwn(role, 200) }),
};
