// The repository of proofs of identity: passkeys, two-factor authentication, login challenges, links in emails, email changes. Secrets are random
// and stored as hashes. A conditional write consumes single-use secrets, so only one of two concurrent requests succeeds.
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import {
  emailChanges,
  loginChallenges,
  mailTokens,
  passkeyChallenges,
  passkeys,
  recoveryCodes,
  sessions,
  twoFactors,
  users,
} from '#server/db/schema/accounts.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

export const MAX_PASSKEYS = 20;

export function listOwnPasskeys(db: Queryable, userId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

/** With its owner. */
export async function findPasskeyByCredential(db: Queryable, credentialId: string) {
  const [row] = await db
    .select({ passkey: passkeys, passwordHash: users.passwordHash, disabledAt: users.disabledAt })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId));
  return row;
}

/** Undefined if this credential is already registered. */
export async function insertPasskey(tx: Queryable, passkey: typeof passkeys.$inferInsert): Promise<PasskeyRow | undefined> {
  const [row] = await tx.insert(passkeys).values(passkey).onConflictDoNothing().returning();
  return row;
}

interface PasskeyUse {
  id: string;
  counter: number;
  isBackedUp: boolean;
}

/** False if the counter isn’t higher than the stored one, or the passkey was deleted. */
export async function markPasskeyUsed(tx: Queryable, { id, counter, isBackedUp }: PasskeyUse): Promise<boolean> {
  const isFurther = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), eq(passkeys.counter, counter)));
  const rows = await tx
    .update(passkeys)
    .set({ counter, isBackedUp, lastUsedAt: new Date() })
    .where(and(eq(passkeys.id, id), isFurther))
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

const isOwnPasskey = (userId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.userId, userId));

/** Undefined if it belongs to another user. */
export async function setPasskeyName(tx: Queryable, userId: string, id: string, name: string): Promise<PasskeyRow | undefined> {
  const [row] = await tx.update(passkeys).set({ name }).where(isOwnPasskey(userId, id)).returning();
  return row;
}

/** The deleted passkey, or undefined if the user has none with this id. */
export async function deletePasskey(tx: Queryable, userId: string, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await tx.delete(passkeys).where(isOwnPasskey(userId, id)).returning();
  return row;
}

/** Locks the user until the transaction ends, so that sign-in methods are added and removed one at a time. */
export async function lockSignInMethods(tx: Tx, userId: string): Promise<{ hasPassword: boolean; passkeys: number }> {
  const [owner] = await tx.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)).for('update');
  const [row] = await tx.select({ passkeys: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  return { hasPassword: (owner?.passwordHash ?? '') !== '', passkeys: row?.passkeys ?? 0 };
}

type PasskeyPurpose = (typeof passkeyChallenges.$inferSelect)['purpose'];

const PASSKEY_CHALLENGE_TTL_MS = 5 * 60_000;

/** The purpose of a challenge. `userId` is null for a login, which doesn’t name the account in advance. */
export interface PasskeyIntent {
  purpose: PasskeyPurpose;
  userId: string | null;
}

const CLEANUP_BATCH_SIZE = 100;

/** Deletes expired challenges first: anyone can start a login, and many are never completed. */
export async function issuePasskeyChallenge(db: Queryable, intent: PasskeyIntent): Promise<string> {
  const challenge = newSecret();
  const over = db
    .select({ hash: passkeyChallenges.challengeHash })
    .from(passkeyChallenges)
    .where(lt(passkeyChallenges.expiresAt, new Date()))
    .limit(CLEANUP_BATCH_SIZE)
    .for('update', { skipLocked: true });
  await db.delete(passkeyChallenges).where(inArray(passkeyChallenges.challengeHash, over));
  await db
    .insert(passkeyChallenges)
    .values({ ...intent, challengeHash: hashSecret(challenge), expiresAt: new Date(Date.now() + PASSKEY_CHALLENGE_TTL_MS) });
  return challenge;
}

const matchesOpenChallenge = (challenge: string, { purpose, userId }: PasskeyIntent) =>
  and(
    eq(passkeyChallenges.challengeHash, hashSecret(challenge)),
    eq(passkeyChallenges.purpose, purpose),
    userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
    gt(passkeyChallenges.expiresAt, new Date()),
  );

export async function isChallengeOpen(db: Queryable, challenge: string, intent: PasskeyIntent): Promise<boolean> {
  const rows = await db
    .select({ purpose: passkeyChallenges.purpose })
    .from(passkeyChallenges)
    .where(matchesOpenChallenge(challenge, intent));
  return rows.length > 0;
}

/** False if it was consumed before. */
export async function consumePasskeyChallenge(tx: Queryable, challenge: string, intent: PasskeyIntent): Promise<boolean> {
  const rows = await tx
    .delete(passkeyChallenges)
    .where(matchesOpenChallenge(challenge, intent))
    .returning({ purpose: passkeyChallenges.purpose });
  return rows.length > 0;
}

export async function findTwoFactor(db: Queryable, userId: string) {
  const [row] = await db.select().from(twoFactors).where(eq(twoFactors.userId, userId));
  return row;
}

/** Whether a login requires a code. */
export async function hasTwoFactor(db: Queryable, userId: string): Promise<boolean> {
  return (await findTwoFactor(db, userId))?.confirmedAt instanceof Date;
}

export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}

/** Stores a secret that has yet to be confirmed, replacing an unconfirmed one. False if a confirmed one exists. */
export async function storeUnconfirmedSecret(tx: Queryable, userId: string, sealedSecret: string): Promise<boolean> {
  const rows = await tx
    .insert(twoFactors)
    .values({ userId, sealedSecret })
    .onConflictDoUpdate({
      target: twoFactors.userId,
      set: { sealedSecret, createdAt: new Date() },
      setWhere: isNull(twoFactors.confirmedAt),
    })
    .returning({ userId: twoFactors.userId });
  return rows.length > 0;
}

/** False if it is already confirmed or was replaced. */
export async function confirmSecret(tx: Queryable, userId: string, sealedSecret: string, lastStep: number): Promise<boolean> {
  const rows = await tx
    .update(twoFactors)
    .set({ confirmedAt: new Date(), lastStep })
    .where(and(eq(twoFactors.userId, userId), eq(twoFactors.sealedSecret, sealedSecret), isNull(twoFactors.confirmedAt)))
    .returning({ userId: twoFactors.userId });
  return rows.length > 0;
}

/** False if a code of this or a later time step was used. */
export async function consumeTotpStep(tx: Queryable, userId: string, step: number): Promise<boolean> {
  const rows = await tx
    .update(twoFactors)
    .set({ lastStep: step })
    .where(
      and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt), or(isNull(twoFactors.lastStep), lt(twoFactors.lastStep, step))),
    )
    .returning({ userId: twoFactors.userId });
  return rows.length > 0;
}

/** False if the code is unknown or was used. */
export async function consumeRecoveryCode(tx: Queryable, userId: string, codeHash: string): Promise<boolean> {
  const rows = await tx
    .update(recoveryCodes)
    .set({ usedAt: new Date() })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId });
  return rows.length > 0;
}

/** Invalidates all previous codes. */
export async function replaceRecoveryCodes(tx: Queryable, userId: string, codeHashes: readonly string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ userId, codeHash })));
}

/** Deletes its recovery codes too. */
export async function deleteTwoFactor(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
}

export async function deleteUnconfirmedSecrets(db: Queryable, before: Date): Promise<void> {
  await db.delete(twoFactors).where(and(isNull(twoFactors.confirmedAt), lt(twoFactors.createdAt, before)));
}

const CHALLENGE_TTL_MS = 10 * 60_000;

const MAX_CODE_ATTEMPTS = 5;

export async function issueChallenge(tx: Queryable, userId: string, rememberMe: boolean): Promise<{ challenge: string; expiresAt: Date }> {
  const challenge = newSecret();
  const expiresAt = new Date(Date.now() + CHALLENGE_TTL_MS);
  await tx.insert(loginChallenges).values({ id: uuid7(), userId, challengeHash: hashSecret(challenge), rememberMe, expiresAt });
  return { challenge, expiresAt };
}

/**
 * An unexpired challenge with its user.
 * @param address of the request: the result includes whether this user has signed in from it before
 */
export async function findChallenge(db: Queryable, challenge: string, address: string) {
  const [row] = await db
    .select({
      id: loginChallenges.id,
      rememberMe: loginChallenges.rememberMe,
      userId: users.id,
      email: users.email,
      passwordHash: users.passwordHash,
      disabledAt: users.disabledAt,
      isAddressKnown: sql<boolean>`exists (select 1 from ${sessions} s where s.user_id = users.id and s.address = ${address})`,
    })
    .from(loginChallenges)
    .innerJoin(users, eq(users.id, loginChallenges.userId))
    .where(and(eq(loginChallenges.challengeHash, hashSecret(challenge)), gt(loginChallenges.expiresAt, new Date())));
  return row;
}

/** Counts an attempt. False if none is left. */
export async function consumeAttempt(db: Queryable, id: string): Promise<boolean> {
  const rows = await db
    .update(loginChallenges)
    .set({ tries: sql`${loginChallenges.tries} + 1` })
    .where(and(eq(loginChallenges.id, id), lt(loginChallenges.tries, MAX_CODE_ATTEMPTS)))
    .returning({ id: loginChallenges.id });
  return rows.length > 0;
}

/** False if another request consumed it. */
export async function consumeChallenge(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.delete(loginChallenges).where(eq(loginChallenges.id, id)).returning({ id: loginChallenges.id });
  return rows.length > 0;
}

export async function deleteOldChallenges(db: Queryable, before: Date): Promise<void> {
  await db.delete(loginChallenges).where(lt(loginChallenges.expiresAt, before));
}

export type MailTokenPurpose = (typeof mailTokens.$inferSelect)['purpose'];

const HOUR_MS = 3_600_000;

const MAIL_TOKEN_TTL_MS: Record<MailTokenPurpose, number> = { 'reset-password': HOUR_MS, 'verify-email': 7 * 24 * HOUR_MS };

interface IssuedToken {
  id: string;
  token: string;
  expiresAt: Date;
}

/** @param email the recipient: the token proves no other address */
export async function issueMailToken(tx: Queryable, purpose: MailTokenPurpose, userId: string, email: string): Promise<IssuedToken> {
  const id = uuid7();
  const token = newSecret();
  const expiresAt = new Date(Date.now() + MAIL_TOKEN_TTL_MS[purpose]);
  await tx.insert(mailTokens).values({ id, userId, purpose, email, tokenHash: hashSecret(token), expiresAt });
  return { id, token, expiresAt };
}

/** An unexpired token, used or not, of an account that still has the address it was sent to. */
export async function findMailToken(db: Queryable, purpose: MailTokenPurpose, token: string) {
  const [row] = await db
    .select({
      id: mailTokens.id,
      userId: mailTokens.userId,
      email: mailTokens.email,
      usedAt: mailTokens.usedAt,
      isVerified: users.isVerified,
    })
    .from(mailTokens)
    .innerJoin(users, and(eq(users.id, mailTokens.userId), eq(users.email, mailTokens.email)))
    .where(
      and(
        eq(mailTokens.tokenHash, hashSecret(token)),
        eq(mailTokens.purpose, purpose),
        gt(mailTokens.expiresAt, new Date()),
        isNull(users.disabledAt),
      ),
    );
  return row;
}

/** False if another request consumed it. */
export async function consumeMailToken(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx
    .update(mailTokens)
    .set({ usedAt: new Date() })
    .where(and(eq(mailTokens.id, id), isNull(mailTokens.usedAt)))
    .returning({ id: mailTokens.id });
  return rows.length > 0;
}

/** Invalidates all of this user’s links with this purpose. */
export async function revokeMailTokens(tx: Queryable, purpose: MailTokenPurpose, userId: string): Promise<void> {
  await tx
    .update(mailTokens)
    .set({ usedAt: new Date() })
    .where(and(eq(mailTokens.userId, userId), eq(mailTokens.purpose, purpose), isNull(mailTokens.usedAt)));
}

export async function deleteOldMailTokens(db: Queryable, before: Date): Promise<void> {
  await db.delete(mailTokens).where(lt(mailTokens.expiresAt, before));
}

export type EmailChangeRow = typeof emailChanges.$inferSelect;

const EMAIL_CHANGE_TTL_MS = 3 * 24 * 3_600_000;

export interface EmailChangeTokens {
  old: string;
  new: string;
}

const newEmailChangeTokens = (): EmailChangeTokens => ({ old: newSecret(), new: newSecret() });

const hashesOfTokens = (tokens: EmailChangeTokens) => ({ oldTokenHash: hashSecret(tokens.old), newTokenHash: hashSecret(tokens.new) });

/** Replaces the previous change. @param isOldKnown whether the owner has confirmed the current address */
export async function insertEmailChange(
  tx: Queryable,
  { id, email, isOldKnown }: { id: string; email: string; isOldKnown: boolean },
  newEmail: string,
): Promise<{ tokens: EmailChangeTokens; change: EmailChangeRow }> {
  const tokens = newEmailChangeTokens();
  const now = new Date();
  const row = {
    ...hashesOfTokens(tokens),
    oldEmail: email,
    newEmail,
    oldConfirmedAt: isOldKnown ? null : now,
    newConfirmedAt: null,
    newSessionId: null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + EMAIL_CHANGE_TTL_MS),
    settledAt: null,
    outcome: null,
  };
  const [change] = await tx
    .insert(emailChanges)
    .values({ userId: id, ...row })
    .onConflictDoUpdate({ target: emailChanges.userId, set: row })
    .returning();
  if (!change) throw new Error('the email change was not inserted');
  return { tokens, change };
}

const isPendingEmailChange = (userId: string) =>
  and(eq(emailChanges.userId, userId), isNull(emailChanges.settledAt), gt(emailChanges.expiresAt, new Date()));

export async function findPendingEmailChange(db: Queryable, userId: string): Promise<EmailChangeRow | undefined> {
  const [row] = await db.select().from(emailChanges).where(isPendingEmailChange(userId));
  return row;
}

/** Issues new links and invalidates the old ones. Undefined if no change is pending. */
export async function renewEmailChangeTokens(tx: Queryable, userId: string) {
  const tokens = newEmailChangeTokens();
  const [change] = await tx
    .update(emailChanges)
    .set({ ...hashesOfTokens(tokens), expiresAt: new Date(Date.now() + EMAIL_CHANGE_TTL_MS) })
    .where(isPendingEmailChange(userId))
    .returning();
  return change && { tokens, change };
}

const hasEmailChangeToken = (token: string) => {
  const hash = hashSecret(token);
  return and(or(eq(emailChanges.oldTokenHash, hash), eq(emailChanges.newTokenHash, hash)), gt(emailChanges.expiresAt, new Date()));
};

export async function findEmailChangeOwner(db: Queryable, token: string): Promise<string | undefined> {
  const [row] = await db.select({ userId: emailChanges.userId }).from(emailChanges).where(hasEmailChangeToken(token));
  return row?.userId;
}

/** The change that a link belongs to, and the address it was sent to. Locked until the transaction ends. */
export async function lockEmailChange(tx: Tx, token: string): Promise<{ change: EmailChangeRow; side: 'old' | 'new' } | undefined> {
  const [change] = await tx.select().from(emailChanges).where(hasEmailChangeToken(token)).for('update');
  return change && { change, side: change.oldTokenHash === hashSecret(token) ? 'old' : 'new' };
}

/** @param sessionId of the account, if the link was opened while logged in */
export async function confirmEmailChange(
  tx: Queryable,
  userId: string,
  side: 'old' | 'new',
  sessionId: string | null,
): Promise<EmailChangeRow> {
  const now = new Date();
  const [row] = await tx
    .update(emailChanges)
    .set(
      side === 'old'
        ? { oldConfirmedAt: now }
        : { newConfirmedAt: now, newSessionId: sql`coalesce(${sessionId}::uuid, ${emailChanges.newSessionId})` },
    )
    .where(eq(emailChanges.userId, userId))
    .returning();
  if (!row) throw new Error('the email change disappeared while its user was locked');
  return row;
}

/** False if none was pending. */
export async function settleEmailChange(tx: Queryable, userId: string, outcome: NonNullable<EmailChangeRow['outcome']>): Promise<boolean> {
  const rows = await tx
    .update(emailChanges)
    .set({ settledAt: new Date(), outcome })
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.settledAt)))
    .returning({ userId: emailChanges.userId });
  return rows.length > 0;
}

/**
 * False if the account has a different address by now. The new address counts as unproved unless the caller marks it as proved.
 * @throws a unique violation of `users_email` if another account has the new address
 */
export async function setEmail(tx: Queryable, { userId, oldEmail, newEmail }: EmailChangeRow): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ email: newEmail, emailSince: new Date(), isVerified: false, verifiedByAdmin: false })
    .where(and(eq(users.id, userId), eq(users.email, oldEmail), isNull(users.disabledAt)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Deletes two-factor authentication and all passkeys, with logins and ceremonies in progress. A password is not deleted. */
export async function deleteAddedSignInMethods(tx: Queryable, userId: string): Promise<{ twoFactor: boolean; passkeys: number }> {
  const hadTwoFactor = await hasTwoFactor(tx, userId);
  await deleteTwoFactor(tx, userId);
  const removed = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id });
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));
  await tx.delete(loginChallenges).where(eq(loginChallenges.userId, userId));
  return { twoFactor: hadTwoFactor, passkeys: removed.length };
}
