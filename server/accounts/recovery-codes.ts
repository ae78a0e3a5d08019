// Recovery codes: 80 random bits each, in letters that are not taken for another, so that a plain hash keeps them and nobody guesses one.
import { Secret } from 'otpauth';
import { hashSecret } from '#server/secrets.ts';

const HOW_MANY = 10;

/** As its owner keeps it: "JBSW-Y3DP-EHPK-3PXP". */
const newRecoveryCode = (): string => new Secret({ size: 10 }).base32.replace(/(.{4})(?=.)/g, '$1-');

export const newRecoveryCodes = (): string[] => Array.from({ length: HOW_MANY }, newRecoveryCode);

/** However it was typed. */
export const hashRecoveryCode = (typed: string): string => hashSecret(normalizeCode(typed).toUpperCase());

/** Without what people put between letters and digits. */
export const normalizeCode = (typed: string): string => typed.replace(/[\s\p{Pd}]/gu, '');
