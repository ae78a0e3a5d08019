import type { ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Plus, Share, Smartphone } from '#src/ui/icons.ts';
import { Sheet } from '#src/ui/sheet.tsx';

interface InstallStepsProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The person has read them. */
  onDone?: () => void;
}

/** How the app is installed where the browser has no prompt for it: on iOS. */
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
