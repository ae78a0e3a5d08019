// Forgets a person: nothing that names them stays.
import { and, eq, isNull } from 'drizzle-orm';
import {
  avatars,
  emailChanges,
  loginChallenges,
  mailTokens,
  passkeyChallenges,
  passkeys,
  sessions,
  twoFactors,
  users,
} from '#server/db/schema/accounts.ts';
import { imageCollections } from '#server/db/schema/images.ts';
import { notices } from '#server/db/schema/notices.ts';
import { mutedMails } from '#server/db/schema/notifications.ts';
import { memberships } from '#server/db/schema/organizations.ts';
import { tickets } from '#server/db/schema/support.ts';
import type { Tx } from '#server/db/types.ts';
import { deletePushesOf } from '#server/notifications/push-repository.ts';
import { redactDataRequests } from '#server/own-data/data-requests-repository.ts';

/**
 * Forgets who this was. The row stays, for what others have of it: photos that were kept, decisions, the trail.
 * False when it was done before.
 */
export async function anonymizeUser(tx: Tx, userId: string): Promise<boolean> {
  const now = new Date();
  const rows = await tx
    .update(users)
    .set({
      email: null,
      passwordHash: '',
      guestKeyHash: null,
      dateLocale: null,
      avatarTag: null,
      firstName: 'Deleted',
      lastName: 'account',
      role: 'user',
      isVerified: false,
      disabledAt: now,
      deletedAt: now,
    })
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .returning({ id: users.id });
  if (rows.length === 0) return false;
  await tx.delete(avatars).where(eq(avatars.userId, userId));
  await tx.delete(memberships).where(eq(memberships.userId, userId));
  await tx.delete(mutedMails).where(eq(mutedMails.userId, userId));
  await deletePushesOf(tx, userId);
  await tx.delete(notices).where(eq(notices.userId, userId));
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
  await tx.delete(loginChallenges).where(eq(loginChallenges.userId, userId));
  await tx.delete(tickets).where(eq(tickets.userId, userId));
  await redactDataRequests(tx, userId);
  await tx.delete(imageCollections).where(and(eq(imageCollections.userId, userId), isNull(imageCollections.organizationId)));
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
  await tx.delete(mailTokens).where(eq(mailTokens.userId, userId));
  await tx.update(sessions).set({ endedAt: now, endReason: 'revoked', userAgent: '', address: null }).where(eq(sessions.userId, userId));
  return true;
}
