import { Link } from '@tanstack/react-router';
import { Camera, Check, CloudUpload, Images, ShieldCheck, Smartphone, WifiOff, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { wayOn } from '#src/session/landing.ts';
import { useSession } from '#src/session/use-session.ts';
import { GoOn, useLastEvent } from '#src/shell/go-on.tsx';
import { buttonClass } from '#src/ui/button.tsx';
import { Mark } from '#src/ui/mark.tsx';
import { useDocumentTitle } from '#src/ui/page.tsx';

const way: { icon: LucideIcon; title: string; text: string }[] = [
  { icon: Camera, title: 'Shutter', text: 'Hold for a burst. Ready before the screen has settled.' },
  { icon: Smartphone, title: 'Saved on this phone', text: 'Written to disk before the next shot, with or without a network.' },
  { icon: CloudUpload, title: 'Stored on the server', text: 'Uploads when you’re online, and we verify every file.' },
  { icon: Images, title: 'In the gallery', text: 'Guests see it arrive while the event is on.' },
];

const promises: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: WifiOff,
    title: 'Works in the basement',
    text: 'Start it, enter the event, shoot and browse without a connection. It sends by itself when you are back.',
  },
  {
    icon: ShieldCheck,
    title: 'Tells the truth',
    text: 'Three numbers, always on screen: taken, waiting on this phone, stored on the server.',
  },
  { icon: Check, title: 'Nothing to set up', text: 'A link is enough. Add it to the home screen and it opens like any app, on any phone.' },
];

/** What the product is, and the ways in. `codeForm`: for whoever stands before a poster and has no account. */
export function Home({ codeForm }: { codeForm: ReactNode }) {
  useDocumentTitle(null);
  const session = useSession();
  const last = useLastEvent();
  const onward = session && wayOn(session);
  return (
    <div className="safe-x mx-auto grid w-full max-w-6xl flex-1 content-start gap-14 pt-8 pb-16 sm:px-8 sm:pt-20 sm:pb-24">
      <section className="flex items-center justify-between gap-16">
        <div className="grid max-w-2xl gap-6">
          <h1 className="text-display font-semibold text-balance">Shoot all night. Lose nothing.</h1>
          <p className="max-w-xl text-lg text-pretty text-ink-muted">
            AI Image Suite is the camera and the gallery for events. Photographers shoot without thinking about the network; guests see the
            photos while the music still plays.
          </p>
          <div className="flex flex-col gap-3 sm:flex-row">
            {onward ? (
              <>
                {onward.to === '/dashboard' && <GoOn size="lg" />}
                <Link to={onward.to} className={buttonClass({ variant: last ? 'secondary' : 'primary', size: 'lg' })}>
                  {onward.label}
                </Link>
              </>
            ) : (
              <>
                <Link to="/login" className={buttonClass({ variant: 'primary', size: 'lg' })}>
                  Sign in
                </Link>
                <Link to="/register" className={buttonClass({ size: 'lg' })}>
                  Create an account
                </Link>
              </>
            )}
          </div>
          {!session && <div className="max-w-sm">{codeForm}</div>}
        </div>
        <Mark className="hidden size-72 rounded-[4.1rem] shadow-3 lg:block" />
      </section>

      <section aria-labelledby="way" className="venue overflow-hidden rounded-xl p-6 shadow-3 sm:p-10">
        <h2 id="way" className="text-xl font-semibold">
          From shutter to gallery
        </h2>
        <ol className="mt-8 grid gap-x-6 md:grid-cols-4">
          {way.map(({ icon: Icon, title, text }, index) => (
            <li key={title} className="relative flex gap-4 pb-8 last:pb-0 md:flex-col md:pb-0">
              {index < way.length - 1 && (
                <span
                  aria-hidden
                  className="absolute top-12 bottom-0 left-6 w-px bg-line md:top-6 md:right-[-0.75rem] md:bottom-auto md:left-15 md:h-px md:w-auto"
                />
              )}
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
      </section>

      <section aria-label="What it promises" className="grid gap-8 md:grid-cols-3">
        {promises.map(({ icon: Icon, title, text }) => (
          <div key={title} className="grid content-start gap-2">
            <Icon aria-hidden className="size-5 text-accent-text" />
            <h2 className="text-lg font-semibold">{title}</h2>
            <p className="text-pretty text-ink-muted">{text}</p>
          </div>
        ))}
      </section>
    </div>
  );
}
