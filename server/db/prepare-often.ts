// Has the database plan a statement that is asked often once per connection, instead of each time: planning takes longer than carrying out most
// statements of an event night. Not for lists: how they are read best depends on how large the event is, which a plan for all does not know.
import type pg from 'pg';

/** A statement that was asked so often is prepared from then on. */
const OFTEN = 20;
/** Each takes memory in each connection: about 50 kB. */
const MOST_PREPARED = 100;
/** Statements that are counted, and the names of those that are prepared: the same for all connections. */
const MOST_COUNTED = 1000;

export class StatementNames {
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<string, string>();

  /** The name under which this text is prepared; undefined: it is not. */
  of(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= MOST_PREPARED) return name;
    const count = (this.#counts.get(text) ?? 0) + 1;
    this.#counts.delete(text);
    if (count >= OFTEN) {
      this.#names.set(text, `often_${this.#names.size}`);
      return this.#names.get(text);
    }
    this.#counts.set(text, count);
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size <= MOST_COUNTED) break;
      this.#counts.delete(oldest);
    }
    return undefined;
  }
}

/** Has a connection prepare what is asked often. All connections share the names. */
export function prepareOften(client: pg.ClientBase, names: StatementNames): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((asked: unknown, ...rest: unknown[]) => query(withName(asked, rest[0], names), ...rest)) as typeof client.query;
}

function withName(asked: unknown, values: unknown, names: StatementNames): unknown {
  if (typeof asked !== 'object' || asked === null || !('text' in asked) || typeof asked.text !== 'string') return asked;
  if ('submit' in asked || ('name' in asked && asked.name !== undefined)) return asked;
  // Without values it may be several statements, which cannot be prepared.
  if (!Array.isArray(values) || values.length === 0) return asked;
  const name = names.of(asked.text);
  return name === undefined ? asked : { ...asked, name };
}
