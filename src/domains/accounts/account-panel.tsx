import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Banner } from '#src/ui/banner.tsx';
import { useDocumentTitle } from '#src/ui/use-document-title.ts';

interface AccountPanelProps {
  title: string;
  lead?: ReactNode;
  /** Above the panel: what one signs in for. */
  banner?: ReactNode;
  children: ReactNode;
  /** Below the panel: the other way in. */
  foot?: ReactNode;
}

/** The frame of the screens before the door: one column, on a phone without a box. */
export function AccountPanel({ title, lead, banner, children, foot }: AccountPanelProps) {
  useDocumentTitle(title);
  return (
    <div className="safe-x mx-auto grid w-full max-w-md content-start gap-6 pt-4 pb-12 sm:pt-10">
      {banner}
      <div className="grid gap-6 sm:rounded-xl sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow-2">
        <header className="grid gap-1">
          <h1 className="text-2xl font-semibold">{title}</h1>
          {lead && <p className="text-ink-muted">{lead}</p>}
        </header>
        {children}
      </div>
      {foot && <p className="text-center text-sm text-ink-muted">{foot}</p>}
    </div>
  );
}

/** As the server makes the last part of its links: one that a mail program has cut is none. */
export const isCompleteToken = (token: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(token);

/** In the place of what such a link opens. */
export function InvalidLink() {
  return (
    <Banner tone="warning" title="This link isn’t valid">
      Check that the whole link was copied, or request a new one.
    </Banner>
  );
}

export const HomeLink = () => (
  <Link to="/" className={textLink}>
    Go to home
  </Link>
);

export const textLink = 'rounded-sm font-medium text-accent-text underline decoration-1 underline-offset-4 hover:decoration-2';
