import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveDownloads } from '#tests/support/downloads.ts';
import { fakeFolder } from '#tests/support/fake-folder.ts';
import {
  canChooseFolder,
  canSharePhotos,
  chooseFolder,
  downloadPhotos,
  exportPhoto,
  nameFiles,
  sharePhotos,
  writePhotos,
  type ExportOutcome,
  type ExportPhoto,
} from './export-photos.ts';

const takenAt = new Date(2026, 10, 2, 21, 4, 7).getTime();
const photo = (id: string, fileName: string | null = null, contentType = 'image/jpeg'): ExportPhoto => ({
  id,
  fileName,
  contentType,
  takenAt,
});
const many = (count: number) => nameFiles(Array.from({ length: count }, (_, number) => photo(`p${number}`, `${number}.jpg`)));
const namesOf = (...photos: ExportPhoto[]) => nameFiles(photos).map(({ name }) => name);

/** Bytes that identify their photo, except for lost photos and photos that no longer wait. */
function newRun({ lost = [], gone = [] }: { lost?: string[]; gone?: string[] } = {}) {
  const outcomes = new Map<string, ExportOutcome>();
  const abort = new AbortController();
  const read = vi.fn((id: string) => {
    if (lost.includes(id)) return Promise.reject(new Error('the bytes are missing'));
    return Promise.resolve(gone.includes(id) ? null : new Blob([`of ${id}`]));
  });
  const report = (id: string, outcome: ExportOutcome) => void outcomes.set(id, outcome);
  const exported = () => [...outcomes].filter(([, outcome]) => outcome === 'exported').map(([id]) => id);
  return { run: { read, report, signal: abort.signal }, abort, outcomes, exported, read };
}

let downloads: ReturnType<typeof saveDownloads>;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: fine)' }));
  downloads = saveDownloads();
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Advances the clock until the work is done. */
async function finished<T>(work: Promise<T>): Promise<T> {
  const state = { isDone: false };
  const settled = work.finally(() => (state.isDone = true));
  while (!state.isDone) await vi.advanceTimersByTimeAsync(50);
  return settled;
}

const touchDevice = (share: (data: { files: File[] }) => Promise<void>, canShare: () => boolean = () => true) => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }));
  const shared = vi.fn(share);
  vi.stubGlobal('navigator', { canShare, share: shared });
  return shared;
};

test('a photo has its own name, else the time when it was taken, in local time', () => {
  expect(namesOf(photo('a', 'IMG_1.JPG'), photo('b'))).toEqual(['IMG_1.JPG', 'photo-2026-11-02-210407.jpg']);
  const inKolkata = { ...photo('c'), takenAt: Date.UTC(2026, 10, 2, 21, 4, 7), eventZone: 'Asia/Kolkata' };
  expect(namesOf(inKolkata)).toEqual(['photo-2026-11-03-023407.jpg']);
});

test.each([
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/heic', 'heic'],
  ['image/heif', 'heif'],
  ['application/octet-stream', 'bin'],
  ['', 'bin'],
])('%s ends with .%s', (contentType, extension) => {
  expect(namesOf(photo('a', null, contentType))).toEqual([`photo-2026-11-02-210407.${extension}`]);
});

test('no two photos of an export have one name, on no file system', () => {
  const cameras = [photo('a', 'IMG_0001.JPG'), photo('b', 'IMG_0001.JPG'), photo('c', 'img_0001.jpg'), photo('d', 'IMG_0001 (2).JPG')];
  expect(namesOf(...cameras)).toEqual(['IMG_0001.JPG', 'IMG_0001 (2).JPG', 'img_0001 (3).jpg', 'IMG_0001 (2) (2).JPG']);
  expect(namesOf(photo('a'), photo('b'))).toEqual(['photo-2026-11-02-210407.jpg', 'photo-2026-11-02-210407 (2).jpg']);
  // "é" in one sign and in two.
  expect(namesOf(photo('a', 'caf\u00e9'), photo('b', 'cafe\u0301'))).toEqual(['caf\u00e9', 'cafe\u0301 (2)']);
  expect(namesOf(photo('a', '../b/c:d.jpg'), photo('b', ' .. '))).toEqual(['_b_c_d.jpg', 'photo-2026-11-02-210407.jpg']);
});

test('downloads start one after another, never more than ten a second, and each counts when it starts', async () => {
  const { run, exported } = newRun();
  const photos = many(80);
  const work = downloadPhotos(photos, run);
  await vi.advanceTimersByTimeAsync(999);
  expect(downloads.names.length).toBeLessThanOrEqual(10);
  expect(exported().length).toBe(downloads.names.length);
  await finished(work);
  expect(downloads.names).toEqual(photos.map(({ name }) => name));
  expect(exported()).toHaveLength(80);
});

test('photos are read one at a time', async () => {
  const { run, read } = newRun();
  const work = downloadPhotos(many(5), run);
  await vi.advanceTimersByTimeAsync(0);
  expect(read.mock.calls.length).toBeLessThanOrEqual(2);
  await finished(work);
  expect(read).toHaveBeenCalledTimes(5);
});

test('a photo that cannot be read is reported, and so is one that no longer waits', async () => {
  const { run, outcomes } = newRun({ lost: ['p1'], gone: ['p2'] });
  await finished(downloadPhotos(many(4), run));
  expect(Object.fromEntries(outcomes)).toEqual({ p0: 'exported', p1: 'unreadable', p2: 'gone', p3: 'exported' });
  expect(downloads.names).toEqual(['0.jpg', '3.jpg']);
});

test('bytes that end too early are not exported', async () => {
  const { run, outcomes } = newRun();
  const blob = new Blob(['whole']);
  vi.spyOn(blob, 'arrayBuffer').mockResolvedValue(new ArrayBuffer(2));
  run.read.mockResolvedValueOnce(blob);
  await finished(downloadPhotos(many(1), run));
  expect(outcomes.get('p0')).toBe('unreadable');
  expect(downloads.names).toEqual([]);
});

test('an export that is ended downloads nothing more', async () => {
  const { run, abort, exported } = newRun();
  const work = downloadPhotos(many(5), run);
  await vi.advanceTimersByTimeAsync(100);
  abort.abort();
  await finished(work);
  expect(exported()).toEqual(['p0']);
  expect(downloads.names).toEqual(['0.jpg']);
});

test('a share counts its photos once it is completed', async () => {
  let complete = () => {};
  const share = touchDevice(() => new Promise((resolve) => (complete = resolve)));
  const { run, exported } = newRun({ lost: ['p3'] });
  const work = sharePhotos(many(5), run);
  await vi.waitFor(() => expect(share).toHaveBeenCalledOnce());
  expect(exported()).toEqual([]);
  complete();
  expect(await finished(work)).toBeNull();
  expect(exported()).toEqual(['p0', 'p1', 'p2', 'p4']);
  expect(share.mock.calls[0]?.[0].files.map(({ name }) => name)).toEqual(['0.jpg', '1.jpg', '2.jpg', '4.jpg']);
  expect(share.mock.calls[0]?.[0].files.map(({ lastModified }) => lastModified)).toEqual(Array(4).fill(takenAt));
  expect(downloads.names).toEqual([]);
});

test.each(['AbortError', 'InvalidStateError'])(
  'a share that ends with %s counts nothing and can be repeated without reading again',
  async (name) => {
    const share = touchDevice(() => Promise.reject(new DOMException('', name)));
    const { run, exported, read } = newRun();
    const photos = many(3);
    const batch = await finished(sharePhotos(photos, run));
    expect(exported()).toEqual([]);
    expect(downloads.names).toEqual([]);
    share.mockResolvedValueOnce();
    expect(await finished(sharePhotos(photos, run, batch))).toBeNull();
    expect(exported()).toEqual(['p0', 'p1', 'p2']);
    expect(read).toHaveBeenCalledTimes(3);
  },
);

test('a share that is refused falls back to downloads, one after another', async () => {
  touchDevice(() => Promise.reject(new DOMException('', 'NotAllowedError')));
  const { run, exported } = newRun();
  const work = sharePhotos(many(25), run);
  await vi.advanceTimersByTimeAsync(999);
  expect(downloads.names.length).toBeLessThanOrEqual(10);
  await finished(work);
  expect(downloads.names).toHaveLength(25);
  expect(exported()).toHaveLength(25);
});

test('files that the share sheet does not take are downloaded', async () => {
  const share = touchDevice(
    () => Promise.resolve(),
    () => false,
  );
  const { run, exported } = newRun();
  await finished(sharePhotos(many(2), run));
  expect(share).not.toHaveBeenCalled();
  expect([exported(), downloads.names]).toEqual([
    ['p0', 'p1'],
    ['0.jpg', '1.jpg'],
  ]);
});

test('a press that is too long ago is asked for again, and nothing counts', async () => {
  const share = touchDevice(() => Promise.resolve());
  vi.stubGlobal('navigator', { canShare: () => true, share, userActivation: { isActive: false } });
  const { run, exported } = newRun();
  expect(await finished(sharePhotos(many(2), run))).not.toBeNull();
  expect(share).not.toHaveBeenCalled();
  expect([exported(), downloads.names]).toEqual([[], []]);
});

test('only touch devices with a share sheet for photos share, only others choose a folder', () => {
  vi.stubGlobal('showDirectoryPicker', () => Promise.resolve());
  expect([canSharePhotos(), canChooseFolder()]).toEqual([false, true]);
  touchDevice(() => Promise.resolve());
  expect([canSharePhotos(), canChooseFolder()]).toEqual([true, false]);
  vi.stubGlobal('navigator', {});
  expect([canSharePhotos(), canChooseFolder()]).toEqual([false, false]);
});

test('photos go to the folder one after another, and never over a file that is there', async () => {
  const folder = fakeFolder({ '1.jpg': 'an older photo' }, ['2.jpg']);
  const { run, exported } = newRun({ lost: ['p3'] });
  await writePhotos(folder.handle, many(5), run);
  expect(folder.files()).toEqual({
    '1.jpg': 'an older photo',
    '0.jpg': 'of p0',
    '1 (2).jpg': 'of p1',
    '2 (2).jpg': 'of p2',
    '4.jpg': 'of p4',
  });
  expect(folder.mostOpen()).toBe(1);
  expect(exported()).toEqual(['p0', 'p1', 'p2', 'p4']);
});

test('a name that the browser refuses is replaced by the time', async () => {
  const folder = fakeFolder();
  folder.refuse('CON.jpg');
  const { run } = newRun();
  await writePhotos(folder.handle, nameFiles([photo('a', 'CON.jpg')]), run);
  expect(Object.keys(folder.files())).toEqual(['photo-2026-11-02-210407.jpg']);
});

test.each(['write', 'close'] as const)('what a full disk did not take is not counted, and leaves no empty file (%s)', async (step) => {
  const folder = fakeFolder();
  const { run, exported } = newRun();
  folder.fail(step, new DOMException('', 'QuotaExceededError'), 2);
  await expect(writePhotos(folder.handle, many(5), run)).rejects.toThrow(expect.objectContaining({ name: 'QuotaExceededError' }));
  expect(exported()).toEqual(['p0', 'p1']);
  expect(Object.keys(folder.files())).toEqual(['0.jpg', '1.jpg']);
});

test('closing the picker chooses nothing; any other refusal is an error', async () => {
  const picker = vi.fn(() => Promise.reject(new DOMException('', 'AbortError')));
  vi.stubGlobal('showDirectoryPicker', picker);
  expect(await chooseFolder()).toBeNull();
  picker.mockRejectedValueOnce(new DOMException('', 'SecurityError'));
  await expect(chooseFolder()).rejects.toThrow(expect.objectContaining({ name: 'SecurityError' }));
});

test('one photo is downloaded where there is no share sheet, and its outcome is returned', async () => {
  const { read } = newRun({ lost: ['b'], gone: ['c'] });
  expect(await finished(exportPhoto(photo('a', 'a.jpg'), read))).toBe('exported');
  expect(downloads.names).toEqual(['a.jpg']);
  expect(await finished(exportPhoto(photo('b'), read))).toBe('unreadable');
  expect(await finished(exportPhoto(photo('c'), read))).toBe('gone');
  touchDevice(() => Promise.reject(new DOMException('', 'AbortError')));
  expect(await finished(exportPhoto(photo('a'), read))).toBeNull();
});
