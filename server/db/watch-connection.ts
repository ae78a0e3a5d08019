// Connections that are kept for as long as the process lives: for notifications, and for locks that prove who lives. Without a word from either side,
// a line may be dead for hours before one of them notices: when a machine loses its power, a firewall forgets the line, or a replica takes over.
import type pg from 'pg';
import { withTimeout } from '#server/with-timeout.ts';

export interface WatchTimes {
  everyMs: number;
  withinMs: number;
}

const defaultTimes: WatchTimes = { everyMs: 5_000, withinMs: 5_000 };

/** Ends a connection, after which it emits `end`, if the database doesn't answer in time. Stops when the connection has ended. */
export function watchConnection(client: pg.Client, { everyMs, withinMs }: WatchTimes = defaultTimes): void {
  let isAsking = false;
  const timer = setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    void withTimeout(withinMs, client.query('select 1')).then(
      () => (isAsking = false),
      // While a query waits, this cuts the line and waits for nothing.
      () => void client.end(),
    );
  }, everyMs);
  timer.unref();
  client.once('end', () => clearInterval(timer));
}

/** Lets the database end the connection, with its locks, half a minute after this machine has fallen silent; by default it takes hours. */
export async function endWhenSilent(client: pg.Client): Promise<void> {
  await client.query(`select set_config(name, value, false) from (values ('tcp_keepalives_idle', '15'), ('tcp_keepalives_interval', '5'),
    ('tcp_keepalives_count', '3'), ('tcp_user_timeout', '30000')) as settings (name, value)`);
}
