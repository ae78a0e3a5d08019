import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Banner } from '#src/ui/banner.tsx';
import { useDocumentTitle } from '#src/ui/use-document-title.ts';

interface AccountPanelProps {
  title: string;
  lead?: ReactNode;
  /** Shown above the panel, such as the event to join. */
  banner?: ReactNode;
  children: ReactNode;
  /** Shown below the panel, such as the link to log in instead. */
  foot?: ReactNode;
}

/** Layout of the screens for logged-out people: one column, without a box on phones. */
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

/** Matches the tokens that the server puts into links. Mail programs sometimes truncate them. */
export const isCompleteToken = (token: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(token);

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
