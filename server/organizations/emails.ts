// Emails from organizations and about them.
import type { components } from '#openapi/api.ts';
import { type EmailContent, type MailBrand, withUnprovedVariant } from '#server/mail/email-content.ts';
import { pictureKeyOf } from '#server/organizations/pictures.ts';

interface MemberInvitationFacts {
  organizationName: string;
  /** Null if the inviter’s account was deleted. */
  inviter: string | null;
  /** The recipient. */
  email: string;
  role: components['schemas']['MemberRole'];
  /** Text by the inviter, possibly empty. */
  message: string;
  url: string;
  expiresAt: Date;
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

export function memberInvitationEmail(invitation: MemberInvitationFacts): EmailContent {
  const { organizationName, inviter, email, role, message, url, expiresAt } = invitation;
  const who = inviter ?? 'An admin';
  return {
    unprovedVariant: 'same',
    subject: `${who} invited you to ${organizationName}`,
    paragraphs: [
      (platform) =>
        `${who} invited you to work with ${organizationName} on ${platform} as ${role === 'organization' ? 'an admin' : 'a member'}.`,
      ...(message ? [`${who} writes:`, ...message.split(/\s*\n\s*/)] : []),
    ],
    button: { label: 'See the invitation', url },
    notes: [
      `The link works once, until ${day.format(expiresAt)}, for the account with the email address ${email}. If you don’t have an account, you can create one there.`,
      'If you didn’t expect this, ignore this message.',
    ],
  };
}

export const organizationPendingEmail = (name: string, isCorrected: boolean, url: string): EmailContent =>
  withUnprovedVariant(organizationWaits(name, isCorrected, url), organizationWaits('an organization', isCorrected, url));

const organizationWaits = (name: string, isCorrected: boolean, url: string): EmailContent => ({
  subject: isCorrected ? `${name} is waiting for approval again` : `${name} is waiting for approval`,
  paragraphs: [
    isCorrected ? `${name} corrected its details and asks for another review.` : `${name} was registered and asks for approval.`,
  ],
  button: { label: 'Review the organization', url },
});

export type OrganizationDecision = 'approve' | 'withdraw_approval' | 'reject' | 'suspend' | 'reactivate';

interface OrganizationDecisionFacts {
  decision: OrganizationDecision;
  organizationName: string;
  /** The reason of a rejection. */
  reason: string | null;
  url: string;
}

/** Informs the admins about a decision of the platform. */
export const organizationDecisionEmail = (facts: OrganizationDecisionFacts): EmailContent =>
  withUnprovedVariant(organizationDecision(facts), organizationDecision({ ...facts, organizationName: 'your organization', reason: null }));

function organizationDecision({ decision, organizationName: name, reason, url }: OrganizationDecisionFacts): EmailContent {
  switch (decision) {
    case 'approve':
      return {
        subject: `${name} is approved`,
        paragraphs: [`You can now create your first event, invite your staff and choose your colors.`],
        button: { label: 'Open your organization', url },
      };
    case 'withdraw_approval':
      return {
        subject: `${name} is waiting for approval again`,
        paragraphs: [`The approval of ${name} was withdrawn. We’re reviewing it again and will let you know what we decide.`],
        button: { label: 'Check approval status', url },
      };
    case 'reject':
      return {
        subject: `${name} is not approved yet`,
        paragraphs:
          reason === null
            ? [`We reviewed ${name} and returned it. Log in to read the reason.`]
            : [`We reviewed ${name} and returned it for this reason:`, ...reason.split(/\s*\n\s*/)],
        button: { label: 'Correct the details', url },
        notes: ['Correct the details and resubmit them for another review.'],
      };
    case 'suspend':
      return {
        subject: `${name} is suspended`,
        paragraphs: [`You can view ${name}, but not change it, and its cameras are closed. Photos waiting on phones are still accepted.`],
        button: { label: 'Open your organization', url },
      };
    case 'reactivate':
      return {
        subject: `${name} is active again`,
        paragraphs: [`${name} is no longer suspended. Its events are accepting photos again.`],
        button: { label: 'Open your organization', url },
      };
  }
}

export type MembershipState = 'active' | 'suspended' | 'removed';

interface MembershipFacts {
  state: MembershipState;
  /** The last state the reader knows. `none`: a super admin made them an admin, and they weren’t a member before. */
  before: MembershipState | 'none';
  organizationName: string;
  /** Null if the organization has no public contact. */
  contactEmail: string | null;
  url: string;
}

/** Informs a member about a change of their membership. */
export function membershipEmail(facts: MembershipFacts): EmailContent {
  return withUnprovedVariant(membership(facts), membership({ ...facts, organizationName: 'an organization', contactEmail: null }));
}

function membership({ state, before, organizationName: name, contactEmail, url }: MembershipFacts): EmailContent {
  const isBack = before === 'removed';
  const ask = contactEmail ? `Questions? Write to ${contactEmail}, or ask an admin of ${name}.` : `Questions? Ask an admin of ${name}.`;
  const waiting = 'Photos you took before and that are waiting on your phone are still accepted.';
  const home = { label: (platform: string) => `Open ${platform}`, url };
  switch (state) {
    case 'active':
      if (before === 'none')
        return {
          subject: `You are now an admin of ${name}`,
          paragraphs: [
            (platform) => `A super admin of ${platform} made you an admin of ${name}.`,
            'You now have access to its events, staff and settings. You can leave at any time.',
          ],
          button: { label: 'Open organization', url },
          notes: [ask],
        };
      return {
        subject: isBack ? `You’re back in ${name}` : `You’re active in ${name} again`,
        paragraphs: [
          isBack ? `An admin let you back into ${name}.` : `An admin reactivated your membership of ${name}.`,
          'You have access to its events and everything else again.',
        ],
        button: { label: 'Open organization', url },
        notes: [ask],
      };
    case 'suspended':
      return {
        subject: isBack ? `You’re back in ${name}, but suspended` : `You’re suspended in ${name}`,
        paragraphs: [
          isBack ? `You’re a member of ${name} again, but your membership is suspended.` : `An admin suspended your membership of ${name}.`,
          `Until you’re reactivated, you can’t access its events and staff area. ${waiting}`,
        ],
        button: home,
        notes: [ask],
      };
    case 'removed':
      return {
        subject: `You were removed from ${name}`,
        paragraphs: [
          `An admin removed you from ${name}. You no longer have access to its events and staff area.`,
          `You keep your account. ${waiting}`,
        ],
        button: home,
        notes: [ask],
      };
  }
}

/** The contract’s default, which means that no color was chosen. */
const NOT_CHOSEN = '#000000';

/** The branding of an organization’s emails. */
export function mailBrandOf({ name, primaryColor, logoUrl }: { name: string; primaryColor: string; logoUrl: string | null }): MailBrand {
  return {
    name,
    primaryColor: primaryColor === NOT_CHOSEN ? null : primaryColor,
    logoKey: logoUrl === null ? null : pictureKeyOf(logoUrl),
  };
}
