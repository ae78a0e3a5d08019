// Valid calls on generated images and the library. Nobody else can see the participant's images and collection.
import { randomUUID } from 'node:crypto';
import { expectStatus } from '#tests/support/events.ts';
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
  getImageHistory: (w, role) => ({ path: `/api/v1/images/${w.imageId}/history`, expected: forOwn(role, 200) }),
  restoreImageCollection: (w, role) => ({ path: collection(w, '/restore'), expected: forOwn(role, 200) }),
};

const image = (w: Fixture, rest = '') => `/api/v1/generated-images/${w.imageId}${rest}`;
const links = (w: Fixture, rest = '') => `/api/v1/generated-images/${w.linked.imageId}/links${rest}`;
const sharedImage = (w: Fixture, rest = '') => `/api/v1/shared-images/${w.linked.token}${rest}`;
/** A separate link for each call, because others open theirs. */
async function linkOf(w: Fixture, isRevoked = false): Promise<string> {
  const made = await w.people.participant.call<{ link: { id: string } }>('POST', links(w), { json: { hours: 1 } });
  const { id } = expectStatus(made, 201, 'making a link').link;
  if (isRevoked) expectStatus(await w.people.participant.call('DELETE', links(w, `/${id}`)), 204, 'revoking a link');
  return id;
}
const savedPrompt = (w: Fixture, rest = '') => `/api/v1/saved-prompts/${w.promptId}${rest}`;
const generation = (w: Fixture) => `/api/v1/generations/${w.generationId}`;

const batch = (w: Fixture, rest = '') => `/api/v1/generation-batches/${w.batchId}${rest}`;
const oneImage = (w: Fixture) => ({ model: 'builtin:restyle', style: 'oil', sources: [{ kind: 'image', id: w.imageId, event_id: null }] });
/** Only the participant can use the image. */
function ofOwnImage(role: RoleName, fine: number): number[] {
  if (!isSignedIn(role)) return [401];
  return role === 'participant' ? [fine, 429] : [409];
}

export const goodBatchCalls: GoodCalls = {
  createGenerationBatch: (w, role) => ({
    options: { headers: { 'idempotency-key': randomUUID() }, json: oneImage(w) },
    expected: ofOwnImage(role, 202),
  }),
  estimateGenerationBatch: (w, role) => ({ options: { json: oneImage(w) }, expected: ofOwnImage(role, 200) }),
  listGenerationBatches: (_, role) => ({ expected: forAnybody(role, 200) }),
  getGenerationBatch: (w, role) => ({ path: batch(w), expected: forOwn(role, 200) }),
  pauseGenerationBatch: (w, role) => ({ path: batch(w, '/pause'), expected: forOwn(role, 200) }),
  resumeGenerationBatch: (w, role) => ({ path: batch(w, '/resume'), expected: forOwn(role, 200) }),
  cancelGenerationBatch: (w, role) => ({ path: batch(w, '/cancel'), expected: forOwn(role, 200) }),
  // Not while its results are removed.
  retryGenerationBatch: (w, role) => ({
    path: batch(w, '/retry'),
    expected: role === 'participant' ? [200, 409] : forOwn(role, 200),
  }),
  undoGenerationBatch: (w, role) => ({ path: batch(w, '/undo'), expected: forOwn(role, 200) }),
  restoreGenerationBatch: (w, role) => ({ path: batch(w, '/restore'), expected: forOwn(role, 200) }),
};

export const goodGenerationCalls: GoodCalls = {
  listGenerationModels: (_, role) => ({ expected: forAnybody(role, 200) }),
  checkPrompt: (_, role) => ({
    path: `/api/v1/generation-models/${encodeURIComponent('builtin:illustrator')}/check-prompt`,
    options: { json: { prompt: 'A golden retriever playing guitar' } },
    expected: forAnybody(role, 200),
  }),
  previewPrompt: (_, role) => ({
    path: `/api/v1/generation-models/${encodeURIComponent('builtin:illustrator')}/preview-prompt`,
    options: { json: { prompt: 'A cat on the moon', width: 1024, height: 1024, seed: 7 } },
    expected: forAnybody(role, 200),
  }),
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
  getStylePreview: (w, role) => ({
    path: `/api/v1/style-previews?model=builtin:restyle&style=poster&kind=upload&source=${w.sourceId}`,
    // Others hear that this source doesn't exist.
    expected: isSignedIn(role) ? [role === 'participant' ? 200 : 409] : [401],
  }),
  getEditPreview: (w, role) => ({
    path: `/api/v1/edit-previews?model=builtin:extend&kind=upload&source=${w.sourceId}&aspect=16:9&anchor=end`,
    expected: isSignedIn(role) ? [role === 'participant' ? 200 : 409] : [401],
  }),
  getGenerationEstimate: (w, role) => ({
    path: `/api/v1/generation-estimates?model=builtin:upscale-2x&kind=upload&source=${w.sourceId}`,
    expected: isSignedIn(role) ? [role === 'participant' ? 200 : 409] : [401],
  }),
  listSavedPrompts: (_, role) => ({ expected: forAnybody(role, 200) }),
  createSavedPrompt: (_, role) => ({
    options: { json: { id: randomUUID(), title: 'Harbour at night', prompt: 'A lantern over the harbour' } },
    expected: forAnybody(role, 201),
  }),
  changeSavedPrompt: (w, role) => ({ path: savedPrompt(w), expected: forOwn(role, 200) }),
  // A separate prompt, because concurrent calls need the other one.
  deleteSavedPrompt: async (w, role) => {
    if (role !== 'participant') return { path: savedPrompt(w), expected: forOwn(role, 204) };
    const id = randomUUID();
    await w.call(role, 'POST', '/api/v1/saved-prompts', { json: { id, title: 'For a moment', prompt: 'A cat' } });
    return { path: `/api/v1/saved-prompts/${id}`, expected: [204] };
  },
  restoreSavedPrompt: (w, role) => ({ path: savedPrompt(w, '/restore'), expected: forOwn(role, 200) }),
  addFavoritePrompt: (w, role) => ({ path: savedPrompt(w, '/favorite'), expected: forOwn(role, 204) }),
  removeFavoritePrompt: (w, role) => ({ path: savedPrompt(w, '/favorite'), expected: forOwn(role, 204) }),
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
  listImageLinks: (w, role) => ({ path: links(w), expected: forOwn(role, 200) }),
  createImageLink: (w, role) => ({ path: links(w), expected: forOwn(role, 201) }),
  revokeImageLink: async (w, role) => ({ path: links(w, `/${await linkOf(w)}`), expected: forOwn(role, 204) }),
  restoreImageLink: async (w, role) => ({ path: links(w, `/${await linkOf(w, true)}/restore`), expected: forOwn(role, 200) }),
  openImageLink: (w) => ({ path: sharedImage(w), expected: [200] }),
  getSharedImagePreview: (w) => ({ path: sharedImage(w, '/preview'), expected: [200] }),
  getSharedImageOriginal: (w) => ({ path: sharedImage(w, '/original'), expected: [200] }),
};
