import { describe, expect, it, vi } from 'vitest';
import { StorageFailedError, StorageFullError } from '#src/outbox/enqueue.ts';
import { CaptureError, type Still } from './shoot.ts';
import { createShutter, maxInMemory, type Shot, type ShutterDeps } from './shutter.ts';

const still: Still = { blob: new Blob(['x'], { type: 'image/jpeg' }), contentType: 'image/jpeg', orientation: 0 };
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A storage whose writes complete under control of the test. */
function heldStorage() {
  const writes: { shot: Shot; done: () => void; fail: (error: unknown) => void }[] = [];
  const keep = (shot: Shot) => new Promise<void>((done, fail) => writes.push({ shot, done, fail }));
  return { writes, keep };
}

function shutterWith(parts: Partial<ShutterDeps>) {
  return createShutter({
    take: async () => still,
    turn: () => 0,
    store: async () => undefined,
    isStored: async () => false,
    after: async () => undefined,
    ...parts,
  });
}

describe('the acknowledgement', () => {
  it('comes only after the write is durable', async () => {
    const storage = heldStorage();
    const acknowledged: string[] = [];
    const shutter = shutterWith({ store: storage.keep, onSaved: (shot) => acknowledged.push(shot.id) });
    shutter.press();
    await settled();
    expect(acknowledged).toEqual([]);
    expect(shutter.getState()).toMatchObject({ saved: 0, pending: 1 });
    storage.writes[0]!.done();
    await settled();
    expect(acknowledged).toEqual([storage.writes[0]!.shot.id]);
    expect(shutter.getState()).toMatchObject({ saved: 1, pending: 0 });
  });

  it('comes in the order of the presses, each write before the next acknowledgement', async () => {
    const storage = heldStorage();
    const shutter = shutterWith({ store: storage.keep });
    shutter.press();
    shutter.press();
    await settled();
    expect(storage.writes).toHaveLength(1);
    storage.writes[0]!.done();
    await settled();
    expect(storage.writes).toHaveLength(2);
    expect(shutter.getState().saved).toBe(1);
  });

  it('is refused to presses that come faster than photos are saved, and every press is taken or refused', async () => {
    const storage = heldStorage();
    const missed = vi.fn<(error: unknown) => void>();
    const shutter = shutterWith({ store: storage.keep, onMissed: missed });
    for (let press = 0; press < 20; press += 1) {
      shutter.press();
      await settled();
    }
    const taken = maxInMemory + 2;
    expect(missed).toHaveBeenCalledTimes(20 - taken);
    expect(missed).toHaveBeenLastCalledWith(new CaptureError('Too fast.'));
    expect(shutter.getState()).toMatchObject({ pending: taken });
    for (let at = 0; at < taken; at += 1) {
      storage.writes[at]!.done();
      await settled();
    }
    expect(shutter.getState()).toMatchObject({ saved: taken, pending: 0 });
  });

  it('is not given for a press that made no picture, and the next press works', async () => {
    const missed: unknown[] = [];
    let fails = true;
    const shutter = shutterWith({
      take: async () => {
        if (fails) throw new Error('no frame');
        return still;
      },
      onMissed: (error) => missed.push(error),
    });
    shutter.press();
    await settled();
    expect(missed).toHaveLength(1);
    fails = false;
    shutter.press();
    await settled();
    expect(shutter.getState()).toMatchObject({ saved: 1, pending: 0 });
  });
});

describe('a burst', () => {
  it('counts its saved shots from the first press to the last, without earlier ones', async () => {
    const storage = heldStorage();
    const shutter = shutterWith({ store: storage.keep });
    shutter.press();
    await settled();
    storage.writes[0]!.done();
    await settled();
    expect(shutter.getState()).toMatchObject({ saved: 1, burst: null });
    shutter.press();
    shutter.hold();
    expect(shutter.getState().burst).toEqual({ count: 0, over: false });
    await settled();
    storage.writes[1]!.done();
    await settled();
    expect(shutter.getState().burst).toEqual({ count: 1, over: false });
    shutter.release();
    for (let write = 2; shutter.getState().pending > 0; write += 1) {
      expect(shutter.getState().burst?.over, 'the photo in progress belongs to it').toBe(false);
      storage.writes[write]!.done();
      await settled();
    }
    const { burst, saved } = shutter.getState();
    expect(burst).toEqual({ count: saved - 1, over: true });
    expect(saved).toBeGreaterThan(2);
    shutter.press();
    expect(shutter.getState().burst, 'a single shot is none').toBeNull();
  });

  it('has at most three shots in memory; a slow storage slows it down without losses', async () => {
    const storage = heldStorage();
    let taken = 0;
    let kept = 0;
    let most = 0;
    const shutter = shutterWith({
      take: async () => {
        taken += 1;
        most = Math.max(most, taken - kept);
        return still;
      },
      store: async (shot) => {
        await storage.keep(shot);
        kept += 1;
      },
    });
    shutter.hold();
    for (let i = 0; i < 10; i++) {
      await settled();
      expect(taken).toBeLessThanOrEqual(i + maxInMemory);
      storage.writes[i]!.done();
    }
    shutter.release();
    for (let i = 0; i <= maxInMemory; i++) {
      storage.writes.forEach((write) => write.done());
      await settled();
    }
    expect(most).toBe(maxInMemory);
    expect(shutter.getState()).toMatchObject({ saved: taken, pending: 0, bursting: false });
    expect(new Set(storage.writes.map((w) => w.shot.id)).size).toBe(taken);
  });

  it('counts a shot as in memory until its thumbnail is made', async () => {
    let taken = 0;
    const shutter = shutterWith({
      take: async () => {
        taken += 1;
        return still;
      },
      after: () => new Promise(() => undefined),
    });
    shutter.hold();
    for (let i = 0; i < 10; i++) await settled();
    expect(taken).toBe(maxInMemory);
    expect(shutter.getState().saved).toBe(maxInMemory);
  });

  it('takes frames quickly, a single press takes its time', async () => {
    const quick: boolean[] = [];
    const shutter = shutterWith({
      take: async (_turn, isQuick) => {
        quick.push(isQuick);
        if (quick.length === 2) shutter.release();
        return still;
      },
    });
    shutter.press();
    await settled();
    shutter.hold();
    await settled();
    expect(quick).toEqual([false, true]);
  });
});

describe('a storage that refuses', () => {
  it('stops the shutter, retains the refused shots, and stores them on a later attempt', async () => {
    let full = true;
    const kept: string[] = [];
    const shutter = shutterWith({
      store: async (shot) => {
        if (full) throw new StorageFullError('full');
        kept.push(shot.id);
      },
    });
    shutter.press();
    await settled();
    expect(shutter.getState()).toMatchObject({ saved: 0, refused: { reason: 'full' } });
    const refused = shutter.getState().refused!.unsaved[0]!.id;
    shutter.press();
    await settled();
    expect(shutter.getState().refused!.unsaved).toHaveLength(1);
    full = false;
    await shutter.retry();
    await settled();
    expect(kept).toEqual([refused]);
    expect(shutter.getState()).toMatchObject({ saved: 1, pending: 0, refused: null });
  });

  it('retains every shot of a burst that was in memory', async () => {
    const storage = heldStorage();
    const shutter = shutterWith({ store: storage.keep });
    shutter.hold();
    await settled();
    storage.writes[0]!.fail(new StorageFailedError('gone'));
    await settled();
    await settled();
    expect(shutter.getState()).toMatchObject({ bursting: false, refused: { reason: 'broken' } });
    expect(shutter.getState().refused!.unsaved).toHaveLength(maxInMemory);
    expect(shutter.getState().pending).toBe(maxInMemory);
    shutter.discard();
    expect(shutter.getState()).toMatchObject({ pending: 0, refused: null });
  });

  it('does not store a shot twice if the first write succeeded', async () => {
    let writes = 0;
    const shutter = shutterWith({
      store: async () => {
        writes += 1;
        throw new StorageFailedError('connection lost');
      },
      isStored: async () => true,
    });
    shutter.press();
    await settled();
    await shutter.retry();
    expect(writes).toBe(1);
    expect(shutter.getState()).toMatchObject({ saved: 1, refused: null });
  });

  it('retains a shot after an unexpected failure, and later shots continue', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let failing = true;
    const shutter = shutterWith({
      store: async () => {
        if (failing) throw new DOMException('The blob cannot be read', 'NotReadableError');
      },
    });
    shutter.press();
    await settled();
    expect(shutter.getState()).toMatchObject({ saved: 0, pending: 1, refused: { reason: 'broken' } });
    failing = false;
    await shutter.retry();
    shutter.press();
    await settled();
    expect(shutter.getState()).toMatchObject({ saved: 2, pending: 0, refused: null });
  });

  it('still has every shot in hand when even looking for it fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const shutter = shutterWith({
      store: async () => Promise.reject(new StorageFailedError('gone')),
      isStored: async () => Promise.reject(new DOMException('gone', 'UnknownError')),
    });
    shutter.press();
    await settled();
    await shutter.retry();
    expect(shutter.getState()).toMatchObject({ pending: 1, refused: { reason: 'broken' } });
    expect(shutter.getState().refused!.unsaved).toHaveLength(1);
  });
});
