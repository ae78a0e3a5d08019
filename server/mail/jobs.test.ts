import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { simpleParser } from 'mailparser';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import { platformSettings } from '#server/db/schema/platform.ts';
import { jobs } from '#server/jobs/jobs-repository.ts';
import { startJobs, type JobRunner } from '#server/jobs/runner.ts';
import { mailJobs } from '#server/mail/jobs.ts';
import { queueMail, type NewMail } from '#server/mail/queue.ts';
import { MailRefused, createMailTransport } from '#server/mail/transport.ts';
import { writeSetting } from '#server/settings/repository.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { startSmtp, type SmtpServer } from '#tests/support/fake-smtp.ts';

let deps: TestDeps;
let smtp: SmtpServer;

beforeAll(async () => {
  smtp = await startSmtp();
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'Photos <photos@example.org>', PUBLIC_URL: 'https://photos.example.org' };
  deps = await openTestDeps(env);
  // The owner’s proof of the address.
  const ana = { id: uuid7(), email: 'ana@example.org', passwordHash: '', firstName: 'Ana', lastName: 'Ruiz', isVerified: true };
  await deps.db.insert(users).values(ana);
});
afterAll(async () => {
  await deps.dispose();
  await smtp.close();
});
beforeEach(async () => {
  smtp.received.length = 0;
  await deps.db.delete(mails);
  await deps.pool.query('select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs))');
});

const link = 'https://photos.example.org/reset-password/abc?x=1&y="2"';
const content = { subject: 'Choose a new password', paragraphs: ['Hello <b>Ana</b> & Co.'], button: { label: 'Choose it', url: link } };
const queue = (mail: Partial<NewMail> = {}) => queueMail(deps, deps.db, { key: 'reset:1', to: 'ana@example.org', content, ...mail });
const rowOf = async (key = 'reset:1') => (await deps.db.select().from(mails).where(eq(mails.key, key)))[0];
const send = async (key = 'reset:1', handlers = mailJobs(deps)) =>
  handlers['send-mail']({ mailId: (await rowOf(key))?.id ?? '' }, new AbortController().signal);
/** Only mails: a runner also adds scheduled jobs at that minute. */
const waiting = async () => (await deps.pool.query(`select id from graphile_worker.jobs where task_identifier = 'send-mail'`)).rowCount;

test('a mail is sent once, as text and HTML, and its content is erased', async () => {
  await queue();
  await send();
  await send();
  expect(smtp.received).toHaveLength(1);
  const [{ envelope, mail }] = smtp.received as [SmtpServer['received'][number]];
  expect(envelope).toEqual({ from: 'photos@example.org', to: ['ana@example.org'] });
  expect(mail.subject).toBe('Choose a new password');
  expect(mail.from?.value).toMatchObject([{ name: 'Photos', address: 'photos@example.org' }]);
  expect(mail.text).toContain(`Choose it:\n${link}`);
  expect(mail.text).toContain('Hello <b>Ana</b> & Co.');
  expect(mail.html).toContain('Hello &lt;b&gt;Ana&lt;/b&gt; &amp; Co.');
  expect(mail.html).toContain('href="https://photos.example.org/reset-password/abc?x=1&amp;y=&quot;2&quot;"');
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
  expect(await rowOf()).toMatchObject({ outcome: 'sent', content: null, html: null, claimedUntil: null });
});

test('a key is queued once; a mail of a rolled-back transaction is not sent', async () => {
  await queue();
  await queue({ to: 'other@example.org' });
  const undone = deps.db.transaction(async (tx) => {
    await queueMail(deps, tx, { key: 'reset:2', to: 'ana@example.org', content });
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  expect(await deps.db.select({ to: mails.recipient }).from(mails)).toEqual([{ to: 'ana@example.org' }]);
  expect(await waiting()).toBe(1);
});

test('a mail is retried after a temporary rejection or a broken connection', async () => {
  smtp.next('busy', 'cut');
  await queue();
  await expect(send()).rejects.toThrow(/451|Try again/);
  expect(await rowOf()).toMatchObject({ outcome: null, claimedUntil: null, lastError: expect.stringContaining('Try again later') });
  await expect(send()).rejects.toThrow();
  expect(smtp.received).toHaveLength(0);
  await send();
  expect(smtp.received).toHaveLength(1);
  expect(await rowOf()).toMatchObject({ outcome: 'sent' });
});

test('an address that does not exist is not retried', async () => {
  smtp.next('unknown-recipient');
  await queue();
  await send();
  await send();
  expect(smtp.received).toHaveLength(0);
  expect(await rowOf()).toMatchObject({ outcome: 'refused', content: null, lastError: expect.stringContaining('No such person') });
});

test('a rejection with bytes that the database cannot store is recorded', async () => {
  await queue();
  const refusing = { send: () => Promise.reject(new MailRefused('550 no\0 such person')) };
  await send('reset:1', mailJobs(deps, refusing));
  expect(await rowOf()).toMatchObject({ outcome: 'refused', lastError: '550 no\ufffd such person' });
});

test('a configuration error is retried, and the mail stays queued', async () => {
  smtp.next('login-wanted');
  await queue();
  await expect(send()).rejects.toThrow('Authentication required');
  expect(await rowOf()).toMatchObject({ outcome: null, content: expect.any(String) });
  await send();
  expect(smtp.received).toHaveLength(1);
});

test('a mail without a response is resent with the same Message-ID', async () => {
  smtp.next('cut-after-taking');
  await queue();
  await expect(send()).rejects.toThrow();
  await send();
  expect(smtp.received).toHaveLength(2);
  expect(new Set(smtp.received.map(({ mail }) => mail.messageId)).size).toBe(1);
  expect(new Set(smtp.received.map(({ mail }) => mail.date?.getTime())).size).toBe(1);
});

test('after a crash between sending and recording, the claim has to expire before the mail is resent with the same Message-ID', async () => {
  await queue();
  const transport = createMailTransport(deps.config);
  const dies: TestDeps['db'] = Object.create(deps.db) as TestDeps['db'];
  let hasSent = false;
  dies.update = ((table: typeof mails) => {
    if (hasSent) throw new Error('the process died');
    return deps.db.update(table);
  }) as TestDeps['db']['update'];
  const dying = mailJobs(
    { ...deps, db: dies },
    {
      async send(mail, signal) {
        await transport.send(mail, signal);
        hasSent = true;
      },
    },
  );
  await expect(send('reset:1', dying)).rejects.toThrow('the process died');
  await expect(send()).rejects.toThrow('another worker is sending this mail');
  expect(smtp.received).toHaveLength(1);
  await deps.db.update(mails).set({ claimedUntil: sql`now() - interval '1 second'` });
  await send();
  await send();
  expect(smtp.received).toHaveLength(2);
  expect(new Set(smtp.received.map(({ mail }) => mail.messageId)).size).toBe(1);
});

test('a database that is unavailable after sending is waited for, without resending', async () => {
  await queue();
  let failures = 0;
  const away: TestDeps['db'] = Object.create(deps.db) as TestDeps['db'];
  let hasSent = false;
  away.update = ((table: typeof mails) => {
    if (hasSent && failures++ < 2) throw new Error('Connection terminated unexpectedly');
    return deps.db.update(table);
  }) as TestDeps['db']['update'];
  const transport = createMailTransport(deps.config);
  const take: typeof transport.send = async (mail, signal) => {
    await transport.send(mail, signal);
    hasSent = true;
  };
  await send('reset:1', mailJobs({ ...deps, db: away }, { send: take }));
  await send();
  expect(failures).toBeGreaterThanOrEqual(2);
  expect(smtp.received).toHaveLength(1);
});

test('a mail with an expired link is not sent', async () => {
  await queue({ validUntil: new Date(Date.now() - 1) });
  await send();
  expect(smtp.received).toHaveLength(0);
  expect(await rowOf()).toMatchObject({ outcome: 'expired', content: null });
});

test('no input can add a header or a recipient', async () => {
  const evil = 'Hello\r\nBcc: victim@example.org\r\nX-Evil: yes\r\n\r\nbody';
  await queue({ content: { subject: evil, paragraphs: [evil] }, brand: { name: evil, primaryColor: '"><script>' } });
  await send();
  const [{ envelope, mail, raw }] = smtp.received as [SmtpServer['received'][number]];
  expect(envelope.to).toEqual(['ana@example.org']);
  expect(mail.bcc).toBeUndefined();
  expect(mail.headers.has('x-evil')).toBe(false);
  expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^(bcc|x-evil):/im);
  expect(mail.subject).toBe('Hello Bcc: victim@example.org X-Evil: yes body');
  expect(mail.html).not.toContain('<script');
  for (const to of ['a@example.org, b@example.org', 'a@example.org\r\nBcc: b@example.org', 'A <a@example.org>', 'a@b@c', '"a b"@c.org'])
    await expect(queue({ key: to, to })).rejects.toThrow('exactly one recipient');
});

test('abandoned mails are erased, old ones deleted', async () => {
  await queue();
  await queue({ key: 'old' });
  await deps.db
    .update(mails)
    .set({ createdAt: sql`now() - interval '3 days'` })
    .where(eq(mails.key, 'reset:1'));
  await deps.db
    .update(mails)
    .set({ createdAt: sql`now() - interval '91 days'` })
    .where(eq(mails.key, 'old'));
  await mailJobs(deps)['sweep-mails']({}, new AbortController().signal);
  expect(await rowOf()).toMatchObject({ outcome: 'expired', content: null, html: null });
  expect(await rowOf('old')).toBeUndefined();
});

test('the worker sends what a transaction queued, and retries by itself', async () => {
  smtp.next('busy');
  const pool: pg.Pool = openPool(deps.connection, deps.log, 'jobs');
  const nothing = async () => undefined;
  let runner: JobRunner | undefined;
  try {
    runner = await startJobs(
      {
        ...mailJobs(deps),
        'announce-overdue-originals': nothing,
        'derive-photo': nothing,
        'end-events': nothing,
        'reveal-gallery': nothing,
        'sweep-sections': nothing,
        'announce-guest-end': nothing,
        'mail-password-reset': nothing,
        'requeue-photos': nothing,
        'sweep-audit-log': nothing,
        'seal-audit-log': nothing,
        'erase-from-trail': nothing,
        'sweep-deleted-photos': nothing,
        'sweep-deleted-events': nothing,
        'sweep-deleted-organizations': nothing,
        'sweep-event-changes': nothing,
        'delete-own-photos': nothing,
        'sweep-sessions': nothing,
        'sweep-uploads': nothing,
        'sweep-watermarks': nothing,
      },
      { connection: deps.connection, pool, log: deps.log, concurrency: 2 },
    );
    await deps.db.transaction((tx) => queueMail({ jobs }, tx, { key: 'reset:1', to: 'ana@example.org', content }));
    await expect.poll(() => smtp.received.length, { timeout: 30_000 }).toBe(1);
    await expect.poll(waiting).toBe(0);
    expect(smtp.received).toHaveLength(1);
  } finally {
    await runner?.stop();
    await pool.end();
  }
}, 40_000);

test('without SMTP, a mail becomes one file that mail programs can open, regardless of retries', async () => {
  const config = { ...deps.config, mail: { smtp: null, from: { name: null, address: 'no-reply@localhost' } } };
  await writeSetting(deps.db, 'name', 'Harbour Photos');
  await queue({ brand: { name: 'Aurora Events', primaryColor: '#ffd400' } });
  const row = await rowOf();
  await send('reset:1', mailJobs({ ...deps, config }));
  await deps.db.update(mails).set({ settledAt: null, outcome: null, content: row?.content, html: row?.html });
  await send('reset:1', mailJobs({ ...deps, config }));
  await deps.db.delete(platformSettings);
  const folder = path.join(deps.config.dataDir, 'mail');
  const files = await readdir(folder);
  expect(files).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-[\da-f-]{36}\.eml$/)]);
  const mail = await simpleParser(await readFile(path.join(folder, files[0] ?? '')));
  expect(mail.to).toMatchObject({ value: [{ address: 'ana@example.org' }] });
  expect(mail.text).toContain(link);
  // `MAIL_FROM` has no name, so the platform’s current name is used.
  expect(mail.from?.value).toEqual([{ name: 'Harbour Photos', address: 'no-reply@localhost' }]);
  // The organization’s color, and readable text on it.
  expect(mail.html).toContain('background:#ffd400;color:#000000');
  expect(mail.html).toContain('Aurora Events · Harbour Photos');
});

test('a mail includes the organization’s logo, or goes without one that was deleted', async () => {
  const logoKey = storageKeys.organizationPicture('0199aa00-0000-7000-8000-0000000000a1', '0123456789abcdef', 'png');
  const brand = { name: 'Aurora Events', primaryColor: null, logoKey };
  await deps.storage.put(logoKey, Buffer.from('a picture'));
  await queue({ brand });
  await queue({ brand, key: 'reset:2' });
  await send();
  await deps.storage.delete(logoKey);
  await send('reset:2');
  const [withLogo, without] = smtp.received.map(({ mail }) => mail);
  expect(withLogo?.attachments).toMatchObject([{ cid: 'logo', contentType: 'image/png', content: Buffer.from('a picture') }]);
  // What mail programs show: the parser has inlined the picture.
  expect(withLogo?.html).toContain('<img src="data:image/png;base64,');
  expect([without?.attachments, without?.html]).toEqual([[], expect.not.stringContaining('<img')]);
  expect(without?.text).toBe(withLogo?.text);
  // The platform’s color by default.
  expect(withLogo?.html).toContain('background:#4353c9;color:#ffffff');
});

test('an unproved address gets no user input, no branding, and at most ten notices an hour; invitations are exempt', async () => {
  const to = 'eve@example.org';
  const eve = { id: uuid7(), email: to, passwordHash: '', firstName: 'Eve', lastName: 'L' };
  await deps.db.insert(users).values(eve);
  const typed = { ...content, unprovedVariant: { subject: 'Plain', paragraphs: ['Plain.'] } };
  const invitation = { ...content, unprovedVariant: 'same' } as const;
  const brand = { name: 'Pay at evil.example', primaryColor: null };
  const told = async () =>
    (await deps.db.select().from(mails).where(eq(mails.recipient, to)).orderBy(mails.id)).map(({ subject }) => subject);
  const clear = () => deps.db.delete(mails).where(eq(mails.recipient, to));

  for (const isVerified of [false, true]) {
    // Verified by an admin.
    await deps.db.update(users).set({ isVerified, verifiedByAdmin: isVerified }).where(eq(users.id, eve.id));
    await queue({ to, key: 'a', content, brand });
    await queue({ to, key: 'b', content: typed, brand });
    await queue({ to, key: 'c', content: invitation, brand, isRateLimited: true });
    expect(await told()).toEqual(['There is news about your account', 'Plain', 'Choose a new password']);
    const contents = (await deps.db.select().from(mails).where(eq(mails.recipient, to)).orderBy(mails.id)).map(({ html }) => html);
    expect(contents.map((html) => html?.includes('evil'))).toEqual([false, false, true]);
    await clear();
  }

  for (let count = 0; count < 12; count += 1) await queue({ to, key: `n${count}`, content });
  expect(await told()).toHaveLength(10);
  await queue({ to, key: 'i', content: invitation, isRateLimited: true });
  expect(await told()).toHaveLength(11);
  // Withdrawn mails don’t count, and the limit ends after an hour.
  await deps.db.update(mails).set({ outcome: 'expired' }).where(eq(mails.recipient, to));
  await queue({ to, key: 'o', content });
  expect(await told()).toHaveLength(12);
  await clear();

  await deps.db.update(users).set({ isVerified: true, verifiedByAdmin: false }).where(eq(users.id, eve.id));
  for (let count = 0; count < 12; count += 1) await queue({ to, key: `p${count}`, content });
  expect(await told()).toEqual(Array.from({ length: 12 }, () => 'Choose a new password'));
});
