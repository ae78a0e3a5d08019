import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EventChoice } from '#src/domains/generation/compose/event-photo-picker.tsx';
import type { GenerationModel } from '#src/domains/generation/generation.ts';
import { looksOf } from '#src/domains/generation/looks/looks.ts';
import { modelsQuery } from '#src/domains/generation/queries.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { formatCount, pluralize } from '#src/lib/format.ts';
import { lockBooth, PIN_PATTERN } from '#src/shell/booth-pin.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { ChevronLeft } from '#src/ui/icons.ts';
import { toast } from '#src/ui/toast.ts';
import { LeaveBooth, PIN_RULE, PinInput } from './staff-dialog.tsx';
import { SelfTimerField, TakeHomeFields } from './take-home.tsx';

interface BoothSetupProps {
  account: string;
  onChoose: (eventId: string) => void;
}

/** What each image costs, by the styles that visitors choose from; null if it's free. */
function visitorPrice(models: readonly GenerationModel[]): string | null {
  const prices = looksOf(models).map(({ model }) => model.credits);
  const [least, most] = [Math.min(...prices), Math.max(0, ...prices)];
  if (most === 0) return null;
  const range = least === most ? '' : least === 0 ? 'up to ' : `${formatCount(least)} to `;
  return `Each image a visitor makes costs ${range}${pluralize(most, 'credit', 'credits')}.`;
}

/** Staff choose the event once. Images from this booth go to its gallery. */
export function BoothSetup({ account, onChoose }: BoothSetupProps) {
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { data: models } = useQuery(modelsQuery(null));
  const price = visitorPrice(models ?? []);
  const choose = async (id: string) => {
    if (pin !== '' && !PIN_PATTERN.test(pin)) return setError(PIN_RULE);
    if (pin !== '' && !(await lockBooth(account, id, pin)))
      toast.error('Couldn’t lock the photo booth', { detail: 'This browser doesn’t save data for this site.' });
    onChoose(id);
  };
  return (
    <main id="main" tabIndex={-1} className="mx-auto grid w-full max-w-2xl content-start gap-6 px-4 py-6 sm:px-6 sm:py-8">
      <div className="grid gap-1">
        <h1 className="text-2xl font-semibold">Photo booth</h1>
        <p className="text-ink-muted">
          For a booth at an event. Visitors take a photo, choose a style, and send the image to the event’s gallery.
        </p>
        {price !== null && <p className="text-ink-muted">{price}</p>}
      </div>
      <Field
        label="Staff PIN"
        optional
        help={`4 to 8 digits. Required to leave the photo booth on this ${deviceLabel}. Without it, visitors can access your account.`}
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
      <SelfTimerField />
      <TakeHomeFields />
      <section aria-label="Choose an event" className="grid gap-3">
        <h2 className="font-semibold">Choose an event</h2>
        <EventChoice
          none="A photo booth needs an event where you can take photos right now."
          allows={({ can }) => can.capture}
          onChoose={({ id }) => void choose(id)}
        />
      </section>
      <LeaveBooth className={buttonClass({ className: 'justify-self-start' })}>
        <ChevronLeft aria-hidden className="size-4" />
        Back to the app
      </LeaveBooth>
    </main>
  );
}
