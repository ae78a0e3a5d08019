// What people are written about their accounts.
import type { Letter } from '#server/mail/letter.ts';

export const passwordResetLetter = (url: string): Letter => ({
  toUnproved: 'same',
  subject: 'Choose a new password',
  paragraphs: ['Somebody asked for a new password for the account with this email address.'],
  button: { label: 'Choose a new password', url },
  notes: ['The link works once, for an hour.', 'If this was not you, ignore this message: your password stays as it is.'],
});

export const verificationLetter = (url: string): Letter => ({
  toUnproved: 'same',
  subject: 'Confirm your email address',
  paragraphs: ['An account was created with this email address. Confirm that it is yours.'],
  button: { label: 'Confirm email address', url },
  notes: ['The link works for a week.', 'If this was not you, ignore this message.'],
});

export const passwordChangedLetter = (url: string): Letter => ({
  toUnproved: 'same',
  subject: 'Your password was changed',
  paragraphs: ['The password of your account was changed. Other devices were logged out.'],
  button: { label: 'This wasn’t me: choose a new password', url },
  notes: ['If it was you, there is nothing to do.'],
});

export const twoFactorOnLetter = (url: string): Letter => ({
  toUnproved: 'same',
  subject: 'Two-factor authentication is on',
  paragraphs: ['From now on, logging in to your account takes a code of your authenticator app as well. Keep your recovery codes safe.'],
  button: { label: 'This wasn’t me: choose a new password', url },
  notes: ['If it was you, there is nothing to do.'],
});

export const twoFactorOffLetter = (url: string): Letter => ({
  toUnproved: 'same',
  subject: 'Two-factor authentication is off',
  paragraphs: ['Your password alone logs in to your account now.'],
  button: { label: 'This wasn’t me: choose a new password', url },
  notes: ['If it was you, there is nothing to do.'],
});

export const recoveryCodeUsedLetter = (url: string): Letter => ({
  toUnproved: 'same',
  subject: 'A recovery code was used',
  paragraphs: ['Somebody logged in to your account with one of your recovery codes. It works no more.'],
  button: { label: 'This wasn’t me: choose a new password', url },
  notes: ['If it was you, there is nothing to do. New recovery codes can be made in your settings.'],
});

export const passkeyAddedLetter = (url: string, name: string): Letter => ({
  subject: 'A passkey was added to your account',
  paragraphs: [`The passkey “${name}” logs in to your account from now on.`],
  toUnproved: { paragraphs: ['A new passkey logs in to your account from now on.'] },
  button: { label: 'Review your passkeys', url },
  notes: ['If it was you, there is nothing to do.', 'If it was not, remove it there and change your password.'],
});

export const passkeyRemovedLetter = (url: string, name: string): Letter => ({
  subject: 'A passkey was removed from your account',
  paragraphs: [`The passkey “${name}” does not log in to your account any more.`],
  toUnproved: { paragraphs: ['A passkey of your account does not log in to it any more.'] },
  button: { label: 'Review your passkeys', url },
  notes: ['If it was you, there is nothing to do.', 'If it was not, change your password.'],
});

export const endedByProofLetter = (url: string, ended: { signInMethods: boolean; dataRequests: boolean }): Letter => ({
  toUnproved: 'same',
  subject: ended.signInMethods ? 'Sign-in methods were removed from your account' : 'Requests about your data were withdrawn',
  paragraphs: [
    'You confirmed the email address of your account. Other devices were logged out, because somebody else may have used the account before.',
    ...(ended.signInMethods
      ? [
          'For the same reason passkeys and two-factor authentication that were added before have been removed. If they were yours, add them again in your settings. If you have no password, choose one first.',
        ]
      : []),
    ...(ended.dataRequests
      ? [
          'Requests for a copy of your data, or to delete the account, that were made before have been withdrawn. If they were yours, make them again.',
        ]
      : []),
  ],
  button: { label: 'Choose a password', url },
});

interface NewDevice {
  device: string;
  at: Date;
  address: string;
  /** No more of these mails come today. */
  isLast: boolean;
}

/** Nobody's clock but UTC is known here. */
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

export const newDeviceLetter = (url: string, { device, at, address, isLast }: NewDevice): Letter => ({
  toUnproved: 'same',
  subject: `New login: ${device}`,
  paragraphs: [
    `Somebody logged in to your account on a device that we have not seen before: ${device}, on ${moment.format(at)} UTC, from ${address}.`,
  ],
  button: { label: 'Review your devices', url },
  notes: [
    'If it was you, there is nothing to do.',
    'If it was not, log that device out there, and change your password.',
    ...(isLast ? ['No more messages of this kind are sent today.'] : []),
  ],
});

export const confirmNewEmailLetter = (url: string): Letter => ({
  toUnproved: 'same',
  subject: 'Confirm your new email address',
  paragraphs: ['This is to become the email address of an account. Confirm that it is yours and that you asked for it.'],
  button: { label: 'Confirm or refuse', url },
  notes: [
    'The link works for three days.',
    'Open it where you are logged in to that account. Anywhere else it logs out all devices and removes passkeys and two-factor authentication, because somebody else may have added them.',
    'If this was not you, refuse it there or ignore this message.',
  ],
});

export const confirmOldEmailLetter = (url: string, newEmail: string): Letter => ({
  subject: 'Confirm the change of your email address',
  paragraphs: [`Your account is to have another email address: ${newEmail}. It counts when both addresses have confirmed it.`],
  toUnproved: { paragraphs: ['Your account is to have another email address. It counts when both addresses have confirmed it.'] },
  button: { label: 'Confirm or refuse', url },
  notes: ['The link works for three days.', 'If this was not you, refuse it there and change your password.'],
});

export const emailChangeNoticeLetter = (url: string): Letter => ({
  toUnproved: 'same',
  subject: 'Your account is to have another email address',
  paragraphs: ['Somebody asked for another email address of the account with this one.'],
  button: { label: 'I didn’t ask for this', url },
  notes: ['If it was you, there is nothing to do here: open the link in the message to the new address.'],
});

export const emailChangedLetter = (newEmail: string): Letter => ({
  subject: 'Your email address was changed',
  paragraphs: [`Your account has another email address from now on: ${newEmail}. You log in with that one.`],
  toUnproved: { paragraphs: ['The account with this email address has another one from now on.'] },
  notes: ['Both addresses have confirmed it, or this one was never confirmed. If it was not you, write to whoever runs this installation.'],
});

const roleWords = { super_admin: 'a super administrator', admin: 'an administrator', user: 'an ordinary user' };

export const platformRoleLetter = (url: string, role: keyof typeof roleWords): Letter => ({
  toUnproved: 'same',
  subject: 'Your role was changed',
  paragraphs: [`You are ${roleWords[role]} of this platform from now on.`],
  button: { label: 'Open the app', url },
  notes: ['A super administrator changed it. If you did not expect this, write to them.'],
});

export const accountDeletedLetter = (withPhotos: boolean): Letter => ({
  toUnproved: 'same',
  subject: 'Your account was deleted',
  paragraphs: [
    'Your account has been deleted, as you asked.',
    withPhotos
      ? 'Your photos have left every gallery, and are removed from our storage within a day.'
      : 'Your photos stay in their events, without your name.',
  ],
});
