import { Problem } from '#server/http/problem.ts';

/** Addresses differ by more than case and surrounding spaces only. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

export const emailTaken = () => new Problem(409, 'email_taken', 'There is an account with this email address already.');
