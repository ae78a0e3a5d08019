import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { EventChoice } from '#src/domains/generation/compose/event-photo-picker.tsx';
import { buttonClass } from '#src/ui/button.tsx';

/** Chosen once, by whoever sets the stand up: what is made here goes to this event's gallery. */
export function BoothSetup({ onChoose }: { onChoose: (eventId: string) => void }) {
  return (
    <main id="main" tabIndex={-1} className="mx-auto grid w-full max-w-2xl content-start gap-6 px-4 py-6 sm:px-6 sm:py-8">
      <div className="grid gap-1">
        <h1 className="text-2xl font-semibold">Photo booth</h1>
        <p className="text-ink-muted">
          For a stand at an event: visitors take a photo, choose a style, and send the picture to the event’s gallery. Choose the event.
        </p>
      </div>
      <EventChoice
        none="A photo booth needs an event that takes photos from you now."
        allows={({ can }) => can.capture}
        onChoose={({ id }) => onChoose(id)}
      />
      <Link to="/dashboard" className={buttonClass({ className: 'justify-self-start' })}>
        <ChevronLeft aria-hidden className="size-4" />
        Back to the app
      </Link>
    </main>
  );
}
