import { afterEach, describe, expect, it, vi } from 'vitest';
import { turnFromGravity, uprightTurn, watchOrientation } from './orientation.ts';

const g = 9.8;

describe('the orientation of the device, from gravity', () => {
  it.each([
    ['upright', 0, g, 0],
    ['its top to the right', -g, 0, 90],
    ['upside down', 0, -g, 180],
    ['its top to the left', g, 0, 270],
  ] as const)('%s', (_name, x, y, hold) => expect(turnFromGravity(x, y)).toBe(hold));

  it('is unknown if the phone is flat or halfway between two holds', () => {
    expect(turnFromGravity(0.4, 0.9)).toBeNull();
    expect(turnFromGravity(g * Math.SQRT1_2, g * Math.SQRT1_2)).toBeNull();
  });

  it('bears a hand that is not quite straight', () => expect(turnFromGravity(g * 0.5, g * 0.86)).toBe(0));
});

describe('the turn that brings the pixels upright', () => {
  // hold, screen angle, back, front
  it.each([
    ['upright, screen upright', 0, 0, 0, 0],
    ['top to the left, screen has followed', 270, 90, 0, 0],
    ['top to the right, screen has followed', 90, 270, 0, 0],
    ['top to the right, screen locked upright', 90, 0, 90, 270],
    ['top to the left, screen locked upright', 270, 0, 270, 90],
    ['upside down, screen locked upright', 180, 0, 180, 180],
    ['upright, screen locked sideways', 0, 90, 90, 270],
  ] as const)('%s', (_name, hold, angle, back, front) => {
    expect(uprightTurn(hold, angle, false)).toBe(back);
    expect(uprightTurn(hold, angle, true)).toBe(front);
  });

  it('is zero without gravity data: the screen is assumed to follow', () => expect(uprightTurn(null, 90, false)).toBe(0));
});

describe('watching gravity', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('works without a prompt in Chromium', () => {
    const window = new EventTarget();
    vi.stubGlobal('window', window);
    vi.stubGlobal('screen', {});
    vi.stubGlobal('DeviceMotionEvent', { requestPermission: () => Promise.resolve('denied') });
    const watching = watchOrientation();
    window.dispatchEvent(Object.assign(new Event('devicemotion'), { accelerationIncludingGravity: { x: g, y: 0 } }));
    expect(watching.turn()).toBe(270);
    watching.stop();
    window.dispatchEvent(Object.assign(new Event('devicemotion'), { accelerationIncludingGravity: { x: 0, y: g } }));
    expect(watching.turn()).toBe(270);
  });
});
