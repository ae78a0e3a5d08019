// Good calls of the events' operations.
import { demoEvents, demoJoinCode, demoOrganizationIds } from '#server/seed/ids.ts';
import { newGuestKey } from '#tests/support/api.ts';
import { createEvent, eventPath } from '#tests/support/events.ts';
import { takesPart, type RoleName, type Fixture } from './fixture.ts';
import { forEvent, forOrganization, isOrganization, isSignedIn, type GoodCalls } from './good-call.ts';

const aurora = demoOrganizationIds.aurora;
const managed = (w: Fixture, rest = '') => `${eventPath(w.managed.id)}${rest}`;

/** What only an organization's own people may: those who manage all organizations know that it is there, to others it is not. */
function inOrganization(role: RoleName, fine: number): number[] {
  if (!isSignedIn(role)) return [401];
  if (isOrganization(role)) return [fine];
  return ['admin', 'super'].includes(role) ? [403, 404] : [404];
}

export const goodEventCalls: GoodCalls = {
  listEvents: (_, role) => ({ expected: [isSignedIn(role) ? 200 : 401] }),
  createEvent: (_, role) => ({
    options: {
      json: {
        organization_id: aurora,
        name: 'Made Night',
        description: 'By a contract test.',
        type: 'private',
        status: 'draft',
        starts_at: '2027-01-20T18:00:00.000Z',
        duration: 2.5,
        time_zone: 'Europe/Berlin',
        ends_automatically: false,
        location: 'Pier 5',
        join_policy: 'invited',
        join_identity: 'account',
        require_approval: true,
        auto_gallery: false,
        allow_downloads: false,
        photo_retention_days: 90,
        photo_retention_scope: 'everything',
      },
    },
    expected: inOrganization(role, 201),
  }),
  listOrganizationEvents: (_, role) => ({
    path: `/api/v1/event/organization/${aurora}`,
    expected: inOrganization(role, 200),
  }),
  getOrganizationOverview: (_, role) => ({
    path: `/api/v1/event/organization/${aurora}/overview?time_zone=Europe/Berlin`,
    expected: inOrganization(role, 200),
  }),
  listOrganizationDevices: (_, role) => ({
    path: `/api/v1/event/organization/${aurora}/devices`,
    expected: inOrganization(role, 200),
  }),
  exportOrganizationEvents: (_, role) => ({
    path: `/api/v1/event/organization/${aurora}/export`,
    expected: inOrganization(role, 200),
  }),
  joinEvent: (_, role) => ({
    // Outsiders must not join here, so they send a wrong code.
    options: { json: { code: takesPart(role) ? demoJoinCode.toLowerCase() : 'NOSUCHCODE' } },
    expected: [isSignedIn(role) ? (takesPart(role) ? 200 : 404) : 401],
  }),
  // The caller becomes another person: a guest of the open event.
  joinAsGuest: () => ({
    options: { json: { code: 'STUDIO26', key: newGuestKey(), name: 'Mia' } },
    expected: [201],
  }),
  // The page behind a code is available to everyone with the code.
  previewEvent: () => ({ path: `${eventPath(demoEvents.archived)}/preview`, expected: [200] }),
  previewJoin: () => ({ path: `/api/v1/event/join/${demoJoinCode}`, expected: [200] }),
  getEvent: (w, role) => ({ path: eventPath(w.event.id), expected: forEvent(w, role, 200, 200) }),
  updateEvent: (w, role) => ({
    path: managed(w),
    options: {
      json: {
        name: 'Managed Night',
        description: 'Changed.',
        type: 'private',
        status: 'live',
        starts_at: '2026-11-20T18:00:00.000Z',
        duration: 6,
        time_zone: 'Europe/Berlin',
        ends_automatically: false,
        location: 'Pier 4',
        cover_photo_id: null,
        join_policy: 'code',
        join_identity: 'name',
        require_approval: false,
        auto_gallery: true,
        allow_downloads: true,
        photo_retention_days: null,
        photo_retention_scope: 'originals',
      },
    },
    expected: forOrganization(role, 200),
  }),
  // A separate event for callers who may delete it.
  deleteEvent: async (w, role) => ({
    path: isOrganization(role) ? eventPath((await createEvent(w.people.owner, { name: 'Short-lived' })).id) : managed(w),
    expected: forOrganization(role, 204),
  }),
  restoreEvent: (w, role) => ({ path: managed(w, '/restore'), expected: forOrganization(role, 200) }),
  renewJoinCode: (w, role) => ({ path: managed(w, '/join-code'), expected: forOrganization(role, 200) }),
  publishGallery: (w, role) => ({
    path: managed(w, '/gallery'),
    expected: forOrganization(role, 200),
  }),
  getEventNumbers: (w, role) => ({ path: managed(w, '/numbers'), expected: forOrganization(role, 200) }),
  listParticipants: (w, role) => ({ path: managed(w, '/participants'), expected: forOrganization(role, 200) }),
  exportParticipants: (w, role) => ({ path: managed(w, '/participants/export'), expected: forOrganization(role, 200) }),
  updateParticipant: (w, role) => ({
    path: managed(w, `/participants/${w.guestIds.stays}`),
    expected: forOrganization(role, 200),
  }),
  removeParticipant: (w, role) => ({
    path: managed(w, `/participants/${w.guestIds.goes}`),
    expected: forOrganization(role, 204),
  }),
  restoreParticipant: (w, role) => ({
    path: managed(w, `/participants/${w.guestIds.goes}/restore`),
    expected: forOrganization(role, 200),
  }),
  listInvitations: (w, role) => ({ path: managed(w, '/invitations'), expected: forOrganization(role, 200) }),
  inviteParticipants: (w, role) => ({
    path: managed(w, '/invitations'),
    expected: forOrganization(role, 201),
  }),
  // Repeating it changes nothing, so that each role may.
  revokeInvitation: (w, role) => ({
    path: managed(w, `/invitations/${w.invitationId}`),
    expected: forOrganization(role, 204),
  }),
  restoreInvitation: (w, role) => ({
    path: managed(w, `/invitations/${w.invitationId}/restore`),
    expected: forOrganization(role, 200),
  }),
};
