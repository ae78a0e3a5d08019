import { Link } from '@tanstack/react-router';
import { buttonClass } from '#src/ui/button.tsx';
import { Compass } from '#src/ui/icons.ts';
import { ScreenState } from '#src/ui/screen-state.tsx';
import { useDocumentTitle } from '#src/ui/use-document-title.ts';
import { OpenLayout } from './layouts.tsx';

/** An unknown address, within a layout. */
export function NotFound() {
  useDocumentTitle('Page not found');
  return (
    <ScreenState
      as="page"
      icon={<Compass />}
      title="Page not found"
      actions={
        <Link to="/" className={buttonClass({ variant: 'primary' })}>
          Go to home
        </Link>
      }
    >
      Check the address. The page may have been moved or deleted.
    </ScreenState>
  );
}

/** An unknown address, as a page with its own layout. */
export default function NotFoundPage() {
  return (
    <OpenLayout>
      <div className="grid flex-1 place-items-center pb-24">
        <NotFound />
      </div>
    </OpenLayout>
  );
}
