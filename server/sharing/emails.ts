import { type EmailContent, withUnprovedVariant } from '#server/mail/email-content.ts';

interface SubmittedPicks {
  /** The name that they gave. */
  visitor: string;
  picks: number;
  linkName: string;
  eventName: string;
}

/** Informs the photographer that a visitor of a gallery link has submitted their picks. */
export const submittedPicksEmail = ({ url, ...facts }: SubmittedPicks & { url: string }): EmailContent =>
  withUnprovedVariant(
    { subject: titleOf(facts), paragraphs: [bodyOf(facts)], button: { label: 'See the picks', url } },
    { subject: 'picks were submitted', paragraphs: ['A visitor of a gallery link submitted their picks.'] },
  );

/** The same as a notice in the app. @param link a path of the web app */
export const submittedPicksNotice = (facts: SubmittedPicks, link: string) => ({ title: titleOf(facts), body: bodyOf(facts), link });

const titleOf = ({ visitor, picks }: SubmittedPicks) => `${visitor} submitted ${picks === 1 ? '1 pick' : `${picks} picks`}`;

const bodyOf = ({ linkName, eventName }: SubmittedPicks) => `At the gallery link “${linkName}” of ${eventName}.`;
