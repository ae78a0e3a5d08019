// Stored data on this phone follows the session. Lists of people, personal codes and an organization's data are only for people with access: they
// are deleted when another account signs in, when no account is signed in, when the session ends, and when a membership ends.
import { diskState } from '#src/lib/disk.ts';
import { session, type Snapshot } from '#src/session/store.ts';
import { readSessionValue } from '#src/transport/session-db.ts';
import { dropOtherAccounts, purgePersistedQueries } from './query-client.ts';

/** The organizations with an active membership. */
const organizationsOf = ({ user }: Snapshot): Set<string> => new Set(user.organizations.map(({ id }) => id));

async function dropInaccessibleQueries(before: Snapshot | null, now: Snapshot): Promise<void> {
  const { id } = now.user;
  if (before?.user.id !== id) await dropOtherAccounts(id);
  else {
    const still = organizationsOf(now);
    const gone = new Set([...organizationsOf(before)].filter((organization) => !still.has(organization)));
    if (gone.size > 0) await (await import('./drop-persisted-queries.ts')).dropOrganizationQueries(id, gone);
  }
  if (now.expired) await (await import('./drop-persisted-queries.ts')).dropNonCameraQueries(id);
}

/** An earlier logout may have been cut short. If only the snapshot cannot be read, or another tab is signing in, everything stays. */
async function purgeIfSignedOut(): Promise<void> {
  const copy = await readSessionValue('snapshot');
  if (copy === undefined && session.read() === null && diskState() !== 'alone') await purgePersistedQueries();
}

/** Runs for the life of the page. Called before the session is renewed, because it reads the previous session first. */
export function watchPersistedQueries(): void {
  const here = session.read();
  let before = here;
  let running: Promise<unknown> = readSessionValue('snapshot').then((copy) => (before = copy ?? here));
  const queue = (work: () => Promise<void>) => {
    running = running.then(work).catch((error: unknown) => console.warn('Stored data was not removed', error));
  };
  const onChange = () => {
    const now = session.read();
    queue(async () => {
      if (now) await dropInaccessibleQueries(before, now);
      before = now;
    });
  };
  session.subscribe(onChange);
  void session.ready().then(() => (session.read() ? onChange() : queue(purgeIfSignedOut)));
}
