// Photos for unit tests: whole and plausible, changed where a story needs it.
import type { components } from '#openapi/api.ts';
import { newPhotoRecord, type PhotoRecord } from '#src/outbox/record.ts';

type Photo = components['schemas']['Photo'];

const EVENT = '0199aa00-0000-7000-8000-0000000000e1';
const ACCOUNT = '0199aa00-0000-7000-8000-000000000004';

export function buildPhoto(changed: Partial<Photo> = {}): Photo {
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
    watermark: null,
    can: { like: true, download: true, delete: true, moderate: false, share: true },
    ...changed,
  };
}

export function buildQueuedPhoto(changed: Partial<PhotoRecord> = {}): PhotoRecord {
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
  return { ...facts, ...changed };
}
