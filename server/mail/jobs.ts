import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from '#server/db/errors.ts';
import type { Deps } from '#server/deps.ts';
import { redactLinks } from '#server/http/redacted-url.ts';
import { truncateText, storableText } from '#server/http/text.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';
import { withoutLogo } from '#server/mail/email-content.ts';
import { claimMail, isUnsettled, releaseMail, settleMail, sweepMails } from '#server/mail/mails-repository.ts';
import { MailRefused, createMailTransport, sweepMailFiles, type MailTransport, type SendableMail } from '#server/mail/transport.ts';
import { readSettings } from '#server/settings/repository.ts';

const DAY_MS = 24 * 3600 * 1000;
/** An attempt times out before its claim expires, so that two workers never send the same mail. */
const ATTEMPT_TIMEOUT_MS = 90_000;
const CLAIM_MS = 120_000;
/** The last attempt of a job is about a day after the first. */
const GIVEN_UP_MS = 2 * DAY_MS;
/** How long keys are stored for deduplication. */
const RETENTION_MS = 90 * DAY_MS;
/** A sent mail must be recorded or it is sent again, so this waits for a database that restarts. */
const RETRY_DELAYS_MS = [200, 1000, 3000, 5000];

/** Maximum stored length of a mail server’s response. */
const MAX_ERROR_LENGTH = 500;

/** Larger logos are left out: emails are often read on phones. */
const MAX_LOGO_BYTES = 250_000;

type Parts = Pick<Deps, 'db' | 'config' | 'log' | 'storage'>;

export function mailJobs(
  { db, config, log, storage }: Parts,
  transport: MailTransport = createMailTransport(config),
): JobHandlers<'send-mail' | 'sweep-mails'> {
  const settleSurely = async (id: string): Promise<void> => {
    for (const wait of RETRY_DELAYS_MS) {
      try {
        return await settleMail(db, id, 'sent');
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        log.warn({ err: error, mail: id }, 'cannot record a sent mail, will retry');
        await sleep(wait);
      }
    }
    await settleMail(db, id, 'sent');
  };

  /** Null if there is none, or it was deleted. */
  const readLogo = async (key: string | null): Promise<SendableMail['logo']> => {
    const object = key === null ? null : await storage.get(key);
    if (!object || object.bytes > MAX_LOGO_BYTES) {
      object?.stream.destroy();
      return null;
    }
    return { bytes: await buffer(object.stream), type: key?.endsWith('.png') ? 'png' : 'jpeg' };
  };

  return {
    /**
     * At-least-once delivery, as SMTP allows no better: if the process dies between sending and recording, the mail is sent again
     * with the same Message-ID. A claim prevents all other duplicates.
     */
    async 'send-mail'({ mailId }, signal) {
      const now = new Date();
      const mail = await claimMail(db, mailId, now, new Date(now.getTime() + CLAIM_MS));
      if (!mail) {
        if (await isUnsettled(db, mailId)) throw new Error('another worker is sending this mail');
        return;
      }
      const { content, html } = mail;
      if (content === null || html === null || (mail.validUntil !== null && mail.validUntil <= now))
        return settleMail(db, mailId, 'expired');
      try {
        const [logo, { name: sender }] = await Promise.all([readLogo(mail.logoKey), readSettings(db)]);
        await transport.send(
          { ...mail, content, html: logo ? html : withoutLogo(html), sender, logo },
          AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]),
        );
      } catch (error) {
        // A server’s rejection may quote a link from the mail.
        const why = error instanceof Error ? truncateText(storableText(redactLinks(error.message)), MAX_ERROR_LENGTH) : 'unknown';
        if (!(error instanceof MailRefused)) {
          await releaseMail(db, mailId, why);
          throw error;
        }
        log.warn({ mail: mailId, key: mail.key, reason: why }, 'a mail was rejected permanently');
        return settleMail(db, mailId, 'refused', why);
      }
      await settleSurely(mailId);
    },

    async 'sweep-mails'() {
      const forgotten = new Date(Date.now() - RETENTION_MS);
      await sweepMails(db, new Date(Date.now() - GIVEN_UP_MS), forgotten);
      await sweepMailFiles(config.dataDir, forgotten);
    },
  };
}
