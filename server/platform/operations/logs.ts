// The audit log for super admins: read, searched, exported, followed and verified.
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { components, operations } from '#openapi/api.ts';
import { actionSentences, failedSentences, statusSentences, subjectTypeLabels } from '#openapi/log-labels.ts';
import { findLastBlock } from '#server/audit/audit-repository.ts';
import { audit } from '#server/audit/audit.ts';
import { verifySeal } from '#server/audit/verify.ts';
import { allRows } from '#server/db/keyset.ts';
import type { Deps } from '#server/deps.ts';
import { createConcurrencyLimiter } from '#server/http/concurrency-limiter.ts';
import { attachment } from '#server/http/content-disposition.ts';
import { csvAnswer, type CsvColumns, csvTime } from '#server/http/csv.ts';
import { HIJACKED, type OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import { openSse } from '#server/http/sse.ts';
import { followTopic } from '#server/live/hub.ts';
import { personTopic } from '#server/live/topics-repository.ts';
import { findLogRow, findOldestAt, listLogRows, logCondition, logOrder, readAuditLogPosition } from '#server/platform/log-repository.ts';
import { requireReadsLogs } from '#server/platform/operations/authorize.ts';
import { canReadLogs } from '#server/platform/policy.ts';
import { presentLog, presentSeal } from '#server/platform/presenter.ts';
import { type NamedLogRow, withSubjectNames } from '#server/platform/subject-names-repository.ts';
import { lockPlatformRights, lockPlatformSettings, readSettings, writeSetting } from '#server/settings/repository.ts';
import { fullName, type Viewer } from '#server/viewer.ts';

type Filter = NonNullable<operations['exportLogs']['parameters']['query']>;

/** What happened, without names: those have columns of their own. */
function actionWords({ action, outcome, detail }: NamedLogRow): string {
  const status = detail?.status;
  const to = typeof status === 'object' && status !== null && 'to' in status ? status.to : detail?.to;
  const failed = outcome === 'failed' ? failedSentences[action] : undefined;
  const sentence = failed ?? (typeof to === 'string' ? statusSentences[action]?.[to] : undefined) ?? actionSentences[action] ?? action;
  return sentence.replaceAll(/\{(?:\w+\|)?([^}]+)\}/g, '$1');
}

const outcomeWords: Record<NamedLogRow['outcome'], string> = { ok: 'Done', refused: 'Refused', failed: 'Failed' };

/** Entries without an address are by the server itself. */
function actorWords({ actorId, firstName, lastName, email, ip }: NamedLogRow): string {
  if (actorId === null) return ip === null ? 'System' : 'Not logged in';
  return fullName(firstName ?? '', lastName ?? '') || email || 'No account';
}

const columns: CsvColumns<NamedLogRow> = {
  'Time (UTC)': ({ at }) => csvTime(at),
  What: actionWords,
  Code: ({ action }) => action,
  Outcome: ({ outcome }) => outcomeWords[outcome],
  Who: actorWords,
  Email: ({ email }) => email,
  'Account ID': ({ actorId }) => actorId,
  Subject: ({ subjectType }) => subjectTypeLabels[subjectType] ?? subjectType,
  'Subject name': ({ subjectName }) => subjectName,
  'Subject ID': ({ subjectId }) => subjectId,
  Organization: ({ organization, organizationId }) => organization ?? organizationId,
  'IP address': ({ ip }) => ip,
  Times: ({ count }) => count,
  'Last time (UTC)': ({ lastAt }) => csvTime(lastAt),
  Detail: ({ detail }) => detail && JSON.stringify(detail),
  'Request ID': ({ requestId }) => requestId,
  Entry: ({ id }) => id,
};

export function logCalls({ db, config }: Pick<Deps, 'db' | 'config'>) {
  const readSeal = async (): Promise<components['schemas']['LogSeal']> => {
    const [last, settings, oldest] = await Promise.all([findLastBlock(db), readSettings(db), findOldestAt(db)]);
    return presentSeal(last, settings.log_retention_days ?? config.auditDays, oldest);
  };

  /** Names and addresses leave the server. */
  async function everyLog(
    viewer: Viewer,
    filter: Filter,
    format: 'csv' | 'jsonl',
    request: FastifyRequest,
  ): Promise<AsyncGenerator<NamedLogRow>> {
    requireReadsLogs(viewer);
    const condition = await logCondition(db, filter);
    await audit(db, { action: 'log.export', actorId: viewer.userId, subjectType: 'log', detail: { format, ...filter }, request });
    return allRows(async (page) => {
      const { rows, cursors } = await logOrder.page({ ...page, sort: '-at' }, (range) => listLogRows(db, condition, range));
      return { rows: await withSubjectNames(db, rows), cursors };
    });
  }

  return {
    async listLogs({ viewer, query }) {
      requireReadsLogs(viewer);
      const { cursor, limit, ...filter } = query;
      const condition = await logCondition(db, filter);
      const [{ rows, cursors }, end] = await Promise.all([
        logOrder.page({ cursor, limit, sort: '-at' }, (range) => listLogRows(db, condition, range)),
        findLastBlock(db),
      ]);
      const named = await withSubjectNames(db, rows);
      return { status: 200, body: { items: named.map((row) => presentLog(row, end)), ...cursors } };
    },

    async getLog({ viewer, path }) {
      requireReadsLogs(viewer);
      const row = await findLogRow(db, path.entryId);
      if (!row) throw notFound('entry');
      const [[named = { ...row, subjectName: null, personName: null }], end] = await Promise.all([
        withSubjectNames(db, [row]),
        findLastBlock(db),
      ]);
      return { status: 200, body: presentLog(named, end) };
    },

    async exportLogs({ viewer, query, request }) {
      return csvAnswer(['system', 'logs'], columns, await everyLog(viewer, query, 'csv', request));
    },

    async exportLogLines({ viewer, query, request }) {
      const rows = await everyLog(viewer, query, 'jsonl', request);
      const end = await findLastBlock(db);
      async function* lines() {
        for await (const row of rows) yield `${JSON.stringify(presentLog(row, end))}\n`;
      }
      const name = `system-logs-${new Date().toISOString().slice(0, 10)}.jsonl`;
      return { status: 200, stream: Readable.from(lines()), headers: { 'content-type': 'application/jsonl', ...attachment(name) } };
    },

    async getLogSeal({ viewer }) {
      requireReadsLogs(viewer);
      return { status: 200, body: await readSeal() };
    },

    async verifyLogs({ viewer, body, request }) {
      requireReadsLogs(viewer);
      const check = await verifySeal(db, config.dataDir, body.behind);
      const subject = { actorId: viewer.userId, subjectType: 'log', request } as const;
      // One entry for each complete verification, and for each finding.
      if (check.next === null || check.findings.length > 0) {
        const detail = { behind: body.behind, through: check.next ?? 'end', findings: check.findings.length };
        await audit(db, { action: 'log.verify', ...subject, outcome: check.findings.length > 0 ? 'failed' : 'ok', detail });
      }
      return { status: 200, body: check };
    },

    async changeLogRetention({ viewer, body, request }) {
      requireReadsLogs(viewer);
      await db.transaction(async (tx) => {
        requireReadsLogs(await lockPlatformRights(tx, viewer));
        const before = (await lockPlatformSettings(tx)).log_retention_days ?? config.auditDays;
        if (before === body.days) return;
        await writeSetting(tx, 'log_retention_days', body.days);
        const detail = { from: before, to: body.days };
        await audit(tx, { action: 'log.change_retention', actorId: viewer.userId, subjectType: 'log', detail, request });
      });
      return { status: 200, body: await readSeal() };
    },
  } satisfies Partial<OperationsOf<'platform'>>;
}

/** A viewer with the rights that they have by now; null: their session has ended. */
export type RefreshViewer = (viewer: Viewer) => Promise<Viewer | null>;

const POLL_MS = 1000;

/**
 * Notifies open screens of new entries. The log is polled once a second for all of them: a notification by each writer would make transactions wait for
 * one another at their commit.
 */
export function logStreamCall({ config, db, hub, log }: Deps, viewerAgain: RefreshViewer) {
  const streams = createConcurrencyLimiter(
    config.streamsPerAccount,
    'This account has the logs open in too many places. Close some of them.',
  );
  let position: Promise<Awaited<ReturnType<typeof readAuditLogPosition>>> | null = null;

  /** One reading serves all who look within a second. */
  function readPosition() {
    position ??= readAuditLogPosition(db).finally(() => setTimeout(() => (position = null), POLL_MS / 2).unref());
    return position;
  }

  return {
    async streamLogs({ viewer, reply }) {
      requireReadsLogs(viewer);
      const leave = streams.enter(viewer.userId);
      let told: string | undefined;
      let count = 0;
      const lookAtTrail = async () => {
        const { latest, version } = await readPosition();
        if (version === told) return;
        told = version;
        sse.send({ id: (count += 1), event: 'news', data: { latest } satisfies components['schemas']['LogNews'] });
      };
      const look = async () => {
        const now = await viewerAgain(viewer);
        if (!now || !canReadLogs(now)) sse.close();
        else await lookAtTrail();
        return false;
      };
      const failed = (error: unknown) => log.warn({ err: error }, 'cannot look for new entries of the audit trail yet');
      // Rights by the topic, and every half a minute; entries in between as well.
      const topic = followTopic(hub, personTopic(viewer.userId), { poll: look, onError: failed });
      const timer = setInterval(() => void lookAtTrail().catch(failed), POLL_MS);
      const sse = openSse(reply, {
        onClose() {
          clearInterval(timer);
          topic.end();
          leave();
        },
      });
      topic.wake();
      return HIJACKED;
    },
  } satisfies Partial<OperationsOf<'platform'>>;
}
