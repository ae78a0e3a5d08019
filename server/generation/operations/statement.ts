// What generations cost in a month: as pages, and as a file.
import type { components } from '#openapi/api.ts';
import { audit } from '#server/audit/audit.ts';
import { monthOf } from '#server/billing/credits-repository.ts';
import { allRows } from '#server/db/keyset.ts';
import type { Deps } from '#server/deps.ts';
import { requireScope } from '#server/generation/operations/authorize.ts';
import { canViewAllCredits } from '#server/generation/policy.ts';
import {
  listStatementEntries,
  listStatementRows,
  readStatementBatches,
  type StatementBatch,
  type StatementFilter,
  statementOrder,
  type StatementRow,
  sumStatement,
} from '#server/generation/statement-repository.ts';
import { csvAnswer, type CsvColumns, csvTime } from '#server/http/csv.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { fullName, type Viewer } from '#server/viewer.ts';

type CreditEntry = components['schemas']['CreditEntry'];

export function statementCalls({ db }: Pick<Deps, 'db'>) {
  async function filterOf(viewer: Viewer, asked: { organization_id?: string; month?: string }): Promise<StatementFilter> {
    const { organization_id: organizationId = null, month } = asked;
    await requireScope(db, viewer, organizationId);
    const userId = organizationId !== null && canViewAllCredits(viewer, organizationId) ? null : viewer.userId;
    return { organizationId, userId, month: month === undefined ? monthOf(new Date()) : `${month}-01` };
  }

  return {
    async listCreditEntries({ viewer, query: { cursor, limit, ...asked } }) {
      const filter = await filterOf(viewer, asked);
      // Sums and rows of one state: an entry in between would make them disagree.
      const { page, batches, sums, upToFirst } = await db.transaction(
        async (tx) => {
          const read = await statementOrder.page({ cursor, limit, sort: '-created_at' }, (range) =>
            listStatementEntries(tx, filter, range),
          );
          const whole = await sumStatement(tx, filter);
          const [first] = read.rows;
          const isFirstPage = read.cursors.previous_cursor === null;
          const batches = await readStatementBatches(tx, read.rows);
          return { page: read, batches, sums: whole, upToFirst: isFirstPage || !first ? whole : await sumStatement(tx, filter, first) };
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      );
      let total = upToFirst.used + upToFirst.reserved;
      const items = page.rows.map((row) => {
        const batch = batches.get(row.generationId);
        const entry = batch ? presentBatch(row, batch, total) : presentEntry(row, total);
        total -= batch?.cost ?? costOf(row);
        return entry;
      });
      const scope = filter.userId === null ? ('all' as const) : ('own' as const);
      return { status: 200, body: { month: filter.month.slice(0, 7), scope, ...sums, items, ...page.cursors } };
    },

    async exportCreditEntries({ viewer, query, request }) {
      const filter = await filterOf(viewer, query);
      const { organizationId } = filter;
      if (filter.userId === null && organizationId !== null) {
        const subject = { subjectType: 'organization', subjectId: organizationId, organizationId };
        // Audited because the requests of other people leave the server.
        await audit(db, {
          action: 'organization.export_credits',
          actorId: viewer.userId,
          ...subject,
          request,
          detail: { month: filter.month },
        });
      }
      const rows = allRows((page) =>
        statementOrder.page({ ...page, sort: '-created_at' }, (range) => listStatementRows(db, filter, range)),
      );
      return csvAnswer(['credits', filter.month.slice(0, 7)], csvColumns, rows);
    },
  } satisfies Partial<OperationsOf<'generation'>>;
}

/** What it counts toward the month: used, or reserved until it finishes. */
const costOf = ({ reserved, charged }: StatementRow): number => charged ?? reserved;

const presentEntry = (row: StatementRow, monthTotal: number): CreditEntry => ({
  generation_id: row.generationId,
  batch_id: row.batchId,
  person: { id: row.userId, name: fullName(row.firstName, row.lastName) },
  model: row.modelId,
  model_name: row.modelName,
  prompt: row.request?.prompt ?? null,
  style: row.request?.style ?? null,
  images_asked: row.request?.count ?? null,
  images_made: row.made,
  status: row.status,
  reserved: row.reserved,
  charged: row.charged,
  refunded: row.refunded,
  reason: refundReason(row),
  month_total: monthTotal,
  image: row.image,
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
});

const presentBatch = (row: StatementRow, batch: StatementBatch, monthTotal: number): CreditEntry => ({
  ...presentEntry(row, monthTotal),
  images_asked: batch.asked,
  images_made: batch.made,
  status: batch.finishedAt === null ? 'running' : batch.made > 0 ? 'succeeded' : row.status,
  reserved: batch.reserved,
  charged: batch.charged,
  refunded: batch.refunded,
  reason: batch.refunded ? `${batch.made} of ${batch.asked} images were made.` : null,
  image: batch.image,
  finished_at: batch.finishedAt?.toISOString() ?? null,
});

/** Why credits were given back; null if none were. */
function refundReason({ refunded, status, error, request, made }: StatementRow): string | null {
  if (refunded === null || refunded === 0) return null;
  const some = made > 0 && request ? `${made} of ${request.count} images` : null;
  if (status === 'cancelled') return some ? `Canceled after ${some}.` : 'Canceled.';
  if (error) return some ? `${error.message} ${some} were made.` : error.message;
  return some ? `${some} were made.` : null;
}

const csvColumns: CsvColumns<StatementRow> = {
  'Date (UTC)': ({ createdAt }) => csvTime(createdAt),
  Person: ({ firstName, lastName }) => fullName(firstName, lastName),
  Description: ({ request }) => request?.prompt ?? null,
  Model: ({ modelName }) => modelName,
  'Images requested': ({ request }) => request?.count ?? null,
  'Images made': ({ made }) => made,
  Reserved: ({ reserved }) => reserved,
  Charged: ({ charged }) => charged,
  Refunded: ({ refunded }) => refunded,
  Reason: refundReason,
  ID: ({ generationId }) => generationId,
  'Batch ID': ({ batchId }) => batchId,
};
