import { Link } from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { landingLink, managesPlatform } from '#src/session/guards.ts';
import { useSession } from '#src/session/use-session.ts';
import { ContinueToEvent, useLastEvent } from '#src/shell/continue-to-event.tsx';
import { buttonClass } from '#src/ui/button.tsx';
import { platformName, useDocumentTitle } from '#src/ui/use-document-title.ts';
import { ProductPicture } from './product-picture.tsx';

/** Useless without a connection, as its pictures are: not in the precache. If it cannot be loaded, the page is complete without it. */
const HomeDetails = lazy<ComponentType>(() => import('./home-details.tsx').catch(() => ({ default: () => null })));

/** Landing page. `codeForm` lets guests join an event. */
export function Home({ codeForm }: { codeForm: ReactNode }) {
  useDocumentTitle(null);
  const session = useSession();
  const last = useLastEvent();
  const onward = session && landingLink(session);
  const isManager = session !== null && onward?.to === '/dashboard' && managesPlatform(session);
  return (
    <>
      <div className="safe-x mx-auto grid w-full max-w-6xl flex-1 content-start gap-16 pt-8 pb-16 sm:px-8 sm:pt-16 sm:pb-24">
        <section className="grid items-center gap-12 lg:grid-cols-[minmax(0,1fr)_auto] lg:gap-20">
          <div className="grid max-w-2xl gap-6">
            <h1 className="text-display font-semibold text-balance">Capture events. Create images.</h1>
            <p className="max-w-xl text-lg text-pretty text-ink-muted">
              {platformName} is a camera and gallery for events that never loses a photo, and a studio for making and restyling images.
            </p>
            <div className="flex flex-col gap-3 sm:flex-row">
              {onward ? (
                <>
                  {onward.to !== '/pending-approval' && <ContinueToEvent size="lg" />}
                  {isManager && (
                    <Link to="/admin" className={buttonClass({ variant: 'primary', size: 'lg' })}>
                      Users and organizations
                    </Link>
                  )}
                  <Link to={onward.to} className={buttonClass({ variant: last || isManager ? 'secondary' : 'primary', size: 'lg' })}>
                    {onward.label}
                  </Link>
                </>
              ) : (
                <>
                  <Link to="/register" className={buttonClass({ variant: 'primary', size: 'lg' })}>
                    Create an account
                  </Link>
                  <Link to="/login" className={buttonClass({ size: 'lg' })}>
                    Log in
                  </Link>
                </>
              )}
            </div>
            {!session && <div className="max-w-sm">{codeForm}</div>}
          </div>
          <div className="flex items-start justify-center gap-4 sm:gap-6">
            <ProductPicture picture="camera" eager />
            <ProductPicture picture="gallery" className="mt-10" />
          </div>
        </section>

        <Suspense fallback={<div className="h-dvh" />}>
          <HomeDetails />
        </Suspense>
      </div>
      <footer className="border-t border-line">
        <div className="safe-x mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-2 py-4 text-sm text-ink-muted sm:px-8">
          <p>{platformName}</p>
          <nav aria-label="More" className="-mx-3 flex flex-wrap">
            {!session && (
              <FootLink to="/register" search={{ account: 'organization' }}>
                For organizations
              </FootLink>
            )}
            <FootLink to="/join">Join with a code</FootLink>
          </nav>
        </div>
      </footer>
    </>
  );
}

interface FootLinkProps {
  to: '/register' | '/join';
  search?: { account: 'organization' };
  children: ReactNode;
}

function FootLink({ to, search, children }: FootLinkProps) {
  return (
    <Link to={to} {...(search && { search })} className="flex min-h-11 items-center rounded-md px-3 hover:bg-hover hover:text-ink">
      {children}
    </Link>
  );
}
