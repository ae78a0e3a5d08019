// The platform over time, from what a job has counted.
import type { Deps } from '#server/deps.ts';
import { csvAnswer, type CsvColumns } from '#server/http/csv.ts';
import type { Call, OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import {
  findCountedOrganization,
  findCountedSince,
  listBusiest,
  listCounted,
  listDelays,
  readCountedAt,
  type PeriodRange,
} from '#server/platform/analytics-repository.ts';
import { requireRunsPlatform } from '#server/platform/operations/authorize.ts';
import { presentAnalytics, presentOrganizationCounts, startsOf } from '#server/platform/presenter.ts';

type Item = ReturnType<typeof presentAnalytics>['items'][number];

const MOST_ORGANIZATIONS = 100;

const columns: CsvColumns<Item> = {
  'From (UTC)': ({ start }) => start,
  'Photos: delivered': ({ delivered }) => delivered,
  'Photos: delivered (bytes)': ({ delivered_bytes: bytes }) => bytes,
  'Photos: taken': ({ captured }) => captured,
  'Shutter to gallery, median (s)': ({ p50_seconds: p50 }) => p50,
  'Shutter to gallery, 95th percentile (s)': ({ p95_seconds: p95 }) => p95,
  'People: active': ({ active_people: active }) => active,
  'People: joined an event': ({ joined }) => joined,
  'Sign-ups': ({ sign_ups: signUps }) => signUps,
  'Events started': ({ events }) => events,
  'Generated images: created': ({ images }) => images,
  'Generated images: failed requests': ({ failed_generations: failed }) => failed,
  'Storage (bytes)': ({ stored_bytes: bytes }) => bytes,
};

export function analyticsCalls({ db, jobs }: Pick<Deps, 'db' | 'jobs'>) {
  const rangeOf = ({ period = 'day', last = 30 }: Call<'listOrganizationAnalytics'>['query']) => {
    const starts = startsOf(period, last, new Date());
    const range: PeriodRange = { period, from: starts[0] ?? '', to: starts.at(-1) ?? '' };
    return { starts, range };
  };

  async function read({ organization_id: id, ...query }: Call<'getAnalytics'>['query']) {
    const { starts, range } = rangeOf(query);
    const organization = id === undefined ? null : await findCountedOrganization(db, id);
    if (organization === undefined) throw notFound('organization');
    const of = organization?.id ?? null;
    const [counted, delays, countedAt, countedSince] = await Promise.all([
      listCounted(db, of, range),
      listDelays(db, of, range),
      readCountedAt(db),
      findCountedSince(db, range.period),
    ]);
    // New installations have no figures in the first hour, so a count is requested.
    if (!countedAt) await jobs.add(db, 'count-analytics', {}, { key: 'count-analytics' });
    return presentAnalytics({ period: range.period, starts, organization, counted, delays, countedAt, countedSince });
  }

  return {
    async getAnalytics({ viewer, query }) {
      requireRunsPlatform(viewer);
      return { status: 200, body: await read(query) };
    },

    async listOrganizationAnalytics({ viewer, query }) {
      requireRunsPlatform(viewer);
      const rows = await listBusiest(db, rangeOf(query).range, MOST_ORGANIZATIONS);
      return { status: 200, body: { items: rows.map(presentOrganizationCounts) } };
    },

    async exportAnalytics({ viewer, query }) {
      requireRunsPlatform(viewer);
      const { items, organization, period, counted_since: since } = await read(query);
      async function* rows() {
        // Before there was anything to count every number would be a zero.
        yield* items.filter(({ start }) => since !== null && start >= since);
      }
      return csvAnswer(['analytics by', period, organization?.name ?? 'platform'], columns, rows());
    },
  } satisfies Partial<OperationsOf<'platform'>>;
}
