import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { useDocumentTitle } from './use-document-title.ts';

interface PageProps {
  title: string;
  /** Above the title: a link back to the parent list. */
  back?: ReactNode;
  /** Left of the title: a picture. */
  mark?: ReactNode;
  /** Right of the title: a state. */
  badge?: ReactNode;
  /** One sentence below the title. */
  lead?: ReactNode;
  /** The page's actions, beside its title. */
  actions?: ReactNode;
  /** For content that needs the space: a one-line header, and full width. */
  slim?: boolean;
  /** `text` for forms and reading, `wide` for lists and tables. */
  width?: 'text' | 'wide';
  children: ReactNode;
}

/** The title has the same place on every screen; only the content below it is narrower. */
const widths = { text: '[&>:not(header)]:max-w-2xl', wide: undefined };

/** The layout of a screen beside the sidebar: title, lead, actions, content. Sets the document's title. */
export function Page({ title, back, mark, badge, lead, actions, slim = false, width = 'wide', children }: PageProps) {
  useDocumentTitle(title);
  return (
    <div
      className={cn(
        'mx-auto grid w-full grid-cols-[minmax(0,1fr)] px-4 sm:px-6',
        slim ? 'gap-2 py-2' : cn('max-w-6xl gap-6 py-6 sm:py-8', widths[width]),
      )}
    >
      <header className={cn('flex flex-wrap gap-x-6', slim ? 'items-center gap-y-1' : 'items-start gap-y-3')}>
        {back && <div className={slim ? undefined : '-mb-1 w-full'}>{back}</div>}
        <div className={cn('flex min-w-0 flex-1 items-center gap-4', slim ? 'basis-40' : 'basis-64')}>
          {!slim && mark}
          <div className="grid min-w-0 gap-1">
            <div className={cn('flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1', !slim && 'min-h-10')}>
              <h1 title={title} className={cn('min-w-0 font-semibold', slim ? 'truncate text-lg' : 'line-clamp-3 text-2xl wrap-anywhere')}>
                {title}
              </h1>
              {badge}
            </div>
            {lead && !slim && <p className="wrap-anywhere text-ink-muted">{lead}</p>}
          </div>
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
