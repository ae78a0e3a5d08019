// The list of an event's photos as a file: what was delivered, by whom, and the hashes to prove it by.
import { audit } from '#server/audit/audit.ts';
import { allRows } from '#server/db/keyset.ts';
import type { Deps } from '#server/deps.ts';
import type { EventRow } from '#server/events/events-repository.ts';
import { requireOwnEvent } from '#server/events/operations/authorize.ts';
import { csvAnswer, csvTime, type CsvColumns } from '#server/http/csv.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { originalName } from '#server/photos/file-names.ts';
import { galleryOrder, listGallery } from '#server/photos/gallery-repository.ts';
import { readFilters } from '#server/photos/operations/filters.ts';
import type { PhotoRow } from '#server/photos/photos-repository.ts';
import { fullName } from '#server/viewer.ts';

const columnsAt = (event: EventRow): CsvColumns<PhotoRow> => ({
  // As the original is called that is downloaded.
  'File name': (photo) => originalName(event, photo),
  Photographer: ({ uploaderFirstName, uploaderLastName }) => fullName(uploaderFirstName, uploaderLastName),
  'Captured (UTC)': ({ takenAt }) => csvTime(takenAt),
  'Stored (UTC)': ({ uploadedAt }) => csvTime(uploadedAt),
  Status: ({ status, state }) => (state === 'unreadable' ? 'unreadable' : status),
  Source: ({ source }) => source,
  Camera: ({ camera }) => camera,
  Type: ({ contentType }) => contentType,
  Width: ({ width }) => width,
  Height: ({ height }) => height,
  Bytes: ({ bytes }) => bytes,
  'SHA-256': ({ sha256 }) => sha256,
  Likes: ({ likes }) => likes,
  ID: ({ id }) => id,
});

export function photoExportCall({ db }: Pick<Deps, 'db'>) {
  return {
    async exportPhotos({ viewer, path, query, request }) {
      const event = await requireOwnEvent(db, path.id, viewer);
      const view = { eventId: event.id, userId: viewer.userId, scope: 'everything', filters: readFilters(query) } as const;
      const subject = { subjectType: 'event', subjectId: event.id, organizationId: event.organizationId };
      await audit(db, { action: 'event.export_photos', actorId: viewer.userId, ...subject, request });
      const rows = allRows((page) => galleryOrder.page({ ...page, sort: '-taken_at' }, (range) => listGallery(db, view, range)));
      return csvAnswer(['photos', event.name], columnsAt(event), rows);
    },
  } satisfies Partial<OperationsOf<'photos'>>;
}
