import { Problem } from '#server/http/problem.ts';

export const emailTaken = () => new Problem(409, 'email_taken', 'An account with this email address already exists.');
