// What a key means while photos are decided on. Pure.
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
  /** False where the person has turned single letters and digits off (WCAG 2.1.4). */
  letters: boolean;
  /** False where arrows move the focus. */
  arrows: boolean;
}

/** Null when the key is not one of ours. A key held down decides once. */
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

/** Keys pressed there belong to what has the focus: a field, a choice, a dialog. */
export const ownsKeyboard = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"]:not([data-moderation]), [role="menu"]') !== null;

/** Single letters and digits decide. Can be turned off, for those whose speech or hands would press them unasked (WCAG 2.1.4). */
export const lettersAtom = storedAtom<boolean>('moderation.letters', true);

/**
 * Listens for the keys of moderation on the whole screen.
 * @param arrows false where arrows move the focus
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
