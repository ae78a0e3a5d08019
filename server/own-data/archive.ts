// A user’s data as a ZIP file, created while it is streamed: one source is open at a time.
import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { listImpersonationsOf } from '#server/accounts/sessions-repository.ts';
import { findOwnAvatar } from '#server/accounts/users-repository.ts';
import type { Deps } from '#server/deps.ts';
import { describePushes } from '#server/notifications/push-repository.ts';
import { listMutedMails } from '#server/notifications/repository.ts';
import { listOwnDataRequests } from '#server/own-data/data-requests-repository.ts';
import {
  findProfile,
  listOwnActivity,
  listOwnCollections,
  listOwnPrompts,
  listOwnDevices,
  listOwnEventDevices,
  listOwnEvents,
  listOwnGeneratedImages,
  listOwnGenerations,
  listOwnLikes,
  listOwnMemberships,
  listOwnPhotos,
  listOwnReports,
  listOwnScreenshots,
  listOwnTicketMessages,
  listPasskeysForExport,
  type OwnPhoto,
} from '#server/own-data/own-data-repository.ts';
import { downloadName, originalExtension, originalName, webSizeName } from '#server/photos/file-names.ts';
import { storageKeys } from '#server/storage/storage.ts';

const PAGE = 500;

const README = `This archive contains the data that AI Image Suite stores about you.

account.json        who you are, and where you have logged in
picture.webp        your picture, if you set one
organizations.json  the organizations you are or were a member of
events.json         the events you joined
photos.json         your photos: when, where and with what each was taken, and its file
likes.json          the photos you liked
reports.json        the photos you reported, and what was decided
requests.json       your support requests and our answers
data-requests.json  your requests about your data
screenshots/        the screenshots you sent with it, by the request's id
generations.json    the images you generated, with their prompts and inputs
generated/          your generated images, named by request and position
collections.json    your collections, with the ids of the photos and images in each
prompts.json        the prompts you saved
activity.json       your activity in our audit log
photos/             your original photos; in web size, where an event no longer keeps originals
SHA256SUMS.txt      the hash of every file; verify with: sha256sum -c SHA256SUMS.txt

A photo in photos.json without a file was deleted during the export, or its original is missing.
`;

/** Includes the full id, as phones create ids that may have the same ending. */
function fileOf(photo: OwnPhoto): string {
  const event = { name: photo.event, timeZone: photo.timeZone };
  const own = photo.fileName === null ? `.${originalExtension(photo.contentType)}` : `-${originalName(event, photo)}`;
  const name = `photos/${downloadName(event, photo)}-${photo.id}${own}`;
  return photo.originalDeletedAt === null ? name : webSizeName(name);
}

/** Destroy the stream to cancel. @param moved called with the number of bytes read */
export function createArchive({ db, storage }: Pick<Deps, 'db' | 'storage'>, userId: string, moved: (bytes: number) => void): Readable {
  const zip = new ZipFile();
  const out = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      moved(chunk.length);
      done(null, chunk);
    },
  });
  const sums: string[] = [];
  const gone = new AbortController();
  out.once('close', () => gone.abort());
  zip.on('error', (error) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  zip.outputStream.pipe(out);

  /** Resolves when the source was read completely. @param isPacked skips compression */
  async function add(name: string, source: Readable, { isPacked = false, mtime = new Date() } = {}): Promise<void> {
    const hash = createHash('sha256');
    const hashed = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    zip.addReadStream(hashed, name, { compress: !isPacked, mtime });
    await pipeline(source, hashed, { signal: gone.signal });
    sums.push(`${hash.digest('hex')}  ${name}\n`);
  }

  const addJson = (name: string, value: unknown) => add(name, Readable.from([`${JSON.stringify(value, null, 2)}\n`]));
  const addList = (name: string, rows: AsyncIterable<unknown>) => add(name, Readable.from(jsonList(rows)));

  async function fill(): Promise<void> {
    await add('README.txt', Readable.from([README]));
    await addJson('account.json', {
      ...(await findProfile(db, userId)),
      devices: await listOwnDevices(db, userId),
      passkeys: await listPasskeysForExport(db, userId),
      viewed_by_super_administrators: await listImpersonationsOf(db, userId),
      mails_switched_off: await listMutedMails(db, userId),
      pushes: await describePushes(db, userId),
    });
    const avatar = await findOwnAvatar(db, userId);
    if (avatar) await add('picture.webp', Readable.from([avatar]), { isPacked: true });
    await addJson('organizations.json', await listOwnMemberships(db, userId));
    await addJson('events.json', await listOwnEvents(db, userId));
    await addJson('event-devices.json', await listOwnEventDevices(db, userId));
    const missing = new Set<string>();
    for await (const photo of pages((last: OwnPhoto | null) => listOwnPhotos(db, userId, last?.id ?? null, PAGE))) {
      const original = await storage.get(photo.originalDeletedAt === null ? storageKeys.original(photo) : storageKeys.preview(photo.id));
      if (original) await add(fileOf(photo), original.stream, { isPacked: true, mtime: photo.takenAt });
      else missing.add(photo.id);
    }
    await addList(
      'photos.json',
      described(
        pages((last: OwnPhoto | null) => listOwnPhotos(db, userId, last?.id ?? null, PAGE)),
        missing,
      ),
    );
    await addList(
      'likes.json',
      pages((last: { id: string } | null) => listOwnLikes(db, userId, last?.id ?? null, PAGE)),
    );
    await addList(
      'reports.json',
      pages((last: { id: string } | null) => listOwnReports(db, userId, last?.id ?? null, PAGE)),
    );
    await addList(
      'requests.json',
      pages((last: { id: string } | null) => listOwnTicketMessages(db, userId, last?.id ?? null, PAGE)),
    );
    await addJson('data-requests.json', await listOwnDataRequests(db, userId));
    for await (const { id, jpeg } of pages((last: { id: string } | null) => listOwnScreenshots(db, userId, last?.id ?? null, 1)))
      await add(`screenshots/${id}.jpg`, Readable.from([jpeg]), { isPacked: true });
    await addList(
      'generations.json',
      pages((last: { id: string } | null) => listOwnGenerations(db, userId, last?.id ?? null, PAGE)),
    );
    for await (const image of pages((last: { id: string } | null) => listOwnGeneratedImages(db, userId, last?.id ?? null, PAGE))) {
      const original = await storage.get(storageKeys.generated(image.generationId, image.position, 'original'));
      const name = `generated/${image.generationId}-${image.position}.${originalExtension(image.contentType)}`;
      if (original) await add(name, original.stream, { isPacked: true, mtime: image.createdAt });
    }
    await addJson('collections.json', await listOwnCollections(db, userId));
    await addJson('prompts.json', await listOwnPrompts(db, userId));
    await addList(
      'activity.json',
      pages((last: { id: number } | null) => listOwnActivity(db, userId, last?.id ?? null, PAGE)),
    );
    zip.addBuffer(Buffer.from(sums.join('')), 'SHA256SUMS.txt');
    zip.end();
  }

  fill().catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  return out;
}

async function* pages<Row>(read: (last: Row | null) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let rows = await read(null); rows.length > 0; rows = await read(rows.at(-1) ?? null)) yield* rows;
}

async function* described(rows: AsyncIterable<OwnPhoto>, missing: ReadonlySet<string>) {
  for await (const photo of rows) yield { ...photo, file: missing.has(photo.id) ? null : fileOf(photo) };
}

async function* jsonList(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield `${before}${JSON.stringify(row)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
