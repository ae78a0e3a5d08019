// The sections of a gallery, and which photos are in them.
import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '#server/audit/actions.ts';
import { auditAll } from '#server/audit/audit.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { coverCleared, recordChanges, recordEventChange } from '#server/events/changes-repository.ts';
import { type EventRow, isCoverAmong } from '#server/events/events-repository.ts';
import { lockManagedEvent, requireVisibleEvent } from '#server/events/operations/authorize.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound, Problem } from '#server/http/problem.ts';
import { type LockedPhoto, lockPhotos } from '#server/photos/moderation-repository.ts';
import { findPhotos } from '#server/photos/photos-repository.ts';
import { canSeeHidden, galleryScope, isShown, MAX_SECTIONS } from '#server/photos/policy.ts';
import { presentPhoto, presentSection } from '#server/photos/presenter.ts';
import {
  changeSection,
  countBySection,
  findRestorableSection,
  findSection,
  hasRestorablePhotos,
  insertSection,
  listSectionRows,
  orderSections,
  type SectionRow,
  setSection,
} from '#server/photos/sections-repository.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';

type By = { viewer: Viewer; request: FastifyRequest };

export function sectionCalls({ db }: Pick<Deps, 'db'>) {
  /** With the number of its photos, for the organization. */
  async function presented(tx: Queryable, eventId: string, id: string) {
    const section = await findSection(tx, eventId, id);
    if (!section) throw notFound('section');
    return presentSection(section, await countBySection(tx, eventId, false));
  }

  return {
    async listSections({ viewer, path }) {
      const { event, relation } = await requireVisibleEvent(db, path.id, viewer);
      const reader = { userId: viewer.userId, relation };
      if (galleryScope(reader, event) === 'own') return { status: 200, body: { items: [] } };
      const seesAll = canSeeHidden(reader);
      const [rows, counts] = await Promise.all([listSectionRows(db, event.id), countBySection(db, event.id, !seesAll)]);
      const seen = rows.filter(({ audience }) => seesAll || audience === 'everyone');
      return { status: 200, body: { items: seen.map((section) => presentSection(section, counts)) } };
    },

    async createSection({ viewer, path, body, request }) {
      const section = await db.transaction(async (tx) => {
        const event = await lockManagedEvent(tx, path.id, viewer);
        await requireRoom(tx, event.id);
        const made = { id: uuid7(), eventId: event.id, name: body.name.trim(), audience: body.audience ?? 'everyone' };
        await insertSection(tx, made);
        await record(tx, 'event.create_section', event, made, { viewer, request });
        return presented(tx, event.id, made.id);
      });
      return { status: 201, body: section };
    },

    async updateSection({ viewer, path, body, request }) {
      const section = await db.transaction(async (tx) => {
        const event = await lockManagedEvent(tx, path.id, viewer);
        const sections = await listSectionRows(tx, event.id);
        const before = sections.find(({ id }) => id === path.sectionId.toLowerCase());
        if (!before) throw notFound('section');
        await changeSection(tx, before.id, {
          ...(body.name !== undefined && { name: body.name.trim() }),
          ...(body.audience !== undefined && { audience: body.audience }),
        });
        if (body.position !== undefined) {
          const others = sections.flatMap(({ id }) => (id === before.id ? [] : id));
          await orderSections(tx, others.toSpliced(body.position, 0, before.id));
        }
        const turned = body.audience !== undefined && body.audience !== before.audience;
        await record(tx, 'event.update_section', event, before, { viewer, request }, { changed: Object.keys(body) }, turned);
        return presented(tx, event.id, before.id);
      });
      return { status: 200, body: section };
    },

    async deleteSection({ viewer, path, request }) {
      await db.transaction(async (tx) => {
        const event = await lockManagedEvent(tx, path.id, viewer);
        const section = await requireRestorable(tx, event, path.sectionId);
        if (section.deletedAt) return;
        await requireNothingHidden(tx, section);
        await changeSection(tx, section.id, { deletedAt: new Date() });
        await record(tx, 'event.delete_section', event, section, { viewer, request }, {}, true);
      });
      return { status: 204 };
    },

    async restoreSection({ viewer, path, request }) {
      const section = await db.transaction(async (tx) => {
        const event = await lockManagedEvent(tx, path.id, viewer);
        const deleted = await requireRestorable(tx, event, path.sectionId);
        if (deleted.deletedAt) {
          await requireRoom(tx, event.id);
          await changeSection(tx, deleted.id, { deletedAt: null });
          await record(tx, 'event.restore_section', event, deleted, { viewer, request }, {}, true);
        }
        return presented(tx, event.id, deleted.id);
      });
      return { status: 200, body: section };
    },

    async movePhotosToSection({ viewer, path, body, request }) {
      const { event, held, moved } = await db.transaction(async (tx) => {
        const event = await lockManagedEvent(tx, path.id, viewer);
        const section = body.section_id === null ? null : await findSection(tx, event.id, body.section_id);
        if (body.section_id !== null && !section) throw notFound('section');
        const held = (await lockPhotos(tx, event.id, body.ids)).filter((photo) => !photo.deletedAt);
        const moved = held.filter(({ sectionId }) => sectionId !== (section?.id ?? null));
        if (moved.length > 0) await move(tx, event, moved, section, { viewer, request });
        return { event, held, moved };
      });
      const reader = { userId: viewer.userId, relation: 'organization' as const };
      const photos = await findPhotos(
        db,
        held.map(({ id }) => id),
        viewer.userId,
      );
      const previous = [...new Set(moved.map(({ sectionId }) => sectionId))].map((from) => ({
        section_id: from,
        ids: moved.filter(({ sectionId }) => sectionId === from).map(({ id }) => id),
      }));
      return { status: 200, body: { photos: photos.map((photo) => presentPhoto(photo, reader, event)), previous } };
    },
  } satisfies Partial<OperationsOf<'photos'>>;
}

async function move(tx: Tx, event: EventRow, moved: readonly LockedPhoto[], to: SectionRow | null, { viewer, request }: By): Promise<void> {
  const ids = moved.map(({ id }) => id);
  await setSection(tx, ids, to?.id ?? null);
  const detail = { section: to?.name ?? null };
  await auditAll(
    tx,
    ids.map((subjectId) => ({
      action: 'photo.move_to_section',
      actorId: viewer.userId,
      subjectType: 'photo',
      subjectId,
      organizationId: event.organizationId,
      request,
      detail,
    })),
  );
  // Those who no longer see a photo hear that it left.
  const changes = moved.map((photo) => ({ kind: 'changed' as const, photoId: photo.id, wasShown: isShown(photo) }));
  // A hidden photo is no cover until it is shown again.
  await recordChanges(tx, event.id, (await isCoverAmong(tx, event.id, ids)) ? [...changes, coverCleared] : changes);
}

/** @param toggled readers see other photos, or other sections of photos, than before */
function record(
  tx: Tx,
  action: Extract<AuditAction, `event.${string}`>,
  event: EventRow,
  section: Pick<SectionRow, 'id' | 'name'>,
  { viewer, request }: By,
  detail: Record<string, unknown> = {},
  toggled = false,
): Promise<void> {
  const about = { section_id: section.id, name: section.name, ...detail };
  return recordEventChange(tx, { action, event, by: viewer, request, detail: about, galleryToggled: toggled });
}

/** @throws {Problem} 404 */
async function requireRestorable(tx: Tx, event: EventRow, id: string): Promise<SectionRow> {
  const section = await findRestorableSection(tx, event.id, id);
  if (!section) throw notFound('section');
  return section;
}

/** A deleted section hides nothing. @throws {Problem} 409 `section_hidden` */
async function requireNothingHidden(tx: Tx, section: SectionRow): Promise<void> {
  if (section.audience === 'everyone' || !(await hasRestorablePhotos(tx, section.id))) return;
  const detail =
    'Guests would see the photos of this hidden section, also those in the trash. Move its photos or show the section to guests first.';
  throw new Problem(409, 'section_hidden', detail);
}

/** @throws {Problem} 409 `too_many_sections` */
async function requireRoom(tx: Tx, eventId: string): Promise<void> {
  if ((await listSectionRows(tx, eventId)).length < MAX_SECTIONS) return;
  throw new Problem(409, 'too_many_sections', `A gallery can have ${MAX_SECTIONS} sections. Delete one first.`);
}
