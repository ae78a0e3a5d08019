// How many forms are read at once: each lies in memory whole.
import { connect, type AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { answerErrors } from '#server/http/errors.ts';
import { takeForms } from '#server/http/forms.ts';
import { viewer } from '#tests/support/photo-world.ts';

let app: FastifyInstance;
afterEach(() => app.close());

async function listening(most: { atOnce: number; bytes: number }): Promise<void> {
  app = Fastify({ forceCloseConnections: true });
  answerErrors(app, () => undefined);
  await app.register(async (scope) => {
    takeForms(scope, most);
    scope.route({
      method: 'POST',
      url: '/:who',
      bodyLimit: 1000,
      onRequest: async (request) => {
        request.viewer = viewer((request.params as { who: string }).who);
      },
      handler: async ({ body }) => Object.keys(body as object),
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
}

const whole = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--b--\r\n';

/** One whose body is on its way. */
function begun(who: string) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(
    `POST /${who} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${whole.length}\r\n\r\n`,
  );
  return { end: () => socket.write(whole), cut: () => socket.destroy(), status: () => heard.slice(9, 12) };
}

test('an account sends so many at once; others go on, and what was cut counts no more', async () => {
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

test('all together are as long as fits; one alone is taken however long it is', async () => {
  await listening({ atOnce: 9, bytes: whole.length + 10 });
  const first = begun('ana');
  await expect.poll(async () => answerTo('ben')).toBe('503');
  first.end();
  await expect.poll(first.status).toBe('200');
  await expect.poll(async () => answerTo('ben')).toBe('200');
});

/** What one is answered that is sent whole. */
async function answerTo(who: string): Promise<string> {
  const form = begun(who);
  form.end();
  await expect.poll(form.status).not.toBe('');
  return form.status();
}
