import { beforeEach, describe, expect, it } from 'vitest';
import { fakeMedia, FakeTrack } from '#tests/support/fake-camera.ts';
import { createCamera, type LiveState } from './camera.ts';

const live = (camera: ReturnType<typeof createCamera>): LiveState => {
  const state = camera.getState();
  if (state.phase !== 'live') throw new Error(`the camera is ${state.phase}`);
  return state;
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
});

describe('a visit', () => {
  it('prompts once, for the largest picture of the rear camera, and reports the actual resolution', async () => {
    const { media, fake } = fakeMedia([new FakeTrack({ facingMode: 'environment', width: 3840, height: 2160 })]);
    const camera = createCamera(media);
    const seen: string[] = [];
    camera.subscribe(() => seen.push(camera.getState().phase));
    await Promise.all([camera.start(), camera.start()]);
    await camera.start();
    expect(fake.calls).toEqual([
      { audio: false, video: { width: { ideal: 4096 }, height: { ideal: 3072 }, facingMode: { ideal: 'environment' } } },
    ]);
    expect(live(camera)).toMatchObject({ width: 3840, height: 2160, facing: 'environment' });
    expect(seen.slice(0, 2)).toEqual(['starting', 'live']);
  });

  it('offers torch, zoom and focus only where the track has them', async () => {
    const plain = createCamera(fakeMedia([new FakeTrack()]).media);
    await plain.start();
    expect(live(plain).optics).toEqual({ torch: false, zoom: null, focus: false });
    const track = new FakeTrack({}, { torch: true, zoom: { min: 1, max: 8, step: 0.1 }, focusMode: ['continuous', 'single-shot'] });
    const rich = createCamera(fakeMedia([track]).media);
    await rich.start();
    expect(live(rich).optics).toEqual({ torch: true, zoom: { min: 1, max: 8, step: 0.1 }, focus: true });
    await rich.setZoom(20);
    await rich.setTorch(true);
    expect(live(rich)).toMatchObject({ zoom: 8, torch: true });
  });

  it('flips between front and back if the camera reports its direction', async () => {
    const { media, fake } = fakeMedia([new FakeTrack({ facingMode: 'environment' }), new FakeTrack({ facingMode: 'user' })]);
    const camera = createCamera(media);
    await camera.start();
    await camera.flip();
    expect(live(camera).facing).toBe('user');
    expect(fake.calls[1]).toMatchObject({ video: { facingMode: { ideal: 'user' } } });
  });

  it('falls back to any camera when the one remembered is gone', async () => {
    const { media, fake } = fakeMedia([{ fails: 'OverconstrainedError' }, new FakeTrack()]);
    const camera = createCamera(media);
    await camera.start('gone');
    expect(camera.getState().phase).toBe('live');
    expect(fake.calls[0]).toMatchObject({ video: { deviceId: { exact: 'gone' } } });
    expect(fake.calls[1]).toMatchObject({ video: { facingMode: { ideal: 'environment' } } });
  });
});

describe('no picture', () => {
  it.each([
    ['NotAllowedError', 'refused'],
    ['NotFoundError', 'none'],
    ['NotReadableError', 'in-use'],
    ['TypeError', 'unknown'],
  ])('%s is reported as %s', async (name, reason) => {
    const camera = createCamera(fakeMedia([{ fails: name }]).media);
    await camera.start();
    expect(camera.getState()).toEqual({ phase: 'failed', reason });
  });

  it('tries a busy camera once more: another app may just be letting go', async () => {
    const camera = createCamera(fakeMedia([{ fails: 'NotReadableError' }, new FakeTrack()]).media);
    await camera.start();
    expect(camera.getState().phase).toBe('live');
  });

  it('distinguishes an insecure page from a browser without cameras', async () => {
    const { media, fake } = fakeMedia([new FakeTrack()]);
    fake.present = false;
    const camera = createCamera(media);
    await camera.start();
    expect(camera.getState()).toEqual({ phase: 'failed', reason: 'unsupported' });
    Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true });
    await camera.start();
    expect(camera.getState()).toEqual({ phase: 'failed', reason: 'insecure' });
  });

  it('can be tried again after the person has allowed it', async () => {
    const camera = createCamera(fakeMedia([{ fails: 'NotAllowedError' }, new FakeTrack()]).media);
    await camera.start();
    await camera.start();
    expect(camera.getState().phase).toBe('live');
  });

  it('a stop while the person is being asked lets the late camera go', async () => {
    const track = new FakeTrack();
    const camera = createCamera(fakeMedia([track]).media);
    const starting = camera.start();
    camera.stop();
    await starting;
    expect(camera.getState().phase).toBe('stopped');
    expect(track.readyState).toBe('ended');
  });
});

describe('coming back', () => {
  it('reopens when the system took the track in the background, but only once visible', async () => {
    const first = new FakeTrack();
    const { media, fake } = fakeMedia([first, new FakeTrack({ deviceId: 'cam-2' })]);
    const camera = createCamera(media);
    await camera.start();
    fake.inView = false;
    first.end();
    await settled();
    expect(fake.calls).toHaveLength(1);
    fake.show();
    await settled();
    expect(live(camera).deviceId).toBe('cam-2');
  });

  it('shows a paused stream as paused, and reopens if it stays paused', async () => {
    const first = new FakeTrack();
    const { media, fake } = fakeMedia([first, new FakeTrack()]);
    const camera = createCamera(media);
    await camera.start();
    fake.inView = false;
    first.setMuted(true);
    expect(live(camera).muted).toBe(true);
    await settled();
    expect(fake.calls).toHaveLength(1);
    fake.show();
    await settled();
    expect(fake.calls).toHaveLength(2);
    expect(live(camera).muted).toBe(false);
  });
});
