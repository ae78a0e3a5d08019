// What is set for the whole platform, and what the server is set up with.
import type { components } from '#openapi/api.ts';
import { audit } from '#server/audit/audit.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem, type FieldProblem } from '#server/http/problem.ts';
import { requireRunsPlatform } from '#server/platform/operations/authorize.ts';
import { readStatus } from '#server/platform/status-repository.ts';
import { uploadBounds } from '#server/settings/policy.ts';
import { type LiveSettings, lockPlatformRights, lockPlatformSettings, type Settings, writeSetting } from '#server/settings/repository.ts';

type Schemas = components['schemas'];
type Changes = Schemas['ChangePlatformSettingsRequest'];

export function platformSettingsCalls(deps: Pick<Deps, 'db' | 'config'>, settings: LiveSettings) {
  const { db, config } = deps;
  const bounds = uploadBounds(config);
  const present = ({ name, registration, organization_defaults, limits, maintenance }: Settings): Schemas['PlatformSettings'] => ({
    name,
    registration,
    organization_defaults,
    limits,
    bounds,
    maintenance,
  });

  return {
    async getPlatformInfo() {
      const { name, registration } = settings.current();
      return { status: 200, body: { name, registration, sends_mail: config.mail.smtp !== null } };
    },

    async getPlatformSettings({ viewer }) {
      requireRunsPlatform(viewer);
      return { status: 200, body: present(await settings.reload()) };
    },

    async changePlatformSettings({ viewer, body, request }) {
      requireRunsPlatform(viewer);
      requireWithin(body.limits, bounds);
      await db.transaction(async (tx) => {
        requireRunsPlatform(await lockPlatformRights(tx, viewer));
        const before = await lockPlatformSettings(tx);
        for (const [part, to] of namedSettings(body)) {
          const from = before[part];
          if (JSON.stringify(from) === JSON.stringify(to)) continue;
          await writeSetting(tx, part, to);
          const subject = { subjectType: 'settings', subjectId: part, request };
          await audit(tx, { action: 'settings.change', actorId: viewer.userId, ...subject, detail: { from, to } });
        }
      });
      return { status: 200, body: present(await settings.reload()) };
    },

    async setMaintenance({ viewer, body, request }) {
      requireRunsPlatform(viewer);
      const to = { is_on: body.is_on, message: body.message.trim(), until: body.until };
      await db.transaction(async (tx) => {
        requireRunsPlatform(await lockPlatformRights(tx, viewer));
        const { maintenance: from } = await lockPlatformSettings(tx);
        if (JSON.stringify(from) === JSON.stringify(to)) return;
        await writeSetting(tx, 'maintenance', to);
        const subject = { subjectType: 'settings', subjectId: 'maintenance', request };
        const action = to.is_on ? 'maintenance.begin' : 'maintenance.end';
        await audit(tx, { action, actorId: viewer.userId, ...subject, detail: { from, to } });
      });
      return { status: 200, body: present(await settings.reload()) };
    },

    async getPlatformStatus({ viewer }) {
      requireRunsPlatform(viewer);
      return { status: 200, body: await readStatus(db, config) };
    },
  } satisfies Partial<OperationsOf<'platform'>>;
}

/** Those that are named, with the order of their fields that is kept. */
function namedSettings({ name, registration, organization_defaults: defaults, limits }: Changes) {
  const parts: { [Part in keyof Changes]-?: [Part, NonNullable<Changes[Part]>] }[keyof Changes][] = [];
  if (name !== undefined) parts.push(['name', name.trim()]);
  if (registration) parts.push(['registration', { personal: registration.personal, organization: registration.organization }]);
  if (defaults) {
    const { default_type, default_duration, require_approval, auto_gallery, allow_downloads } = defaults.event_settings;
    const event = { default_type, default_duration, require_approval, auto_gallery, allow_downloads };
    parts.push(['organization_defaults', { plan: defaults.plan, event_settings: event }]);
  }
  if (limits) {
    const { photo_bytes, photo_pixels, open_uploads, open_upload_bytes } = limits;
    parts.push(['limits', { photo_bytes, photo_pixels, open_uploads, open_upload_bytes }]);
  }
  return parts;
}

/** @throws {Problem} 422 for a limit beyond what the server's variable says */
function requireWithin(limits: Changes['limits'], bounds: Schemas['UploadBounds']): void {
  const names = Object.keys(bounds) as (keyof typeof bounds)[];
  const errors = names.flatMap((name): FieldProblem[] =>
    (limits?.[name] ?? 0) > bounds[name] ? [{ field: `body.limits.${name}`, message: `must be at most ${bounds[name]}` }] : [],
  );
  if (errors.length > 0) throw new Problem(422, 'invalid_request', 'A limit is above what this server supports.', { errors });
}
