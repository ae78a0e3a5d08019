import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import { storedAtom } from '#src/lib/stored-atom.ts';
import { commandOf, ownsKeyboard, type Command } from './moderation-keys.ts';

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
