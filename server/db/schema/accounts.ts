// People, their sessions, and what each role may.
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { components } from '#openapi/api.ts';
import { bytea, created, instant } from './columns.ts';

type Schemas = components['schemas'];
export type PermissionFlag = keyof Schemas['Permissions'];

/** People. `role` is the platform's; roles in organizations are memberships. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    /** Null: a guest, who has neither address nor password. */
    email: text('email'),
    /** When the account got this address. */
    emailSince: instant('email_since').notNull().defaultNow(),
    /** Empty: no password opens this account. */
    passwordHash: text('password_hash').notNull(),
    /** Of a guest: what proves that a device is theirs, by its hash. */
    guestKeyHash: text('guest_key_hash'),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    role: text('role').$type<'super_admin' | 'admin' | 'user'>().notNull().default('user'),
    /** How dates and times are written for them; null: as their device does. */
    dateLocale: text('date_locale').$type<Schemas['DateLocale']>(),
    /** Names the picture in `avatars`; null without one. A copy, so that lists need no join. */
    avatarTag: text('avatar_tag'),
    isVerified: boolean('is_verified').notNull().default(false),
    /** An administrator confirmed the address: its owner has not proved it yet. */
    verifiedByAdmin: boolean('verified_by_admin').notNull().default(false),
    disabledAt: instant('disabled_at'),
    /** By the owner: the row no longer identifies a person, and its references stay. */
    deletedAt: instant('deleted_at'),
    createdAt: created(),
    /** Search text: name and address, in lower case. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`lower(first_name || ' ' || last_name || chr(10) || coalesce(email, ''))`),
  },
  (t) => [
    uniqueIndex('users_email').on(sql`lower(${t.email})`),
    uniqueIndex('users_guest_key').on(t.guestKeyHash),
    index('users_by_creation')
      .on(t.createdAt, t.id)
      .where(sql`deleted_at is null`),
    index('users_by_name')
      .on(sql`((first_name || ' ' || last_name) collate "und-x-icu")`, t.id)
      .where(sql`deleted_at is null`),
  ],
);

/** The owner proved the address. An administrator's confirmation proves nothing. */
export const isProved = sql<boolean>`(${users.isVerified} and not ${users.verifiedByAdmin})`;

/** People's pictures: small, one each, and gone with their account, so they lie here and not in the storage. */
export const avatars = pgTable('avatars', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  webp: bytea('webp').notNull(),
});

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
    /** Origin of a sign-in, as `addressKey` (http/network-address.ts) counts it: later sign-ins from there are familiar. */
    address: text('address'),
    createdAt: created(),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    endReason: text('end_reason').$type<'logout' | 'reuse' | 'revoked' | 'password' | 'restore'>(),
  },
  (t) => [index('sessions_user').on(t.userId)],
);

/** Impersonations: periods in which super admins view the app as another user, read-only. */
export const impersonations = pgTable(
  'viewings',
  {
    id: uuid('id').primaryKey(),
    /** The session whose requests are affected. Null: deleted since. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'set null' }),
    viewerId: uuid('viewer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The impersonated user. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text('reason').notNull(),
    startedAt: instant('started_at').notNull().defaultNow(),
    /** It ends by itself. */
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    uniqueIndex('viewings_open')
      .on(t.sessionId)
      .where(sql`ended_at is null`),
    index('viewings_user').on(t.userId, t.startedAt),
  ],
);

/** What links in mails end with, by its hash. */
export const mailTokens = pgTable(
  'mail_tokens',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text('purpose').$type<'reset-password' | 'verify-email'>().notNull(),
    /** Where it was sent. */
    email: text('email').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: created(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [uniqueIndex('mail_tokens_hash').on(t.tokenHash), index('mail_tokens_user').on(t.userId)],
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

/** Two-factor authentication of a user, active once `confirmedAt` is set. */
export const twoFactors = pgTable('two_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted, and readable for this person alone (accounts/two-factor-secrets.ts). */
  sealedSecret: text('sealed_secret').notNull(),
  createdAt: created(),
  confirmedAt: instant('confirmed_at'),
  /** Of the last code that was taken, as RFC 6238 counts time: none up to it is taken again. */
  lastStep: integer('last_step'),
});

/** What opens an account instead of a code of the app, by its hash: each once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => twoFactors.userId, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** Logins with a correct password that await their code, by the hash of their challenge. */
export const loginChallenges = pgTable(
  'login_challenges',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    challengeHash: text('challenge_hash').notNull(),
    rememberMe: boolean('remember_me').notNull(),
    tries: integer('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [uniqueIndex('login_challenges_hash').on(t.challengeHash), index('login_challenges_user').on(t.userId)],
);

/** WebAuthn credentials: public keys and their metadata. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Base64url, as its authenticator made it. */
    credentialId: text('credential_id').notNull(),
    /** COSE. */
    publicKey: bytea('public_key').notNull(),
    /** The authenticator's signature counter; 0 if it does not count. A decrease indicates a cloned authenticator. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    deviceType: text('device_type').$type<'singleDevice' | 'multiDevice'>().notNull(),
    isBackedUp: boolean('is_backed_up').notNull(),
    name: text('name').notNull(),
    createdAt: created(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [uniqueIndex('passkeys_credential').on(t.credentialId), index('passkeys_user').on(t.userId)],
);

/** What an authenticator is to sign, by its hash: for one ceremony of one purpose. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeHash: text('challenge_hash').primaryKey(),
    purpose: text('purpose').$type<'create' | 'prove' | 'login'>().notNull(),
    /** Null: a login before the user is known. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('passkey_challenges_expiry').on(t.expiresAt)],
);

/** The latest email change of each user: it takes effect when both addresses have confirmed it. */
export const emailChanges = pgTable(
  'email_changes',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    oldEmail: text('old_email').notNull(),
    newEmail: text('new_email').notNull(),
    /** What the links end with, by their hashes. */
    oldTokenHash: text('old_token_hash').notNull(),
    newTokenHash: text('new_token_hash').notNull(),
    oldConfirmedAt: instant('old_confirmed_at'),
    newConfirmedAt: instant('new_confirmed_at'),
    /** The session in which the new address was confirmed. Null: without a session, so any reader of that mailbox may have done it. */
    newSessionId: uuid('new_session_id'),
    createdAt: created(),
    expiresAt: instant('expires_at').notNull(),
    settledAt: instant('settled_at'),
    outcome: text('outcome').$type<'changed' | 'refused' | 'cancelled'>(),
  },
  (t) => [uniqueIndex('email_changes_old_token').on(t.oldTokenHash), uniqueIndex('email_changes_new_token').on(t.newTokenHash)],
);
