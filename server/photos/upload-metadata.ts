import { Problem } from '#server/http/problem.ts';
import { isUuid } from '#server/uuid.ts';

/**
 * The event that an upload is for, from its metadata: pairs of a name and its value in base64, with commas between (tus 1.0, creation).
 * @returns null where none is named; whatever else is wrong in the header, tus tells
 * @throws {Problem} 422 when what is named cannot be an event
 */
export function readEventId(metadata: string | undefined): string | null {
  const named = metadata
    ?.split(',')
    .map((pair) => pair.trim().split(' '))
    .find(([name]) => name === 'event');
  if (!named) return null;
  const eventId = Buffer.from(named[1] ?? '', 'base64')
    .toString('utf8')
    .toLowerCase();
  if (isUuid(eventId)) return eventId;
  const message = 'must name the event by its id, in base64';
  throw new Problem(422, 'invalid_request', `Upload-Metadata ${message}.`, { errors: [{ field: 'header.upload-metadata', message }] });
}
