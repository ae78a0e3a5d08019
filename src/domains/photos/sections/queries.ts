// The sections of a gallery: the list, and its changes by the organization.
import type { QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { callInOrganization } from '#src/session/call-in-organization.ts';
import { sectionsQuery } from './sections-query.ts';

type Schemas = components['schemas'];
export type Section = Schemas['Section'];

export const createSection = (eventId: string, body: Schemas['CreateSectionRequest']) =>
  callInOrganization('POST /api/v1/event/{id}/sections', { path: { id: eventId }, body });
export const updateSection = (eventId: string, sectionId: string, body: Schemas['UpdateSectionRequest']) =>
  callInOrganization('PATCH /api/v1/event/{id}/sections/{sectionId}', { path: { id: eventId, sectionId }, body });
export const deleteSection = (eventId: string, sectionId: string) =>
  callInOrganization('DELETE /api/v1/event/{id}/sections/{sectionId}', { path: { id: eventId, sectionId } });
export const restoreSection = (eventId: string, sectionId: string) =>
  callInOrganization('POST /api/v1/event/{id}/sections/{sectionId}/restore', { path: { id: eventId, sectionId } });

export const invalidateSections = (client: QueryClient, eventId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: sectionsQuery(eventId).queryKey });

/** The contract's limit. */
const MOST_MOVED = 500;

type Moved = Schemas['MovePhotosResult'];

/** @returns the photos as they are now, and where those that moved were */
export async function movePhotos(
  { eventId, account }: { eventId: string; account: string },
  ids: readonly string[],
  sectionId: string | null,
): Promise<Moved> {
  const moved: Moved = { photos: [], previous: [] };
  for (let first = 0; first < ids.length; first += MOST_MOVED) {
    const { photos, previous } = await callInOrganization('PUT /api/v1/event/{id}/photos/section', {
      path: { id: eventId },
      header: { 'X-Account': account },
      body: { ids: ids.slice(first, first + MOST_MOVED), section_id: sectionId },
    });
    moved.photos.push(...photos);
    moved.previous.push(...previous);
  }
  return moved;
}
