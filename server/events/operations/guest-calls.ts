// Joining without an account: a guest, a part in the event and a session, in one transaction.
import type { FastifyRequest } from 'fastify';
import { findGuest, insertGuest, nameGuest } from '#server/accounts/guests.ts';
import { presentSessionUser, toViewer } from '#server/accounts/presenter.ts';
import { findPerson } from '#server/accounts/repository.ts';
import { requireEnabled, type Sessions } from '#server/accounts/sessions.ts';
import { audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { normalizeJoinCode } from '#server/events/join-codes.ts';
import { isUnknownCode, openFromOutside } from '#server/events/opening.ts';
import { answerWhoIsIn, joinByCode, requireAdmission, requireIdentity } from '#server/events/operations/join-calls.ts';
import { countEverJoined } from '#server/events/participants.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { hashSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';

interface Parts {
  limits: Pick<RateLimits, 'guessing' | 'countGuest'>;
  sessions: Sessions;
}

export function guestCalls({ db }: Pick<Deps, 'db'>, { limits, sessions }: Parts) {
  return {
    joinAsGuest: ({ body, request }) =>
      limits.guessing(request, isUnknownCode, async () => {
        const { event, credential } = await openFromOutside(db, body.code);
        const keyHash = hashSecret(body.key);
        const name = body.name?.trim() ?? null;
        const known = await findGuest(db, keyHash);
        if (!known) {
          requireAdmission(event, credential, null);
          requireIdentity(event, { hasAccount: false, hasName: name !== null });
        }
        const giveBack = known ? () => undefined : limits.countGuest(event.id);
        try {
          const joined = await db.transaction((tx) => joinAs(tx, { keyHash, name, code: normalizeJoinCode(body.code), request }));
          if (!joined.isNew) giveBack();
          const { access, cookies } = await sessions.issue(request, joined.session);
          const answer = { user: joined.user, access_token: access, event: joined.event };
          return { status: joined.isNew ? 201 : 200, headers: { 'set-cookie': cookies }, body: answer };
        } catch (error) {
          giveBack();
          throw error;
        }
      }),
  } satisfies Partial<OperationsOf<'events'>>;

  /** What the event refuses leaves no guest behind: the transaction goes with it. */
  async function joinAs(tx: Tx, { keyHash, name, code, request }: Joining) {
    const isNew = await insertGuest(tx, { id: uuid7(), keyHash, name: name ?? 'Guest' });
    const guest = await findGuest(tx, keyHash);
    if (!guest) throw new Error('a guest vanished in the transaction that made them');
    requireEnabled(guest);
    if (isNew) await audit(tx, { action: 'account.create_guest', actorId: guest.id, subjectType: 'user', subjectId: guest.id, request });
    else if (name !== null) await nameGuest(tx, guest.id, name);
    const session = await sessions.open(tx, guest.id, true, request);
    const viewer = toViewer(await personOf(tx, guest.id), session.sessionId);
    const event = (await answerWhoIsIn(tx, viewer, code)) ?? (await joinByCode(tx, viewer, code, request));
    // Told apart by number, so that one of several can be removed.
    if (isNew && name === null) await nameGuest(tx, guest.id, `Guest ${await countEverJoined(tx, event.id)}`);
    return { isNew, session, event, user: presentSessionUser(await personOf(tx, guest.id), []) };
  }
}

interface Joining {
  keyHash: string;
  name: string | null;
  /** Normalised. */
  code: string;
  request: FastifyRequest;
}

async function personOf(tx: Tx, userId: string) {
  const person = await findPerson(tx, userId);
  if (!person) throw new Error('a guest vanished in the transaction that made them');
  return person;
}
