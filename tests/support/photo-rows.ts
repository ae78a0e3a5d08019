// Photos written straight into the database, for unit tests of what is read from it.
import { randomBytes } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { insertPhoto, type NewPhoto } from '#server/photos/photos-repository.ts';
import { uuid7 } from '#server/uuid.ts';

export const photoRow = (eventId: string, uploaderId: string, changes: Partial<NewPhoto> = {}): NewPhoto & { id: string } => ({
  id: uuid7(),
  eventId,
  uploaderId,
  status: 'approved',
  state: 'ready',
  takenAt: new Date('2026-11-20T20:00:00.000Z'),
  tzOffset: 60,
  orientation: 0,
  bytes: 1,
  sha256: randomBytes(32).toString('hex'),
  contentType: 'image/jpeg',
  deviceId: uuid7(),
  deviceSeq: 1,
  source: 'camera',
  ...changes,
});

export async function createPhoto(
  deps: Deps,
  eventId: string,
  uploaderId: string,
  changes: Partial<NewPhoto> = {},
): Promise<NewPhoto & { id: string }> {
  const photo = photoRow(eventId, uploaderId, changes);
  await deps.db.transaction((tx) => insertPhoto(tx, photo));
  return photo;
}

/** The body of an operation's answer. */
export function answerOf<Body>(answer: { status: number; body: Body } | { status: number } | 'hijacked'): Body {
  if (answer === 'hijacked' || !('body' in answer)) throw new Error('an answer with a body was expected');
  return answer.body;
}
