import * as v from 'valibot';
import { emailError } from './email-address.ts';

/** The contract's limit of one request. */
const EMAILS_MAX = 50;

/** Of a form's field: an address that the server takes. */
export const emailRule = v.rawCheck<string>(({ dataset, addIssue }) => {
  const message = dataset.typed ? emailError(dataset.value) : null;
  if (message !== null) addIssue({ message });
});

/** The same of a field that may stay empty. */
export const optionalEmailRule = v.rawCheck<string>(({ dataset, addIssue }) => {
  const message = dataset.typed && dataset.value !== '' ? emailError(dataset.value) : null;
  if (message !== null) addIssue({ message });
});

export interface EmailList {
  /** Each once, in the order they were written. */
  emails: string[];
  /** What looks like no address. */
  invalid: string[];
}

/** Addresses as people paste them: separated by commas, semicolons, spaces or lines, some as `Ana Lind <ana@example.org>`. */
export function parseEmails(text: string): EmailList {
  const named = [...text.matchAll(/<([^<>\s]+)>/g)].map(([, inner = '']) => inner);
  // Names in front of an address in angle brackets are no addresses.
  const rest = text.replace(/[^,;\n<>]*<[^<>]*>/g, ' ');
  const words = rest.split(/[\s,;]+/).filter((word) => word !== '');
  const emails: string[] = [];
  const wrong: string[] = [];
  for (const word of [...words, ...named]) {
    if (emailError(word) !== null) wrong.push(word);
    else if (!emails.some((held) => held.toLowerCase() === word.toLowerCase())) emails.push(word);
  }
  return { emails, invalid: wrong };
}

/** Of a form's field: at least one address, each in order, and no more than one request takes. */
export const emailListRule = v.pipe(
  v.string(),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { emails, invalid } = parseEmails(dataset.value);
    if (invalid.length > 0)
      addIssue({
        message:
          invalid.length === 1
            ? invalidEmailMessage(invalid[0] ?? '')
            : `These aren’t valid email addresses: ${invalid.slice(0, 5).join(', ')}.`,
      });
    else if (emails.length === 0) addIssue({ message: 'Enter at least one email address.' });
    else if (emails.length > EMAILS_MAX)
      addIssue({ message: `Enter at most ${EMAILS_MAX} addresses at once. You entered ${emails.length}.` });
  }),
);

/** Names the sign that no address has, if that is what is wrong. */
function invalidEmailMessage(word: string): string {
  const fault = emailError(word);
  return `“${word}” isn’t a valid email address.${fault?.startsWith('An ') ? ` ${fault}` : ''}`;
}
