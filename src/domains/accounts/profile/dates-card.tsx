import { useMutation } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { changeProfile } from '#src/domains/accounts/queries.ts';
import { formatWeekdayDateTime } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { Card } from '#src/ui/card.tsx';
import { Field } from '#src/ui/field.tsx';
import { Select } from '#src/ui/select.tsx';
import { toast } from '#src/ui/toast.ts';

type DateLocale = components['schemas']['DateLocale'];

const DEVICE = 'device';
const localeNames: Record<NonNullable<DateLocale>, string> = {
  'en-US': 'English (US)',
  'en-GB': 'English (UK)',
  'de-DE': 'Deutsch',
  'es-ES': 'Español',
  'fr-FR': 'Français',
  'it-IT': 'Italiano',
  'nl-NL': 'Nederlands',
  'pl-PL': 'Polski',
  'pt-PT': 'Português',
  'sv-SE': 'Svenska',
  'ja-JP': '日本語',
};
const options = [
  { value: DEVICE, label: 'Same as this device' },
  ...Object.entries(localeNames).map(([value, label]) => ({ value, label })),
];
const isLocale = (value: string): value is NonNullable<DateLocale> => value in localeNames;

/** By what the session says now: the language is named so that another one makes another example. */
const exampleIn = (_language: DateLocale | undefined) => formatWeekdayDateTime(Date.UTC(2026, 11, 31, 18, 5), 'UTC');

/** How dates and times are written, on every device. */
export function DatesCard({ locale }: { locale: DateLocale | undefined }) {
  const isOnline = useConnection() === 'online';
  const change = useMutation({
    mutationFn: (value: string) => changeProfile({ date_locale: isLocale(value) ? value : null }),
    onError: (error) => toast.error('Couldn’t change the date language', { detail: describeFailure(error).detail }),
  });
  const value = change.isPending ? change.variables : (locale ?? DEVICE);
  return (
    <Card title="Dates and times" lead="How dates and times appear to you, on every device.">
      <Field label="Date language" help={`Example: ${exampleIn(locale)}`}>
        {(control) => (
          <Select
            {...control}
            options={options}
            value={value}
            disabledReason={!isOnline && NEEDS_CONNECTION}
            onChange={(next) => change.mutate(next)}
          />
        )}
      </Field>
    </Card>
  );
}
