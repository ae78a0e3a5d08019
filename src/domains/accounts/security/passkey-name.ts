import { maxLength, nonEmpty, pipe, string, trim } from 'valibot';

/** The contract's PasskeyName. */
export const passkeyName = pipe(string(), trim(), nonEmpty('Enter a name.'), maxLength(60, 'At most 60 characters.'));
