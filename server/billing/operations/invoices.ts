// Invoices: issued and settled by the platform, read by their organization.
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import { audit } from '#server/audit/audit.ts';
import { type BillingDeps, billingMailer } from '#server/billing/emails.ts';
import { invoicePdf, unprintableCharacters } from '#server/billing/invoice-pdf.ts';
import {
  countInvoices,
  findInvoice,
  insertInvoice,
  invoiceOrder,
  type InvoiceRow,
  listInvoiceRows,
  lockInvoice,
  readSeller,
  setInvoiceStatus,
} from '#server/billing/invoices-repository.ts';
import {
  lockAnyBilling,
  requireManagesAllBilling,
  requireViewableInvoices,
  type RefreshViewer,
} from '#server/billing/operations/authorize.ts';
import { callProvider, type PaymentProvider, requireProvider } from '#server/billing/payment-provider.ts';
import { presentInvoice, presentPlatformInvoice } from '#server/billing/presenter.ts';
import type { Tx } from '#server/db/types.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { type FieldProblem, notFound, Problem } from '#server/http/problem.ts';
import { lockPlatformRights } from '#server/settings/repository.ts';
import type { Viewer } from '#server/viewer.ts';

export function invoiceCalls(deps: BillingDeps, provider: PaymentProvider | null, refreshViewer: RefreshViewer) {
  const { db } = deps;
  const mails = billingMailer(deps);
  return {
    async listInvoices({ viewer, path, query }) {
      const { id } = await requireViewableInvoices(db, path.id, viewer);
      const { status: state, ...page } = query;
      const filter = { organizationId: id, state };
      const { rows, cursors } = await invoiceOrder.page({ ...page, sort: '-issued_at' }, (range) => listInvoiceRows(db, filter, range));
      const items = rows.map((row) => presentInvoice(row));
      return { status: 200, body: { items, ...cursors, total: await countInvoices(db, filter) } };
    },

    async getInvoice({ viewer, path }) {
      const { id } = await requireViewableInvoices(db, path.id, viewer);
      const invoice = await findInvoice(db, path.invoiceId);
      if (invoice?.organizationId !== id) throw notFound('invoice');
      return { status: 200, body: presentInvoice(invoice) };
    },

    async getInvoicePdf({ viewer, path }) {
      const { id } = await requireViewableInvoices(db, path.id, viewer);
      const row = await findInvoice(db, path.invoiceId);
      if (row?.organizationId !== id) throw notFound('invoice');
      return pdfAnswer(row);
    },

    async getAnyInvoicePdf({ viewer, path }) {
      requireManagesAllBilling(viewer);
      const row = await findInvoice(db, path.invoiceId);
      if (!row) throw notFound('invoice');
      return pdfAnswer(row);
    },

    // A new link for each request: it works for anyone who has it, and expires.
    async getInvoiceLink({ viewer, path }) {
      const { id } = await requireViewableInvoices(db, path.id, viewer);
      const invoice = await findInvoice(db, path.invoiceId);
      if (invoice?.organizationId !== id || invoice.providerId === null) throw notFound('page of this invoice');
      const { providerId } = invoice;
      const url = await callProvider(deps, requireProvider(provider).findInvoiceLink(providerId));
      if (url === null) throw notFound('page of this invoice');
      return { status: 200, body: { url } };
    },

    async issueInvoice({ viewer, path, body, request }) {
      if (body.period_end < body.period_start) throw endsBeforeItBegins();
      requirePrintable({ description: body.description });
      requireCurrency(body.currency ?? 'EUR');
      const invoice = await db.transaction(async (tx) => {
        const { id, name, contactEmail, status } = await lockAnyBilling(tx, path.id, viewer, refreshViewer);
        const facts = {
          description: body.description.trim(),
          amount: body.amount,
          currency: body.currency ?? 'EUR',
          periodStart: body.period_start,
          periodEnd: body.period_end,
          dueOn: body.due_on,
        };
        // One that is sent again was taken when its day was still ahead, and its organization approved.
        if (!(await findInvoice(tx, body.id))) {
          if (status === 'pending') throw notApproved();
          if (isPastDate(body.due_on)) throw dueInThePast();
        }
        const made = await insertInvoice(tx, {
          id: body.id,
          organizationId: id,
          ...facts,
          billedToName: name,
          billedToEmail: contactEmail,
          issuedBy: await readSeller(tx),
        });
        if (made) {
          const detail = { number: made.number, amount: made.amount, currency: made.currency };
          await audit(tx, { action: 'billing.issue_invoice', actorId: viewer.userId, ...invoiceSubject(id, made.id), request, detail });
          await mails.invoiceIssued(tx, { id, name }, made, request);
          return made;
        }
        const known = await findInvoice(tx, body.id);
        if (known?.organizationId !== id || !isUnchanged(known, facts))
          throw new Problem(409, 'invoice_conflict', 'Another invoice already has this ID.');
        return known;
      });
      return { status: 201, body: presentInvoice(invoice) };
    },

    async updateInvoice({ viewer, path, body, request }) {
      const invoice = await db.transaction(async (tx) => {
        const { id } = await lockAnyBilling(tx, path.id, viewer, refreshViewer, { deletedToo: true });
        const before = await lockInvoice(tx, path.invoiceId);
        if (before?.organizationId !== id) throw notFound('invoice');
        return settle(tx, before, body.status, { viewer, request });
      });
      return { status: 200, body: presentInvoice(invoice) };
    },

    // Invoices of permanently removed organizations stay in the books.
    async updateAnyInvoice({ viewer: asking, path, body, request }) {
      requireManagesAllBilling(asking);
      const invoice = await db.transaction(async (tx) => {
        const viewer = await lockPlatformRights(tx, asking);
        requireManagesAllBilling(viewer);
        const before = await lockInvoice(tx, path.invoiceId);
        if (!before) throw notFound('invoice');
        return settle(tx, before, body.status, { viewer, request });
      });
      return { status: 200, body: presentPlatformInvoice(invoice) };
    },
  } satisfies Partial<OperationsOf<'billing'>>;
}

interface RequestContext {
  viewer: Viewer;
  request: FastifyRequest;
}

/** @param before locked */
async function settle(tx: Tx, before: InvoiceRow, status: InvoiceStatus, { viewer, request }: RequestContext): Promise<InvoiceRow> {
  if (before.providerId !== null) throw managedByProvider('is changed');
  if (before.status === status) return before;
  if (before.status !== 'open' && status !== 'open') throw statusNotAllowed(before.status, status);
  const subject = invoiceSubject(before.organizationId, before.id);
  await audit(tx, {
    action: 'billing.change_invoice',
    actorId: viewer.userId,
    ...subject,
    request,
    detail: { from: before.status, to: status },
  });
  return setInvoiceStatus(tx, before.id, status);
}

async function pdfAnswer(row: InvoiceRow) {
  if (row.providerId !== null) throw managedByProvider('is read');
  const invoice = presentInvoice(row);
  const pdf = await invoicePdf(invoice);
  const headers = {
    'content-type': 'application/pdf',
    'content-length': String(pdf.length),
    'content-disposition': `attachment; filename="${invoice.number}.pdf"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  };
  return { status: 200 as const, stream: Readable.from([pdf]), headers };
}

const isUnchanged = <Facts extends object>(known: Facts, facts: Facts): boolean =>
  Object.entries(facts).every(([name, value]) => known[name as keyof Facts] === value);

type InvoiceStatus = components['schemas']['InvoiceStatus'];

const invoiceSubject = (organizationId: string | null, id: string) => ({ subjectType: 'invoice', subjectId: id, organizationId });

const statusNotAllowed = (from: InvoiceStatus, to: InvoiceStatus) =>
  new Problem(409, 'status_not_allowed', `An invoice that is ${from} can’t become ${to}. Reopen it first.`);

const managedByProvider = (verb: string) =>
  new Problem(409, 'invoice_of_provider', `The payment provider issued this invoice: it ${verb} there.`);

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** The currency must be a known one. @throws {Problem} 422 */
function requireCurrency(currency: string): void {
  if (!currencies.has(currency)) throw invalidField('currency', 'This isn’t a currency. Use three letters, such as EUR.');
}

/** Over everywhere on earth: where the issuer sits it may still be the day before that of UTC. */
const isPastDate = (dueOn: string): boolean => dueOn < new Date(Date.now() - 12 * 3_600_000).toISOString().slice(0, 10);

const notApproved = () =>
  new Problem(403, 'organization_pending', 'This organization hasn’t been approved yet. Approve it before you issue an invoice.');

const dueInThePast = () => invalidField('due_on', 'The due date is in the past.');

const invalidField = (field: string, message: string) =>
  new Problem(422, 'invalid_request', message, { errors: [{ field: `body.${field}`, message }] });

function endsBeforeItBegins(): Problem {
  const message = 'must not be before the first day';
  return new Problem(422, 'invalid_request', `The last day of the period ${message}.`, { errors: [{ field: 'body.period_end', message }] });
}

/**
 * Text that the platform writes on invoices must be printable as it is. Names of organizations are printed as far as possible.
 * @throws {Problem} 422 with the unprintable characters
 */
export function requirePrintable(body: object): void {
  const errors = Object.entries(body).flatMap(([name, text]: [string, unknown]): FieldProblem[] => {
    const unknown = typeof text === 'string' ? unprintableCharacters(text) : [];
    if (unknown.length === 0) return [];
    return [{ field: `body.${name}`, message: `Invoices can’t show these characters: ${unknown.slice(0, 10).join(' ')}` }];
  });
  if (errors.length > 0)
    throw new Problem(422, 'invalid_request', 'Invoices support Latin, Greek and Cyrillic characters only.', { errors });
}
