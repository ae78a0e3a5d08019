// What members are written of what admins made of their membership: queued in the transaction of what it is about.
import type { FastifyRequest } from 'fastify';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { afterUndoWindow, queueMail, withdrawMails } from '#server/mail/queue.ts';
import { findRecipient } from '#server/notifications/repository.ts';
import { membershipEmail, type MembershipState } from '#server/organizations/emails.ts';
import { mailBrandOf } from '#server/organizations/mail-brand.ts';
import type { MemberRow } from '#server/organizations/members.ts';
import type { OrganizationRow } from '#server/organizations/repository.ts';
import { uuid7 } from '#server/uuid.ts';

export function memberEmails(deps: Pick<Deps, 'config' | 'jobs'>) {
  return {
    /**
     * @param before as they were; whoever has not answered yet was no member, and is told nothing
     * @returns what they knew of until now; null: nothing that is told
     */
    async tellMembership(
      tx: Tx,
      organization: OrganizationRow,
      before: MemberBefore,
      now: MembershipState,
      request: FastifyRequest,
    ): Promise<Known | null> {
      const was = stateOf(before);
      if (was === null) return null;
      const about = `membership:${before.id}:`;
      // What they were last written, or would know without a mail: the one that waits has not been read.
      const [unread] = await withdrawMails(tx, [about]);
      const known = unread === undefined ? was : knownIn(unread.slice(about.length));
      if (known === now || (known === 'none' && now === 'removed')) return known;
      const recipient = await findRecipient(tx, before.userId, { kind: 'membership', organizationId: organization.id });
      if (!recipient) return known;
      const { name: organizationName, contactEmail } = organization;
      const url = appLink(deps.config, now === 'active' ? '/organization' : '/dashboard', ownPort(request, deps));
      const content = membershipEmail({ state: now, before: known, organizationName, contactEmail, url });
      const brand = mailBrandOf({ ...organization, logoUrl: organization.logoUrl ?? organization.avatarUrl });
      const mail = { key: `${about}${known}:${uuid7()}`, to: recipient.email, content, brand };
      await queueMail(deps, tx, mail, afterUndoWindow());
      return known;
    },
  };
}

/** `none`: they never belonged to it. */
type Known = MembershipState | 'none';

type MemberBefore = Pick<MemberRow, 'id' | 'userId' | 'removedAt'> & { status: MemberRow['status'] | 'none' };

function stateOf({ status, removedAt }: MemberBefore): Known | null {
  if (status === 'invited') return null;
  return removedAt ? 'removed' : status;
}

/** From the end of a mail's key. */
const knownIn = (end: string): Known => KNOWN.find((state) => end.startsWith(`${state}:`)) ?? 'none';
const KNOWN: readonly Known[] = ['active', 'suspended', 'removed', 'none'];
