// Why a webhook got no answer, for people who don't know the errors of sockets.
import { HttpClientError } from '#server/http/http-client.ts';
import { AddressBlocked } from '#server/http/public-address.ts';

/** The same for names that don't exist and for those of the server's own network, so that it tells nothing of the latter. */
const NOT_PUBLIC = 'This address isn’t on the internet. Check its spelling.';

const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: NOT_PUBLIC,
  EAI_AGAIN: 'The address couldn’t be looked up.',
  ECONNREFUSED: 'Nothing answers at this address.',
  ECONNRESET: 'The server closed the connection without an answer.',
  EPIPE: 'The server closed the connection without an answer.',
  ETIMEDOUT: 'The server couldn’t be reached in time.',
  EHOSTUNREACH: 'The server can’t be reached.',
  ENETUNREACH: 'The server can’t be reached.',
  CERT_HAS_EXPIRED: 'The server’s certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The server’s certificate isn’t trusted.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The server’s certificate isn’t trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The server’s certificate isn’t trusted.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The server’s certificate is for another address.',
};

export function describeConnectionError(error: unknown): string {
  if (error instanceof AddressBlocked) return NOT_PUBLIC;
  if (error instanceof HttpClientError && error.kind === 'too-slow') return 'The server didn’t answer in time.';
  const known = sentences[codeOf(error) ?? ''];
  if (known !== undefined) return known;
  return error instanceof Error ? error.message : 'No answer.';
}

/** Of the error, or of the one that caused it. */
function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause);
}
