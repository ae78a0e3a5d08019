import { Problem } from '#server/http/problem.ts';
import type { Viewer } from '#server/viewer.ts';

/**
 * Refuses a delivery that belongs to another account than the session's (header `X-Account`): nothing may happen then.
 * @throws {Problem} 409 `account_mismatch`
 */
export function requireAccount(call: { header: { 'x-account'?: string }; viewer: Viewer }): void {
  const account = call.header['x-account'];
  if (account !== undefined && account.toLowerCase() !== call.viewer.userId) {
    throw new Problem(409, 'account_mismatch', 'This belongs to another account than the one that is logged in.');
  }
}
