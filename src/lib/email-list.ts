import * as v from 'valibot';

// Email addresses, validated like on the server (server/http/email-addresses.ts), which stores international domains in ASCII (Punycode).

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const NOT_IN_LOCAL_PART = /[^a-z0-9.!#$%&'*+/=?^_`{|}~-]/iu;
const DOMAIN = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
const NOT_IN_DOMAIN = /[^\p{L}\p{N}\p{M}.-]/u;
const MAX_CHARACTERS = 254;
/** Longer input is too long in any form. Normalization and Punycode take quadratic time. */
const MAX_TYPED = 4 * MAX_CHARACTERS;

const TOO_LONG = `An email address can have at most ${MAX_CHARACTERS} characters.`;
const INVALID_ADDRESS = 'Enter a valid email address.';

/** Why the server refuses the address, as a sentence; null if it accepts it. */
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

/** The contract's limit per request. */
const EMAILS_MAX = 50;

/** For form fields: one required address. */
export const emailRule = v.rawCheck<string>(({ dataset, addIssue }) => {
  const message = dataset.typed ? emailError(dataset.value) : null;
  if (message !== null) addIssue({ message });
});

/** For form fields: one optional address. */
export const optionalEmailRule = v.rawCheck<string>(({ dataset, addIssue }) => {
  const message = dataset.typed && dataset.value !== '' ? emailError(dataset.value) : null;
  if (message !== null) addIssue({ message });
});

interface EmailList {
  /** Unique addresses in input order. */
  emails: string[];
  /** Input that is not an address. */
  invalid: string[];
}

/** Parses pasted addresses: separated by commas, semicolons, spaces or lines, optionally as `Ana Lind <ana@example.org>`. */
export function parseEmails(text: string): EmailList {
  const named = [...text.matchAll(/<([^<>\s]+)>/g)].map(([, inner = '']) => inner);
  // Names before an address in angle brackets are skipped.
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

/** For form fields: at least one address, all valid, within the limit of one request. */
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

/** Names an invalid character, if that is the problem. */
function invalidEmailMessage(word: string): string {
  const fault = emailError(word);
  return `“${word}” isn’t a valid email address.${fault?.startsWith('An ') ? ` ${fault}` : ''}`;
}
