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
