// Good calls on the platform: its people, models, announcements, permissions, logs, events and settings.
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { components } from '#openapi/api.ts';
import { demoEvents, demoOrganizationIds } from '#server/seed/ids.ts';
import { initialSettings } from '#server/settings/repository.ts';
import { deliver, registerPerson } from '#tests/support/api.ts';
import { expectStatus } from '#tests/support/events.ts';
import { picture, type Picture } from '#tests/support/pictures.ts';
import { base, type RoleName, type Fixture } from './fixture.ts';
import { forSuper, type GoodCall, type GoodCalls, isSignedIn } from './good-call.ts';

type Schemas = components['schemas'];

const managers = ['admin', 'super'];
const forManagers = (role: RoleName, fine: number) => [isSignedIn(role) ? (managers.includes(role) ? fine : 403) : 401];

async function uponSomebody(w: Fixture, role: RoleName, rest = ''): Promise<string> {
  const id = managers.includes(role) ? (await w.newcomer()).id : w.people.stranger.id;
  return `/api/v1/users/${id}${rest}`;
}

async function uponASession(w: Fixture, role: RoleName): Promise<string> {
  const path = await uponSomebody(w, role, '/sessions');
  if (!managers.includes(role)) return `${path}/${w.people.stranger.id}`;
  const answer = await w.call(role, 'GET', path);
  return `${path}/${(answer.body as Schemas['PlatformUserSessions']).items[0]!.id}`;
}

async function suspended(w: Fixture): Promise<string> {
  const { id } = (await registerPerson(base)).user;
  await w.call('super', 'POST', `/api/v1/users/${id}/suspend`);
  return id;
}

const change =
  (rest: string, fine: (role: RoleName) => number = () => 200, json?: object) =>
  async (w: Fixture, role: RoleName): Promise<GoodCall> => ({
    path: await uponSomebody(w, role, rest),
    options: json ? { json } : {},
    expected: forManagers(role, fine(role)),
  });

export const goodPeopleCalls: GoodCalls = {
  listUsers: (_, role) => ({ expected: forManagers(role, 200) }),
  exportUsers: (_, role) => ({ expected: forManagers(role, 200) }),
  getUser: async (w, role) => ({ path: await uponSomebody(w, role), expected: forManagers(role, 200) }),
  changeUserRole: change('/role', (role) => (role === 'super' ? 200 : 403), { role: 'admin' }),
  suspendUser: change('/suspend'),
  reactivateUser: change('/reactivate'),
  verifyUser: change('/verify'),
  listUserSessions: change('/sessions'),
  endUserSessions: change('/sessions'),
  endUserSession: async (w, role) => ({ path: await uponASession(w, role), expected: forManagers(role, 200) }),
  // Of an account that is suspended: another session of this person's is to stay their own.
  viewAsUser: async (w, role) => ({
    path: `/api/v1/users/${role === 'super' ? await suspended(w) : w.people.stranger.id}/view`,
    expected: [isSignedIn(role) ? (role === 'super' ? 409 : 403) : 401],
  }),
  stopViewing: (_, role) => ({ expected: [isSignedIn(role) ? 204 : 401] }),
  listOwnViewings: (_, role) => ({ expected: [isSignedIn(role) ? 200 : 401] }),
  changeUsers: async (w, role) => ({
    options: { json: { action: 'suspend', ids: [(await uponSomebody(w, role)).split('/').at(-1)!] } },
    expected: forManagers(role, 200),
  }),
  resetUserTwoFactor: change('/two-factor'),
};

const models = '/api/v1/platform/generation-models';
const providers = '/api/v1/platform/generation-providers';
const localModels = '/api/v1/platform/local-models';
const one = `${models}/${encodeURIComponent('builtin:restyle')}`;

async function idsNow(w: Fixture): Promise<string[]> {
  const answer = await w.people.super.call<components['schemas']['PlatformModelList']>('GET', models);
  return answer.body.items.map(({ id }) => id);
}

export const goodModelCalls: GoodCalls = {
  listPlatformModels: (_, role) => ({ path: models, expected: forSuper(role, 200) }),
  getPlatformModel: (_, role) => ({ path: one, expected: forSuper(role, 200) }),
  changePlatformModel: (_, role) => ({
    path: one,
    options: {
      json: {
        enabled: true,
        audience: 'everyone',
        plans: [],
        organization_ids: [],
        credits: 1,
        max_count: 4,
        max_pixels: null,
        daily_limit: null,
      },
      headers: { 'if-match': '*' },
    },
    expected: forSuper(role, 200),
  }),
  testPlatformModel: (_, role) => ({
    path: `${models}/${encodeURIComponent('builtin:illustrator')}/test`,
    options: { headers: { 'idempotency-key': randomUUID() } },
    expected: forSuper(role, 202),
  }),
  setProviderKey: (_, role) => ({ path: `${providers}/replicate/key`, expected: forSuper(role, 200) }),
  removeProviderKey: (_, role) => ({ path: `${providers}/replicate/key`, expected: forSuper(role, 200) }),
  useProviderKey: (_, role) => ({ path: `${providers}/openai/key/use`, expected: forSuper(role, 409) }),
  // Without a key: nothing is sent.
  testProviderKey: (_, role) => ({ path: `${providers}/openai/key/test`, expected: forSuper(role, 409) }),
  listLocalModels: (_, role) => ({ expected: forSuper(role, 200) }),
  // Without a folder for models.
  readLocalModelManifest: (_, role) => ({ expected: forSuper(role, 409) }),
  // A manifest that nobody reviewed: nothing is downloaded.
  installLocalModel: (_, role) => ({ path: `${localModels}/sdxs-512-dreamshaper`, expected: forSuper(role, 409) }),
  removeLocalModel: (_, role) => ({ path: `${localModels}/sdxs-512-dreamshaper`, expected: forSuper(role, 404) }),
  orderPlatformModels: async (w, role) => ({
    options: { json: { ids: await idsNow(w) } },
    expected: forSuper(role, 200),
  }),
};

const announcements = '/api/v1/platform/announcements';
const forAnybody = (role: RoleName) => [isSignedIn(role) ? 200 : 401];
const target = { kind: 'organization', id: demoOrganizationIds.aurora };
const announcement = () => ({
  id: randomUUID(),
  title: 'Doors open at eight',
  body: 'Bring a jacket.',
  link: '/dashboard',
  target,
  by_mail: true,
  by_push: true,
  send_at: new Date(Date.now() + 30 * 86_400_000).toISOString(),
});

async function scheduled(w: Fixture): Promise<string> {
  const json = announcement();
  expectStatus(await w.people.super.call('POST', announcements, { json }), 201, 'announcing something');
  return json.id;
}

export const goodNoticeCalls: GoodCalls = {
  listNotices: (_, role) => ({ expected: forAnybody(role) }),
  markNoticesRead: (_, role) => ({
    expected: forAnybody(role),
  }),
  getPush: (_, role) => ({ expected: forAnybody(role) }),
  turnPushOn: (_, role) => ({
    options: {
      json: {
        endpoint: `https://push.example.org/${randomUUID()}`,
        keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
      },
    },
    expected: [isSignedIn(role) ? 204 : 401],
  }),
  turnPushOff: (_, role) => ({ expected: [isSignedIn(role) ? 204 : 401] }),
  listAnnouncements: (_, role) => ({ path: announcements, expected: forSuper(role, 200) }),
  createAnnouncement: (_, role) => ({ path: announcements, options: { json: announcement() }, expected: forSuper(role, 201) }),
  countAnnouncementReach: (_, role) => ({ path: `${announcements}/reach`, options: { json: { target } }, expected: forSuper(role, 200) }),
  getAnnouncement: async (w, role) => ({ path: `${announcements}/${await scheduled(w)}`, expected: forSuper(role, 200) }),
  withdrawAnnouncement: async (w, role) => ({ path: `${announcements}/${await scheduled(w)}/withdraw`, expected: forSuper(role, 409) }),
  restoreAnnouncement: async (w, role) => ({ path: `${announcements}/${await scheduled(w)}/restore`, expected: forSuper(role, 200) }),
  cancelAnnouncement: async (w, role) => ({ path: `${announcements}/${await scheduled(w)}/cancel`, expected: forSuper(role, 200) }),
};

/** For super administrators alone, with the example's body or another one. */
const superCall =
  (path: string, json?: object) =>
  (_: Fixture, role: RoleName): GoodCall => ({ path, options: json ? { json } : {}, expected: forSuper(role) });

const asItIs = { role: 'user', flag: 'participate_events', granted: true };

export const goodPermissionCalls: GoodCalls = {
  getPermissions: superCall('/api/v1/platform/permissions'),
  previewPermission: superCall('/api/v1/platform/permissions/effect', asItIs),
  changePermission: superCall('/api/v1/platform/permissions/change', asItIs),
};

export const goodLogCalls: GoodCalls = {
  listLogs: superCall('/api/v1/platform/logs'),
  getLog: superCall('/api/v1/platform/logs/1'),
  exportLogs: superCall('/api/v1/platform/logs/export'),
  exportLogLines: superCall('/api/v1/platform/logs/export-lines'),
  getLogSeal: superCall('/api/v1/platform/logs/seal'),
  verifyLogs: superCall('/api/v1/platform/logs/verify', { behind: 0 }),
  changeLogRetention: superCall('/api/v1/platform/logs/retention', { days: 365 }),
};

const oversee = '/api/v1/platform/events';
const managed = (w: Fixture, rest = '') => `${oversee}/${w.managed.id}${rest}`;
const ofPhoto = (photoId: string, rest: string) => `${oversee}/${demoEvents.live}/photos/${photoId}${rest}`;

let shot: Promise<Picture> | null = null;
const anyShot = () => (shot ??= picture());

export const goodPlatformCalls: GoodCalls = {
  listPlatformEvents: (_, role) => ({
    path: oversee,
    expected: forSuper(role, 200),
  }),
  getPlatformEvent: (w, role) => ({ path: managed(w), expected: forSuper(role, 200) }),
  pauseEvent: (w, role) => ({
    path: managed(w, '/pause'),
    expected: forSuper(role, 200),
  }),
  resumeEvent: (w, role) => ({ path: managed(w, '/resume'), expected: forSuper(role, 200) }),
  setPlatformEventStatus: (w, role) => ({
    path: managed(w, '/status'),
    options: { json: { status: 'live' } },
    expected: forSuper(role, 200),
  }),
  setEventRetention: (w, role) => ({
    path: managed(w, '/retention'),
    options: { json: { deleted: false, restorable_until: null } },
    expected: forSuper(role, 200),
  }),
  listPlatformPhotos: (_, role) => ({ path: `${oversee}/${demoEvents.live}/photos`, expected: forSuper(role, 200) }),
  getPlatformPhotoThumb: (w, role) => ({ path: ofPhoto(w.photoId, '/thumb'), expected: forSuper(role, 200) }),
  getPlatformPhotoPreview: (w, role) => ({ path: ofPhoto(w.photoId, '/preview'), expected: forSuper(role, 200) }),
  takeDownPhoto: async (w, role) => ({
    path: ofPhoto(role === 'super' ? (await deliver(w.people.member, demoEvents.live, await anyShot())).id : w.photoId, '/take-down'),
    expected: forSuper(role, 204),
  }),
  // Not taken down: it is there.
  putPhotoBack: (w, role) => ({ path: ofPhoto(w.photoId, '/put-back'), expected: forSuper(role, 204) }),
  getPlatformInfo: () => ({ expected: [200] }),
  getPlatformSettings: (_, role) => ({ expected: forSuper(role, 200) }),
  // Sends the current settings, so that other calls are not affected.
  changePlatformSettings: (_, role) => ({
    options: {
      method: 'PUT',
      json: {
        name: initialSettings.name,
        registration: initialSettings.registration,
        organization_defaults: initialSettings.organization_defaults,
        limits: initialSettings.limits,
      },
    },
    expected: forSuper(role, 200),
  }),
  // It is off, and stays so.
  setMaintenance: (_, role) => ({
    options: { json: initialSettings.maintenance },
    expected: forSuper(role, 200),
  }),
  sendTestMail: (_, role) => ({ expected: forSuper(role, 200) }),
  getPlatformStatus: (_, role) => ({ expected: forSuper(role, 200) }),
  getAnalytics: (_, role) => ({ expected: forSuper(role, 200) }),
  exportAnalytics: (_, role) => ({ expected: forSuper(role, 200) }),
  listOrganizationAnalytics: (_, role) => ({
    expected: forSuper(role, 200),
  }),
};
