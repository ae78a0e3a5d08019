// Prepares frequent statements, so that PostgreSQL plans them once per connection: for most writes of an event, planning takes longer than execution.
// `prepared` (prepared.ts) does the same for single queries by name. Lists are left out: their best plan depends on the size of the event.
import type pg from 'pg';

/** Executions after which a statement is prepared. */
const OFTEN = 20;
/** Each takes about 50 kB per connection. */
const MAX_PREPARED = 100;
/** Statements whose executions are counted; the least recently used are forgotten first. */
const MAX_COUNTED = 1000;

/** Counts executions and names what is prepared, for all connections of a pool. */
export class StatementNames {
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<string, string>();

  /** Returns the name of the prepared statement, or undefined if it isn’t prepared. */
  of(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= MAX_PREPARED) return name;
    const count = (this.#counts.get(text) ?? 0) + 1;
    this.#counts.delete(text);
    if (count >= OFTEN) {
      this.#names.set(text, `often_${this.#names.size}`);
      return this.#names.get(text);
    }
    this.#counts.set(text, count);
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size <= MAX_COUNTED) break;
      this.#counts.delete(oldest);
    }
    return undefined;
  }
}

/** Wraps `query` of a new connection. */
export function prepareOften(client: pg.ClientBase, names: StatementNames): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((asked: unknown, ...rest: unknown[]) => query(withName(asked, rest[0], names), ...rest)) as typeof client.query;
}

function withName(asked: unknown, values: unknown, names: StatementNames): unknown {
  if (typeof asked !== 'object' || asked === null || !('text' in asked) || typeof asked.text !== 'string') return asked;
  if ('submit' in asked || ('name' in asked && asked.name !== undefined)) return asked;
  // Without values the text may hold several statements, which can't be prepared.
  if (!Array.isArray(values) || values.length === 0) return asked;
  const name = names.of(asked.text);
  return name === undefined ? asked : { ...asked, name };
}
