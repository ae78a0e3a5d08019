import { useAtomValue, useSetAtom } from 'jotai';
import { Plus, Share, Smartphone, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { dismissInstallAtom, installAtom, installWayAtom } from './install.ts';

/** One quiet line above the page, never over the camera. Goes for good when dismissed. */
export function InstallOffer() {
  const way = useAtomValue(installWayAtom);
  const install = useSetAtom(installAtom);
  const dismiss = useSetAtom(dismissInstallAtom);
  const [steps, setSteps] = useState(false);
  if (!way) return null;
  return (
    <section aria-label="Install the app" className="mx-auto max-w-6xl px-4 pt-2 sm:px-6">
      <div className="flex items-center gap-3 rounded-lg border border-line bg-surface py-2 pr-2 pl-4 shadow-1">
        <Smartphone aria-hidden className="size-5 shrink-0 text-accent-text" />
        <p className="min-w-0 flex-1 text-sm">
          <span className="font-medium">Keep the camera one tap away.</span>{' '}
          <span className="text-ink-muted max-sm:sr-only">Installed, it starts without a connection and shows how many photos wait.</span>
        </p>
        <Button size="sm" onClick={() => (way === 'prompt' ? void install() : setSteps(true))}>
          Install
        </Button>
        <IconButton label="Do not offer again" size="sm" icon={<X aria-hidden className="size-4" />} onClick={dismiss} />
      </div>
      <Sheet
        open={steps}
        onOpenChange={setSteps}
        title="Add to your home screen"
        description="Three taps in Safari; after that it opens like any app."
        footer={
          <Button
            className="w-full"
            onClick={() => {
              setSteps(false);
              dismiss();
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
            Tap <b>Add</b>, then open <b>Image Suite</b> from your home screen and sign in once.
          </Step>
        </ol>
      </Sheet>
    </section>
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
