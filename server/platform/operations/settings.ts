// The settings of the platform, the status of the server, and the test email.
import type { components } from '#openapi/api.ts';
import { audit } from '#server/audit/audit.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { type FieldProblem, Problem } from '#server/http/problem.ts';
import { storableText, truncateText } from '#server/http/text.ts';
import { type EmailContent, renderEmail } from '#server/mail/email-content.ts';
import type { SmtpSettings } from '#server/mail/settings.ts';
import { createMailTransport } from '#server/mail/transport.ts';
import { requireRunsPlatform } from '#server/platform/operations/authorize.ts';
import { readStatus } from '#server/platform/overview-repository.ts';
import { uploadBounds } from '#server/settings/policy.ts';
import { type LiveSettings, lockPlatformRights, lockPlatformSettings, type Settings, writeSetting } from '#server/settings/repository.ts';
import { uuid7 } from '#server/uuid.ts';
import { withTimeout } from '#server/with-timeout.ts';

type Schemas = components['schemas'];
type Changes = Schemas['ChangePlatformSettingsRequest'];

export function platformSettingsCalls(deps: Pick<Deps, 'db' | 'config'>, settings: LiveSettings) {
  const { db, config } = deps;
  const bounds = uploadBounds(config);
  const present = ({
    name,
    registration,
    organization_defaults,
    limits,
    paid_images,
    maintenance,
  }: Settings): Schemas['PlatformSettings'] => ({
    name,
    registration,
    organization_defaults,
    limits,
    bounds,
    paid_images,
    paid_images_default: config.generation.paidImagesPerDay,
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

/** The given settings, with a canonical order of their fields. */
function namedSettings({ name, registration, organization_defaults: defaults, limits, paid_images: paid }: Changes) {
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
  if (paid) parts.push(['paid_images', { per_day: paid.per_day, per_person: paid.per_person }]);
  return parts;
}

/** @throws {Problem} 422 for a limit above the server's configuration */
function requireWithin(limits: Changes['limits'], bounds: Schemas['UploadBounds']): void {
  const names = Object.keys(bounds) as (keyof typeof bounds)[];
  const errors = names.flatMap((name): FieldProblem[] =>
    (limits?.[name] ?? 0) > bounds[name] ? [{ field: `body.limits.${name}`, message: `must be at most ${bounds[name]}` }] : [],
  );
  if (errors.length > 0) throw new Problem(422, 'invalid_request', 'A limit is above what this server supports.', { errors });
}

type TestMail = components['schemas']['TestMail'];

/** Shorter than the client's timeout. */
const TRY_MS = 20_000;
const LONGEST_ANSWER = 500;

export function testMailCall({ db, config, log }: Pick<Deps, 'db' | 'config' | 'log'>, settings: LiveSettings) {
  const postman = createMailTransport(config);
  const { smtp } = config.mail;

  /** Null: it was taken over; else why not. */
  async function send(to: string): Promise<string | null> {
    const { name } = settings.current();
    const { subject, text, html } = renderEmail(testEmail, name);
    const mail = { id: uuid7(), recipient: to, subject, createdAt: new Date(), content: text, html, sender: name, logo: null };
    const signal = AbortSignal.timeout(TRY_MS);
    try {
      await withTimeout(TRY_MS, postman.send(mail, signal));
      return null;
    } catch (error) {
      log.warn({ err: error }, 'a test mail was not sent');
      const why = signal.aborted ? `No answer within ${TRY_MS / 1000} seconds` : error instanceof Error ? error.message : String(error);
      return truncateText(storableText(withoutSecrets(why, smtp)), LONGEST_ANSWER);
    }
  }

  return {
    async sendTestMail({ viewer, request }) {
      requireRunsPlatform(viewer);
      const { email: to } = viewer;
      if (to === null) throw new Problem(409, 'no_address', 'Your account has no email address.');
      const answer = await send(to);
      const delivery = smtp ? 'smtp' : 'file';
      await audit(db, {
        action: 'settings.test_mail',
        actorId: viewer.userId,
        subjectType: 'settings',
        subjectId: 'mail',
        request,
        outcome: answer === null ? 'ok' : 'failed',
        detail: { delivery, answer },
      });
      return { status: 200, body: { is_sent: answer === null, delivery, to, host: smtp?.host ?? null, answer } satisfies TestMail };
    },
  } satisfies Partial<OperationsOf<'platform'>>;
}

const testEmail: EmailContent = {
  subject: 'Test email',
  paragraphs: [(platform) => `${platform} can send email. This message was requested in its settings.`],
};

/** Some mail servers repeat their input. */
export function withoutSecrets(text: string, smtp: SmtpSettings | null): string {
  if (!smtp?.auth) return text;
  const { user, pass } = smtp.auth;
  const encoded = [pass, `\0${user}\0${pass}`].map((secret) => Buffer.from(secret).toString('base64'));
  return [pass, ...encoded].reduce((clean, secret) => clean.replaceAll(secret, '…'), text);
}
