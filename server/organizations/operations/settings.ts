// The settings and pictures of an organization.
import type { components } from '#openapi/api.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { normalizeEmail } from '#server/http/email-addresses.ts';
import { changedMeanwhile, matchesIfMatch } from '#server/http/etag.ts';
import type { Call, OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound, Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import {
  auditRecorder,
  type LockedOrganization,
  lockOrganizationForViewer,
  requireOwnOrganization,
  requireWritable,
} from '#server/organizations/access.ts';
import {
  deleteReplacedPictures,
  hasOtherPictures,
  ownWatermark,
  type PictureKind,
  pictureKinds,
  type PictureRenderer,
  pictureUrl,
  storePicture,
  watermarkFacts,
  watermarkPicture,
} from '#server/organizations/pictures.ts';
import { canChangeSettings, canViewSettings } from '#server/organizations/policy.ts';
import { presentSettings } from '#server/organizations/presenter.ts';
import { changeOrganization, findOrganization, type OrganizationChanges, type OrganizationRow } from '#server/organizations/repository.ts';
import { storageKeys } from '#server/storage/storage.ts';
import type { Viewer } from '#server/viewer.ts';

/**
 * The changed fields of a request.
 * @param textPicture URL of the uploaded image of the watermark’s text
 */
function settingsChanges(
  before: OrganizationRow,
  { event_settings: event = {}, branding = {}, ...profile }: components['schemas']['UpdateOrganizationSettingsRequest'],
  textPicture?: string,
): OrganizationChanges {
  // Pictures are set by uploading them, so only the current URL or null is valid here.
  if (profile.avatar_url && profile.avatar_url !== before.avatarUrl) throw notUsable('avatar_not_usable', 'The avatar', 'body.avatar_url');
  if (branding.logo_url && branding.logo_url !== before.logoUrl) throw notUsable('logo_not_usable', 'The logo', 'body.branding.logo_url');
  const { watermark = {} } = branding;
  const text = watermark.text?.trim();
  const changes = changedFields(before, {
    name: profile.name?.trim(),
    contactEmail: profile.contact_email && normalizeEmail(profile.contact_email),
    phoneNumber: profile.phone_number,
    description: profile.description,
    avatarUrl: profile.avatar_url,
    defaultEventType: event.default_type,
    // The database stores durations in single precision.
    defaultEventDurationHours: event.default_duration === undefined ? undefined : Math.fround(event.default_duration),
    defaultRequireApproval: event.require_approval,
    defaultAutoGallery: event.auto_gallery,
    defaultAllowDownloads: event.allow_downloads,
    primaryColor: branding.primary_color,
    secondaryColor: branding.secondary_color,
    logoUrl: branding.logo_url,
    watermarkEnabled: watermark.enabled,
    watermarkSource: watermark.source,
    watermarkText: text,
    watermarkUrl: text === '' ? null : textPicture,
    watermarkPosition: watermark.position,
    watermarkSize: watermark.size,
    watermarkStrength: watermark.strength,
  });
  if (changes.watermarkText && textPicture === undefined)
    throw watermarkIncomplete('text_picture', 'A new watermark text needs its image.');
  const after = watermarkFacts({ ...before, ...changes });
  if (after.enabled && watermarkPicture(after) === null)
    throw after.source === 'logo'
      ? watermarkIncomplete('source', 'The watermark uses the logo, but there is none. Add a logo, use text, or turn off the watermark.')
      : watermarkIncomplete('text', 'The watermark uses text, but there is none. Enter text, or turn off the watermark.');
  return changes;
}

const watermarkIncomplete = (field: 'text' | 'text_picture' | 'source', detail: string) =>
  new Problem(422, 'watermark_incomplete', detail, { errors: [{ field: `body.branding.watermark.${field}`, message: detail }] });

/** The fields that are defined and differ. */
export function changedFields(before: OrganizationRow, named: OrganizationChanges): OrganizationChanges {
  return Object.fromEntries(
    Object.entries(named).filter(([key, value]) => value !== undefined && value !== before[key as keyof OrganizationRow]),
  );
}

export const settingsETag = ({ settingsVersion }: Pick<OrganizationRow, 'settingsVersion'>): string => `"${settingsVersion}"`;

/** @throws {Problem} 412 `changed_meanwhile` if the settings have changed since they were read */
export function requireUnchanged(organization: OrganizationRow, ifMatch: string | undefined): void {
  if (!matchesIfMatch(ifMatch, settingsETag(organization))) throw changedMeanwhile('these settings');
}

function notUsable(code: 'avatar_not_usable' | 'logo_not_usable', what: string, field: string): Problem {
  const message = 'must be the current one or null';
  return new Problem(422, code, `${what} ${message}.`, { errors: [{ field, message }] });
}

interface SettingsParts {
  pictures: PictureRenderer;
  notifyChange: NotifyBrandingChange;
  limits: Pick<RateLimits, 'countPicture'>;
}

export function settingsCalls(deps: Deps, { pictures, notifyChange, limits }: SettingsParts) {
  const { db } = deps;
  const answer = (organization: OrganizationRow, viewer: Viewer) => ({
    status: 200 as const,
    headers: { etag: settingsETag(organization) },
    body: presentSettings(organization, viewer),
  });

  return {
    async getOrganizationSettings({ viewer, path }) {
      const organization = await requireOwnOrganization(db, path.orgId, viewer);
      if (!canViewSettings(viewer, organization.id)) throw forbidden();
      return answer(organization, viewer);
    },

    async updateOrganizationSettings({ viewer, path, header, body, request }) {
      const text = await drawText(path.orgId, viewer, body.branding?.watermark?.text_picture);
      const { before, after } = await db.transaction(async (tx) => {
        const { organization: locked } = await lockSettings(tx, path.orgId, viewer);
        requireUnchanged(locked, header['if-match']);
        const changes = settingsChanges(locked, body, text && (await storePicture(deps, locked.id, 'watermark', text)));
        const changed = Object.keys(changes);
        if (changed.length === 0) return { before: locked, after: locked };
        await changeOrganization(tx, locked.id, changes);
        const subject = { id: locked.id, organizationId: locked.id };
        await auditRecorder('organization')(tx, 'organization.change_settings', subject, viewer, request, { changed });
        const now = await findOrganization(tx, locked.id);
        if (now) await notifyChange(tx, locked, now);
        return { before: locked, after: now };
      });
      if (!after) throw notFound('organization');
      if (hasOtherPictures(before, after)) await deleteReplacedPictures(deps, before);
      return answer(after, viewer);
    },
  } satisfies Partial<OperationsOf<'organizations'>>;

  /** Renders the image of the watermark’s text, if there is one. Checks permissions first, because rendering is expensive. */
  async function drawText(orgId: string, viewer: Viewer, picture: string | undefined): Promise<Buffer | undefined> {
    if (picture === undefined) return undefined;
    await requireChangeableSettings(db, orgId, viewer);
    await limits.countPicture(viewer.userId);
    return pictures.logoOf(Buffer.from(picture, 'base64'));
  }
}

/** Locks the organization for a change of its settings. */
async function lockSettings(tx: Tx, id: string, asking: Viewer): Promise<LockedOrganization> {
  const viewer = await lockOrganizationForViewer(tx, id, asking);
  return { organization: await requireChangeableSettings(tx, id, viewer), viewer };
}

/**
 * Returns an organization whose settings the viewer may change.
 * @throws {Problem} 404, or 403 `forbidden`, `organization_pending`, `organization_suspended`
 */
async function requireChangeableSettings(db: Queryable, id: string, viewer: Viewer): Promise<OrganizationRow> {
  const organization = await requireOwnOrganization(db, id, viewer);
  requireWritable(organization);
  if (!canChangeSettings(viewer, id)) throw forbidden('Only people who manage this organization’s settings can do this.');
  return organization;
}

/** The URL changes with the picture, so it can be cached forever. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

export function pictureCalls(deps: Deps, pictures: PictureRenderer, notifyChange: NotifyBrandingChange) {
  const { db, storage } = deps;

  const upload = async (call: Call<'uploadOrganizationAvatar'> | Call<'uploadOrganizationLogo'>, kind: 'avatar' | 'logo') => {
    const { viewer, path, body, request } = call;
    // Checked before the expensive rendering.
    await requireChangeableSettings(db, path.orgId, viewer);
    const drawn = await (kind === 'avatar' ? pictures.thumbOf(body.file) : pictures.logoOf(body.file));
    const { column } = pictureKinds[kind];
    const { before, after, url } = await db.transaction(async (tx) => {
      const { organization: locked } = await lockSettings(tx, path.orgId, viewer);
      const address = await storePicture(deps, locked.id, kind, drawn);
      if (locked[column] === address) return { before: locked, after: locked, url: address };
      await changeOrganization(tx, locked.id, { [column]: address });
      const subject = { id: locked.id, organizationId: locked.id };
      await auditRecorder('organization')(tx, `organization.change_${kind}`, subject, viewer, request);
      const changed = await findOrganization(tx, locked.id);
      if (changed) await notifyChange(tx, locked, changed);
      return { before: locked, after: changed, url: address };
    });
    if (!after) throw notFound('organization');
    if (after !== before) await deleteReplacedPictures(deps, before);
    return { url, headers: { etag: settingsETag(after) } };
  };

  const show = async (kind: PictureKind, { orgId, picture }: { orgId: string; picture: string }) => {
    const { column, file, type } = pictureKinds[kind];
    const organization = await findOrganization(db, orgId);
    const isShown = organization?.[column] === pictureUrl(orgId, kind, picture);
    const object = isShown ? await storage.get(storageKeys.organizationPicture(orgId, picture, file)) : null;
    if (!object) throw notFound('picture');
    const headers = {
      'content-type': type,
      'content-length': String(object.bytes),
      'cache-control': CACHE_CONTROL,
      'x-content-type-options': 'nosniff',
    };
    return { status: 200 as const, stream: object.stream, headers };
  };

  return {
    async uploadOrganizationAvatar(call) {
      const { url, headers } = await upload(call, 'avatar');
      return { status: 200, headers, body: { avatar_url: url } };
    },
    async uploadOrganizationLogo(call) {
      const { url, headers } = await upload(call, 'logo');
      return { status: 200, headers, body: { logo_url: url } };
    },
    getOrganizationAvatar: ({ path }) => show('avatar', path),
    getOrganizationLogo: ({ path }) => show('logo', path),
    getOrganizationWatermark: ({ path }) => show('watermark', path),
  } satisfies Partial<OperationsOf<'organizations'>>;
}

/** Notifies viewers of the organization’s events. `pictures`: the watermark changed, so galleries have to reload. */
export type NotifyEvents = (tx: Tx, organizationId: string, changed: { pictures: boolean }) => Promise<void>;

/** Must be called last in the transaction of the change, to preserve the lock order. */
type NotifyBrandingChange = (tx: Tx, before: OrganizationRow, after: OrganizationRow) => Promise<void>;

const shown = ['name', 'primaryColor', 'secondaryColor', 'logoUrl', 'avatarUrl'] as const;

export const brandingChangeNotifier =
  (notifyEvents: NotifyEvents): NotifyBrandingChange =>
  async (tx, before, after) => {
    const pictures = ownWatermark(before)?.tag !== ownWatermark(after)?.tag;
    if (pictures || shown.some((column) => before[column] !== after[column])) await notifyEvents(tx, after.id, { pictures });
  };
