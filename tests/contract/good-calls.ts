// One good call of each operation for each role, and what the role may expect of it. Written from decisions §1 to §3, not from the server.
import { randomUUID } from 'node:crypto';
import { demoEvents, demoJoinCode, demoOrganizations } from '#server/seed/ids.ts';
import { demoPassword, deliver, factOf, freshSignIn, upload, type CallOptions } from '#tests/support/api.ts';
import { picture, type Picture } from '#tests/support/pictures.ts';
import { base, relations, thirdParty, type RoleName, type World } from './world.ts';

export interface GoodCall {
  path: string;
  options: CallOptions;
  /** Statuses that this role may get. */
  expected: number[];
}

const live = `/api/v1/event/${demoEvents.live}`;
const tus = { 'tus-resumable': '1.0.0' };

const isSignedIn = (role: RoleName) => role !== 'nobody';
const takesPart = (role: RoleName) => ['organization', 'participant'].includes(relations[role]);

/** 401 for nobody, 404 where the event must not even be known, `otherwise` for who only looks. */
function forEvent(w: World, role: RoleName, fine: number, otherwise: number): number[] {
  if (!isSignedIn(role)) return [401];
  if (takesPart(role)) return [fine];
  const looks = relations[role] === 'looks-at-public' && w.event.type === 'public';
  return looks ? [otherwise] : [404];
}

let shot: Promise<Picture> | null = null;
const anyShot = () => (shot ??= picture());

export const goodCalls: Record<string, (w: World, role: RoleName) => Promise<GoodCall> | GoodCall> = {
  register: () => ({
    path: '/api/v1/auth/register',
    options: {
      json: {
        account_type: 'personal',
        email: `c-${randomUUID()}@example.test`,
        password: demoPassword,
        first_name: 'Ana',
        last_name: 'Ruiz',
      },
    },
    expected: [201],
  }),
  login: () => ({ path: '/api/v1/auth/login', options: { json: { email: 'member@demo.test', password: demoPassword } }, expected: [200] }),
  // The refresh token is a cookie; a bearer token renews nothing.
  refreshSession: () => ({ path: '/api/v1/auth/refresh', options: {}, expected: [401] }),
  // A session of its own: it ends.
  logout: async (w, role) => {
    const token = role === 'nobody' ? null : (await freshSignIn(base, w.people[role].email)).token;
    return { path: '/api/v1/auth/logout', options: token ? { headers: { authorization: `Bearer ${token}` } } : {}, expected: [204] };
  },
  listEvents: (_, role) => ({ path: '/api/v1/event', options: {}, expected: [isSignedIn(role) ? 200 : 401] }),
  joinEvent: (_, role) => ({
    path: '/api/v1/event/join',
    // Who is not part of it must not become so here: these type a wrong code.
    options: { json: { code: takesPart(role) ? demoJoinCode.toLowerCase() : 'NOSUCHCODE' } },
    expected: [isSignedIn(role) ? (takesPart(role) ? 200 : 404) : 401],
  }),
  getEvent: (w, role) => ({ path: live, options: {}, expected: forEvent(w, role, 200, 200) }),
  getOrganization: (_, role) => ({
    path: `/api/v1/organizations/${demoOrganizations.aurora}`,
    options: {},
    // Platform administrators manage organizations; to everyone else another organization is not there.
    expected: isSignedIn(role) ? (['member', 'owner', 'admin', 'super'].includes(role) ? [200] : [404]) : [401],
  }),
  listPhotos: (w, role) => ({ path: `${live}/photos`, options: {}, expected: forEvent(w, role, 200, 200) }),
  createPhoto: async (w, role) => {
    const picked = await anyShot();
    const own = takesPart(role) && role !== 'nobody' ? await upload(w.people[role], picked.bytes) : 'nosuchupload';
    return {
      path: `${live}/photos`,
      options: { json: factOf(picked, own), headers: { 'x-account': w.idOf(role) } },
      expected: forEvent(w, role, 201, 403),
    };
  },
  getPhoto: (w, role) => ({ path: `${live}/photos/${w.photoId}`, options: {}, expected: forEvent(w, role, 200, 200) }),
  deletePhoto: async (w, role) => ({
    path: `${live}/photos/${(await deliver(w.people.member, demoEvents.live, await anyShot())).id}`,
    options: { headers: { 'x-account': w.idOf(role) } },
    expected: relations[role] === 'organization' ? [204] : forEvent(w, role, 403, 403),
  }),
  likePhoto: (w, role) => ({ path: `${live}/photos/${w.photoId}/like`, options: {}, expected: forEvent(w, role, 200, 403) }),
  unlikePhoto: (w, role) => ({ path: `${live}/photos/${w.photoId}/like`, options: {}, expected: forEvent(w, role, 200, 403) }),
  getPhotoThumb: (w, role) => ({ path: `${live}/photos/${w.photoId}/thumb`, options: {}, expected: forEvent(w, role, 200, 200) }),
  getPhotoPreview: (w, role) => ({ path: `${live}/photos/${w.photoId}/preview`, options: {}, expected: forEvent(w, role, 200, 200) }),
  downloadPhoto: (w, role) => ({
    path: `${live}/photos/${w.photoId}/download`,
    options: {},
    expected: relations[role] === 'organization' || w.event.allow_downloads ? forEvent(w, role, 200, 403) : forEvent(w, role, 403, 403),
  }),
  getPhotoOriginal: (w, role) => ({
    path: `${live}/photos/${w.photoId}/original`,
    options: {},
    expected: relations[role] === 'organization' ? [200] : forEvent(w, role, 403, 403),
  }),
  createUpload: (w, role) => ({
    path: '/api/v1/uploads',
    options: { headers: { ...tus, 'upload-length': '10', 'x-account': w.idOf(role) } },
    expected: [isSignedIn(role) ? 201 : 401],
  }),
  describeUploads: () => ({ path: '/api/v1/uploads', options: { headers: tus }, expected: [204] }),
  describeUpload: (w) => ({ path: `/api/v1/uploads/${w.uploadId}`, options: { headers: tus }, expected: [204] }),
  getUploadOffset: (w, role) => ofUpload(w, role, 200),
  appendUpload: (w, role) => ofUpload(w, role, 204, { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }),
  cancelUpload: async (w, role) => ({
    ...ofUpload(w, role, 204),
    path: `/api/v1/uploads/${await upload(w.people.member, new Uint8Array(0))}`,
  }),
  getHealth: () => ({ path: '/healthz', options: {}, expected: [200] }),
  getReadiness: () => ({ path: '/readyz', options: {}, expected: [200] }),
};

/** An upload is its owner's alone; to others it is not there. */
function ofUpload(w: World, role: RoleName, fine: number, headers: Record<string, string> = {}): GoodCall {
  const expected = role === 'member' ? [fine] : isSignedIn(role) ? [403, 404] : [401];
  return { path: `/api/v1/uploads/${w.uploadId}`, options: { headers: { ...tus, ...headers } }, expected };
}

/** The same operations upon what belongs to the third organization: nobody but its own people may even know that it is there. */
export const foreignPaths: Record<string, string> = {
  getEvent: `/api/v1/event/${thirdParty.eventId}`,
  getOrganization: `/api/v1/organizations/${thirdParty.organizationId}`,
  listPhotos: `/api/v1/event/${thirdParty.eventId}/photos`,
  streamEvent: `/api/v1/event/${thirdParty.eventId}/stream`,
  getPhoto: `/api/v1/event/${thirdParty.eventId}/photos/${randomUUID()}`,
};
