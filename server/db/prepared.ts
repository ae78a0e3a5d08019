import type { Queryable } from '#server/db/types.ts';

interface Preparable<Prepared> {
  prepare(name: string): Prepared;
}

/**
 * A query that nearly every request asks: written as SQL once, and planned by the database once per connection, instead of each time.
 * @param name its name in the database, unlike any other's
 * @param build the query, its values as `sql.placeholder`
 */
export function prepared<Prepared>(name: string, build: (db: Queryable) => Preparable<Prepared>): (db: Queryable) => Prepared {
  const made = new WeakMap<Queryable, Prepared>();
  return (db) => {
    const known = made.get(db);
    if (known !== undefined) return known;
    const query = build(db).prepare(name);
    made.set(db, query);
    return query;
  };
}
