// Good calls upon shelves: everybody has one of their own; the participant's collection is there for nobody else.
import { randomUUID } from 'node:crypto';
import { isSignedIn, type GoodCalls } from './good-call.ts';
import type { RoleName, World } from './world.ts';

const collection = (w: World, rest = '') => `/api/v1/image-collections/${w.collectionId}${rest}`;

const forAnybody = (role: RoleName, fine: number): number[] => [isSignedIn(role) ? fine : 401];

function forOwn(role: RoleName, fine: number): number[] {
  if (!isSignedIn(role)) return [401];
  return [role === 'participant' ? fine : 404];
}

const ids = (w: World) => ({ json: { ids: [w.imageId, w.photoId] } });

export const goodImageCalls: GoodCalls = {
  deleteGeneratedImages: (w, role) => ({ path: '/api/v1/generated-images/delete', options: ids(w), expected: forAnybody(role, 200) }),
  restoreGeneratedImages: (w, role) => ({ path: '/api/v1/generated-images/restore', options: ids(w), expected: forAnybody(role, 200) }),
  listImages: (_, role) => ({ path: '/api/v1/images', options: {}, expected: forAnybody(role, 200) }),
  listImageMonths: (_, role) => ({ path: '/api/v1/images/months', options: {}, expected: forAnybody(role, 200) }),
  listImageCollections: (_, role) => ({ path: '/api/v1/image-collections', options: {}, expected: forAnybody(role, 200) }),
  createImageCollection: (_, role) => ({
    path: '/api/v1/image-collections',
    options: { json: { id: randomUUID(), name: 'For the album' } },
    expected: forAnybody(role, 201),
  }),
  renameImageCollection: (w, role) => ({ path: collection(w), options: { json: { name: 'For the wall' } }, expected: forOwn(role, 200) }),
  addToImageCollection: (w, role) => ({ path: collection(w, '/images'), options: ids(w), expected: forOwn(role, 200) }),
  removeFromImageCollection: (w, role) => ({ path: collection(w, '/images/remove'), options: ids(w), expected: forOwn(role, 200) }),
  // One of its own: what else is called meanwhile needs the other.
  deleteImageCollection: async (w, role) => {
    if (role !== 'participant') return { path: collection(w), options: {}, expected: forOwn(role, 204) };
    const id = randomUUID();
    await w.call(role, 'POST', '/api/v1/image-collections', { json: { id, name: 'For a moment' } });
    return { path: `/api/v1/image-collections/${id}`, options: {}, expected: [204] };
  },
  restoreImageCollection: (w, role) => ({ path: collection(w, '/restore'), options: {}, expected: forOwn(role, 200) }),
};
