// Valid calls on generated images and the library. Nobody else can see the participant's images and collection.
import { randomUUID } from 'node:crypto';
import { pictureForm, type RoleName, type Fixture } from './fixture.ts';
import { type GoodCalls, isSignedIn } from './good-call.ts';

const collection = (w: Fixture, rest = '') => `/api/v1/image-collections/${w.collectionId}${rest}`;

const forAnybody = (role: RoleName, fine: number): number[] => [isSignedIn(role) ? fine : 401];

function forOwn(role: RoleName, fine: number): number[] {
  if (!isSignedIn(role)) return [401];
  return [role === 'participant' ? fine : 404];
}

const ids = (w: Fixture) => ({ json: { ids: [w.imageId, w.photoId] } });

export const goodImageCalls: GoodCalls = {
  deleteGeneratedImages: (w, role) => ({ options: ids(w), expected: forAnybody(role, 200) }),
  restoreGeneratedImages: (w, role) => ({ options: ids(w), expected: forAnybody(role, 200) }),
  listImages: (_, role) => ({ expected: forAnybody(role, 200) }),
  listImageMonths: (_, role) => ({ expected: forAnybody(role, 200) }),
  listImageCollections: (_, role) => ({ expected: forAnybody(role, 200) }),
  createImageCollection: (_, role) => ({
    options: { json: { id: randomUUID(), name: 'For the album' } },
    expected: forAnybody(role, 201),
  }),
  renameImageCollection: (w, role) => ({ path: collection(w), expected: forOwn(role, 200) }),
  addToImageCollection: (w, role) => ({ path: collection(w, '/images'), options: ids(w), expected: forOwn(role, 200) }),
  removeFromImageCollection: (w, role) => ({ path: collection(w, '/images/remove'), options: ids(w), expected: forOwn(role, 200) }),
  // A separate collection, because concurrent calls need the other one.
  deleteImageCollection: async (w, role) => {
    if (role !== 'participant') return { path: collection(w), expected: forOwn(role, 204) };
    const id = randomUUID();
    await w.call(role, 'POST', '/api/v1/image-collections', { json: { id, name: 'For a moment' } });
    return { path: `/api/v1/image-collections/${id}`, expected: [204] };
  },
  restoreImageCollection: (w, role) => ({ path: collection(w, '/restore'), expected: forOwn(role, 200) }),
};

const image = (w: Fixture, rest = '') => `/api/v1/generated-images/${w.imageId}${rest}`;
const generation = (w: Fixture) => `/api/v1/generations/${w.generationId}`;

export const goodGenerationCalls: GoodCalls = {
  listGenerationModels: (_, role) => ({ expected: forAnybody(role, 200) }),
  getCredits: (_, role) => ({ expected: forAnybody(role, 200) }),
  listCreditEntries: (_, role) => ({ expected: forAnybody(role, 200) }),
  exportCreditEntries: (_, role) => ({ expected: forAnybody(role, 200) }),
  uploadGenerationSource: async (_, role) => ({
    options: await pictureForm(),
    expected: forAnybody(role, 201),
  }),
  getGenerationSource: (w, role) => ({ path: `/api/v1/generation-sources/${w.sourceId}`, expected: forOwn(role, 200) }),
  createGeneration: (_, role) => ({
    options: {
      headers: { 'idempotency-key': randomUUID() },
      json: { model: 'builtin:illustrator', prompt: 'A cat on the moon', width: 1024, height: 1024, count: 1, seed: 7 },
    },
    expected: forAnybody(role, 202),
  }),
  listGenerations: (_, role) => ({ expected: forAnybody(role, 200) }),
  getGeneration: (w, role) => ({ path: generation(w), expected: forOwn(role, 200) }),
  cancelGeneration: (w, role) => ({ path: generation(w), expected: forOwn(role, 200) }),
  listGeneratedImages: (_, role) => ({ expected: forAnybody(role, 200) }),
  getGeneratedImage: (w, role) => ({ path: image(w), expected: forOwn(role, 200) }),
  deleteGeneratedImage: (w, role) => ({ path: image(w), expected: forOwn(role, 204) }),
  restoreGeneratedImage: (w, role) => ({ path: image(w, '/restore'), expected: forOwn(role, 200) }),
  addFavouriteImage: (w, role) => ({ path: image(w, '/favourite'), expected: forOwn(role, 204) }),
  removeFavouriteImage: (w, role) => ({ path: image(w, '/favourite'), expected: forOwn(role, 204) }),
  getGeneratedImageThumb: (w, role) => ({ path: image(w, '/thumb'), expected: forOwn(role, 200) }),
  getGeneratedImagePreview: (w, role) => ({ path: image(w, '/preview'), expected: forOwn(role, 200) }),
  getGeneratedImageOriginal: (w, role) => ({ path: image(w, '/original'), expected: forOwn(role, 200) }),
};
