import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonClass } from '#src/ui/button.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { useDocumentTitle } from '#src/ui/page.tsx';
import { ScreenState } from '#src/ui/screen-state.tsx';

// Its frame is not part of what the camera must load.
const OpenLayout = lazyPart(() => import('./open-layout.tsx'), { name: 'This page' });

/** An address that no route has, as a page of its own. */
export function NotFound() {
  return (
    <OpenLayout>
      <div className="grid flex-1 place-items-center pb-24">
        <NoSuchPage />
      </div>
    </OpenLayout>
  );
}

/** The same within the frame of a layout. */
export function NoSuchPage() {
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
      The address may be mistyped, or what was here is gone.
    </ScreenState>
  );
}
