// The audit trail for those who run the platform: read, searched, exported, proved.
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { components, operations } from '#openapi/api.ts';
import { audit } from '#server/audit/audit.ts';
import { findLastBlock } from '#server/audit/seal.ts';
import { verifySeal } from '#server/audit/verify.ts';
import { allRows } from '#server/db/keyset.ts';
import type { Deps } from '#server/deps.ts';
import { attachment } from '#server/http/content-disposition.ts';
import { csvAnswer, csvTime, type CsvColumns } from '#server/http/csv.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import { findLogRow, findOldestAt, listLogRows, logCondition, logOrder } from '#server/platform/log-repository.ts';
import { requireReadsLogs } from '#server/platform/operations/authorize.ts';
import { presentLog, presentSeal } from '#server/platform/presenter.ts';
import { withSubjectNames, type NamedLogRow } from '#server/platform/subject-names.ts';
import { lockPlatformRights, lockPlatformSettings, readSettings, writeSetting } from '#server/settings/repository.ts';
import { fullName, type Viewer } from '#server/viewer.ts';

type Filter = NonNullable<operations['exportLogs']['parameters']['query']>;

const columns: CsvColumns<NamedLogRow> = {
  'Time (UTC)': ({ at }) => csvTime(at),
  Action: ({ action }) => action,
  Outcome: ({ outcome }) => outcome,
  Person: ({ firstName, lastName }) => fullName(firstName ?? '', lastName ?? ''),
  Email: ({ email }) => email,
  'Person id': ({ actorId }) => actorId,
  Subject: ({ subjectType }) => subjectType,
  'Subject name': ({ subjectName }) => subjectName,
  'Subject id': ({ subjectId }) => subjectId,
  Organization: ({ organization, organizationId }) => organization ?? organizationId,
  Address: ({ ip }) => ip,
  Times: ({ count }) => count,
  'Last time (UTC)': ({ lastAt }) => csvTime(lastAt),
  Detail: ({ detail }) => detail && JSON.stringify(detail),
  'Request id': ({ requestId }) => requestId,
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
      // Told once for each time that all of it is looked at, and whenever something is wrong.
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
