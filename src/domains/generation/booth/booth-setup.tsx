import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { EventChoice } from '#src/domains/generation/compose/event-photo-picker.tsx';
import { device } from '#src/lib/device.ts';
import { lockBooth, PIN } from '#src/shell/booth-pin.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { ChevronLeft } from '#src/ui/icons.ts';
import { toast } from '#src/ui/toast.ts';
import { PIN_RULE, PinInput } from './pin-form.tsx';

interface BoothSetupProps {
  account: string;
  onChoose: (eventId: string) => void;
}

/** Chosen once, by whoever sets the stand up: what is made here goes to this event's gallery. */
export function BoothSetup({ account, onChoose }: BoothSetupProps) {
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string | null>(null);
  const choose = async (id: string) => {
    if (pin !== '' && !PIN.test(pin)) return setError(PIN_RULE);
    if (pin !== '' && !(await lockBooth(account, id, pin)))
      toast.error('The photo booth is not locked', { detail: 'This browser keeps nothing for this page.' });
    onChoose(id);
  };
  return (
    <main id="main" tabIndex={-1} className="mx-auto grid w-full max-w-2xl content-start gap-6 px-4 py-6 sm:px-6 sm:py-8">
      <div className="grid gap-1">
        <h1 className="text-2xl font-semibold">Photo booth</h1>
        <p className="text-ink-muted">
          For a stand at an event: visitors take a photo, choose a style, and send the picture to the event’s gallery.
        </p>
      </div>
      <Field
        label="PIN for staff"
        optional
        help={`4 to 8 digits. It is asked for before anybody leaves the photo booth on this ${device}; without one, visitors can get into your account.`}
        error={error ?? undefined}
      >
        {(control) => (
          <PinInput
            control={control}
            pin={pin}
            onChange={(next) => {
              setPin(next);
              setError(null);
            }}
          />
        )}
      </Field>
      <section aria-label="Choose the event" className="grid gap-3">
        <h2 className="font-semibold">Choose the event</h2>
        <EventChoice
          none="A photo booth needs an event that takes photos from you now."
          allows={({ can }) => can.capture}
          onChoose={({ id }) => void choose(id)}
        />
      </section>
      <Link to="/dashboard" className={buttonClass({ className: 'justify-self-start' })}>
        <ChevronLeft aria-hidden className="size-4" />
        Back to the app
      </Link>
    </main>
  );
}
