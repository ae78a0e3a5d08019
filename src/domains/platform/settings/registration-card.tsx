import { SettingsCard } from '#src/shell/settings-card.tsx';
import { RadioField } from '#src/ui/form.tsx';
import type { PlatformSettings } from './queries.ts';
import { registrationSchema } from './settings-values.ts';
import { useSavePlatformSettings } from './use-save-platform-settings.ts';

const personal = [
  { value: 'open', label: 'Open', help: 'Anyone can create an account.' },
  { value: 'closed', label: 'Closed', help: 'Only people invited by email. People can still join events without an account.' },
];
const organization = [
  { value: 'open', label: 'Open', help: 'New organizations can start immediately.' },
  { value: 'approval', label: 'With approval', help: 'New organizations wait for your approval.' },
  { value: 'closed', label: 'Closed', help: 'No one can register an organization.' },
];

const valuesOf = ({ registration }: PlatformSettings) => registration;

/** Who may come in. */
export function RegistrationCard({ settings }: { settings: PlatformSettings }) {
  const save = useSavePlatformSettings((registration: PlatformSettings['registration']) => ({ registration }), valuesOf);
  return (
    <SettingsCard
      title="Registration"
      lead="Who can create an account. Existing accounts don’t change."
      schema={registrationSchema}
      saved={settings}
      valuesOf={valuesOf}
      save={save}
    >
      <RadioField name="personal" label="Personal accounts" options={personal} />
      <RadioField name="organization" label="Organizations" options={organization} />
    </SettingsCard>
  );
}
