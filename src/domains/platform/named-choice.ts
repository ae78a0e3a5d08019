// Organizations, events and people as they are chosen in forms of the platform: found by their names.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

export const namedChoice = v.object({ id: v.string(), name: v.string() });
export type NamedChoice = v.InferOutput<typeof namedChoice>;

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
    const { items } = unwrap(await api.GET('/api/v1/platform/organizations', { params: { query }, signal }));
    return items.map(({ organization: { id, name } }) => ({ id, name }));
  });

export const eventChoices = (q: string) =>
  choicesQuery('event', q, async (signal) => {
    const { items } = unwrap(await api.GET('/api/v1/platform/events', { params: { query: { q, limit: MAX_SHOWN } }, signal }));
    return items.map(({ id, name }) => ({ id, name }));
  });

export const userChoices = (q: string) =>
  choicesQuery('person', q, async (signal) => {
    const query = { q, sort: 'name' as const, limit: MAX_SHOWN };
    const { items } = unwrap(await api.GET('/api/v1/users', { params: { query }, signal }));
    return items.map(({ id, first_name: first, last_name: last, email }) => ({
      id,
      name: `${first} ${last} · ${email ?? 'no account'}`.trim(),
    }));
  });
