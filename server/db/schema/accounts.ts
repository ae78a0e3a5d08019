// People, their sessions, and what each role may.
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { components } from '#openapi/api.ts';
import { created, instant } from './columns.ts';

type Schemas = components['schemas'];
export type PermissionFlag = keyof Schemas['Permissions'];

/** People. `role` is the platform's; roles in organizations are memberships. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    role: text('role').$type<'super_admin' | 'admin' | 'user'>().notNull().default('user'),
    isVerified: boolean('is_verified').notNull().default(false),
    disabledAt: instant('disabled_at'),
    createdAt: created(),
  },
  (t) => [uniqueIndex('users_email').on(sql`lower(${t.email})`)],
);

/** Which flags a role has. Super admins edit it; the server reads it, never a copy in code. */
export const rolePermissions = pgTable(
  'role_permissions',
  { role: text('role').$type<Schemas['Role']>().notNull(), flag: text('flag').$type<PermissionFlag>().notNull() },
  (t) => [primaryKey({ columns: [t.role, t.flag] })],
);

/** One signed-in device: the family of its refresh tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    rememberMe: boolean('remember_me').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    /** Where somebody signed in, as http/address.ts counts it: who comes from there again is no stranger. */
    address: text('address'),
    createdAt: created(),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    endReason: text('end_reason').$type<'logout' | 'reuse' | 'revoked'>(),
  },
  (t) => [index('sessions_user').on(t.userId)],
);

/** Refresh tokens by their hash. `firstUsedAt` of a child is what closes its parent. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    id: uuid('id').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    parentId: uuid('parent_id'),
    createdAt: created(),
    firstUsedAt: instant('first_used_at'),
  },
  (t) => [uniqueIndex('refresh_tokens_hash').on(t.tokenHash), index('refresh_tokens_session').on(t.sessionId)],
);
