import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import * as v from 'valibot';
import { describeFailure } from '#src/shell/failure.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { useFieldValue, useFormField } from '#src/ui/form.tsx';
import { Input } from '#src/ui/input.tsx';
import { organizationChoice, organizationChoicesQuery, type OrganizationChoice } from './organization-choice.ts';

const choices = v.array(organizationChoice);

interface OrganizationsFieldProps {
  name: string;
  label: string;
  help: string;
  /** How many may be chosen. */
  most?: number;
}

/** Those that are chosen, and a search for more. */
export function OrganizationsField({ name, label, help, most = 100 }: OrganizationsFieldProps) {
  const { error, set } = useFormField(name);
  const chosen = v.parse(choices, useFieldValue(name));
  const [typed, setTyped] = useState('');
  const found = useId();
  const query = useQuery(organizationChoicesQuery(typed.trim()));
  const offered = typed.trim() === '' ? [] : (query.data ?? []).filter(({ id }) => !chosen.some((one) => one.id === id));
  const choose = (organization: OrganizationChoice) => {
    set([...chosen, organization]);
    setTyped('');
  };
  return (
    <div className="grid gap-2">
      {chosen.length > 0 && (
        <ul aria-label={`${label}: chosen`} className="flex flex-wrap gap-2">
          {chosen.map((organization) => (
            <li key={organization.id} className="flex min-w-0">
              <Button
                size="sm"
                icon={<X aria-hidden className="size-4" />}
                onClick={() => set(chosen.filter((one) => one.id !== organization.id))}
              >
                <span className="sr-only">Remove</span> <span className="wrap-anywhere">{organization.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosen.length < most && (
        <Field label={label} help={help} error={error}>
          {(control) => (
            <Input
              {...control}
              value={typed}
              maxLength={100}
              autoComplete="off"
              placeholder="Type a name"
              aria-controls={found}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <div id={found} aria-live="polite" className="grid gap-1">
        {offered.map((organization) => (
          <Button
            key={organization.id}
            size="sm"
            variant="quiet"
            className="justify-start"
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => choose(organization)}
          >
            {organization.name}
          </Button>
        ))}
        {typed.trim() !== '' && query.error && <p className="text-sm text-danger">{describeFailure(query.error).detail}</p>}
        {typed.trim() !== '' && query.isSuccess && !query.isFetching && offered.length === 0 && (
          <p className="text-sm text-ink-muted">No organization is called that.</p>
        )}
      </div>
    </div>
  );
}
