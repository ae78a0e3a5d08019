// A mail to whoever asks, at once and past the queue: what the mail server answers is told as it is.
import type { components } from '#openapi/api.ts';
import { audit } from '#server/audit/audit.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import { truncateText, storableText } from '#server/http/text.ts';
import { renderEmail, type EmailContent } from '#server/mail/email-content.ts';
import type { SmtpSettings } from '#server/mail/settings.ts';
import { createMailTransport } from '#server/mail/transport.ts';
import { requireRunsPlatform } from '#server/platform/operations/authorize.ts';
import type { LiveSettings } from '#server/settings/repository.ts';
import { uuid7 } from '#server/uuid.ts';
import { withTimeout } from '#server/with-timeout.ts';

type TestMail = components['schemas']['TestMail'];

/** Before whoever waits for the answer gives up. */
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

/** Some mail servers repeat what they were told. */
export function withoutSecrets(text: string, smtp: SmtpSettings | null): string {
  if (!smtp?.auth) return text;
  const { user, pass } = smtp.auth;
  const encoded = [pass, `\0${user}\0${pass}`].map((secret) => Buffer.from(secret).toString('base64'));
  return [pass, ...encoded].reduce((clean, secret) => clean.replaceAll(secret, '…'), text);
}
