// The platform's people: who they are, and what those do with their accounts who manage users.
import type { FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import {
  applyUserAction,
  applyUserActionToMany,
  ONLY_USER_MANAGERS,
  refusalToChange,
  userActions,
  type UserAction,
} from '#server/accounts/operations/user-actions.ts';
import { listOpenSessions } from '#server/accounts/own-account.ts';
import {
  countPlatformUsers,
  findPlatformUser,
  listPlatformUsers,
  platformUserOrder,
  readUserFacts,
  type PlatformUserRow,
} from '#server/accounts/people.ts';
import { canChangeUser, canManageUsers } from '#server/accounts/policy.ts';
import { presentPlatformUser } from '#server/accounts/presenter.ts';
import { deviceName } from '#server/accounts/user-agent.ts';
import { findPerson } from '#server/accounts/users-repository.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound } from '#server/http/problem.ts';
import type { Viewer } from '#server/viewer.ts';

type Details = components['schemas']['PlatformUserDetails'];

interface UserCall {
  viewer: Viewer;
  path: { userId: string };
  request: FastifyRequest;
}

export function userCalls(deps: Deps) {
  const { db } = deps;
  const { suspend, reactivate, verify, end_sessions, reset_two_factor: resetTwoFactor, endSession, changeRole } = userActions(deps);
  const forMany = { suspend, reactivate, verify, end_sessions };

  async function detailsOf(user: PlatformUserRow, viewer: Viewer): Promise<Details> {
    const [facts, person] = await Promise.all([readUserFacts(db, user.id), findPerson(db, user.id)]);
    return {
      user: presentPlatformUser(user, viewer),
      organizations: (person?.memberships ?? []).map(({ id, organization_id, organization_name, role, status }) => ({
        id,
        organization_id,
        organization_name,
        role,
        status,
      })),
      sessions: facts.sessions,
      has_two_factor: facts.hasTwoFactor,
      passkeys: facts.passkeys,
      photos: facts.photos,
      photos_bytes: facts.photosBytes,
      images: facts.images,
      images_bytes: facts.imagesBytes,
    };
  }

  async function read({ viewer, path }: Pick<UserCall, 'viewer' | 'path'>): Promise<PlatformUserRow> {
    if (!canManageUsers(viewer)) throw forbidden(ONLY_USER_MANAGERS);
    const user = await findPlatformUser(db, path.userId);
    if (!user) throw notFound('person');
    return user;
  }

  async function change(call: UserCall, what: UserAction) {
    await db.transaction((tx) => applyUserAction(tx, call, call.path.userId, what));
    const body = await detailsOf(await read(call), call.viewer);
    return { status: 200 as const, body };
  }

  return {
    async listUsers({ viewer, query }) {
      if (!canManageUsers(viewer)) throw forbidden(ONLY_USER_MANAGERS);
      const { q, role, state, sort = '-created_at', ...page } = query;
      const filter = { q, role, state };
      const { rows, cursors } = await platformUserOrder.page({ ...page, sort }, (range) => listPlatformUsers(db, filter, range));
      const total = await countPlatformUsers(db, filter);
      return { status: 200, body: { items: rows.map((row) => presentPlatformUser(row, viewer)), ...cursors, total } };
    },

    getUser: async (call) => ({ status: 200, body: await detailsOf(await read(call), call.viewer) }),

    async listUserSessions(call) {
      const user = await read(call);
      if (!canChangeUser(call.viewer, user, 'see_sessions')) throw forbidden(refusalToChange(call.viewer, user));
      const rows = await listOpenSessions(db, user.id);
      const items = rows.map(({ id, userAgent, address, createdAt, lastUsedAt }) => ({
        id,
        device: deviceName(userAgent),
        address,
        created_at: createdAt.toISOString(),
        last_used_at: lastUsedAt.toISOString(),
      }));
      return { status: 200, body: { items } };
    },

    changeUserRole: (call) => change(call, changeRole(call.body.role)),
    suspendUser: (call) => change(call, suspend),
    reactivateUser: (call) => change(call, reactivate),
    verifyUser: (call) => change(call, verify),
    endUserSessions: (call) => change(call, end_sessions),
    endUserSession: (call) => change(call, endSession(call.path.sessionId)),
    resetUserTwoFactor: (call) => change(call, resetTwoFactor),

    async changeUsers({ viewer, body, request }) {
      if (!canManageUsers(viewer)) throw forbidden(ONLY_USER_MANAGERS);
      const results = await db.transaction((tx) => applyUserActionToMany(tx, { viewer, request }, body.ids, forMany[body.action]));
      return { status: 200, body: { results } };
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}
