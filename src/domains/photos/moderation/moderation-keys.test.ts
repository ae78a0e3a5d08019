import { describe, expect, it } from 'vitest';
import { commandOf, ownsKeyboard } from './moderation-keys.ts';
import { presetReasons } from './preset-reasons.ts';

const key = (name: string, held: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat', boolean>> = {}) => ({
  key: name,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  ...held,
});
const all = { letters: true, arrows: true };

describe('moderation keys', () => {
  it('approve: A and right arrow', () => {
    expect(commandOf(key('a'), all)).toEqual({ kind: 'approve' });
    expect(commandOf(key('ArrowRight'), all)).toEqual({ kind: 'approve' });
  });
  it('reject: R and left arrow', () => {
    expect(commandOf(key('r'), all)).toEqual({ kind: 'reject', reason: null });
    expect(commandOf(key('ArrowLeft'), all)).toEqual({ kind: 'reject', reason: null });
  });
  it('reject with a preset reason: digits', () => {
    expect(commandOf(key('1'), all)).toEqual({ kind: 'reject', reason: presetReasons[0]?.text });
    expect(commandOf(key(String(presetReasons.length + 1)), all)).toBeNull();
    expect(commandOf(key('0'), all)).toBeNull();
  });
  it('ask for a reason: Shift+R', () => expect(commandOf(key('R', { shiftKey: true }), all)).toEqual({ kind: 'ask-reason' }));
  it('undo: U, Ctrl+Z and ⌘Z', () => {
    for (const pressed of [key('u'), key('z', { ctrlKey: true }), key('z', { metaKey: true })])
      expect(commandOf(pressed, all)).toEqual({ kind: 'undo' });
  });

  it('do not override browser shortcuts', () => {
    for (const pressed of [
      key('r', { ctrlKey: true }),
      key('ArrowLeft', { altKey: true }),
      key('Z', { ctrlKey: true, shiftKey: true }),
      key('x'),
    ])
      expect(commandOf(pressed, all)).toBeNull();
  });
  it('zoom and focus mode', () => {
    expect(commandOf(key('z'), all)).toEqual({ kind: 'zoom' });
    expect(commandOf(key('f'), all)).toEqual({ kind: 'focus' });
    expect(commandOf(key('z'), { letters: false, arrows: true })).toBeNull();
  });
  it('ignore key repeat', () => expect(commandOf(key('a', { repeat: true }), all)).toBeNull());
  it('ignore letters and digits if they are turned off', () => {
    const off = { letters: false, arrows: true };
    for (const name of ['a', 'r', 'u', '1']) expect(commandOf(key(name), off)).toBeNull();
    expect(commandOf(key('ArrowRight'), off)).toEqual({ kind: 'approve' });
    expect(commandOf(key('z', { ctrlKey: true }), off)).toEqual({ kind: 'undo' });
  });
  it('ignore arrows if they move the focus', () => {
    expect(commandOf(key('ArrowRight'), { letters: true, arrows: false })).toBeNull();
    expect(commandOf(key('a'), { letters: true, arrows: false })).toEqual({ kind: 'approve' });
  });

  it('ignore typing and open dialogs', () => {
    document.body.innerHTML = '<textarea></textarea><button></button><div role="dialog"><button></button></div>';
    const [outside, inside] = document.querySelectorAll('button');
    expect(ownsKeyboard(document.querySelector('textarea'))).toBe(true);
    expect(ownsKeyboard(inside!)).toBe(true);
    expect(ownsKeyboard(outside!)).toBe(false);
    expect(ownsKeyboard(document.body)).toBe(false);
  });
});
