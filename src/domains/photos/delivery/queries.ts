// The devices of an event's staff, for its organization.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { callInOrganization } from '#src/session/call-in-organization.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { call } from '#src/transport/call.ts';

export type EventDevice = components['schemas']['EventDevice'];
export type DeviceTotals = components['schemas']['DeviceTotals'];

/** Reports of devices aren't in the event's stream, which its guests follow too. */
const REFETCH_MS = 15_000;
/** Of what is beside the board. */
export const SLOW_REFETCH_MS = 60_000;

export const devicesQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['photos', eventId, 'devices'] as const,
    queryFn: ({ signal }) => call('GET /api/v1/event/{id}/devices', { path: { id: eventId }, signal }),
    refetchInterval: REFETCH_MS,
  });

/** Devices of all events of an organization that may have lost photos. */
export const urgentDevicesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['photos', 'organization', organizationId, 'devices'] as const,
    queryFn: ({ signal }) => call('GET /api/v1/event/organization/{orgId}/devices', { path: { orgId: organizationId }, signal }),
    refetchInterval: SLOW_REFETCH_MS,
  });

export const deviceOverlay = createOverlay<EventDevice>();

export async function invalidateDevices(client: QueryClient, eventId: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: devicesQuery(eventId).queryKey }),
    client.invalidateQueries({ queryKey: ['photos', 'organization'] }),
  ]);
}

export const settleDevice = (eventId: string, entryId: string, settled: boolean) =>
  callInOrganization('PUT /api/v1/event/{id}/devices/{entryId}/settled', { path: { id: eventId, entryId }, body: { settled } });
