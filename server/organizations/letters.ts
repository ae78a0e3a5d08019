// What organizations write to people.
import type { components } from '#openapi/api.ts';
import type { Letter } from '#server/mail/letter.ts';

export interface MemberInvitationLetter {
  organizationName: string;
  /** Null: somebody who has no account any more. */
  inviter: string | null;
  /** Whom it is for. */
  email: string;
  role: components['schemas']['MemberRole'];
  /** The inviter's own words, or none. */
  message: string;
  url: string;
  expiresAt: Date;
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

export function memberInvitationLetter(invitation: MemberInvitationLetter): Letter {
  const { organizationName, inviter, email, role, message, url, expiresAt } = invitation;
  const who = inviter ?? 'An admin';
  return {
    subject: `${who} invited you to ${organizationName}`,
    paragraphs: [
      `${who} invites you to work with ${organizationName} on AI Image Suite, as ${role === 'organization' ? 'an admin' : 'a member'}.`,
      ...(message ? [`${who} writes:`, ...message.split(/\s*\n\s*/)] : []),
    ],
    button: { label: 'See the invitation', url },
    notes: [
      `The link works once, until ${day.format(expiresAt)}, for the account with the email address ${email}. If you have none, you can create it there.`,
      'If you did not expect this, ignore this message.',
    ],
  };
}

export type OrganizationDecision = 'approve' | 'reject' | 'suspend' | 'reactivate';

export interface OrganizationDecisionLetter {
  decision: OrganizationDecision;
  organizationName: string;
  /** Why it was turned down. */
  reason: string | null;
  url: string;
}

/** What the platform decided about an organization, for its admins. */
export function organizationDecisionLetter({ decision, organizationName: name, reason, url }: OrganizationDecisionLetter): Letter {
  switch (decision) {
    case 'approve':
      return {
        subject: `${name} is approved`,
        paragraphs: [`${name} is open now: create your first event, invite your staff, choose your colours.`],
        button: { label: 'Open your organization', url },
      };
    case 'reject':
      return {
        subject: `${name} is not approved yet`,
        paragraphs: [`We looked at ${name} and sent it back, with this reason:`, ...(reason ?? '').split(/\s*\n\s*/)],
        button: { label: 'Correct the details', url },
        notes: ['Correct the details and send them again: then we look at them once more.'],
      };
    case 'suspend':
      return {
        subject: `${name} is suspended`,
        paragraphs: [
          `${name} can be read, but not changed, and its cameras are closed. Photos that still wait on phones are accepted when they arrive.`,
        ],
        button: { label: 'Open your organization', url },
      };
    case 'reactivate':
      return {
        subject: `${name} is active again`,
        paragraphs: [`${name} is no longer suspended: its events take photos again.`],
        button: { label: 'Open your organization', url },
      };
  }
}
