import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonClass } from '#src/ui/button.tsx';
import { useDocumentTitle } from '#src/ui/page.tsx';
import { ScreenState } from '#src/ui/screen-state.tsx';
import { PublicHeader } from './public-header.tsx';

/** An address that no route has, as a page of its own. */
export function NotFound() {
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main id="main" tabIndex={-1} className="grid flex-1 place-items-center pb-24">
        <NoSuchPage />
      </main>
    </div>
  );
}

/** The same within the frame of a layout. */
export function NoSuchPage() {
  useDocumentTitle('Page not found');
  return (
    <ScreenState
      as="page"
      icon={<Compass />}
      title="There is no such page"
      actions={
        <Link to="/" className={buttonClass({ variant: 'primary' })}>
          Go to the start
        </Link>
      }
    >
      The address may be mistyped, or what was here is gone.
    </ScreenState>
  );
}
