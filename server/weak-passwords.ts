// Weak passwords. Hashing and rate limits slow down guessing, but not enough for passwords on every list.
import { dictionary } from '@zxcvbn-ts/language-common';

let list: ReadonlySet<string> | undefined;
/** Leaked ones, the commonest of them, in lower case. Made when it is first needed. */
const leaked = () => (list ??= new Set(dictionary['passwords-common']));

/** Rows of the keyboard and the alphabet, as hands and heads run through them. */
const runs = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertzuiop', 'qwertyuiop', 'asdfghjkl', 'yxcvbnm', 'zxcvbnm'];
const MIN_DISTINCT_CHARACTERS = 5;

/** Why this password is too weak, as a sentence for the user; null if it is acceptable. */
export function weaknessOf(password: string, email: string): string | null {
  const typed = password.trim().toLowerCase();
  const [localPart = ''] = email.toLowerCase().split('@');
  if (typed === email.toLowerCase() || (letters(localPart) !== '' && letters(typed) === letters(localPart)))
    return 'Your password can’t be your email address. Choose another one.';
  if (new Set(typed).size < MIN_DISTINCT_CHARACTERS || isRun(typed) || isRepeated(typed))
    return 'This password is a simple pattern that’s easy to guess. Choose another one.';
  if (leaked().has(typed) || isDecorated(typed)) return 'This password appears in lists of leaked passwords. Choose another one.';
  return null;
}

/** Without leading and trailing decoration. */
const bare = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
const letters = (text: string) => bare(text).replace(/[^\p{L}\p{N}]/gu, '');

/** A leaked word with digits and signs before or behind it. */
function isDecorated(password: string): boolean {
  const word = bare(password);
  return word !== password && word.length >= 4 && leaked().has(word);
}

function isRun(password: string): boolean {
  const backward = Array.from(password).toReversed().join('');
  return runs.some((run) => [password, backward].some((text) => run.repeat(2).includes(text)));
}

/** One short piece again and again. */
const isRepeated = (password: string) => /^(.{1,4})\1+$/u.test(password);
