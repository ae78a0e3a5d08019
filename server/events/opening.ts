// From a code as it was typed to the event it opens.
import type { Queryable } from '#server/db/types.ts';
import { isKnownOutside, type JoinCredential } from '#server/events/admission.ts';
import { findOpening } from '#server/events/codes.ts';
import { normalizeJoinCode } from '#server/events/join-codes.ts';
import { findEvent, type EventRow } from '#server/events/repository.ts';
import { Problem } from '#server/http/problem.ts';

/**
 * The event that a code belongs to, and what the code is; null: it was renewed.
 * @param code normalised
 * @throws {Problem} 404 `unknown_code`
 */
export async function openCode(
  db: Queryable,
  code: string,
  userId: string | null,
): Promise<{ event: EventRow; credential: JoinCredential | null }> {
  const opening = await findOpening(db, code);
  const event = opening ? await findEvent(db, opening.eventId, userId) : null;
  if (!opening || !event || event.deletedAt) throw unknownCode();
  return { event, credential: opening.credential };
}

/**
 * As `openCode`, for somebody of whom nothing is known.
 * @param typed as it stands in the address
 * @throws {Problem} 404 `unknown_code`, 410 `code_renewed`
 */
export async function openFromOutside(db: Queryable, typed: string): Promise<{ event: EventRow; credential: JoinCredential }> {
  const { event, credential } = await openCode(db, normalizeJoinCode(typed), null);
  if (!isKnownOutside(event)) throw unknownCode();
  return { event, credential: requireCurrent(credential) };
}

/** @throws {Problem} 410 `code_renewed` */
export function requireCurrent(credential: JoinCredential | null): JoinCredential {
  if (!credential) throw new Problem(410, 'code_renewed', 'This code has been replaced. Ask for the new one.');
  return credential;
}

export const unknownCode = () => new Problem(404, 'unknown_code', 'No event has this code. Check it for typos.');
export const isUnknownCode = (error: unknown) => error instanceof Problem && error.code === 'unknown_code';
