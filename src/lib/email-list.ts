import * as v from 'valibot';

// Email addresses, by one rule with the server (server/http/email-addresses.ts), which stores domains in other scripts in ASCII (Punycode).

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const NOT_IN_LOCAL_PART = /[^a-z0-9.!#$%&'*+/=?^_`{|}~-]/iu;
const DOMAIN = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
const NOT_IN_DOMAIN = /[^\p{L}\p{N}\p{M}.-]/u;
const MAX_CHARACTERS = 254;
/** What is longer as it was typed is too long in any form. Normalization and Punycode need the square of a length. */
const MAX_TYPED = 4 * MAX_CHARACTERS;

const TOO_LONG = `An email address can have at most ${MAX_CHARACTERS} characters.`;
const INVALID_ADDRESS = 'Enter a valid email address.';

/** Why the server takes no such address, in a sentence; null: it does. */
export function emailError(text: string): string | null {
  if (text.length > MAX_TYPED) return TOO_LONG;
  const given = text.normalize('NFC');
  const at = given.lastIndexOf('@');
  const [local, domain] = [given.slice(0, Math.max(0, at)), given.slice(at + 1)];
  if (local === '' || domain === '') return INVALID_ADDRESS;
  const odd = NOT_IN_LOCAL_PART.exec(local)?.[0];
  if (odd !== undefined) return `An email address can’t have ${quoteCharacter(odd)} before the @.`;
  const oddInDomain = NOT_IN_DOMAIN.exec(domain)?.[0];
  if (oddInDomain !== undefined) return `An email address can’t have ${quoteCharacter(oddInDomain)} after the @.`;
  const ascii = asciiDomain(domain);
  if (!LOCAL_PART.test(local) || !DOMAIN.test(ascii)) return INVALID_ADDRESS;
  return local.length + 1 + ascii.length > MAX_CHARACTERS ? TOO_LONG : null;
}

const quoteCharacter = (sign: string): string => (/\s/.test(sign) ? 'a space' : `“${sign}”`);

function asciiDomain(domain: string): string {
  if (/^[\0-\x7f]*$/.test(domain)) return domain.toLowerCase();
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return ''; // no domain
  }
}

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

interface EmailList {
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
