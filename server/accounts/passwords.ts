import { hash, verify } from '@node-rs/argon2';
import { Problem } from '#server/http/problem.ts';
import { weaknessOf } from '#server/weak-passwords.ts';

/** argon2id with OWASP's first choice of costs: 19 MiB, 2 passes, 1 lane. */
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, costs);

const dummyHash = hashPassword('the password of nobody');

/** Takes as long for an unknown account, or one without a password (no hash), as for a wrong password, so that time tells nothing. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const right = await verify(passwordHash || (await dummyHash), password);
  return Boolean(passwordHash) && right;
}

/** @throws {Problem} 422 `weak_password` */
export function requireStrongPassword(password: string, email: string): void {
  const weakness = weaknessOf(password, email);
  if (weakness !== null) throw new Problem(422, 'weak_password', weakness);
}
