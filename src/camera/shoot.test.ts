import { afterEach, describe, expect, it, vi } from 'vitest';
import { jpeg } from '#tests/support/camera-samples.ts';
import { readExif } from './exif.ts';
import { createStillTaker, toStill, CaptureError, type StillSource, videoSource } from './shoot.ts';

const png = new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], { type: 'image/png' });
const frame = jpeg({});

const source = (takePhoto: StillSource['takePhoto']): StillSource => ({ takePhoto, grabFrame: async () => frame });

describe('one still', () => {
  it('is the picture of the sensor, of any type', async () => {
    const taker = createStillTaker(source(async () => new Blob([png], { type: 'image/jpeg' })));
    expect(await taker.take(0, false)).toMatchObject({ contentType: 'image/png', orientation: 0 });
  });

  it('is the frame on screen when takePhoto hangs, and takePhoto is given up after two such', async () => {
    let asked = 0;
    const taker = createStillTaker(
      source(() => {
        asked += 1;
        return new Promise(() => undefined);
      }),
      5,
    );
    for (let i = 0; i < 4; i++) expect((await taker.take(0, false)).blob.size).toBe(frame.size);
    expect(asked).toBe(2);
  });

  it('is the frame in a burst, and where the browser has no ImageCapture', async () => {
    let asked = 0;
    const taker = createStillTaker(
      source(async () => {
        asked += 1;
        return png;
      }),
    );
    expect((await taker.take(0, true)).contentType).toBe('image/jpeg');
    expect(asked).toBe(0);
    expect((await createStillTaker(source(null)).take(0, false)).contentType).toBe('image/jpeg');
  });

  it('is an error if the camera returns nothing', async () => {
    const broken: StillSource = { takePhoto: null, grabFrame: async () => Promise.reject(new Error('no memory')) };
    await expect(createStillTaker(broken).take(0, false)).rejects.toBeInstanceOf(CaptureError);
  });
});

describe('a press before the first frame, in a browser without ImageCapture', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  /** A camera that was just opened: its video has no frame until `loaded` is called. */
  function openedCamera() {
    const video = document.createElement('video');
    const size = { readyState: HTMLMediaElement.HAVE_METADATA as number, videoWidth: 0, videoHeight: 0 };
    for (const key of ['readyState', 'videoWidth', 'videoHeight'] as const) Object.defineProperty(video, key, { get: () => size[key] });
    const drawn = vi.fn<(image: unknown) => void>();
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: drawn } as unknown as null);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(frame));
    return {
      taker: createStillTaker(videoSource({} as MediaStreamTrack, video)),
      drawn,
      loaded() {
        Object.assign(size, { readyState: HTMLMediaElement.HAVE_CURRENT_DATA, videoWidth: 640, videoHeight: 480 });
        video.dispatchEvent(new Event('loadeddata'));
      },
    };
  }

  it('takes that frame', async () => {
    const { taker, drawn, loaded } = openedCamera();
    const taken = expect(taker.take(0, false)).resolves.toMatchObject({ contentType: 'image/jpeg' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(drawn).not.toHaveBeenCalled();
    loaded();
    await taken;
    expect(drawn).toHaveBeenCalledTimes(1);
  });

  it('is an error if none comes within three seconds', async () => {
    vi.useFakeTimers();
    const { taker, drawn } = openedCamera();
    const refused = expect(taker.take(0, false)).rejects.toThrow(new CaptureError('The camera isn’t ready yet.'));
    await vi.advanceTimersByTimeAsync(3000);
    await refused;
    expect(drawn).not.toHaveBeenCalled();
  });
});

describe('the turn', () => {
  it('is stored next to a file without an orientation', async () => {
    expect(await toStill(png, 90)).toMatchObject({ orientation: 90, contentType: 'image/png' });
  });

  it('is written into the EXIF of a file that has one, added to its orientation', async () => {
    const still = await toStill(jpeg({ orientation: 6 }), 90);
    expect(still.orientation).toBe(0);
    expect(readExif(await still.blob.arrayBuffer()).orientation).toBe(3);
    expect(still.blob.type).toBe('image/jpeg');
  });

  it('leaves the bytes alone where the screen followed the phone', async () => {
    const before = jpeg({ orientation: 6 });
    const still = await toStill(before, 0);
    expect(new Uint8Array(await still.blob.arrayBuffer())).toEqual(new Uint8Array(await before.arrayBuffer()));
  });
});
