import type { ReactNode } from 'react';
import { PersonAvatar } from './person-avatar.tsx';

interface PersonLinesProps {
  name: string;
  url: string | null | undefined;
  /** Below the name: their address, where they have one. */
  note: string;
  /** The name as a link. */
  link?: ReactNode;
  /** After the name. */
  children?: ReactNode;
}

/** A person in a list. */
export function PersonLines({ name, url, note, link, children }: PersonLinesProps) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <PersonAvatar name={name} url={url} />
      <div className="min-w-0">
        <p className="truncate font-medium" title={name}>
          {link ?? name}
          {children}
        </p>
        <p className="truncate font-normal text-ink-muted max-md:text-sm" title={note}>
          {note}
        </p>
      </div>
    </div>
  );
}
