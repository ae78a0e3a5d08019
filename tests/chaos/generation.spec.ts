// The server stops or dies while images are made: all of them are made in the end, each paid for once, here and at the provider.
import type { components } from '#openapi/api.ts';
import { registerPerson, type Person } from '#tests/support/api.ts';
import { expect, test } from '#tests/support/chaos-fixtures.ts';
import { expectStatus } from '#tests/support/events.ts';
import { falResponder } from '#tests/support/fake-job-providers.ts';
import { startFakeProvider, type FakeProvider } from '#tests/support/fake-provider.ts';
import { requestImages, waitForGeneration, readGeneration, ledgerOf, uploadSource } from '#tests/support/generations.ts';
import { picture, sha256 } from '#tests/support/pictures.ts';
import { requestLine, submissions } from '#tests/support/provider-matrix.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

type Schemas = components['schemas'];

interface Asked {
  person: Person;
  id: string;
  key: string;
  json: Partial<Schemas['CreateGenerationRequest']>;
  credits: number;
}

/** Takes a job and works on it for as long as its trouble is `slow`. */
let fal: FakeProvider;
let server: TestServer;
test.beforeAll(async () => {
  fal = await startFakeProvider(falResponder(), () => false);
  fal.trouble = 'slow';
  server = await startServer({ env: { FAL_KEY: 'a-key', FAL_BASE_URL: fal.url } });
});
test.afterEach(async () => {
  const info = test.info();
  if (info.status !== info.expectedStatus) await info.attach('server log', { body: server.log() });
});
test.afterAll(async () => {
  await server?.dispose();
  await fal?.close();
});

const questions = () => fal.seen.filter((one) => requestLine(one).endsWith('/status')).length;

async function ask(person: Person, json: Asked['json'], credits: number): Promise<Asked> {
  const key = crypto.randomUUID();
  const { id } = await requestImages(person, json, key);
  return { person, id, key, json, credits };
}

/** In the middle of it: fal works on its job, another is made here, and others wait. */
async function inTheMiddle(asked: readonly Asked[]): Promise<void> {
  const before = questions();
  const look = async () => {
    const all = await Promise.all(asked.map(({ person, id }) => readGeneration(person, id)));
    const count = (status: string) => all.filter((one) => one.status === status).length;
    return { asksFal: questions() > before, running: count('running'), waits: count('queued') > 0 };
  };
  await expect.poll(look, { intervals: [50] }).toEqual({ asksFal: true, running: 2, waits: true });
}

test('server stopped, killed, and killed with its database while images are made: all are made, each paid for once', async () => {
  // Four starts of a server, one of them with a recovery of its database.
  test.setTimeout(300_000);
  const [painter, illustrator, upscaler] = await Promise.all([1, 2, 3].map(() => registerPerson(server.url)));
  await server.sql('update users set is_verified = true where id = $1', [painter!.id]);
  const source = await uploadSource(upscaler!, (await picture({ width: 240, height: 160 })).bytes);
  const paid = { model: 'fal:flux-schnell', prompt: 'A lantern', width: 1024, height: 1024, count: 2 };
  const asked = [await ask(painter!, paid, 8)];
  for (let at = 0; at < 5; at += 1) asked.push(await ask(upscaler!, { model: 'builtin:upscale-2x', source }, 1));
  for (const count of [2, 1]) asked.push(await ask(illustrator!, { prompt: 'Two cats on the moon', count }, count));

  for (const end of [server.stop, server.kill, server.killWithDatabase]) {
    await inTheMiddle(asked);
    await end();
    await server.restart();
  }
  fal.trouble = null;

  for (const { person, id, key, json, credits } of asked) {
    const made = await waitForGeneration(person, id, 120_000);
    expect(made).toMatchObject({ status: 'succeeded', credits, error: null });
    expect(made.images).toHaveLength(json.count ?? 1);
    expect(await ledgerOf(server, id)).toEqual([`reserve ${credits}`, `settle ${credits}`, 'refund 0']);
    // Sent once more, as by a phone that heard no answer: it is the same.
    expect((await requestImages(person, json, key)).id).toBe(id);
  }
  expect(submissions(fal.seen), 'what fal was asked to make').toHaveLength(2);
  expect(fal.seen.map(requestLine).filter((line) => line.endsWith('/cancel'))).toEqual([]);

  for (const person of [painter!, illustrator!, upscaler!]) {
    const own = asked.filter((one) => one.person === person);
    const read = async <T>(path: string): Promise<T> => expectStatus(await person.call<T>('GET', path), 200, path);
    const listed = (await read<Schemas['GenerationPage']>('/api/v1/generations')).items;
    expect(listed.map(({ id }) => id).toSorted()).toEqual(own.map(({ id }) => id).toSorted());
    const images = (await read<Schemas['GeneratedImagePage']>('/api/v1/generated-images')).items;
    expect(images.map(({ id }) => id).toSorted()).toEqual(listed.flatMap((one) => one.images.map(({ id }) => id)).toSorted());
    for (const { id } of images) {
      const file = await person.fetch(`/api/v1/generated-images/${id}/original`);
      expect(file.headers.get('etag')).toBe(`"${sha256(new Uint8Array(await file.arrayBuffer())).slice(0, 32)}-original"`);
    }
    const used = own.reduce((sum, { credits }) => sum + credits, 0);
    expect(await read<Schemas['Credits']>('/api/v1/credits')).toMatchObject({ used, reserved: 0 });
  }
});
