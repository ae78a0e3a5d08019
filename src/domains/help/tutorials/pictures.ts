// The addresses of the photographs, by theme. What is near-black in both is there once.
import type { TutorialPicture } from './tutorials.ts';

const files = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });

const addressOf = (name: string): string | undefined => files[`./pictures/help-${name}.webp`];

export function pictureSources({ name }: TutorialPicture): { light: string; dark: string } | null {
  const light = addressOf(`${name}-light`) ?? addressOf(name);
  const dark = addressOf(`${name}-dark`) ?? addressOf(name);
  return light !== undefined && dark !== undefined ? { light, dark } : null;
}
