// Why a photo has not arrived, in words: what happened, and what the person can do.
import type { operationTable } from '#openapi/operations.ts';
import { device } from '#src/lib/device.ts';
import type { DeliveryFailure, PhotoRecord } from '#src/outbox/record.ts';

type Operations = typeof operationTable;
/** What the server may answer to a delivery: both calls' own codes, and those that any call may answer. */
export type DeliveryCode =
  | keyof Operations['createPhoto']['errors']
  | keyof Operations['createUpload']['errors']
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'invalid_request'
  | 'too_many_requests'
  | 'unavailable'
  | 'storage_full';
/** What this phone says itself. */
type OwnCode = 'unreachable' | 'timeout' | 'portal' | 'gateway' | 'bytes_missing';

interface Reason {
  what: string;
  /** What to do; null where nothing is to be done. */
  todo: string | null;
}

const exportIt = 'Export it to keep it, then discard it here.';
const byItself = 'It is tried again by itself.';

export const reasons: Record<DeliveryCode | OwnCode, Reason> = {
  account_mismatch: { what: 'Another account is logged in.', todo: 'It is sent when its own account logs in again.' },
  unauthenticated: { what: 'The session has ended.', todo: 'Log in to send it.' },
  photo_conflict: { what: 'The server already holds another photo under this one’s number.', todo: exportIt },
  photo_deleted: { what: 'It had arrived, and was deleted from the event since.', todo: 'Discard it, or export it to keep it.' },
  event_deleted: {
    what: 'The event was deleted.',
    todo: 'If the organization restores it, this photo is sent by itself. To be sure of it, export it.',
  },
  capture_closed: {
    what: 'The event does not take this photo: it was taken while the event was not open, or you do not take part any more.',
    todo: 'Ask the organization, then retry. Or export it.',
  },
  guests_only_look: {
    what: 'You are a guest of this event, and guests do not add photos.',
    todo: 'Ask the organization to make you a photographer, then retry. Or export it.',
  },
  forbidden: { what: 'You may not add photos to this event.', todo: 'Ask the organization for access, then retry. Or export it.' },
  not_found: { what: 'The event cannot be found any more.', todo: exportIt },
  upload_not_found: { what: 'The server had lost what was sent so far.', todo: 'It is sent from the beginning by itself.' },
  upload_incomplete: { what: 'Part of it was missing on the server.', todo: 'It is sent on by itself.' },
  upload_busy: { what: 'The server was still taking in its last bytes.', todo: byItself },
  size_mismatch: {
    what: 'It arrived with another length than it left with, several times.',
    todo: 'Retry on another network, or export it.',
  },
  hash_mismatch: { what: 'It arrived damaged, several times.', todo: 'Retry on another network, or export it.' },
  too_large: { what: 'It is larger than the server takes.', todo: exportIt },
  too_many_pixels: { what: 'It has more pixels than the server takes.', todo: exportIt },
  unsupported_type: { what: 'The server does not take this kind of file.', todo: exportIt },
  type_mismatch: { what: 'The file is not what it says it is: the server found another type in it.', todo: exportIt },
  invalid_request: { what: 'The server did not understand this photo’s details.', todo: 'Update the app, then retry. Or export it.' },
  too_many_requests: { what: 'The server asked for a pause.', todo: byItself },
  too_many_uploads: { what: 'Many of your photos are on their way at once.', todo: byItself },
  not_supported: { what: 'The server does not take it in this way.', todo: 'Update the app, then retry. Or export it.' },
  storage_full: { what: 'The server has no room left.', todo: `It stays on this ${device}, and is tried again by itself.` },
  unavailable: { what: 'The server is busy or being restarted.', todo: byItself },
  unreachable: { what: 'The server could not be reached.', todo: byItself },
  timeout: { what: 'The connection stalled.', todo: byItself },
  portal: {
    what: 'The network wants a sign-in of its own.',
    todo: 'Open any web page to sign in to the network. It is then sent by itself.',
  },
  gateway: { what: 'Something on the way to the server turned it away.', todo: byItself },
  bytes_missing: {
    what: `This ${device} no longer has the picture itself.`,
    todo: 'Retry once more; if that does not help, nothing can be saved any more: discard it.',
  },
};

const known = (code: string): code is keyof typeof reasons => Object.hasOwn(reasons, code);

/** Of these the server says how much it found, and how much it takes. */
const withNumbers: ReadonlySet<string> = new Set<DeliveryCode>(['too_large', 'too_many_pixels']);

/** The words for a failure; the server's own sentence for a code of a later release, and where numbers stand in it. */
export function reasonOf({ code, message }: Pick<DeliveryFailure, 'code' | 'message'>, state: PhotoRecord['state']): Reason {
  if (known(code)) return withNumbers.has(code) && /\d/.test(message) ? { ...reasons[code], what: message } : reasons[code];
  return { what: message, todo: state === 'parked' ? 'Retry, or export it.' : byItself };
}
