// Email addresses, by one rule with the forms of the app (src/lib/email-list.ts). Domains in other scripts are stored once, in ASCII
// (Punycode): mail servers and comparisons know no other form.

/** RFC 5321: letters, digits and signs in front of the @, in parts between dots. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const NOT_IN_LOCAL_PART = /[^a-z0-9.!#$%&'*+/=?^_`{|}~-]/iu;
const DOMAIN = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
const NOT_IN_DOMAIN = /[^\p{L}\p{N}\p{M}.-]/u;
const MAX_CHARACTERS = 254;
/** Longer input is too long in any form. Normalization and Punycode take quadratic time. */
const MAX_TYPED_CHARACTERS = 4 * MAX_CHARACTERS;

export type ReadEmail = { address: string; fault: null } | { address: null; fault: string };

/** The address in lower case, as stored and compared; or its fault, such as "must not have “ü” in front of the @". */
export function readEmail(text: string): ReadEmail {
  if (text.length > MAX_TYPED_CHARACTERS) return wrong(TOO_LONG);
  const given = text.normalize('NFC');
  const at = given.lastIndexOf('@');
  const [local, domain] = [given.slice(0, Math.max(0, at)), given.slice(at + 1)];
  if (local === '' || domain === '') return wrong('must be an email address');
  const odd = NOT_IN_LOCAL_PART.exec(local)?.[0];
  if (odd !== undefined) return wrong(`must not have ${signOf(odd)} before the @`);
  const oddInDomain = NOT_IN_DOMAIN.exec(domain)?.[0];
  if (oddInDomain !== undefined) return wrong(`must not have ${signOf(oddInDomain)} after the @`);
  const ascii = asciiDomain(domain);
  if (!LOCAL_PART.test(local) || !DOMAIN.test(ascii)) return wrong('must be an email address');
  const address = `${local.toLowerCase()}@${ascii}`;
  return address.length > MAX_CHARACTERS ? wrong(TOO_LONG) : { address, fault: null };
}

const TOO_LONG = `must have at most ${MAX_CHARACTERS} characters`;
const wrong = (fault: string): ReadEmail => ({ address: null, fault });
const signOf = (sign: string): string => (/\s/.test(sign) ? 'a space' : `“${sign}”`);

function asciiDomain(domain: string): string {
  if (/^[\0-\x7f]*$/.test(domain)) return domain.toLowerCase();
  // As browsers do (UTS 46): they have no other way to Punycode.
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : '';
}

/** Of an address that the contract has checked (format `email`). */
export const normalizeEmail = (email: string): string => readEmail(email.trim()).address ?? email.trim().toLowerCase();
