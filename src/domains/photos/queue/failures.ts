// Messages for delivery failures: what happened and what to do.
import type { operationTable } from '#openapi/operations.ts';
import { deviceLabel } from '#src/lib/device.ts';
import type { DeliveryFailure, PhotoRecord } from '#src/outbox/record.ts';

type Operations = typeof operationTable;
/** Error codes of a delivery: those of both calls, and those of any call. */
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
/** Codes set by this phone. */
type OwnCode = 'unreachable' | 'timeout' | 'portal' | 'gateway' | 'bytes_missing';

interface FailureMessage {
  what: string;
  /** What to do; null if nothing. */
  todo: string | null;
}

const saveCopy = 'Save a copy to keep it, then discard it here.';
const eventUnknown: FailureMessage = {
  what: 'This event no longer exists on the server, or isn’t open to you.',
  todo: `The photo stays on this ${deviceLabel} and uploads automatically once the event is back. To be safe, save a copy.`,
};
const AUTO_RETRY = 'We’ll retry automatically.';

export const failureMessages: Record<DeliveryCode | OwnCode, FailureMessage> = {
  account_mismatch: { what: 'Another account is logged in.', todo: 'It uploads when its own account logs in again.' },
  unauthenticated: { what: 'The session has ended.', todo: 'Log in to upload it.' },
  photo_conflict: { what: 'The server already has a different photo with this ID.', todo: saveCopy },
  image_already_posted: { what: 'Someone else already posted this image to the event.', todo: 'Discard it: the event has this image.' },
  photo_deleted: { what: 'It was uploaded, then deleted from the event.', todo: 'Discard it, or save a copy to keep it.' },
  event_deleted: {
    what: 'The event was deleted.',
    todo: 'If the organization restores it, this photo uploads automatically. To be safe, save a copy.',
  },
  capture_closed: {
    what: 'The event can’t accept this photo. It was taken while the event was closed, or you’re no longer a participant.',
    todo: 'Ask the organization, then retry. Or save a copy.',
  },
  guests_only_look: {
    what: 'You’re a guest at this event, and guests can’t add photos.',
    todo: 'Ask the organization to make you a photographer, then retry. Or save a copy.',
  },
  forbidden: {
    what: 'You don’t have permission to add photos to this event.',
    todo: 'Ask the organization for access, then retry. Or save a copy.',
  },
  event_unknown: eventUnknown,
  not_found: eventUnknown,
  upload_not_found: { what: 'The server lost the part uploaded so far.', todo: 'The upload restarts automatically.' },
  upload_incomplete: { what: 'Part of it didn’t reach the server.', todo: 'The upload resumes automatically.' },
  upload_busy: { what: 'The server was still receiving it.', todo: AUTO_RETRY },
  size_mismatch: {
    what: 'It arrived incomplete several times.',
    todo: 'Retry on another network, or save a copy.',
  },
  hash_mismatch: { what: 'It arrived damaged several times.', todo: 'Retry on another network, or save a copy.' },
  too_large: { what: 'It’s larger than the server accepts.', todo: saveCopy },
  too_many_pixels: { what: 'It has more pixels than the server accepts.', todo: saveCopy },
  unsupported_type: { what: 'The server doesn’t accept this file type.', todo: saveCopy },
  type_mismatch: { what: 'The file’s content doesn’t match its type.', todo: saveCopy },
  invalid_request: { what: 'The server couldn’t read this photo’s details.', todo: 'Update the app, then retry. Or save a copy.' },
  too_many_requests: { what: 'The server is limiting uploads right now.', todo: AUTO_RETRY },
  too_many_uploads: { what: 'Many of your photos are uploading at once.', todo: AUTO_RETRY },
  not_supported: { what: 'The server didn’t accept this upload.', todo: 'Update the app, then retry. Or save a copy.' },
  storage_full: { what: 'The server is out of storage.', todo: `It stays on this ${deviceLabel}, and we’ll retry automatically.` },
  unavailable: { what: 'The server is busy or restarting.', todo: AUTO_RETRY },
  unreachable: { what: 'Couldn’t reach the server.', todo: AUTO_RETRY },
  timeout: { what: 'The connection stalled.', todo: AUTO_RETRY },
  portal: {
    what: 'This network requires you to sign in.',
    todo: 'Open any web page to sign in to the network. The photo then uploads automatically.',
  },
  gateway: { what: 'Something between you and the server blocked it.', todo: AUTO_RETRY },
  bytes_missing: {
    what: `This ${deviceLabel} no longer has the photo file.`,
    todo: 'Retry once more. If that fails, the photo can’t be recovered, so discard it.',
  },
};

const known = (code: string): code is keyof typeof failureMessages => Object.hasOwn(failureMessages, code);

/** The server's text contains the actual and the allowed numbers. */
const withNumbers: ReadonlySet<string> = new Set<DeliveryCode>(['too_large', 'too_many_pixels']);

/** The message for a failure; the server's text for unknown codes and for those with numbers. */
export function failureMessage({ code, message }: Pick<DeliveryFailure, 'code' | 'message'>, state: PhotoRecord['state']): FailureMessage {
  if (known(code)) return withNumbers.has(code) && /\d/.test(message) ? { ...failureMessages[code], what: message } : failureMessages[code];
  return { what: message, todo: state === 'parked' ? 'Retry, or save a copy.' : AUTO_RETRY };
}
