import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { landingLink, managesPlatform } from '#src/session/guards.ts';
import { useSession } from '#src/session/use-session.ts';
import { ContinueToEvent, useLastEvent } from '#src/shell/continue-to-event.tsx';
import { buttonClass } from '#src/ui/button.tsx';
import { FallbackImage } from '#src/ui/fallback-image.tsx';
import type { IconComponent } from '#src/ui/icon.ts';
import { Camera, CloudUpload, Images, ShieldCheck, Smartphone, Sparkles, Ticket, WifiOff } from '#src/ui/icons.ts';
import { platformName, useDocumentTitle } from '#src/ui/use-document-title.ts';

/** Screenshots made by `npm run screens -- product` (tests/screens/product.ts), all 390 × 844 CSS pixels. */
const pictures = {
  camera: {
    src: '/product/camera.webp',
    alt: 'An event’s camera, with the shutter within reach and a status line showing that all photos are stored',
  },
  queue: { src: '/product/queue.webp', alt: 'The queue offline, with each waiting photo saved on the phone' },
  gallery: { src: '/product/gallery.webp', alt: 'An event’s gallery on a phone' },
} as const;

const steps: { icon: IconComponent; title: string; text: string }[] = [
  { icon: Camera, title: 'Shutter', text: 'Ready as soon as the app is open. Hold for a burst.' },
  { icon: Smartphone, title: 'Saved on the phone', text: 'Written to disk before the next shot, with or without a network.' },
  { icon: CloudUpload, title: 'Stored on the server', text: 'Uploads when you’re online, and we verify every file.' },
  { icon: Images, title: 'In the gallery', text: 'Everyone at the event sees it appear.' },
];

const features: { icon: IconComponent; title: string; text: string }[] = [
  {
    icon: Ticket,
    title: 'No account needed',
    text: 'People scan the poster or enter the event’s code, and take photos right away. There’s nothing to install.',
  },
  {
    icon: WifiOff,
    title: 'Works offline',
    text: 'Open an event, shoot and browse without a connection. Photos upload automatically when you’re back online.',
  },
  {
    icon: ShieldCheck,
    title: 'Always know what’s saved',
    text: 'The screen always shows how many photos are still on your phone, and when all of them are stored on the server.',
  },
  {
    icon: Sparkles,
    title: 'Create images',
    text: 'Describe an image or restyle a photo you took. Every result is saved to your gallery and labeled as generated, and every model shows whether it uses AI.',
  },
];

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
            <Screen picture="camera" eager />
            <Screen picture="gallery" className="mt-10" />
          </div>
        </section>

        <section
          aria-labelledby="way"
          className="venue grid gap-8 rounded-xl p-6 shadow-2 sm:p-10 md:grid-cols-[minmax(0,1fr)_auto] md:items-center md:gap-12"
        >
          <div>
            <h2 id="way" className="text-xl font-semibold">
              From shutter to gallery
            </h2>
            <ol className="mt-8 grid">
              {steps.map(({ icon: Icon, title, text }, index) => (
                <li key={title} className="relative flex gap-4 pb-8 last:pb-0">
                  {index < steps.length - 1 && <span aria-hidden className="absolute top-12 bottom-0 left-6 w-px bg-line" />}
                  <span className="relative grid size-12 shrink-0 place-items-center rounded-full bg-raised text-accent-text">
                    <Icon aria-hidden className="size-5" />
                  </span>
                  <div className="grid content-start gap-1">
                    <h3 className="font-semibold">{title}</h3>
                    <p className="text-sm text-pretty text-ink-muted">{text}</p>
                  </div>
                </li>
              ))}
            </ol>
          </div>
          <div className="flex justify-center">
            <Screen picture="queue" />
          </div>
        </section>

        <section aria-label="Features" className="grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
          {features.map(({ icon: Icon, title, text }) => (
            <div key={title} className="grid content-start gap-2">
              <Icon aria-hidden className="size-5 text-accent-text" />
              <h2 className="text-lg font-semibold">{title}</h2>
              <p className="text-pretty text-ink-muted">{text}</p>
            </div>
          ))}
        </section>
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

function Screen({ picture, eager, className = '' }: { picture: keyof typeof pictures; eager?: boolean; className?: string }) {
  const { src, alt } = pictures[picture];
  return (
    <FallbackImage
      src={src}
      alt={alt}
      width={390}
      height={844}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      draggable={false}
      className={`h-auto w-[min(42vw,14rem)] rounded-[1.75rem] border-4 border-line bg-sunken object-cover shadow-3 ${className}`}
    />
  );
}
