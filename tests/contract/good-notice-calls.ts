// Good calls upon notices and announcements. What is announced is for Aurora, far ahead, and never sent.
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { demoOrganizationIds } from '#server/seed/ids.ts';
import { expectStatus } from '#tests/support/events.ts';
import { forSuper, isSignedIn, type GoodCalls } from './good-call.ts';
import type { RoleName, World } from './world.ts';

const base = '/api/v1/platform/announcements';
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

async function scheduled(w: World): Promise<string> {
  const json = announcement();
  expectStatus(await w.people.super.call('POST', base, { json }), 201, 'announcing something');
  return json.id;
}

export const goodNoticeCalls: GoodCalls = {
  listNotices: (_, role) => ({ path: '/api/v1/notices', options: {}, expected: forAnybody(role) }),
  markNoticesRead: (_, role) => ({
    path: '/api/v1/notices/read',
    options: { json: { ids: [randomUUID()] } },
    expected: forAnybody(role),
  }),
  getPush: (_, role) => ({ path: '/api/v1/push', options: {}, expected: forAnybody(role) }),
  turnPushOn: (_, role) => ({
    path: '/api/v1/push/subscription',
    options: {
      json: {
        endpoint: `https://push.example.org/${randomUUID()}`,
        keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
      },
    },
    expected: [isSignedIn(role) ? 204 : 401],
  }),
  turnPushOff: (_, role) => ({ path: '/api/v1/push/subscription', options: {}, expected: [isSignedIn(role) ? 204 : 401] }),
  listAnnouncements: (_, role) => ({ path: base, options: {}, expected: forSuper(role, 200) }),
  createAnnouncement: (_, role) => ({ path: base, options: { json: announcement() }, expected: forSuper(role, 201) }),
  countAnnouncementReach: (_, role) => ({ path: `${base}/reach`, options: { json: { target } }, expected: forSuper(role, 200) }),
  getAnnouncement: async (w, role) => ({ path: `${base}/${await scheduled(w)}`, options: {}, expected: forSuper(role, 200) }),
  withdrawAnnouncement: async (w, role) => ({ path: `${base}/${await scheduled(w)}/withdraw`, options: {}, expected: forSuper(role, 409) }),
  restoreAnnouncement: async (w, role) => ({ path: `${base}/${await scheduled(w)}/restore`, options: {}, expected: forSuper(role, 200) }),
  cancelAnnouncement: async (w, role) => ({ path: `${base}/${await scheduled(w)}/cancel`, options: {}, expected: forSuper(role, 200) }),
};
