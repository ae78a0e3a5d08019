import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '#server/http/problem.ts';
import type { Viewer } from '#server/viewer.ts';

/**
 * Refuses a delivery that belongs to another account than the session's (header `X-Account`): nothing may happen then.
 * @throws {Problem} 409 `account_mismatch`
 */
export function requireMatchingAccount(call: { header: { 'x-account'?: string }; viewer: Viewer }): void {
  const account = call.header['x-account'];
  if (account !== undefined && account.toLowerCase() !== call.viewer.userId) {
    throw new Problem(409, 'account_mismatch', 'This belongs to a different account than the one logged in.');
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The same for any operation: cookies are a browser's, and who sends may have logged in after what they send was asked for by another person.
 * What is no account's id is left to the contract.
 * @throws {Problem} 409 `account_mismatch`
 */
export function requireMatchingAccountHeader(headers: IncomingHttpHeaders, viewer: Viewer): void {
  const named = headers['x-account'];
  if (typeof named === 'string' && UUID.test(named)) requireMatchingAccount({ header: { 'x-account': named }, viewer });
}
