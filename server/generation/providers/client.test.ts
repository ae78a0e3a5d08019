import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { isPublicAddress, AddressBlocked } from '#server/http/public-address.ts';
import { checkLink, createTransport } from './client.ts';

describe('addresses', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:0:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'ff02::1',
    'localhost',
    '',
  ])('%s lies inside', (address) => expect(isPublicAddress(address)).toBe(false));
  test.each(['1.1.1.1', '172.32.0.1', '192.169.0.1', '34.120.5.6', '2606:4700::1111'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );
});

describe('links', () => {
  const rule = { baseUrl: 'https://queue.fal.run', hosts: ['fal.media'] };
  test.each([
    'http://fal.media/a.png',
    'https://fal.media.evil.example/a.png',
    'https://evilfal.media/a.png',
    'https://user@fal.media/a.png',
    'https://fal.media:8443/a.png',
    'https://127.0.0.1/a.png',
    'https://[::1]/a.png',
    'http://queue.fal.run/a.png',
    'https://queue.fal.run:444/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    '//fal.media/a.png',
    'a.png',
  ])('%s is not opened', (link) => expect(() => checkLink(link, rule)).toThrow(AddressBlocked));
  test.each([
    ['https://fal.media/a.png', false],
    ['https://v3.fal.media/files/a.png?x=1', false],
    ['https://v3.FAL.media./a.png', false],
    ['https://queue.fal.run/a.png', true],
  ])('%s is', (link, own) => expect(checkLink(link, rule)).toMatchObject({ own }));
});

describe('what a name leads to', () => {
  const download = (...addresses: string[]) => {
    const asked: string[] = [];
    const { download } = createTransport({
      resolve(host, done) {
        asked.push(host);
        const found = addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }));
        done(null, found);
      },
    });
    const options = { signal: new AbortController().signal, limit: 1000, timeoutMs: 20_000 };
    const rule = { baseUrl: 'https://queue.fal.run', hosts: ['fal.media'] };
    return { asked, done: download('https://v3.fal.media/a.png', rule, options) };
  };
  test.each([['127.0.0.1'], ['169.254.169.254'], ['::1'], ['1.1.1.1', '10.0.0.1']])('%s: nothing is connected to', async (...addresses) => {
    const { asked, done } = download(...addresses);
    await expect(done).rejects.toThrow(AddressBlocked);
    // Looked up once: what was judged is what would have been connected to.
    expect(asked).toEqual(['v3.fal.media']);
  });
});
