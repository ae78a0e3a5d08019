import * as v from 'valibot';

/** The contract's limit of one request. */
const EMAILS_MAX = 50;

const address = v.pipe(v.string(), v.email(), v.maxLength(254));

export interface EmailList {
  /** Each once, in the order they were written. */
  emails: string[];
  /** What looks like no address. */
  wrong: string[];
}

/** Addresses as people paste them: separated by commas, semicolons, spaces or lines, some as `Ana Lind <ana@example.org>`. */
export function readEmails(text: string): EmailList {
  const named = [...text.matchAll(/<([^<>\s]+)>/g)].map(([, inner = '']) => inner);
  // Names in front of an address in angle brackets are no addresses.
  const rest = text.replace(/[^,;\n<>]*<[^<>]*>/g, ' ');
  const words = rest.split(/[\s,;]+/).filter((word) => word !== '');
  const emails: string[] = [];
  const wrong: string[] = [];
  for (const word of [...words, ...named]) {
    if (!v.is(address, word)) wrong.push(word);
    else if (!emails.some((held) => held.toLowerCase() === word.toLowerCase())) emails.push(word);
  }
  return { emails, wrong };
}

/** Of a form's field: at least one address, each in order, and no more than one request takes. */
export const emailListRule = v.pipe(
  v.string(),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { emails, wrong } = readEmails(dataset.value);
    if (wrong.length > 0)
      addIssue({
        message:
          wrong.length === 1
            ? `“${wrong[0]}” is not a valid email address.`
            : `These are not valid email addresses: ${wrong.slice(0, 5).join(', ')}.`,
      });
    else if (emails.length === 0) addIssue({ message: 'Enter at least one email address.' });
    else if (emails.length > EMAILS_MAX) addIssue({ message: `At most ${EMAILS_MAX} at once; these are ${emails.length}.` });
  }),
);
