// The bell's place in the bar above the app's screens. What fills it comes with what a page follows, long after the screen: nothing that leads to
// the shutter carries it, and the worker keeps it as whatever was opened once.
import { atom } from 'jotai';
import type { ReactNode } from 'react';

export const bellAtom = atom<ReactNode>(null);
