// Objects of the API, for unit tests of the web app. The argument of each factory overrides its defaults.
import type { components } from '#openapi/api.ts';
import { newPhotoRecord, type PhotoRecord } from '#src/outbox/record.ts';
import type { Snapshot } from '#src/session/store.ts';

type Schemas = components['schemas'];

const nothing: Schemas['GenerationCapabilities'] = {
  prompt: 'none',
  negative_prompt: false,
  seed: false,
  steps: null,
  strength: false,
  source: 'none',
  mask: false,
  background: false,
  progress: true,
  max_count: 1,
  max_prompt_length: 0,
  max_source_pixels: null,
  sizes: [],
  aspect_ratios: [],
  styles: [],
};

export function buildModel(
  overrides: Partial<Schemas['GenerationModel']> = {},
  capabilities: Partial<Schemas['GenerationCapabilities']> = {},
): Schemas['GenerationModel'] {
  return {
    id: 'builtin:illustrator',
    name: 'Clip art',
    provider: 'Built in',
    task: 'text-to-image',
    is_ai: false,
    description: 'Clip-art scenes of everyday things and places.',
    licence: null,
    credits: 1,
    costs_money: false,
    left_today: null,
    capabilities: { ...nothing, ...capabilities },
    ...overrides,
  };
}

export function buildGeneration(overrides: Partial<Schemas['Generation']> = {}): Schemas['Generation'] {
  return {
    id: '0199aa00-0000-7000-8000-000000000b01',
    seq: 7,
    status: 'queued',
    progress: null,
    queue_position: 0,
    message: null,
    model_name: 'Clip art',
    organization_id: null,
    person: { id: '0199aa00-0000-7000-8000-000000000001', name: 'Ana Ruiz' },
    request: {
      model: 'builtin:illustrator',
      prompt: 'A cat on the moon',
      negative_prompt: '',
      width: 1024,
      height: 1024,
      aspect_ratio: null,
      count: 4,
      seed: 7,
      steps: null,
      style: null,
      strength: null,
      background: null,
      source: null,
      mask: null,
    },
    images: [],
    warnings: [],
    credits: 4,
    error: null,
    created_at: '2026-11-20T21:14:07.000Z',
    started_at: null,
    finished_at: null,
    can: { cancel: true },
    ...overrides,
  };
}

export const buildGeneratedImage = (overrides: Partial<Schemas['GeneratedImage']> = {}): Schemas['GeneratedImage'] => ({
  id: '0199aa00-0000-7000-8000-000000000c01',
  generation_id: '0199aa00-0000-7000-8000-000000000b01',
  organization_id: null,
  person_id: '0199aa00-0000-7000-8000-000000000001',
  model: 'builtin:illustrator',
  model_name: 'Clip art',
  prompt: 'A cat on the moon',
  seed: 7,
  width: 1024,
  height: 1024,
  bytes: 210_344,
  content_type: 'image/png',
  thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j2w',
  is_sensitive: false,
  is_favourite: false,
  created_at: '2026-11-20T21:14:07.000Z',
  deleted_at: null,
  posts: [],
  can: { delete: true },
  ...overrides,
});

type Photo = components['schemas']['Photo'];

const EVENT = '0199aa00-0000-7000-8000-0000000000e1';
const ACCOUNT = '0199aa00-0000-7000-8000-000000000004';

export function buildBatch(overrides: Partial<Schemas['GenerationBatch']> = {}): Schemas['GenerationBatch'] {
  return {
    id: 'b1',
    seq: 1,
    status: 'running',
    message: null,
    model: 'builtin:restyle',
    model_name: 'Photo filters',
    style: 'oil',
    organization_id: null,
    event: null,
    source_event: null,
    total: 200,
    made: 12,
    posted: 0,
    failed: 0,
    skipped: 0,
    cancelled: 0,
    left: 188,
    left_out: 0,
    pause_after: null,
    unit_credits: 1,
    credits: 200,
    seconds_left: 188,
    errors: [],
    images: [],
    created_at: '2026-11-20T20:00:00.000Z',
    finished_at: null,
    undone_at: null,
    undo_until: null,
    can: { pause: true, resume: false, cancel: true, retry: false, undo: true, restore: false },
    ...overrides,
  };
}

export function buildPhoto(overrides: Partial<Photo> = {}): Photo {
  return {
    id: '0199aa00-0000-7000-8000-0000000f0001',
    event_id: EVENT,
    uploader: { id: ACCOUNT, name: 'Mika Berg' },
    status: 'approved',
    state: 'ready',
    unreadable_reason: null,
    taken_at: '2026-11-20T20:00:00.000Z',
    taken_at_claimed: null,
    uploaded_at: '2026-11-20T20:00:02.000Z',
    width: 4000,
    height: 3000,
    bytes: 2_000_000,
    sha256: '0'.repeat(64),
    content_type: 'image/jpeg',
    thumbhash: null,
    likes: 0,
    is_liked: false,
    rejection_reason: null,
    moderated_by: null,
    source: 'camera',
    camera: null,
    file_name: null,
    original_deleted_at: null,
    awaits_original: false,
    original_overdue: false,
    section_id: null,
    watermark: null,
    can: { like: true, download: true, delete: true, moderate: false, share: true },
    ...overrides,
  };
}

export function buildQueuedPhoto(overrides: Partial<PhotoRecord> = {}): PhotoRecord {
  const facts = newPhotoRecord({
    id: '0199aa00-0000-7000-8000-0000000f0002',
    account: ACCOUNT,
    accountEmail: 'member@demo.test',
    eventId: EVENT,
    eventName: 'Harbour Lights',
    seq: 1,
    takenAt: Date.UTC(2026, 10, 20, 20, 0),
    clockOffset: null,
    tzOffset: 60,
    orientation: 0,
    source: 'camera',
    contentType: 'image/jpeg',
    bytes: 2_000_000,
    sha256: '0'.repeat(64),
    fileName: null,
  });
  return { ...facts, ...overrides };
}

type Event = components['schemas']['Event'];

/** An event as its organization reads it. */
export function buildEvent(overrides: Partial<Event> = {}): Event {
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
    reveals_at: null,
    allow_downloads: true,
    guest_access: 'view_and_capture',
    guest_until: null,
    guest_downloads: true,
    photo_retention_days: null,
    photo_retention_scope: 'originals',
    photos_kept_until: null,
    photos_count: 0,
    attendees_count: 0,
    branding: { primary_color: '#000000', secondary_color: '#ffffff', logo_url: null },
    watermark: null,
    relation: 'organization',
    participant_role: null,
    can: { capture: true, view_others: true, like: true, download: true, moderate: true, manage: true },
    closed_reason: null,
    next_statuses: [],
    created_at: '2026-11-01T09:00:00.000Z',
    updated_at: '2026-11-01T09:00:00.000Z',
    paused_at: null,
    pause_reason: null,
    deleted_at: null,
    restorable_until: null,
    removal_reason: null,
    ...overrides,
  };
}

type User = Snapshot['user'];
type Organization = User['organizations'][number];

/** The signed-in user, as the session stores it. */
export const buildUser = (overrides: Partial<User> = {}): User => ({
  id: 'u1',
  email: 'ana@example.org',
  first_name: 'Ana',
  last_name: 'Ruiz',
  role: 'user',
  is_verified: true,
  permissions: {},
  organizations: [],
  memberships: [],
  ...overrides,
});

/** An organization of the user. */
export const buildOrganization = (overrides: Partial<Organization> = {}): Organization => ({
  id: 'o1',
  name: 'Aurora',
  status: 'active',
  description: '',
  contact_email: null,
  phone_number: null,
  avatar_url: null,
  rejection_reason: null,
  event_settings: { default_type: 'public', default_duration: 2, require_approval: false, auto_gallery: true, allow_downloads: true },
  ...overrides,
});
