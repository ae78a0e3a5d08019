import type { components } from '#openapi/api.ts';

type Event = components['schemas']['Event'];

/** An event as its organization reads it, for unit tests of the web app. */
export function buildEvent(more: Partial<Event> = {}): Event {
  return {
    id: '0199aa00-0000-7000-8000-0000000000e1',
    organization_id: '0199aa00-0000-7000-8000-0000000000a1',
    organization_name: 'Aurora Events',
    name: 'Harbour Lights',
    description: '',
    type: 'private',
    status: 'live',
    starts_at: '2026-11-20T18:00:00.000Z',
    duration: 6,
    time_zone: 'Europe/Berlin',
    ends_automatically: false,
    location: '',
    cover_photo_id: null,
    join_code: 'HARBOUR26',
    join_policy: 'code',
    join_identity: 'name',
    require_approval: false,
    auto_gallery: true,
    published_at: null,
    allow_downloads: true,
    photos_count: 0,
    attendees_count: 0,
    branding: { primary_color: '#000000', secondary_color: '#ffffff', logo_url: null },
    watermark: null,
    relation: 'organization',
    participant_role: null,
    can: { capture: true, like: true, download: true, moderate: true, manage: true },
    next_statuses: [],
    created_at: '2026-11-01T09:00:00.000Z',
    updated_at: '2026-11-01T09:00:00.000Z',
    paused_at: null,
    pause_reason: null,
    deleted_at: null,
    restorable_until: null,
    removal_reason: null,
    ...more,
  };
}
