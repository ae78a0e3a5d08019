// Emails about accounts.
import { issueMailToken, type MailTokenPurpose } from '#server/accounts/credentials-repository.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailContent } from '#server/mail/email-content.ts';
import { appLink } from '#server/mail/links.ts';
import { queueMail } from '#server/mail/queue.ts';

const passwordResetEmail = (url: string): EmailContent => ({
  unprovedVariant: 'same',
  subject: 'Choose a new password',
  paragraphs: ['Someone requested a new password for the account with this email address.'],
  button: { label: 'Choose a new password', url },
  notes: ['The link works once, within an hour.', 'If this wasn’t you, ignore this message. Your password stays the same.'],
});

const verificationEmail = (url: string): EmailContent => ({
  unprovedVariant: 'same',
  subject: 'Confirm your email address',
  paragraphs: ['An account was created with this email address. Confirm that it’s yours.'],
  button: { label: 'Confirm email address', url },
  notes: ['The link works for a week.', 'If this wasn’t you, ignore this message.'],
});

export const passwordChangedEmail = (url: string): EmailContent => ({
  unprovedVariant: 'same',
  subject: 'Your password was changed',
  paragraphs: ['Your account’s password was changed. Other devices were logged out.'],
  button: { label: 'This wasn’t me: choose a new password', url },
  notes: ['If this was you, you don’t need to do anything.'],
});

export const twoFactorOnEmail = (url: string): EmailContent => ({
  unprovedVariant: 'same',
  subject: 'Two-factor authentication is on',
  paragraphs: ['From now on, you also need a code from your authenticator app to log in. Keep your recovery codes safe.'],
  button: { label: 'This wasn’t me: choose a new password', url },
  notes: ['If this was you, you don’t need to do anything.'],
});

export const twoFactorOffEmail = (url: string): EmailContent => ({
  unprovedVariant: 'same',
  subject: 'Two-factor authentication is off',
  paragraphs: ['You now log in with only your password.'],
  button: { label: 'This wasn’t me: choose a new password', url },
  notes: ['If this was you, you don’t need to do anything.'],
});

export const recoveryCodeUsedEmail = (url: string): EmailContent => ({
  unprovedVariant: 'same',
  subject: 'A recovery code was used',
  paragraphs: ['Someone logged in to your account with one of your recovery codes. That code no longer works.'],
  button: { label: 'This wasn’t me: choose a new password', url },
  notes: ['If this was you, you don’t need to do anything. You can create new recovery codes in your settings.'],
});

export const passkeyAddedEmail = (url: string, name: string): EmailContent => ({
  subject: 'A passkey was added to your account',
  paragraphs: [`You can now log in to your account with the passkey “${name}”.`],
  unprovedVariant: { paragraphs: ['You can now log in to your account with a new passkey.'] },
  button: { label: 'Review your passkeys', url },
  notes: ['If this was you, you don’t need to do anything.', 'If it wasn’t, remove the passkey and change your password.'],
});

export const passkeyRemovedEmail = (url: string, name: string): EmailContent => ({
  subject: 'A passkey was removed from your account',
  paragraphs: [`The passkey “${name}” no longer works for your account.`],
  unprovedVariant: { paragraphs: ['One of your passkeys no longer works for your account.'] },
  button: { label: 'Review your passkeys', url },
  notes: ['If this was you, you don’t need to do anything.', 'If it wasn’t, change your password.'],
});

export const accessRevokedEmail = (url: string, ended: { signInMethods: boolean; dataRequests: boolean }): EmailContent => ({
  unprovedVariant: 'same',
  subject: ended.signInMethods ? 'Sign-in methods were removed from your account' : 'Requests about your data were withdrawn',
  paragraphs: [
    'You confirmed your account’s email address. Other devices were logged out, because someone else may have used the account before.',
    ...(ended.signInMethods
      ? [
          'For the same reason, passkeys and two-factor authentication added before were removed. If they were yours, add them again in your settings. If you don’t have a password, choose one first.',
        ]
      : []),
    ...(ended.dataRequests
      ? ['Earlier requests for a copy of your data or to delete the account were withdrawn. If they were yours, submit them again.']
      : []),
  ],
  button: { label: 'Choose a password', url },
});

interface NewDevice {
  device: string;
  at: Date;
  address: string;
  /** Whether the daily limit of these emails is reached. */
  isLast: boolean;
}

/** The user’s time zone is unknown. */
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

export const newDeviceEmail = (url: string, { device, at, address, isLast }: NewDevice): EmailContent => ({
  unprovedVariant: 'same',
  subject: `New login: ${device}`,
  paragraphs: [`Someone logged in to your account on a new device: ${device}, on ${moment.format(at)} UTC, from ${address}.`],
  button: { label: 'Review your devices', url },
  notes: [
    'If this was you, you don’t need to do anything.',
    'If it wasn’t, log out that device and change your password.',
    ...(isLast ? ['We won’t send more messages like this today.'] : []),
  ],
});

export const confirmNewAddressEmail = (url: string): EmailContent => ({
  unprovedVariant: 'same',
  subject: 'Confirm your new email address',
  paragraphs: ['Someone wants to use this email address for an account. Confirm that it’s yours and that you requested this.'],
  button: { label: 'Confirm or reject', url },
  notes: [
    'The link works for three days.',
    'Open it on a device where you’re logged in to that account. Anywhere else, it logs out all devices and removes passkeys and two-factor authentication, because someone else may have added them.',
    'If this wasn’t you, reject the change or ignore this message.',
  ],
});

export const confirmOldAddressEmail = (url: string, newEmail: string): EmailContent => ({
  subject: 'Confirm the change of your email address',
  paragraphs: [
    `Someone requested to change your account’s email address to ${newEmail}. The change takes effect when both addresses have confirmed it.`,
  ],
  unprovedVariant: {
    paragraphs: [
      'Someone requested to change your account’s email address. The change takes effect when both addresses have confirmed it.',
    ],
  },
  button: { label: 'Confirm or reject', url },
  notes: ['The link works for three days.', 'If this wasn’t you, reject the change and change your password.'],
});

export const addressChangeNoticeEmail = (url: string): EmailContent => ({
  unprovedVariant: 'same',
  subject: 'Request to change your email address',
  paragraphs: ['Someone requested to change the email address of your account.'],
  button: { label: 'I didn’t ask for this', url },
  notes: ['If this was you, open the link in the message sent to the new address.'],
});

export const addressChangedEmail = (newEmail: string): EmailContent => ({
  subject: 'Your email address was changed',
  paragraphs: [`Your account’s email address is now ${newEmail}. Use it to log in.`],
  unprovedVariant: { paragraphs: ['The account with this email address now has a different one.'] },
  notes: ['Both addresses confirmed the change, or this one was never confirmed. If this wasn’t you, contact the platform’s admins.'],
});

const roleLabels = { super_admin: 'a super admin', admin: 'an admin', user: 'a regular user' };

export const platformRoleEmail = (url: string, role: keyof typeof roleLabels): EmailContent => ({
  unprovedVariant: 'same',
  subject: 'Your role was changed',
  paragraphs: [`You’re now ${roleLabels[role]} of this platform.`],
  button: { label: 'Open the app', url },
  notes: ['A super admin changed it. If you didn’t expect this, contact them.'],
});

export const accountDeletedEmail = (withPhotos: boolean): EmailContent => ({
  unprovedVariant: 'same',
  subject: 'Your account was deleted',
  paragraphs: [
    'Your account was deleted, as you requested.',
    withPhotos
      ? 'Your photos were removed from all galleries, and will be removed from our storage within a day.'
      : 'Your photos stay in their events without your name.',
  ],
});

type Parts = Pick<Deps, 'config' | 'jobs'>;

const emailTemplates: Record<MailTokenPurpose, (url: string) => EmailContent> = {
  'reset-password': passwordResetEmail,
  'verify-email': verificationEmail,
};

/** Sends a link for this purpose to the user’s own address. @param port `ownPort` of the request */
export async function sendTokenEmail(
  deps: Parts,
  tx: Queryable,
  purpose: MailTokenPurpose,
  person: { id: string; email: string },
  port: number,
): Promise<void> {
  const { id, token, expiresAt } = await issueMailToken(tx, purpose, person.id, person.email);
  const content = emailTemplates[purpose](appLink(deps.config, `/${purpose}/${token}`, port));
  await queueMail(deps, tx, { key: `${purpose}:${id}`, to: person.email, content, validUntil: expiresAt, isRateLimited: true });
}
