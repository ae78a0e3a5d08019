// A phone in the middle of an upload when its server stops.
import { request } from 'node:http';
import { demoEvents } from '#server/seed/ids.ts';
import { beginUpload, freshSignIn } from '#tests/support/api.ts';
import { expect, test } from '#tests/support/cluster-fixtures.ts';

const BYTES = 2_000_000;
const SENT = 1_000_000;

test('an upload that pauses while its server stops continues at another one from where it was', async ({ cluster }) => {
  const [first, second] = cluster.webs;
  const person = await freshSignIn(second!.url, 'member@demo.test');
  const created = await beginUpload(person, BYTES, demoEvents.live);
  expect(created.status).toBe(201);
  const { pathname } = new URL(created.headers.get('location') ?? '', second!.url);
  const tus = { 'tus-resumable': '1.0.0', 'x-account': person.id };
  const sending = request(new URL(pathname, first!.url), {
    method: 'PATCH',
    headers: {
      ...tus,
      authorization: `Bearer ${person.token}`,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(BYTES),
    },
  });
  // It is cut.
  sending.on('error', () => undefined);
  await new Promise((resolve) => sending.write(Buffer.alloc(SENT, 'a'), resolve));
  expect(await first!.stop(), first!.log()).toBe(0);
  const head = await person.call('HEAD', pathname, { headers: tus });
  expect([head.status, head.headers.get('upload-offset')]).toEqual([200, String(SENT)]);
  const rest = await person.call('PATCH', pathname, {
    headers: { ...tus, 'upload-offset': String(SENT), 'content-type': 'application/offset+octet-stream' },
    body: Buffer.alloc(BYTES - SENT, 'b'),
  });
  expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, String(BYTES)]);
});
