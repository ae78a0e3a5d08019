import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isFullTier } from '#tests/support/tier.ts';
import {
  archiveBytes,
  emptyTotals,
  MISSING_NAME,
  placeEntry,
  type PlacedEntry,
  type ZipArchive,
  type ZipEntry,
  zipParts,
  type ZipSource,
} from './zip-layout.ts';

const run = promisify(execFile);
const takenAt = new Date('2026-11-20T20:14:07.000Z');

/** A file whose bytes follow from its name, so that any range of it can be made. */
const fileOf = (name: string, bytes: number): Buffer => {
  const pattern = Buffer.from(`${name} `);
  return Buffer.alloc(bytes, pattern);
};

const entry = (name: string, bytes: number, more: Partial<ZipEntry> = {}): ZipEntry => ({
  name,
  bytes,
  crc32: bytes < 1e6 ? crc32(fileOf(name, bytes)) : 0,
  modifiedAt: takenAt,
  utcOffset: 60,
  ...more,
});

function place(entries: readonly ZipEntry[], missing: ReadonlySet<string> = new Set()) {
  let totals = emptyTotals;
  const placed: PlacedEntry[] = [];
  for (const each of entries) {
    const next = placeEntry(totals, each);
    placed.push({ ...each, offset: next.offset });
    totals = next.totals;
  }
  async function* batches(which: (each: PlacedEntry) => boolean) {
    const those = placed.filter(which);
    for (let first = 0; first < those.length; first += 1000) yield those.slice(first, first + 1000);
  }
  const source: ZipSource<PlacedEntry> = {
    async *entriesFrom(offset) {
      yield* placed.slice(placed.findLastIndex((each) => each.offset <= offset));
    },
    missing: () => batches(({ name }) => missing.has(name)),
    present: () => batches(({ name }) => !missing.has(name)),
  };
  const archive: ZipArchive = { ...totals, createdAt: takenAt, utcOffset: 60 };
  return { archive, source, placed, bytes: archiveBytes(archive), missing };
}
type Made = ReturnType<typeof place>;

/** A range as the server sends it: the file of a missing photo is zeros. */
async function readRange({ archive, source, missing }: Made, start: number, end: number): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const part of zipParts(archive, source, { start, end })) {
    if (part.kind === 'bytes') read.push(part.bytes);
    else if (part.kind === 'zeros') read.push(Buffer.alloc(part.length));
    else if (missing.has(part.entry.name)) read.push(Buffer.alloc(part.end - part.start));
    else read.push(fileOf(part.entry.name, part.entry.bytes).subarray(part.start, part.end));
  }
  return Buffer.concat(read);
}

const whole = (made: Made) => readRange(made, 0, made.bytes - 1);

interface Listed {
  name: string;
  bytes: number;
  crc32: number;
  offset: number;
  time: number;
  dosTime: string;
}

/** Reads the central directory as the format describes it, and each local header that it refers to. */
async function list(read: (start: number, end: number) => Promise<Buffer>, bytes: number): Promise<Listed[]> {
  const end = await read(bytes - 22, bytes - 1);
  expect(end.readUInt32LE(0)).toBe(0x06054b50);
  let [count, length, at] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  let directoryEnd = bytes - 22;
  if (at === 0xffffffff) {
    const locator = await read(bytes - 42, bytes - 23);
    expect(locator.readUInt32LE(0)).toBe(0x07064b50);
    directoryEnd = Number(locator.readBigUInt64LE(8));
    const zip64 = await read(directoryEnd, directoryEnd + 55);
    expect(zip64.readUInt32LE(0)).toBe(0x06064b50);
    [count, length, at] = [32, 40, 48].map((position) => Number(zip64.readBigUInt64LE(position))) as [number, number, number];
  }
  expect(at + length).toBe(directoryEnd);
  const directory = await read(at, directoryEnd - 1);
  const found: Listed[] = [];
  for (let position = 0; position < directory.length;) {
    const record = directory.subarray(position);
    // No `expect` for each of 70,000 records. UTF-8, stored.
    const head = [record.readUInt32LE(0), record.readUInt16LE(8), record.readUInt16LE(10)].join(' ');
    if (head !== [0x02014b50, 0x0800, 0].join(' ')) throw new Error(`no record of the directory at ${at + position}: ${head}`);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => record.readUInt16LE(field)) as [number, number, number];
    const name = record.toString('utf8', 46, 46 + nameLength);
    const extra = record.subarray(46 + nameLength, 46 + nameLength + extraLength);
    const sizes = [record.readUInt32LE(24), record.readUInt32LE(20), record.readUInt32LE(42)];
    let time = 0;
    for (let field = 0; field < extra.length; field += 4 + extra.readUInt16LE(field + 2)) {
      if (extra.readUInt16LE(field) === 0x5455) time = extra.readInt32LE(field + 5);
      if (extra.readUInt16LE(field) !== 1) continue;
      let next = field + 4;
      sizes.forEach((size, index) => {
        if (size !== 0xffffffff) return;
        sizes[index] = Number(extra.readBigUInt64LE(next));
        next += 8;
      });
      if (next !== field + 4 + extra.readUInt16LE(field + 2)) throw new Error(`the Zip64 field of ${name} has a wrong length`);
    }
    const [dosTime, dosDate] = [record.readUInt16LE(12), record.readUInt16LE(14)];
    const two = (value: number) => String(value).padStart(2, '0');
    found.push({
      name,
      bytes: sizes[0]!,
      crc32: record.readUInt32LE(16),
      offset: sizes[2]!,
      time,
      dosTime: `${1980 + (dosDate >> 9)}-${two((dosDate >> 5) & 15)}-${two(dosDate & 31)} ${two(dosTime >> 11)}:${two((dosTime >> 5) & 63)}:${two((dosTime & 31) * 2)}`,
    });
    position += 46 + nameLength + extraLength + commentLength;
  }
  expect(found.length).toBe(count);
  return found;
}

/** The files of an archive, with the checksums compared. */
async function extract(zip: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const listed = await list(async (start, end) => zip.subarray(start, end + 1), zip.length);
  for (const { name, bytes, crc32: expected, offset } of listed) {
    const header = zip.subarray(offset);
    expect(header.readUInt32LE(0)).toBe(0x04034b50);
    const nameLength = header.readUInt16LE(26);
    expect(header.toString('utf8', 30, 30 + nameLength)).toBe(name);
    expect([header.readUInt32LE(14), header.readUInt32LE(22)]).toEqual([expected, bytes]);
    const at = 30 + nameLength + header.readUInt16LE(28);
    const file = header.subarray(at, at + bytes);
    expect(crc32(file)).toBe(expected);
    files.set(name, file);
  }
  return files;
}

async function inFile(bytes: Buffer, use: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ais-zip-'));
  try {
    const file = path.join(folder, 'made.zip');
    await writeFile(file, bytes);
    await use(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The verdict of Info-ZIP and of Python, each if it is installed. */
async function expectClean(zip: Buffer): Promise<void> {
  const isAbsent = (error: { code?: unknown }) => error.code === 'ENOENT';
  const judge = async (program: string, args: string[], clean: RegExp) => {
    const told = await run(program, args).catch((error: Error & { code?: unknown; stdout?: string; stderr?: string }) =>
      isAbsent(error) ? null : { stdout: `${error.message}\n${error.stdout}`, stderr: error.stderr ?? '' },
    );
    if (told) expect(`${told.stdout}${told.stderr}`).toMatch(clean);
  };
  await inFile(zip, async (file) => {
    await judge('unzip', ['-t', file], /^No errors detected in compressed data/m);
    await judge('python3', ['-c', 'import sys,zipfile; print(zipfile.ZipFile(sys.argv[1]).testzip())', file], /^None/);
  });
}

const party = () => [
  entry('2026-11-20_21-14-07_Noa-Levi_a1b2.jpg', 5000),
  entry('empty.jpg', 0),
  entry('צילום-חתונה.jpg', 333),
  entry('Ångström 🎉.heic', 1),
  entry('IMG_5195.JPG', 70_000),
];

describe('an archive', () => {
  it('has its files, names and times', async () => {
    const entries = party();
    const made = place(entries);
    const zip = await whole(made);
    expect(zip.length).toBe(made.bytes);
    const files = await extract(zip);
    expect([...files.keys()]).toEqual(entries.map(({ name }) => name));
    for (const { name, bytes } of entries) expect(files.get(name)?.equals(fileOf(name, bytes)), name).toBe(true);
    const [first] = await list(async (start, end) => zip.subarray(start, end + 1), zip.length);
    expect([first?.time, first?.dosTime]).toEqual([takenAt.getTime() / 1000, '2026-11-20 21:14:06']);
    await expectClean(zip);
  });

  it.each([0, 1])('of %i entries is whole', async (count) => {
    const made = place(Array.from({ length: count }, (_, index) => entry(`${index}.jpg`, 100)));
    const zip = await whole(made);
    expect(zip.length).toBe(made.bytes);
    expect((await extract(zip)).size).toBe(count);
  });

  it('lists missing photos instead of their files, in the same length', async () => {
    const entries = party();
    const missing = new Set(['empty.jpg', 'צילום-חתונה.jpg', 'IMG_5195.JPG']);
    const made = place(entries, missing);
    expect(made.bytes).toBe(place(entries).bytes);
    const zip = await whole(made);
    expect(zip.length).toBe(made.bytes);
    const files = await extract(zip);
    expect([...files.keys()]).toEqual(['2026-11-20_21-14-07_Noa-Levi_a1b2.jpg', 'Ångström 🎉.heic', MISSING_NAME]);
    expect(files.get(MISSING_NAME)?.toString().trim().split('\r\n').slice(2)).toEqual([...missing]);
    await expectClean(zip);
  });

  it('of which every photo is missing has the list only', async () => {
    const entries = party();
    const zip = await whole(place(entries, new Set(entries.map(({ name }) => name))));
    expect([...(await extract(zip)).keys()]).toEqual([MISSING_NAME]);
    await expectClean(zip);
  });

  it.each(['nothing', 'some'])('is the same in any two ranges, with %s missing', async (which) => {
    const made = place(party(), new Set(which === 'some' ? ['empty.jpg', 'IMG_5195.JPG'] : []));
    const zip = await whole(made);
    const step = isFullTier ? 7 : 997;
    for (let split = 1; split < zip.length; split += split % 2 === 0 ? 1 : step) {
      const both = Buffer.concat([await readRange(made, 0, split - 1), await readRange(made, split, zip.length - 1)]);
      expect(both.equals(zip), `split at ${split}`).toBe(true);
    }
  });

  it('is the same in every small piece', async () => {
    const made = place([entry('a.jpg', 20), entry('b.jpg', 0), entry('c.jpg', 3)], new Set(['c.jpg']));
    const zip = await whole(made);
    for (let start = 0; start < zip.length; start += 1)
      for (const length of [1, 2, 31]) {
        const end = Math.min(start + length, zip.length) - 1;
        expect((await readRange(made, start, end)).equals(zip.subarray(start, end + 1)), `${start}-${end}`).toBe(true);
      }
  });
});

describe('a large archive', () => {
  it('of 70,000 entries uses Zip64', async () => {
    const entries = Array.from({ length: 70_000 }, (_, index) => entry(`${index}.jpg`, 3));
    const made = place(entries, new Set(['5.jpg']));
    const read = async (start: number, end: number) => {
      const bytes: Buffer[] = [];
      for await (const part of zipParts(made.archive, made.source, { start, end })) {
        if (part.kind === 'bytes') bytes.push(part.bytes);
        else if (part.kind === 'zeros') bytes.push(Buffer.alloc(part.length));
      }
      return Buffer.concat(bytes);
    };
    const listed = await list(read, made.bytes);
    expect([listed.length, listed[69_998]?.name, listed[69_999]?.name]).toEqual([70_000, '69999.jpg', MISSING_NAME]);
  });

  it('has entries of more than 4 GB, and such behind 4 GB', async () => {
    const sizes = [10, 5_000_000_000, 0xffffffff, 0xfffffffe, 4_000_000, 12];
    const made = place(
      sizes.map((bytes, index) => entry(`${index}.jpg`, bytes)),
      new Set(['4.jpg']),
    );
    const read = async (start: number, end: number) => {
      const bytes: Buffer[] = [];
      for await (const part of zipParts(made.archive, made.source, { start, end }))
        bytes.push(part.kind === 'bytes' ? part.bytes : Buffer.alloc(part.kind === 'zeros' ? part.length : part.end - part.start));
      return Buffer.concat(bytes);
    };
    const listed = await list(read, made.bytes);
    expect(listed.map(({ name, bytes, offset }) => [name, bytes, offset])).toEqual([
      ...made.placed.filter(({ name }) => name !== '4.jpg').map(({ name, bytes, offset }) => [name, bytes, offset]),
      [MISSING_NAME, expect.any(Number), made.archive.entriesBytes],
    ]);
    for (const { offset, name } of listed) {
      const header = await read(offset, offset + 60);
      expect([header.readUInt32LE(0), header.toString('utf8', 30, 30 + name.length)]).toEqual([0x04034b50, name]);
    }
  });

  it('of 20 GB is clean, as a sparse file', async () => {
    const bytes = 4_000_000;
    const crc = crc32(Buffer.alloc(bytes));
    const made = place(Array.from({ length: 5000 }, (_, index) => entry(`${index}.jpg`, bytes, { crc32: crc })));
    expect(made.bytes).toBeGreaterThan(20e9);
    const folder = await mkdtemp(path.join(tmpdir(), 'ais-zip-'));
    try {
      const file = path.join(folder, 'made.zip');
      const handle = await open(file, 'w');
      let at = 0;
      for await (const part of zipParts(made.archive, made.source, { start: 0, end: made.bytes - 1 })) {
        if (part.kind === 'bytes') await handle.write(part.bytes, 0, part.bytes.length, at);
        at += part.kind === 'bytes' ? part.bytes.length : part.kind === 'zeros' ? part.length : part.end - part.start;
      }
      expect(at).toBe(made.bytes);
      await handle.close();
      const script = `import sys,zipfile
z = zipfile.ZipFile(sys.argv[1])
names = z.namelist()
z.open(names[-1]).read()
print(len(names), z.getinfo(names[-1]).header_offset)`;
      const told = await run('python3', ['-c', script, file]).catch((error: { code?: unknown }) => {
        if (error.code !== 'ENOENT') throw error;
        return { stdout: `5000 ${made.placed.at(-1)?.offset}` };
      });
      expect(told.stdout.trim()).toBe(`5000 ${made.placed.at(-1)?.offset}`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
