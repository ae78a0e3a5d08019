// Limits of forms being read: each file is in memory as a whole.
import { connect, type AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { enforceBodyTimeouts } from '#server/http/connections.ts';
import { answerErrors } from '#server/http/errors.ts';
import { acceptMultipart } from '#server/http/multipart.ts';
import { viewer } from '#tests/support/factories/database.ts';

let app: FastifyInstance;
afterEach(() => app.close());

async function listening(
  given: Partial<NonNullable<Parameters<typeof acceptMultipart>[2]>> = {},
  {
    bodyLimit = 1000,
    count = async (): Promise<void> => undefined,
  }: { bodyLimit?: number; count?: (userId: string) => Promise<void> } = {},
): Promise<void> {
  app = Fastify({ forceCloseConnections: true });
  answerErrors(app, () => undefined);
  enforceBodyTimeouts(app);
  await app.register(async (scope) => {
    acceptMultipart(scope, count, { atOnce: 3, atOnceByAddress: 24, bytes: 1e9, stalledMs: 10_000, ...given });
    scope.route({
      method: 'POST',
      url: '/:who',
      bodyLimit,
      config: { formFields: ['file'] },
      onRequest: async (request) => {
        request.viewer = viewer((request.params as { who: string }).who);
      },
      handler: async ({ body }) => Object.entries(body as object).map(([name, value]) => [name, value.toString()]),
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
}

const whole = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--b--\r\n';

/** One whose body is in progress. */
function begun(who: string) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(
    `POST /${who} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${whole.length}\r\n\r\n`,
  );
  return {
    send: (text: string) => socket.write(text),
    end: () => socket.write(whole),
    cut: () => socket.destroy(),
    status: () => heard.slice(9, 12),
  };
}

test('an account sends so many at once; others continue, and aborted ones no longer count', async () => {
  await listening({ atOnce: 2, bytes: 1e6 });
  const [first, second] = [begun('ana'), begun('ana')];
  await expect.poll(async () => answerTo('ana')).toBe('429');
  const other = begun('ben');
  other.end();
  await expect.poll(other.status).toBe('200');
  first.cut();
  second.end();
  await expect.poll(second.status).toBe('200');
  await expect.poll(async () => answerTo('ana')).toBe('200');
});

test('all together are limited by received bytes; a single one may have any length', async () => {
  await listening({ atOnce: 9, bytes: whole.length - 10 });
  const first = begun('ana');
  first.send(whole.slice(0, -5));
  await expect.poll(async () => answerTo('ben')).toBe('503');
  first.send(whole.slice(-5));
  await expect.poll(first.status).toBe('200');
  await expect.poll(async () => answerTo('ben')).toBe('200');
});

test('forms that declare a length and send nothing block no one, and end soon', async () => {
  await listening({ atOnce: 9, bytes: 2 * whole.length, stalledMs: 150 });
  const silent = Array.from({ length: 10 }, (_, index) => begun(`guest${index}`));
  await expect.poll(async () => answerTo('ben')).toBe('200');
  for (const form of silent) await expect.poll(form.status).toBe('408');
});

test('of one network address there are so many at once, and half of all bytes', async () => {
  await listening({ atOnce: 9, atOnceByAddress: 2 });
  const [first, second] = [begun('ana'), begun('ben')];
  await expect.poll(async () => answerTo('cleo')).toBe('429');
  first.cut();
  second.end();
  await expect.poll(async () => answerTo('cleo')).toBe('200');
  await app.close();
  await listening({ bytes: 2.5 * whole.length });
  begun('ana').send(whole.slice(0, -5));
  await expect.poll(async () => answerTo('ben')).toBe('503');
});

/** What one is answered that is sent whole. */
async function answerTo(who: string): Promise<string> {
  const form = begun(who);
  form.end();
  await expect.poll(form.status).not.toBe('');
  return form.status();
}

const part = (name: string, text: string) => `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a"\r\n\r\n${text}\r\n`;
const end = '--b--\r\n';

async function sent(body: string, type = 'multipart/form-data; boundary=b') {
  const { port } = app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/ana`, { method: 'POST', headers: { 'content-type': type }, body });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

test('a form returns its files; other bodies, other fields and duplicates are refused', async () => {
  await listening();
  expect(await sent(part('file', 'bytes') + end)).toEqual({ status: 200, body: [['file', 'bytes']] });
  expect(await sent(end)).toEqual({ status: 200, body: [] });
  const refused = (field: string, message: string) => ({
    status: 422,
    body: expect.objectContaining({ code: 'invalid_request', errors: [{ field, message }] }) as unknown,
  });
  expect(await sent(part('other', 'x') + end)).toEqual(refused('body.other', 'is not supported'));
  expect(await sent(part('file', 'x') + part('file', 'y') + end)).toEqual(refused('body.file', 'is given twice'));
  const malformed = { status: 400, body: expect.objectContaining({ code: 'malformed_body' }) as unknown };
  expect(await sent('hello')).toEqual(malformed);
  expect(await sent(part('file', 'x'))).toEqual(malformed);
  expect(await sent(part('file', 'x') + end, 'multipart/form-data')).toEqual(malformed);
  expect(await sent(part('file', 'x'.repeat(2000)) + end)).toMatchObject({ status: 413, body: { code: 'too_large' } });
});

test.each([
  ['unknown', part('other', 'x')],
  ['too many', part('file', 'x') + part('file', 'y')],
])('reading stops at a part that is %s: the rest of the form is not waited for', async (_, beginning) => {
  await listening(undefined, { bodyLimit: 50e6 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write('POST /ana HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 40000000\r\n\r\n');
  socket.write(beginning + part('file', ''));
  await expect.poll(() => heard.slice(9, 12)).toBe('422');
  socket.destroy();
});

test('pictures of one account are counted', async () => {
  const counted: string[] = [];
  await listening(undefined, { count: async (userId) => void counted.push(userId) });
  await sent(part('file', 'x') + end);
  expect(counted).toHaveLength(1);
});
