import { useLocation } from '@tanstack/react-router';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Smartphone, X } from '#src/ui/icons.ts';
import { InstallSteps } from './install-steps.tsx';
import { dismissInstallAtom, installAtom, installOfferAtom } from './install.ts';

/** One quiet line above the page, never over the camera. Goes for good when dismissed. */
export function InstallOffer() {
  return <Offer key={useLocation().pathname} />;
}

/** The browser offers it when something is pressed for the first time: shown from the next screen on, it moves nothing that is just pressed. */
function Offer() {
  const way = useAtomValue(installOfferAtom);
  const [isOffered] = useState(way !== null);
  const install = useSetAtom(installAtom);
  const dismiss = useSetAtom(dismissInstallAtom);
  const [steps, setSteps] = useState(false);
  if (!way || !isOffered) return null;
  return (
    <section aria-label="Install the app" className="mx-auto max-w-6xl px-4 pt-2 sm:px-6">
      <div className="flex items-center gap-3 rounded-lg border border-line bg-surface py-2 pr-2 pl-4 shadow-1">
        <Smartphone aria-hidden className="size-5 shrink-0 text-accent-text" />
        <p className="min-w-0 flex-1 text-sm">
          <span className="font-medium">Keep the camera one tap away.</span>{' '}
          <span className="text-ink-muted max-sm:sr-only">Once installed, it works offline and shows how many photos are waiting.</span>
        </p>
        <Button size="sm" onClick={() => (way === 'prompt' ? void install() : setSteps(true))}>
          Install
        </Button>
        <IconButton label="Don’t show again" size="sm" icon={<X aria-hidden className="size-4" />} onClick={dismiss} />
      </div>
      <InstallSteps open={steps} onOpenChange={setSteps} onDone={dismiss} />
    </section>
  );
}
