// Screens of an event for its organization, and this browser as a screen.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { callInOrganization } from '#src/session/call-in-organization.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { call } from '#src/transport/call.ts';

type Schemas = components['schemas'];
export type Screen = Schemas['Screen'];
export type ScreenWall = Schemas['ScreenWall'];

/** "Last seen" is renewed as often. */
const REFETCH_MS = 30_000;

/** Paired screens, and those that were unpaired lately. */
export const screensQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['sharing', 'screens', eventId] as const,
    queryFn: async ({ signal }) => {
      const list = (unpaired: boolean) =>
        call('GET /api/v1/event/{id}/screens', { path: { id: eventId }, query: unpaired ? { unpaired } : {}, signal });
      const [paired, unpaired] = await Promise.all([list(false), list(true)]);
      return [...paired.items, ...unpaired.items];
    },
    refetchInterval: REFETCH_MS,
  });

export const screenOverlay = createOverlay<Screen>();

export const invalidateScreens = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: ['sharing', 'screens'] });

const path = ({ event_id: id, id: screenId }: Screen) => ({ id, screenId });

/** @param code as it was typed */
export const pairScreen = (eventId: string, { code, name }: { code: string; name: string }) =>
  callInOrganization('POST /api/v1/event/{id}/screens', {
    path: { id: eventId },
    body: { code: code.replaceAll(/\s/g, ''), ...(name.trim() !== '' && { name: name.trim() }) },
  });
export const updateScreen = (screen: Screen, body: Schemas['UpdateScreenRequest']) =>
  callInOrganization('PATCH /api/v1/event/{id}/screens/{screenId}', { path: path(screen), body });
export const unpairScreen = (screen: Screen) =>
  callInOrganization('DELETE /api/v1/event/{id}/screens/{screenId}', { path: path(screen) });
export const restoreScreen = (screen: Screen) =>
  callInOrganization('POST /api/v1/event/{id}/screens/{screenId}/restore', { path: path(screen) });

/** This browser as a screen: its code, or its wall. A call that gives out a code is repeated without harm. */
export const ownScreenQuery = queryOptions({
  queryKey: ['screen'] as const,
  queryFn: ({ signal }) => call('POST /api/v1/screen', { signal }),
  staleTime: 0,
});
