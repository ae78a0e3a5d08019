// What is kept on this phone follows the session. Lists of people, personal codes and what an organization sees stay with who may see them: they
// go when another signs in, when nobody is signed in, when the session ended, and when a membership did.
import { diskState } from '#src/lib/disk.ts';
import { session, type Snapshot } from '#src/session/store.ts';
import { readSessionValue } from '#src/transport/session-db.ts';
import { dropOtherAccounts, purgePersistedQueries } from './query-client.ts';

/** Where this person is an active member. */
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

/** A logout may have been cut short. Where the snapshot only cannot be read, or another tab signs in just now, everything stays. */
async function purgeIfSignedOut(): Promise<void> {
  const copy = await readSessionValue('snapshot');
  if (copy === undefined && session.read() === null && diskState() !== 'alone') await purgePersistedQueries();
}

/** For as long as the page lives. Called before the session is renewed: what it was until now is read first. */
export function watchPersistedQueries(): void {
  const here = session.read();
  let before = here;
  let running: Promise<unknown> = readSessionValue('snapshot').then((copy) => (before = copy ?? here));
  const queue = (work: () => Promise<void>) => {
    running = running.then(work).catch((error: unknown) => console.warn('What is kept here could not be tidied', error));
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
