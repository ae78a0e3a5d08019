import { useEffect, type ReactNode } from 'react';
import { cn } from './cn.ts';

const PRODUCT = 'AI Image Suite';

/** The title of the document while this screen stands: "Events · AI Image Suite". */
export function useDocumentTitle(title: string | null) {
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT}` : PRODUCT;
  }, [title]);
}

interface PageProps {
  title: string;
  /** The way up, above the title: a link to the list that this is one of. */
  back?: ReactNode;
  /** Beside the title, left of it: a picture. */
  mark?: ReactNode;
  /** Beside the title, right of it: a state. */
  badge?: ReactNode;
  /** One sentence below the title. */
  lead?: ReactNode;
  /** The page's own actions, beside its title. */
  actions?: ReactNode;
  /** `text` for forms and reading, `wide` for lists and tables. */
  width?: 'text' | 'wide';
  children: ReactNode;
}

const widths = { text: 'max-w-2xl', wide: 'max-w-6xl' };

/** The frame of an office screen: title, lead, actions, content. Sets the document's title. */
export function Page({ title, back, mark, badge, lead, actions, width = 'wide', children }: PageProps) {
  useDocumentTitle(title);
  return (
    <div className={cn('mx-auto grid w-full gap-6 px-4 py-6 sm:px-6 sm:py-8', widths[width])}>
      <header className="flex flex-wrap items-end gap-x-6 gap-y-3">
        {back && <div className="-mb-1 w-full">{back}</div>}
        <div className="flex min-w-0 flex-1 basis-64 items-center gap-4">
          {mark}
          <div className="grid min-w-0 gap-1">
            <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
              <h1 className="min-w-0 text-2xl font-semibold">{title}</h1>
              {badge}
            </div>
            {lead && <p className="text-ink-muted">{lead}</p>}
          </div>
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
