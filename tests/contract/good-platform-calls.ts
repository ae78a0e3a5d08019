// Good calls of super administrators: upon events that are not their own, and of the platform over time.
import { demoEvents } from '#server/seed/ids.ts';
import { initialSettings } from '#server/settings/repository.ts';
import { deliver } from '#tests/support/api.ts';
import { picture, type Picture } from '#tests/support/pictures.ts';
import { forSuper, type GoodCalls } from './good-call.ts';
import type { World } from './world.ts';

const oversee = '/api/v1/platform/events';
const managed = (w: World, rest = '') => `${oversee}/${w.managed.id}${rest}`;
const ofPhoto = (photoId: string, rest: string) => `${oversee}/${demoEvents.live}/photos/${photoId}${rest}`;

let shot: Promise<Picture> | null = null;
const anyShot = () => (shot ??= picture());

export const goodPlatformCalls: GoodCalls = {
  listPlatformEvents: (_, role) => ({
    path: oversee,
    options: {},
    expected: forSuper(role, 200),
  }),
  getPlatformEvent: (w, role) => ({ path: managed(w), options: {}, expected: forSuper(role, 200) }),
  pauseEvent: (w, role) => ({
    path: managed(w, '/pause'),
    options: { json: { reason: 'Somebody asked for it.' } },
    expected: forSuper(role, 200),
  }),
  resumeEvent: (w, role) => ({ path: managed(w, '/resume'), options: {}, expected: forSuper(role, 200) }),
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
  listPlatformPhotos: (_, role) => ({ path: `${oversee}/${demoEvents.live}/photos`, options: {}, expected: forSuper(role, 200) }),
  getPlatformPhotoThumb: (w, role) => ({ path: ofPhoto(w.photoId, '/thumb'), options: {}, expected: forSuper(role, 200) }),
  getPlatformPhotoPreview: (w, role) => ({ path: ofPhoto(w.photoId, '/preview'), options: {}, expected: forSuper(role, 200) }),
  takeDownPhoto: async (w, role) => ({
    path: ofPhoto(role === 'super' ? (await deliver(w.people.member, demoEvents.live, await anyShot())).id : w.photoId, '/take-down'),
    options: { json: { reason: 'The person on it has asked for it.' } },
    expected: forSuper(role, 204),
  }),
  // Not taken down: it is there.
  putPhotoBack: (w, role) => ({ path: ofPhoto(w.photoId, '/put-back'), options: {}, expected: forSuper(role, 204) }),
  getPlatformInfo: () => ({ path: '/api/v1/platform/info', options: {}, expected: [200] }),
  getPlatformSettings: (_, role) => ({ path: '/api/v1/platform/settings', options: {}, expected: forSuper(role, 200) }),
  // As it is: nobody else's calls change.
  changePlatformSettings: (_, role) => ({
    path: '/api/v1/platform/settings',
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
    path: '/api/v1/platform/maintenance',
    options: { json: initialSettings.maintenance },
    expected: forSuper(role, 200),
  }),
  sendTestMail: (_, role) => ({ path: '/api/v1/platform/test-mail', options: {}, expected: forSuper(role, 200) }),
  getPlatformStatus: (_, role) => ({ path: '/api/v1/platform/status', options: {}, expected: forSuper(role, 200) }),
  getAnalytics: (_, role) => ({ path: '/api/v1/platform/analytics', options: {}, expected: forSuper(role, 200) }),
  exportAnalytics: (_, role) => ({ path: '/api/v1/platform/analytics/export', options: {}, expected: forSuper(role, 200) }),
  listOrganizationAnalytics: (_, role) => ({
    path: '/api/v1/platform/analytics/organizations',
    options: {},
    expected: forSuper(role, 200),
  }),
};
