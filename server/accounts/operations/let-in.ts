import type { FastifyRequest } from 'fastify';
import type { TrustedDevices } from '#server/accounts/devices.ts';
import { loadSessionUser } from '#server/accounts/session-user.ts';
import type { OpenedSession, Sessions } from '#server/accounts/sessions.ts';
import { findPerson } from '#server/accounts/users-repository.ts';
import type { Db } from '#server/db/types.ts';
import { Problem } from '#server/http/problem.ts';

interface Parts {
  sessions: Sessions;
  devices: TrustedDevices;
}

/** The answer of a login that is through, whichever way. */
export function createLoginResponder(db: Db, { sessions, devices }: Parts) {
  return async (request: FastifyRequest, session: OpenedSession, owner: { id: string; passwordHash: string }) => {
    const person = await findPerson(db, owner.id);
    if (!person) throw new Problem(401, 'session_expired', 'This account no longer exists.');
    const { access, cookies } = await sessions.issue(request, session);
    // A browser that is to forget the session is to remember nothing.
    if (session.rememberMe) cookies.push(devices.remember(request, owner));
    const user = await loadSessionUser(db, owner.id, person);
    return { status: 200 as const, headers: { 'set-cookie': cookies }, body: { user, access_token: access } };
  };
}
