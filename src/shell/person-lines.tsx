import { useId, type ReactNode } from 'react';
import { Breakable } from '#src/ui/breakable.tsx';
import { MailWarning } from '#src/ui/icons.ts';
import { Tooltip } from '#src/ui/tooltip.tsx';
import { PersonAvatar } from './person-avatar.tsx';

interface PersonLinesProps {
  name: string;
  url: string | null | undefined;
  /** Shown below the name if it differs: the email address, if they have one. */
  note: string;
  /** Why the address below the name may belong to another person; marked with an icon. */
  warning?: string | null | undefined;
  /** The name as a link. */
  link?: ReactNode;
  /** After the name. */
  children?: ReactNode;
}

/** A person in a list. */
export function PersonLines({ name, url, note, warning, link, children }: PersonLinesProps) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <PersonAvatar name={name} url={url} />
      <div className="min-w-0">
        <p className="truncate font-medium" title={name}>
          {link ?? name}
          {children}
        </p>
        <p className="flex items-center gap-1 font-normal text-ink-muted max-md:text-sm">
          {note !== name && (
            <span className="line-clamp-2 min-w-0 wrap-anywhere" title={note}>
              <Breakable>{note}</Breakable>
            </span>
          )}
          {warning && <WarningIcon words={warning} />}
        </p>
      </div>
    </div>
  );
}

/** Explained by a hint, because a list has no room for words. */
function WarningIcon({ words }: { words: string }) {
  const id = useId();
  return (
    <span role="img" aria-label={words} className="relative z-10 shrink-0 text-warning">
      <MailWarning aria-hidden className="size-4" />
      <Tooltip content={words} id={id} />
    </span>
  );
}

/** For administrators: the state of an account's email address; null if its owner has confirmed it. */
export const emailWarning = ({ is_proved: isProved, is_verified: isVerified = false }: { is_proved: boolean; is_verified?: boolean }) =>
  isProved ? null : isVerified ? 'Confirmed by an administrator, not yet by its owner' : 'Email address not confirmed yet';
