import { expect, it } from 'vitest';
import { HttpClientError } from '#server/http/http-client.ts';
import { AddressBlocked } from '#server/http/public-address.ts';
import { describeConnectionError } from '#server/integrations/connection-error.ts';

const cut = (code: string, message: string) => new HttpClientError('cut', message, Object.assign(new Error(message), { code }));

it.each([
  [cut('ENOTFOUND', 'getaddrinfo ENOTFOUND hooks.example'), 'This address isn’t on the internet. Check its spelling.'],
  [cut('ECONNREFUSED', 'connect ECONNREFUSED 203.0.113.7:443'), 'Nothing answers at this address.'],
  [cut('CERT_HAS_EXPIRED', 'certificate has expired'), 'The server’s certificate has expired.'],
  [new HttpClientError('too-slow', 'no answer after 10 s'), 'The server didn’t answer in time.'],
  [new AddressBlocked('10.0.0.1 lies inside the network'), 'This address isn’t on the internet. Check its spelling.'],
  [cut('EOTHER', 'something else'), 'something else'],
  [null, 'No answer.'],
])('says in plain words why there was no answer: %s', (error, words) => {
  expect(describeConnectionError(error)).toBe(words);
});
