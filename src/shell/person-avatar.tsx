import type { ReactNode } from 'react';
import { fullName } from '#src/session/display-name.ts';
import type { Snapshot } from '#src/session/store.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { cn } from '#src/ui/cn.ts';
import { MediaImage } from './media-image.tsx';

interface PersonAvatarProps {
  name: string;
  /** Null or undefined: there is no picture, and the initials stay alone. */
  url: string | null | undefined;
  size?: 'md' | 'lg';
}

/** A person's picture over their initials, which stay visible if it cannot be loaded. Use beside their name. */
export function PersonAvatar({ name, url, size }: PersonAvatarProps) {
  return (
    <Initials name={name} size={size}>
      {url && <MediaImage src={apiUrl(url)} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />}
    </Initials>
  );
}

/** The avatar of the signed-in user. */
export const OwnAvatar = ({ user, size }: { user: Snapshot['user'] } & Pick<PersonAvatarProps, 'size'>) => (
  <PersonAvatar name={fullName(user) || (user.email ?? '')} url={user.avatar_url} size={size} />
);

const sizes = { md: 'size-8 text-sm', lg: 'size-16 text-xl' };

interface InitialsProps {
  name: string;
  size?: keyof typeof sizes | undefined;
  /** Their picture, over it. */
  children?: ReactNode;
}

/** Replaces a missing picture. Use beside the name. */
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

/** The first letters of the first and the last word: "MR" of Mia Ruiz, "M" of mia@example.org. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => /./u.exec(word ?? '')?.[0] ?? '').join('');
}
