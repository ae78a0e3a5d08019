import { useLocation } from '@tanstack/react-router';
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Plus, Share, Smartphone, X } from '#src/ui/icons.ts';
import { Sheet } from '#src/ui/sheet.tsx';
import { dismissInstallAtom, installAtom, installOfferAtom } from './install.ts';

/** One quiet line above the page, never over the camera. Permanently hidden after a dismissal. */
export function InstallOffer() {
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  return pathname !== first && <Offer key={pathname} />;
}

/**
 * This module is loaded late, and browsers fire the event on a first press. The offer appears from the next screen on, so that it moves neither
 * the content nor the pressed control.
 */
function Offer() {
  const method = useAtomValue(installOfferAtom);
  const [isOffered] = useState(method !== null);
  const install = useSetAtom(installAtom);
  const dismiss = useSetAtom(dismissInstallAtom);
  const [steps, setSteps] = useState(false);
  if (!method || !isOffered) return null;
  return (
    <section aria-label="Install the app" className="mx-auto max-w-6xl px-4 pt-2 sm:px-6">
      <div className="flex items-center gap-3 rounded-lg border border-line bg-surface py-2 pr-2 pl-4 shadow-1">
        <Smartphone aria-hidden className="size-5 shrink-0 text-accent-text" />
        <p className="min-w-0 flex-1 text-sm">
          <span className="font-medium">Keep the camera one tap away.</span>{' '}
          <span className="text-ink-muted max-sm:sr-only">Once installed, it works offline and shows how many photos are waiting.</span>
        </p>
        <Button size="sm" onClick={() => (method === 'prompt' ? void install() : setSteps(true))}>
          Install
        </Button>
        <IconButton label="Don’t show again" size="sm" icon={<X aria-hidden className="size-4" />} onClick={dismiss} />
      </div>
      <InstallSteps open={steps} onOpenChange={setSteps} onDone={dismiss} />
    </section>
  );
}

interface InstallStepsProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The person has read them. */
  onDone?: () => void;
}

/** Installation steps for browsers without a prompt (iOS). */
export function InstallSteps({ open, onOpenChange, onDone }: InstallStepsProps) {
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Add to your home screen"
      description="Three taps in Safari; after that it opens like any app."
      footer={
        <Button
          className="w-full"
          onClick={() => {
            onOpenChange(false);
            onDone?.();
          }}
        >
          Done
        </Button>
      }
    >
      <ol className="grid gap-3 py-1">
        <Step number={1} icon={<Share aria-hidden />}>
          Tap <b>Share</b> in Safari’s bar.
        </Step>
        <Step number={2} icon={<Plus aria-hidden />}>
          Scroll down and choose <b>Add to Home Screen</b>.
        </Step>
        <Step number={3} icon={<Smartphone aria-hidden />}>
          Tap <b>Add</b>, then open <b>Image Suite</b> from your home screen and log in once.
        </Step>
      </ol>
    </Sheet>
  );
}

function Step({ number, icon, children }: { number: number; icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-4 rounded-lg bg-hover p-3">
      <span className="grid size-10 shrink-0 place-items-center rounded-md bg-surface text-accent-text shadow-1 [&_svg]:size-5">
        {icon}
      </span>
      <p>
        <span className="sr-only">Step {number}: </span>
        {children}
      </p>
    </li>
  );
}
