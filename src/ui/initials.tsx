import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** The first letters of the first and the last word: "MR" of Mia Ruiz, "M" of mia@example.org. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => /./u.exec(word ?? '')?.[0] ?? '').join('');
}

const sizes = { md: 'size-8 text-sm', lg: 'size-16 text-xl' };

interface InitialsProps {
  name: string;
  size?: keyof typeof sizes | undefined;
  /** Their picture, over it. */
  children?: ReactNode;
}

/** Stands for a person who has no picture. Their name stands beside it. */
export function Initials({ name, size = 'md', children }: InitialsProps) {
  return (
    <span
      aria-hidden
      className={cn(
        'relative grid shrink-0 place-items-center overflow-hidden rounded-full bg-pressed font-semibold uppercase',
        sizes[size],
      )}
    >
      {initialsOf(name)}
      {children}
    </span>
  );
}
