// From a code as it was typed to the event it opens.
import type { Queryable } from '#server/db/types.ts';
import { isVisibleToOutsiders, type JoinCredential } from '#server/events/admission.ts';
import { findEvent, type EventRow } from '#server/events/events-repository.ts';
import { matchCode } from '#server/events/join-codes-repository.ts';
import { normalizeJoinCode } from '#server/events/join-codes.ts';
import { Problem } from '#server/http/problem.ts';

/**
 * The event that a code belongs to, and what the code is; null: it was renewed.
 * @param code normalised
 * @throws {Problem} 404 `unknown_code`
 */
export async function resolveCode(
  db: Queryable,
  code: string,
  userId: string | null,
): Promise<{ event: EventRow; credential: JoinCredential | null }> {
  const opening = await matchCode(db, code);
  const event = opening ? await findEvent(db, opening.eventId, userId) : null;
  if (!opening || !event || event.deletedAt) throw unknownCode();
  return { event, credential: opening.credential };
}

/**
 * As `resolveCode`, for somebody of whom nothing is known.
 * @param typed as it stands in the address
 * @throws {Problem} 404 `unknown_code`, 410 `code_renewed`
 */
export async function resolvePublicCode(db: Queryable, typed: string): Promise<{ event: EventRow; credential: JoinCredential }> {
  const { event, credential } = await resolveCode(db, normalizeJoinCode(typed), null);
  if (!isVisibleToOutsiders(event)) throw unknownCode();
  return { event, credential: requireCurrentCode(credential) };
}

/** @throws {Problem} 410 `code_renewed` */
export function requireCurrentCode(credential: JoinCredential | null): JoinCredential {
  if (!credential) throw new Problem(410, 'code_renewed', 'This code has been replaced. Ask for the new one.');
  return credential;
}

export const unknownCode = () => new Problem(404, 'unknown_code', 'No event has this code. Check it for typos.');
export const isUnknownCode = (error: unknown) => error instanceof Problem && error.code === 'unknown_code';
