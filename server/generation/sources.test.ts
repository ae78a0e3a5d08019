// Sources of images: checked by content, stored for a day, private; and their removal.
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generations, generationUploads } from '#server/db/schema/generation.ts';
import { photos } from '#server/db/schema/photos.ts';
import { generationSweeps } from '#server/generation/jobs.ts';
import { Problem } from '#server/http/problem.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createEvent, createOrganization, createPhoto, createUser, viewer } from '#tests/support/factories/database.ts';
import { fakeModel, openGenerator, type TestGenerator } from '#tests/support/fake-generator.ts';
import { outcome } from '#tests/support/operations.ts';
import { blackPng, picture } from '#tests/support/pictures.ts';

let deps: TestDeps;
let generator: TestGenerator;
let ana: Viewer;
const photoId = uuid7();
const tinyId = uuid7();
const eventId = uuid7();
const masking = fakeModel({ id: 'builtin:masking', model: 'masking', capabilities: { ...fakeModel().capabilities, mask: true } });
beforeAll(async () => {
  deps = await openTestDeps({ GENERATIONS_PER_PERSON: '100' });
  generator = await openGenerator(deps, [fakeModel(), masking], async (_viewer, _event, id) => {
    if (id === photoId) return { key: storageKeys.download(photoId), width: 40, height: 30 };
    if (id === tinyId) return { key: storageKeys.download(tinyId), width: 40, height: 9 };
    throw new Problem(403, 'downloads_closed', 'This event doesn’t allow downloads.');
  });
  // The processes that make files begin with the first.
  ana = viewer(await createUser(deps));
  await send((await picture({ width: 20, height: 20 })).bytes);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);
beforeEach(async () => {
  ana = viewer(await createUser(deps));
  generator.calls.length = 0;
});

const send = (bytes: Buffer | string) => generator.ask('uploadGenerationSource', ana, {}, { body: { file: Buffer.from(bytes) } });
const sweep = () => generationSweeps(deps)['sweep-generations']({}, new AbortController().signal);
const of = (id: string) => ({ source: { kind: 'upload' as const, id } });

async function animation(): Promise<Buffer> {
  const frame = { width: 32, height: 32, channels: 3 as const };
  const two = Buffer.concat([Buffer.alloc(32 * 32 * 3, 0), Buffer.alloc(32 * 32 * 3, 255)]);
  return sharp(two, { raw: { ...frame, height: 64, pageHeight: 32 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
}

describe('a picture that is sent', () => {
  it('is refused before anything is made where the model takes none of that size', async () => {
    const { id } = await send((await picture({ width: 500, height: 401 })).bytes);
    await expect(generator.create(ana, of(id))).rejects.toMatchObject({
      status: 422,
      message: 'We can’t create this: the image has 500 × 401 pixels. The limit is 0.2 megapixels.',
    });
    const fits = await send((await picture({ width: 500, height: 400 })).bytes);
    expect((await generator.create(ana, of(fits.id))).status).toBe('queued');
  });

  it('is refused as a mask of another shape, before anything is charged', async () => {
    const [source, mask] = [
      await send((await picture({ width: 60, height: 40 })).bytes),
      await send((await picture({ width: 40, height: 60 })).bytes),
    ];
    const masking = generator.create(ana, { model: 'builtin:masking', ...of(source.id), mask: mask.id });
    await expect(masking).rejects.toMatchObject({ status: 422, errors: [{ field: 'body.mask' }] });
    expect((await generator.ask('getCredits', ana)).reserved).toBe(0);
    const fits = await generator.create(ana, { model: 'builtin:masking', ...of(source.id), mask: source.id });
    expect(fits.status).toBe('queued');
  });

  it('is stored upright, without metadata, and resized if large', async () => {
    const { id, width, height } = await send((await picture({ width: 9000, height: 60, orientation: 6 })).bytes);
    expect([width, height]).toEqual([41, 6144]);
    const kept = await deps.storage.withFile(storageKeys.generationSource(id, 'picture'), (file) => sharp(file).metadata());
    expect([kept?.format, kept?.width, kept?.exif, kept?.orientation]).toEqual(['jpeg', 41, undefined, undefined]);
    const png = await send((await picture({ format: 'png', width: 40, height: 30 })).bytes);
    const asPng = await deps.storage.withFile(storageKeys.generationSource(png.id, 'picture'), (file) => sharp(file).metadata());
    expect(asPng?.format).toBe('png');
  });

  it('is refused where it is none, torn, too large or moving', async () => {
    const { bytes } = await picture();
    const refusals = [];
    const apng = Buffer.concat([blackPng(8, 8).subarray(0, 33), Buffer.from('00000008', 'hex'), Buffer.from('acTL'), Buffer.alloc(12)]);
    for (const bad of [
      '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
      'GIF89a',
      '',
      bytes.subarray(0, bytes.length / 2),
      blackPng(20_000, 15_000),
      await animation(),
      Buffer.concat([apng, blackPng(8, 8).subarray(33)]),
    ])
      refusals.push(await outcome(send(bad)));
    expect(refusals).toEqual([
      ...Array.from({ length: 2 }, () => 'unsupported_media_type'),
      ...Array.from({ length: 5 }, () => 'picture_unreadable'),
    ]);
  });

  it('is refused with the reason and the limit where it is empty, too small, or has too many pixels', async () => {
    await expect(send('')).rejects.toMatchObject({ status: 422, message: 'This file is empty. Choose another one.' });
    await expect(send(blackPng(12_000, 9_000))).rejects.toMatchObject({
      status: 422,
      message: 'This image has 12,000 × 9,000 pixels (108 megapixels). The limit is 100 megapixels.',
    });
    await expect(send(blackPng(1, 1))).rejects.toMatchObject({
      status: 422,
      code: 'picture_too_small',
      message: 'This image has 1 × 1 pixels. Each side needs at least 16.',
    });
    await expect(send(blackPng(16, 15))).rejects.toMatchObject({ code: 'picture_too_small' });
    expect(await send(blackPng(16, 16))).toMatchObject({ width: 16, height: 16, reduced_from: null });
  });

  it('says from which size it was reduced', async () => {
    const wide = await picture({ width: 4608, height: 1976 });
    expect(await send(wide.bytes), 'no more pixels than an upscale takes').toMatchObject({ width: 4608, height: 1976, reduced_from: null });
    const { bytes } = await picture({ width: 6000, height: 4000 });
    expect(await send(bytes)).toMatchObject({ width: 4344, height: 2896, reduced_from: { width: 6000, height: 4000 } });
  });

  async function others(length: number): Promise<void> {
    const rows = Array.from({ length }, () => ({
      id: uuid7(),
      userId: ana.userId,
      width: 1,
      height: 1,
      contentType: 'image/png' as const,
      expiresAt: new Date(Date.now() + 60_000),
    }));
    await deps.db.insert(generationUploads).values(rows);
  }
  const kept = async () =>
    (await deps.db.select({ id: generationUploads.id }).from(generationUploads).where(eq(generationUploads.userId, ana.userId))).map(
      ({ id }) => id,
    );
  const small = async () => (await picture({ width: 20, height: 20 })).bytes;

  it('is one of fifty at most: the oldest goes for the next, with its files, unless something waits for it', async () => {
    const waitedFor = await send(await small());
    const oldest = await send(await small());
    await generator.create(ana, of(waitedFor.id));
    await others(48);
    const { id } = await send(await small());
    const now = await kept();
    expect(now).toHaveLength(50);
    expect(now).toEqual(expect.arrayContaining([waitedFor.id, id]));
    expect(now).not.toContain(oldest.id);
    expect(await deps.storage.size(storageKeys.generationSource(oldest.id, 'picture'))).toBeNull();
  });

  it('is refused where something waits for each of the fifty', async () => {
    const { id } = await send(await small());
    await others(49);
    const waiting = await generator.create(ana, of(id));
    const [row] = await deps.db.select().from(generations).where(eq(generations.id, waiting.id));
    if (!row) throw new Error('the generation is not there');
    const rest = (await kept()).filter((each) => each !== id);
    await deps.db.insert(generations).values(
      rest.map((each, at) => ({
        ...row,
        id: uuid7(),
        seq: row.seq + 1 + at,
        request: { ...row.request, source: { kind: 'upload' as const, id: each, event_id: null } },
      })),
    );
    expect(await outcome(send(await small()))).toBe('sources_full');
    await deps.db.update(generations).set({ status: 'cancelled' }).where(eq(generations.userId, ana.userId));
  });

  it('goes after a day unless something waits for it', async () => {
    const { id } = await send(await small());
    await others(49);
    const waiting = await generator.create(ana, of(id));
    await deps.db
      .update(generationUploads)
      .set({ expiresAt: new Date(0) })
      .where(eq(generationUploads.userId, ana.userId));
    await sweep();
    expect(await kept()).toEqual([id]);
    await generator.run(waiting.id);
    expect(generator.calls[0]?.source?.contentType).toBe('image/jpeg');
    await sweep();
    expect(await deps.storage.size(storageKeys.generationSource(id, 'picture'))).toBeNull();
  });

  it('is private', async () => {
    const { id } = await send((await picture({ width: 20, height: 20 })).bytes);
    const other = viewer(await createUser(deps));
    expect(await outcome(generator.create(other, of(id)))).toBe('source_unavailable');
    expect(await outcome(generator.ask('getGenerationSource', other, { sourceId: id }))).toBe('not_found');
    expect(await outcome(generator.create(ana, of(uuid7())))).toBe('source_unavailable');
  });
});

describe('a photo, or an image that was made', () => {
  const photo = (id: string) => ({ source: { kind: 'photo' as const, id, event_id: eventId } });

  it('is refused where it is too small, before anything is charged', async () => {
    await expect(generator.create(ana, photo(tinyId))).rejects.toMatchObject({
      status: 422,
      message: 'We can’t create this: the image has 40 × 9 pixels. Each side needs at least 16.',
    });
    expect((await generator.ask('getCredits', ana)).reserved).toBe(0);
  });

  it('is asked for of those who have it, and read when it begins', async () => {
    await deps.storage.put(storageKeys.download(photoId), (await picture({ width: 20, height: 20 })).bytes);
    const { id } = await generator.create(ana, photo(photoId));
    await generator.run(id);
    expect(generator.calls[0]?.source).not.toBeNull();
    const refused = generator.create(ana, photo(uuid7()));
    await expect(refused).rejects.toMatchObject({
      status: 409,
      code: 'source_unavailable',
      message: 'This event doesn’t allow downloads.',
    });
  });

  it('that is gone by then costs nothing', async () => {
    await deps.storage.delete(storageKeys.download(photoId));
    const { id } = await generator.create(ana, photo(photoId));
    await generator.run(id);
    expect(await generator.ask('getGeneration', ana, { generationId: id })).toMatchObject({
      status: 'failed',
      credits: 0,
      error: { code: 'source_unavailable' },
    });
  });

  it('that was deleted is not used, though its file exists', async () => {
    const { id: organizationId } = await createOrganization(deps);
    const row = await createPhoto(deps, await createEvent(deps, organizationId), ana.userId, { id: photoId });
    await deps.storage.put(storageKeys.download(photoId), (await picture({ width: 20, height: 20 })).bytes);
    const { id } = await generator.create(ana, photo(photoId));
    await deps.db.update(photos).set({ deletedAt: new Date() }).where(eq(photos.id, row.id));
    await generator.run(id);
    expect(generator.calls).toEqual([]);
    expect(await generator.ask('getGeneration', ana, { generationId: id })).toMatchObject({
      status: 'failed',
      credits: 0,
      error: { code: 'source_unavailable', message: 'The source photo was deleted.' },
    });
  });

  it('may be one’s own image, and no one else’s', async () => {
    const { id } = await generator.create(ana);
    await generator.run(id);
    const [image] = (await generator.ask('getGeneration', ana, { generationId: id })).images;
    const ofImage = { source: { kind: 'image' as const, id: image?.id ?? '' } };
    const next = await generator.create(ana, ofImage);
    await generator.run(next.id);
    expect(generator.calls.at(-1)?.source?.contentType).toBe('image/png');
    expect(await outcome(generator.create(viewer(await createUser(deps)), ofImage))).toBe('source_unavailable');
    await generator.ask('deleteGeneratedImage', ana, { imageId: image?.id ?? '' });
    expect(await outcome(generator.create(ana, ofImage))).toBe('source_unavailable');
  });
});
