// Form field to choose organizations, events or people by name.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import * as v from 'valibot';
import { describeFailure } from '#src/shell/failure.ts';
import { call } from '#src/transport/call.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { useFieldValue, useFormField } from '#src/ui/form.tsx';
import { Plus, X } from '#src/ui/icons.ts';
import { Input } from '#src/ui/input.tsx';

export const namedChoice = v.object({ id: v.string(), name: v.string() });

const choices = v.array(namedChoice);

interface ChoicesFieldProps {
  name: string;
  label: string;
  help?: string;
  /** Limit of choices. */
  max?: number;
  /** Searches by name. */
  search: typeof organizationChoices;
  /** Message for no results, such as "No organization is called that." */
  none: string;
}

/** The chosen items, and a search to add more. */
export function ChoicesField({ name, label, help, max = 100, search, none }: ChoicesFieldProps) {
  const { error, set } = useFormField(name);
  const chosen = v.parse(choices, useFieldValue(name));
  const [typed, setTyped] = useState('');
  const found = useId();
  const wanted = typed.trim();
  const query = useQuery(search(wanted));
  const offered = wanted === '' ? [] : (query.data ?? []).filter(({ id }) => !chosen.some((one) => one.id === id));
  const choose = (choice: NamedChoice) => {
    set([...chosen, choice]);
    setTyped('');
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {chosen.length > 0 && (
        <ul aria-label={`${label}: chosen`} className="flex flex-wrap gap-2">
          {chosen.map((choice) => (
            <li key={choice.id} className="flex min-w-0">
              <Button
                size="sm"
                icon={<X aria-hidden className="size-4" />}
                onClick={() => set(chosen.filter((one) => one.id !== choice.id))}
              >
                <span className="sr-only">Remove</span> <ShortName>{choice.name}</ShortName>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosen.length < max && (
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
      <div id={found} aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {offered.map((choice) => (
          <Button
            key={choice.id}
            size="sm"
            variant="quiet"
            className="justify-start"
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => choose(choice)}
          >
            <ShortName>{choice.name}</ShortName>
          </Button>
        ))}
        {wanted !== '' && query.error && <p className="text-sm text-danger">{describeFailure(query.error).detail}</p>}
        {wanted !== '' && query.isSuccess && !query.isFetching && offered.length === 0 && <p className="text-sm text-ink-muted">{none}</p>}
      </div>
    </div>
  );
}

function ShortName({ children }: { children: string }) {
  return (
    <span className="max-w-72 truncate" title={children}>
      {children}
    </span>
  );
}

type NamedChoice = v.InferOutput<typeof namedChoice>;

const MAX_SHOWN = 6;

const choicesQuery = (kind: string, q: string, read: (signal: AbortSignal) => Promise<NamedChoice[]>) =>
  queryOptions({
    queryKey: ['platform', `${kind} choices`, q] as const,
    queryFn: ({ signal }) => read(signal),
    placeholderData: keepPreviousData,
    enabled: q !== '',
  });

export const organizationChoices = (q: string) =>
  choicesQuery('organization', q, async (signal) => {
    const query = { q, sort: 'name' as const, limit: MAX_SHOWN };
    const { items } = await call('GET /api/v1/platform/organizations', { query, signal });
    return items.map(({ organization: { id, name } }) => ({ id, name }));
  });

export const eventChoices = (q: string) =>
  choicesQuery('event', q, async (signal) => {
    const { items } = await call('GET /api/v1/platform/events', { query: { q, limit: MAX_SHOWN }, signal });
    return items.map(({ id, name }) => ({ id, name }));
  });

export const userChoices = (q: string) =>
  choicesQuery('person', q, async (signal) => {
    const query = { q, sort: 'name' as const, limit: MAX_SHOWN };
    const { items } = await call('GET /api/v1/users', { query, signal });
    return items.map(({ id, first_name: first, last_name: last, email }) => ({
      id,
      name: `${first} ${last} · ${email ?? 'no account'}`.trim(),
    }));
  });
