import { Problem } from '#server/http/problem.ts';

export const emailTaken = () => new Problem(409, 'email_taken', 'There is an account with this email address already.');
