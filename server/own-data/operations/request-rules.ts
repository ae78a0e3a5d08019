// What holds for a request however it comes: asked in the app, or written down from a letter.
import type { FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { normalizeEmail } from '#server/http/email-addresses.ts';
import { Problem } from '#server/http/problem.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { withdrawMails } from '#server/mail/queue.ts';
import { withdrawOpenDataRequests } from '#server/own-data/data-requests-repository.ts';
import { dataRequestReceivedEmail } from '#server/own-data/emails.ts';

type Schemas = components['schemas'];

const missing = (field: string, message: string) =>
  new Problem(422, 'invalid_request', `The request is incomplete: ${field} ${message}.`, { errors: [{ field: `body.${field}`, message }] });

/**
 * @param email of whose data it is; null: a guest
 * @throws {Problem} 422 where a deletion does not say what is to become of photos, or a guest where to answer
 */
export function validateDataRequest({ kind, photos, note = '', reply_to: replyTo }: Schemas['AskForDataRequest'], email: string | null) {
  if (kind === 'deletion' && photos === undefined) throw missing('photos', 'is needed for a deletion');
  if (email === null && replyTo === undefined) throw missing('reply_to', 'is needed of a guest');
  return {
    kind,
    photos: kind === 'deletion' ? (photos ?? null) : null,
    note: note.trim(),
    // To no other address than an account's own is anything sent.
    replyTo: email === null && replyTo !== undefined ? normalizeEmail(replyTo) : null,
  };
}

/** Of the mail that says that it came. */
export const receivedMailKey = (id: string): string => `data-request-asked:${id}`;

/** Of the mails that tell super admins of it. */
export const openRequestMailKey = (id: string): string => `data-request-waits:${id}`;

/** The way to one's own data in the app. */
export const ownDataLink = (deps: Deps, request: FastifyRequest): string =>
  appLink(deps.config, '/dashboard/settings?tab=data', ownPort(request, deps));

export const requestReceivedEmail = (deps: Deps, request: FastifyRequest, kind: Schemas['DataRequestKind'], isOurs: boolean) =>
  dataRequestReceivedEmail(kind, ownDataLink(deps, request), isOurs);

/** What an account asked by itself ends with the first proof of its address: accounts/first-proof.ts. What somebody of the platform wrote down stays. */
export async function withdrawOwnRequests(tx: Tx, userId: string): Promise<number> {
  const ids = await withdrawOpenDataRequests(tx, userId);
  await withdrawMails(tx, [...ids.map(receivedMailKey), ...ids.map(openRequestMailKey)]);
  return ids.length;
}

export const requestAlreadyOpen = () =>
  new Problem(409, 'already_asked', 'There’s already an open request of this kind. Wait for an answer, or withdraw it.');
export const requestAnswered = () => new Problem(409, 'request_answered', 'This request has already been answered or withdrawn.');
