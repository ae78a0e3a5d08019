// Keyboard shortcuts of moderation.
import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import { storedAtom } from '#src/lib/stored-atom.ts';
import { presetReasons } from './preset-reasons.ts';

export type Command =
  | { kind: 'approve' }
  | { kind: 'reject'; reason: string | null }
  | { kind: 'ask-reason' }
  | { kind: 'undo' }
  | { kind: 'zoom' }
  | { kind: 'focus' };

interface Key {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  repeat: boolean;
}

const letters: Record<string, Command> = {
  a: { kind: 'approve' },
  r: { kind: 'reject', reason: null },
  u: { kind: 'undo' },
  z: { kind: 'zoom' },
  f: { kind: 'focus' },
};
const arrows: Record<string, Command> = { ArrowRight: { kind: 'approve' }, ArrowLeft: { kind: 'reject', reason: null } };

interface EnabledKeys {
  /** False if the person turned single-character shortcuts off (WCAG 2.1.4). */
  letters: boolean;
  /** False if arrow keys move the focus. */
  arrows: boolean;
}

/** Maps a key event to a command, or null. Ignores key repeat. */
export function commandOf({ key, shiftKey, ctrlKey, metaKey, altKey, repeat }: Key, on: EnabledKeys): Command | null {
  if (altKey || repeat) return null;
  const name = key.toLowerCase();
  if (ctrlKey || metaKey) return name === 'z' && !shiftKey ? { kind: 'undo' } : null;
  const arrow = shiftKey || !on.arrows ? undefined : arrows[key];
  if (arrow || !on.letters) return arrow ?? null;
  if (shiftKey) return name === 'r' ? { kind: 'ask-reason' } : null;
  const preset = /^[1-9]$/.test(key) ? presetReasons[Number(key) - 1] : undefined;
  if (preset) return { kind: 'reject', reason: preset.text };
  return letters[name] ?? null;
}

/** Whether the focused element handles its own keys, such as fields and dialogs. */
export const ownsKeyboard = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"]:not([data-moderation]), [role="menu"]') !== null;

/** Single-character shortcuts. Can be turned off for speech input and motor impairments (WCAG 2.1.4). */
export const lettersAtom = storedAtom<boolean>('moderation.letters', true);

/**
 * Handles moderation keys on the whole document.
 * @param arrows false if arrow keys move the focus
 */
export function useModerationKeys(onCommand: (command: Command) => void, arrows = true): void {
  const letters = useAtomValue(lettersAtom);
  const run = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || ownsKeyboard(event.target)) return;
    const command = commandOf(event, { letters, arrows });
    if (!command) return;
    event.preventDefault();
    onCommand(command);
  });
  useEffect(() => {
    document.addEventListener('keydown', run);
    return () => document.removeEventListener('keydown', run);
  }, []);
}
