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
    toUnproved: 'same',
    subject: `${who} invited you to ${organizationName}`,
    paragraphs: [
      (platform) =>
        `${who} invites you to work with ${organizationName} on ${platform}, as ${role === 'organization' ? 'an admin' : 'a member'}.`,
      ...(message ? [`${who} writes:`, ...message.split(/\s*\n\s*/)] : []),
    ],
    button: { label: 'See the invitation', url },
    notes: [
      `The link works once, until ${day.format(expiresAt)}, for the account with the email address ${email}. If you have none, you can create it there.`,
      'If you did not expect this, ignore this message.',
    ],
  };
}

export type OrganizationDecision = 'approve' | 'withdraw_approval' | 'reject' | 'suspend' | 'reactivate';

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
    case 'withdraw_approval':
      return {
        subject: `${name} is waiting for approval again`,
        paragraphs: [`The approval of ${name} was undone. We are looking at it again and will tell you what we decide.`],
        button: { label: 'Check approval status', url },
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

export type MembershipState = 'active' | 'suspended' | 'removed';

export interface MembershipLetter {
  state: MembershipState;
  /** What they know of. None: they never belonged to it, and were made an admin from outside. */
  before: MembershipState | 'none';
  organizationName: string;
  /** Whom to ask; null: none is told. */
  contactEmail: string | null;
  url: string;
}

/** What became of somebody's membership, for them alone. */
export function membershipLetter({ state, before, organizationName: name, contactEmail, url }: MembershipLetter): Letter {
  const isBack = before === 'removed';
  const ask = contactEmail ? `Questions? Write to ${contactEmail}, or ask an admin of ${name}.` : `Questions? Ask an admin of ${name}.`;
  const waiting = 'Photos that you took until then and that still wait on your phone are accepted when they arrive.';
  const home = { label: (platform: string) => `Open ${platform}`, url };
  switch (state) {
    case 'active':
      if (before === 'none')
        return {
          subject: `You are now an admin of ${name}`,
          paragraphs: [
            (platform) => `A super administrator of ${platform} made you an admin of ${name}.`,
            'Its events, staff and settings are open to you from now on. You can leave it at any time.',
          ],
          button: { label: 'Open the organization', url },
          notes: [ask],
        };
      return {
        subject: isBack ? `You are back in ${name}` : `You are active in ${name} again`,
        paragraphs: [
          isBack ? `An admin let you back into ${name}.` : `An admin reactivated your membership of ${name}.`,
          'Its events and everything else that you worked with are open to you from now on.',
        ],
        button: { label: 'Open the organization', url },
        notes: [ask],
      };
    case 'suspended':
      return {
        subject: isBack ? `You are back in ${name}, but suspended` : `You are suspended in ${name}`,
        paragraphs: [
          isBack ? `You belong to ${name} again, but your membership is suspended.` : `An admin suspended your membership of ${name}.`,
          `Until you are reactivated, its events and staff area are closed to you. ${waiting}`,
        ],
        button: home,
        notes: [ask],
      };
    case 'removed':
      return {
        subject: `You were removed from ${name}`,
        paragraphs: [`An admin removed you from ${name}: its events and staff area are closed to you.`, `Your account stays. ${waiting}`],
        button: home,
        notes: [ask],
      };
  }
}
