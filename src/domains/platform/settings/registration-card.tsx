import { SettingsCard } from '#src/shell/settings-card.tsx';
import { RadioField } from '#src/ui/form.tsx';
import type { PlatformSettings } from './queries.ts';
import { registrationSchema } from './settings-values.ts';
import { usePlatformSaving } from './use-platform-saving.ts';

const personal = [
  { value: 'open', label: 'Open', help: 'Anybody can create an account.' },
  { value: 'closed', label: 'Closed', help: 'Only people who were invited by email. Guests still join events with a code.' },
];
const organization = [
  { value: 'open', label: 'Open', help: 'A new organization can begin at once.' },
  { value: 'approval', label: 'With approval', help: 'It waits until you approve it.' },
  { value: 'closed', label: 'Closed', help: 'Nobody can register an organization.' },
];

const valuesOf = ({ registration }: PlatformSettings) => registration;

/** Who may come in. */
export function RegistrationCard({ settings }: { settings: PlatformSettings }) {
  const save = usePlatformSaving((registration: PlatformSettings['registration']) => ({ registration }), valuesOf);
  return (
    <SettingsCard
      title="Registration"
      lead="Who may create an account. Accounts that exist stay as they are."
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
