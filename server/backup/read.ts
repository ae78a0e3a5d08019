// Reading a backup from its first byte to its last.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { extract, type Extract } from 'tar-stream';
import { CHECKSUMS, FILE_ENTRY, MANIFEST, readChecksums, readManifest, type Checksum, type Manifest } from '#server/backup/manifest.ts';
import { BackupError } from '#server/backup/problem.ts';

type Entry = Extract extends AsyncIterable<infer E> ? E : never;
/** What an entry holds. */
export type Content = AsyncIterable<Buffer>;

const expectedNames = [/^database\/[a-z_]+\.[a-z0-9_]+\.copy\.gz$/, FILE_ENTRY];

/** One entry after the other, each to be read to its end before the next. */
async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const source = createReadStream(file);
  const tar = extract();
  source.on('error', (error) => tar.destroy(error));
  source.pipe(tar);
  try {
    for await (const entry of tar) {
      const { name, type } = entry.header;
      if (type !== 'file' || !(name === MANIFEST || name === CHECKSUMS || expectedNames.some((expected) => expected.test(name))))
        throw new BackupError(`There is something in it that no backup holds: ${name}`);
      yield entry;
    }
  } finally {
    source.destroy();
  }
}

/**
 * Reads all of it and changes nothing. What it answers is whole: every entry has the hash that stands at the end.
 * @throws {BackupError} naming the first entry that is not as it was written
 */
export async function verifyBackup(file: string): Promise<Manifest> {
  let manifest: Manifest | null = null;
  let told: Checksum[] | null = null;
  const found: Checksum[] = [];
  try {
    for await (const entry of entriesOf(file)) {
      const { name } = entry.header;
      if (told) throw new BackupError(`There is something behind its end: ${name}`);
      if (name === CHECKSUMS) told = readChecksums(await text(entry as Content));
      else found.push({ name, ...(await measure(entry, (content) => name === MANIFEST && (manifest = readManifest(content)))) });
    }
  } catch (error) {
    if (error instanceof BackupError || isOfTheSystem(error)) throw error;
    throw new BackupError(`It is torn or damaged: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (told === null || manifest === null) throw new BackupError('It is torn: its end is missing.');
  for (const [at, { name, bytes, sha256 }] of told.entries()) {
    const there = found[at];
    if (there?.name !== name) throw new BackupError(`${name} is missing in it.`);
    if (there.bytes !== bytes || there.sha256 !== sha256) throw new BackupError(`${name} is damaged: it is not what was written.`);
  }
  if (found.length !== told.length) throw new BackupError('There is more in it than was written.');
  return manifest;
}

/** `use` sees the content of what is small enough to be looked at whole. */
async function measure(entry: Entry, use: (content: string) => void): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const seen: Buffer[] = [];
  const isSmall = entry.header.name === MANIFEST;
  for await (const chunk of entry as Content) {
    hash.update(chunk);
    bytes += chunk.length;
    if (isSmall) seen.push(chunk);
  }
  if (isSmall) use(Buffer.concat(seen).toString('utf8'));
  return { bytes, sha256: hash.digest('hex') };
}

/** Reads it once more, for what it holds. Each is read to its end by whoever takes it. */
export async function readBackup(
  file: string,
  take: { rows(entry: string, content: Content): Promise<void>; file(name: string, content: Content): Promise<void> },
): Promise<void> {
  for await (const entry of entriesOf(file)) {
    const { name } = entry.header;
    if (name.startsWith('database/')) await take.rows(name, entry as Content);
    else if (name.startsWith('files/')) await take.file(name.slice('files/'.length), entry as Content);
    else entry.resume();
  }
}

/** There is no such file, it may not be read: the system's own words are the clear ones. */
const isOfTheSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
