import type pg from 'pg';
import type { Tracing, TraceSpan } from '#server/telemetry/tracing.ts';
import { currentCause } from '#server/telemetry/work-context.ts';

type Query = (...given: unknown[]) => unknown;

/**
 * Wraps `query` of a new connection: a span for each statement of a request or a job. Values are parameters, which are never recorded. Constants in the
 * text are replaced all the same.
 */
export function traceQueries(client: pg.ClientBase, tracing: Tracing): void {
  const query = client.query.bind(client) as Query;
  client.query = ((...given: unknown[]) => {
    const parent = currentCause()?.span;
    const text = parent?.isRecording() ? textOf(given[0]) : null;
    if (!parent || text === null) return query(...given);
    const verb = /\w+/.exec(text)?.[0].toUpperCase() ?? 'SQL';
    const span = tracing.start({
      kind: 'query',
      name: verb,
      values: { 'db.system.name': 'postgresql', 'db.operation.name': verb, 'db.query.text': sanitize(text) },
      parent,
    });
    return observe(query, given, span);
  }) as typeof client.query;
}

function observe(query: Query, given: unknown[], span: TraceSpan): unknown {
  const ended = (error: unknown) => span.end({}, error ? failureOf(error) : null);
  const done = given.at(-1);
  if (typeof done === 'function') {
    const answered = (...answer: unknown[]): unknown => {
      ended(answer[0]);
      return (done as Query)(...answer);
    };
    return query(...given.slice(0, -1), answered);
  }
  const asked = query(...given);
  if (asked instanceof Promise) asked.then(() => ended(null), ended);
  else ended(null);
  return asked;
}

/** Null for what isn't a plain statement, such as a COPY stream. */
function textOf(asked: unknown): string | null {
  if (typeof asked === 'string') return asked;
  if (typeof asked !== 'object' || asked === null || 'submit' in asked || 'callback' in asked || !('text' in asked)) return null;
  return typeof asked.text === 'string' ? asked.text : null;
}

const MAX_TEXT = 2000;

const sanitize = (text: string): string =>
  text
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_TEXT);

/** Messages may quote values. */
const failureOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error && typeof error.code === 'string' ? error.code : error.name) : 'error';
