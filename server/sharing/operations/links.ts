// Gallery links, for the organization.
import { randomBytes } from 'node:crypto';
import type { components } from '#openapi/api.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { recordEventChange } from '#server/events/changes-repository.ts';
import { lockManagedEvent, requireOwnEvent } from '#server/events/operations/authorize.ts';
import type { Call, OperationsOf } from '#server/http/operation.ts';
import { notFound, Problem } from '#server/http/problem.ts';
import { findSection } from '#server/photos/sections-repository.ts';
import {
  changeLink,
  countLinks,
  findLink,
  insertLink,
  isPhotographerOf,
  linkOrder,
  listLinkRows,
  listPhotosOfEvent,
  type LinkChanges,
  type LinkRow,
  replaceSelection,
} from '#server/sharing/links-repository.ts';
import { MAX_LINKS } from '#server/sharing/policy.ts';
import { presentLink } from '#server/sharing/presenter.ts';
import { uuid7 } from '#server/uuid.ts';
import { accountOf } from '#server/viewer.ts';

type Schemas = components['schemas'];

export function linkCalls({ db }: Pick<Deps, 'db'>) {
  const presented = (link: LinkRow) => presentLink(link, new Date());

  /** Undefined: not given. Null: to be removed. Hashing costs so much that only those who may set a password have it done. */
  async function hashGiven({ viewer, path, body }: Pick<Call<'updateGalleryLink'>, 'viewer' | 'body'> & { path: { id: string } }) {
    if (!('password' in body)) return undefined;
    await requireOwnEvent(db, path.id, viewer);
    const { password } = body;
    return password === undefined || password === null ? password : hashPassword(password);
  }

  return {
    async listGalleryLinks({ viewer, path, query }) {
      const event = await requireOwnEvent(db, path.id, viewer);
      const list = { eventId: event.id, revoked: query.revoked ?? false };
      const { rows, cursors } = await linkOrder.page({ sort: '-created_at', ...query }, (range) => listLinkRows(db, list, range));
      return { status: 200, body: { items: rows.map(presented), ...cursors } };
    },

    async getGalleryLink({ viewer, path }) {
      const event = await requireOwnEvent(db, path.id, viewer);
      return { status: 200, body: presented(await requireLinkOf(db, event.id, path.linkId)) };
    },

    async createGalleryLink({ viewer, path, body, request }) {
      const passwordHash = await hashGiven({ viewer, path, body });
      const link = await db.transaction(async (tx) => {
        const event = await lockManagedEvent(tx, path.id, viewer);
        if ((await countLinks(tx, event.id)) >= MAX_LINKS) throw tooManyLinks();
        const photoIds = await requireScope(tx, event.id, body);
        const id = uuid7();
        const values = {
          id,
          eventId: event.id,
          name: body.name.trim(),
          token: randomBytes(16).toString('base64url'),
          scope: body.scope,
          sectionId: body.scope === 'section' ? body.section_id : null,
          photographerId: body.scope === 'photographer' ? body.photographer_id : null,
          passwordHash: passwordHash ?? null,
          expiresAt: readExpiry(body.expires_at) ?? null,
          downloads: body.downloads ?? 'off',
          watermark: body.watermark ?? true,
          picksLimit: body.picks_limit ?? null,
          createdBy: accountOf(viewer),
        };
        await insertLink(tx, values, photoIds);
        await recordEventChange(tx, {
          action: 'event.create_link',
          event,
          by: viewer,
          request,
          detail: { link_id: id, name: values.name },
        });
        return requireLinkOf(tx, event.id, id);
      });
      return { status: 201, body: presented(link) };
    },

    async updateGalleryLink({ viewer, path, body, request }) {
      const passwordHash = await hashGiven({ viewer, path, body });
      const link = await db.transaction(async (tx) => {
        const event = await lockManagedEvent(tx, path.id, viewer);
        const before = await requireLinkOf(tx, event.id, path.linkId);
        if (body.photo_ids) {
          if (before.scope !== 'selection') throw wrongField('photo_ids', 'Only a link to selected photos takes these.');
          await replaceSelection(tx, before.id, await requirePhotos(tx, event.id, body.photo_ids));
        }
        const expiresAt = readExpiry(body.expires_at);
        const changes: LinkChanges = {
          ...(body.name !== undefined && { name: body.name.trim() }),
          ...(passwordHash !== undefined && { passwordHash }),
          ...(expiresAt !== undefined && { expiresAt }),
          ...(body.downloads !== undefined && { downloads: body.downloads }),
          ...(body.watermark !== undefined && { watermark: body.watermark }),
          ...(body.picks_limit !== undefined && { picksLimit: body.picks_limit }),
        };
        await changeLink(tx, before.id, changes);
        const detail = { link_id: before.id, name: before.name, changed: Object.keys(body) };
        await recordEventChange(tx, { action: 'event.update_link', event, by: viewer, request, detail });
        return requireLinkOf(tx, event.id, before.id);
      });
      return { status: 200, body: presented(link) };
    },

    async revokeGalleryLink({ viewer, path, request }) {
      await db.transaction(async (tx) => {
        const event = await lockManagedEvent(tx, path.id, viewer);
        const link = await requireLinkOf(tx, event.id, path.linkId);
        if (link.revokedAt) return;
        await changeLink(tx, link.id, { revokedAt: new Date() });
        const detail = { link_id: link.id, name: link.name };
        await recordEventChange(tx, { action: 'event.revoke_link', event, by: viewer, request, detail });
      });
      return { status: 204 };
    },

    async restoreGalleryLink({ viewer, path, request }) {
      const link = await db.transaction(async (tx) => {
        const event = await lockManagedEvent(tx, path.id, viewer);
        const revoked = await requireLinkOf(tx, event.id, path.linkId);
        if (!revoked.revokedAt) return revoked;
        if ((await countLinks(tx, event.id)) >= MAX_LINKS) throw tooManyLinks();
        await changeLink(tx, revoked.id, { revokedAt: null });
        const detail = { link_id: revoked.id, name: revoked.name };
        await recordEventChange(tx, { action: 'event.restore_link', event, by: viewer, request, detail });
        return requireLinkOf(tx, event.id, revoked.id);
      });
      return { status: 200, body: presented(link) };
    },
  } satisfies Partial<OperationsOf<'sharing'>>;
}

/** @throws {Problem} 404 */
export async function requireLinkOf(db: Parameters<typeof findLink>[0], eventId: string, id: string): Promise<LinkRow> {
  const link = await findLink(db, eventId, id);
  if (!link) throw notFound('link');
  return link;
}

/** @throws {Problem} 422 for a time that has passed */
function readExpiry(given: string | null | undefined): Date | null | undefined {
  if (given === undefined || given === null) return given;
  const expiresAt = new Date(given);
  if (!(expiresAt.getTime() > Date.now())) {
    const errors = [{ field: 'body.expires_at', message: 'must be in the future' }];
    throw new Problem(422, 'expiry_in_past', 'Choose a day that isn’t over yet.', { errors });
  }
  return expiresAt;
}

/**
 * Checks that the fields fit the scope.
 * @returns the selected photos
 * @throws {Problem} 422
 */
async function requireScope(tx: Tx, eventId: string, body: Schemas['CreateGalleryLinkRequest']): Promise<string[]> {
  if (body.scope === 'photographer') {
    if (body.photographer_id === undefined) throw wrongField('photographer_id', 'is required for a link to the photos of one photographer');
    if (!(await isPhotographerOf(tx, eventId, body.photographer_id))) throw wrongField('photographer_id', 'has no photos at this event');
  }
  if (body.scope === 'section') {
    if (body.section_id === undefined) throw wrongField('section_id', 'is required for a link to a section');
    if (!(await findSection(tx, eventId, body.section_id))) throw wrongField('section_id', 'is no section of this event');
  }
  if (body.scope !== 'selection') return [];
  if (body.photo_ids === undefined) throw wrongField('photo_ids', 'is required for a link to selected photos');
  return requirePhotos(tx, eventId, body.photo_ids);
}

/** @throws {Problem} 422 if one is no photo of the event */
async function requirePhotos(tx: Tx, eventId: string, given: readonly string[]): Promise<string[]> {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  const known = await listPhotosOfEvent(tx, eventId, ids);
  if (known.size < ids.length) throw wrongField('photo_ids', 'contains photos that are not in this event');
  return ids;
}

function wrongField(field: string, message: string): Problem {
  return new Problem(422, 'invalid_request', 'This link can’t be saved.', { errors: [{ field: `body.${field}`, message }] });
}

const tooManyLinks = () => new Problem(409, 'too_many_links', `An event can have ${MAX_LINKS} links. Revoke one first.`);
