// The disk fills to its last byte and space becomes free again. Checks the answer of each call in between, and that no acknowledged photo is lost.
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoEvents } from '#server/seed/ids.ts';
import {
  beginUpload,
  call,
  createPhoto,
  demoPassword,
  photoRequest,
  originalHash,
  signIn,
  upload,
  type Answer,
  type Person,
} from '#tests/support/api.ts';
import { copyData, demoData } from '#tests/support/demo-data.ts';
import { picture, type Picture } from '#tests/support/pictures.ts';
import { startServerOn, type TestServer } from '#tests/support/server-process.ts';

const MB = 1024 * 1024;
/** The disk space that the server reserves on a disk of this size. */
const RESERVE = 64 * MB;

/** Only root may make a small disk. */
const mayMount = process.getuid?.() === 0;

let disk: string;
let server: TestServer;
let member: Person;
beforeAll(async () => {
  if (!mayMount) return;
  disk = mkdtempSync(path.join(tmpdir(), 'ais-small-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=320m', 'tmpfs', disk]);
  chmodSync(disk, 0o755);
  copyData(await demoData(), disk);
  server = await startServerOn(disk);
  member = await signIn(server.url, 'member@demo.test');
}, 300_000);
afterAll(async () => {
  await server?.dispose();
  if (disk === undefined) return;
  execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
}, 60_000);

const live = demoEvents.live;
const free = () => {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
};
const ballast = () => path.join(disk, 'ballast');
/** Something else takes the disk until so many bytes are free. */
function fillUntil(left: number): void {
  const file = openSync(ballast(), 'a');
  const block = Buffer.alloc(MB / 4, 1);
  try {
    while (free() > left) if (writeSync(file, block, 0, Math.min(block.length, free() - left)) === 0) break;
  } catch (error) {
    // The last byte is what we want.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(file);
  }
}
const codeOf = ({ status, body }: Answer) => `${status} ${(body as { code?: string }).code ?? ''}`.trim();
const tus = () => ({ 'tus-resumable': '1.0.0', 'x-account': member.id });
const append = (uploadId: string, offset: number, body: Buffer) =>
  member.call('PATCH', `/api/v1/uploads/${uploadId}`, {
    headers: { ...tus(), 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body,
  });
async function begun(shot: Picture): Promise<string> {
  const created = await beginUpload(member, shot.bytes.length, live);
  expect(created.status).toBe(201);
  return created.headers.get('location')!.split('/').at(-1)!;
}

test.runIf(mayMount)(
  'a full disk refuses new uploads first, loses nothing acknowledged, and recovers when space is free',
  async () => {
    const acknowledged = new Map<string, string>();
    const shot = () => picture({ width: 900, height: 700, noise: true });
    // A repeated commit returns the same photo: its bytes may already be at their final path.
    const facts = new Map<string, ReturnType<typeof photoRequest>>();
    const commit = async (uploadId: string, one: Picture) => {
      const fact = facts.get(uploadId) ?? photoRequest(one, uploadId);
      facts.set(uploadId, fact);
      const answer = await createPhoto(member, live, fact);
      if (answer.status === 201 || answer.status === 200) acknowledged.set(fact.id, fact.sha256);
      return answer;
    };
    const told: string[] = [];
    const tell = (when: string, answers: Record<string, Answer>) =>
      told.push(
        `${when}: ${Object.entries(answers)
          .map(([name, answer]) => `${name} ${codeOf(answer)}`)
          .join(', ')}`,
      );
    const ask = async () => ({
      creation: await beginUpload(member, 2 * MB, live),
      'sign-in': await call(server.url, 'POST', '/api/v1/auth/login', { json: { email: 'owner@demo.test', password: demoPassword } }),
      gallery: await member.call('GET', `/api/v1/event/${live}/photos`),
      like: await member.call('PUT', `/api/v1/event/${live}/photos/${[...acknowledged.keys()][0]}/like`, {
        headers: { 'x-account': member.id },
      }),
    });

    // Photos come until there is no room for another.
    const [half, whole, last, late] = [await shot(), await shot(), await shot(), await shot()];
    const [halfId, lateId] = [await begun(half), await begun(late)];
    expect((await append(halfId, 0, half.bytes.subarray(0, 1000))).status).toBe(204);
    const [wholeId, lastId] = [await upload(member, whole.bytes, live), await upload(member, last.bytes, live)];
    fillUntil(RESERVE + 8 * MB);
    let refused: Answer | null = null;
    for (let count = 0; count < 40 && !refused; count++) {
      const one = await shot();
      const created = await beginUpload(member, one.bytes.length, live);
      if (created.status !== 201) refused = created;
      else {
        const uploadId = created.headers.get('location')!.split('/').at(-1)!;
        expect((await append(uploadId, 0, one.bytes)).status).toBe(204);
        expect((await commit(uploadId, one)).status).toBe(201);
      }
    }
    expect(acknowledged.size).toBeGreaterThan(3);
    expect(codeOf(refused!)).toBe('507 storage_full');
    expect(refused!.headers.get('content-type')).toContain('application/problem+json');
    expect(Number(refused!.headers.get('retry-after'))).toBeGreaterThan(0);

    // Uploads in progress continue, as does everything else.
    fillUntil(RESERVE - 4 * MB);
    expect((await append(halfId, 1000, half.bytes.subarray(1000, 2000))).status).toBe(204);
    const low = await ask();
    tell('below the reserve', low);
    expect(Object.values(low).map(({ status }) => status)).toEqual([507, 200, 200, 200]);

    // Below half of the reserve, uploads in progress stop as well. Completed uploads can still be committed.
    fillUntil(RESERVE / 2 - 4 * MB);
    const cut = await append(halfId, 2000, half.bytes.subarray(2000));
    const made = await commit(wholeId, whole);
    const lower = await ask();
    tell('below the half', { bytes: cut, commit: made, ...lower });
    expect([codeOf(cut), made.status]).toEqual(['507 storage_full', 201]);
    expect(Object.values(lower).map(({ status }) => status)).toEqual([507, 200, 200, 200]);

    // To the last byte, by no fault of ours.
    fillUntil(0);
    const full = { bytes: await append(lateId, 0, late.bytes), commit: await commit(lastId, last), ...(await ask()) };
    tell('to the last byte', full);
    expect([codeOf(full.bytes), codeOf(full.creation), full.gallery.status]).toEqual(['507 storage_full', '507 storage_full', 200]);
    for (const [name, { status }] of Object.entries(full)) expect([200, 201, 503, 507], name).toContain(status);

    // Space is free again: the server recovers without intervention.
    rmSync(ballast());
    await expect.poll(async () => (await beginUpload(member, 10, live)).status, { timeout: 60_000 }).toBe(201);
    const offset = await member.call('HEAD', `/api/v1/uploads/${halfId}`, { headers: tus() });
    expect(offset.headers.get('upload-offset')).toBe('2000');
    expect((await append(halfId, 2000, half.bytes.subarray(2000))).status).toBe(204);
    expect((await commit(halfId, half)).status).toBe(201);
    if (full.commit.status !== 201) expect([200, 201]).toContain((await commit(lastId, last)).status);
    expect((await append(lateId, 0, late.bytes)).status).toBe(204);
    expect((await commit(lateId, late)).status).toBe(201);
    for (const [id, hash] of acknowledged) expect(await originalHash(member, live, id)).toBe(hash);
    const states = () => server.sql<{ state: string }>(`select distinct state from photos where id = any($1)`, [[...acknowledged.keys()]]);
    await expect.poll(states, { timeout: 60_000 }).toEqual([{ state: 'ready' }]);
    process.stdout.write(`full disk, ${acknowledged.size} of ${acknowledged.size} acknowledged there\n  ${told.join('\n  ')}\n`);
  },
  300_000,
);
