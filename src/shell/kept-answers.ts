// What is kept on this phone follows the session. Lists of people, personal codes and what an organization sees stay with who may see them: they
// go when another signs in, when nobody is signed in, when the session ended, and when a membership did.
import { diskState } from '#src/lib/disk.ts';
import { session, type Snapshot } from '#src/session/store.ts';
import { readSessionValue } from '#src/transport/session-db.ts';
import { dropKept, keepOnly, purgeKept, type KeptQuery } from './query-client.ts';

/** Where this person is an active member. */
const organizationsOf = ({ user }: Snapshot): Set<string> => new Set(user.organizations.map(({ id }) => id));

const names = ({ queryHash }: KeptQuery, ids: ReadonlySet<string>) => [...ids].some((id) => queryHash.includes(`"${id}"`));

/** An event as answers tell it. */
interface Told {
  id?: unknown;
  organization_id?: unknown;
  items?: unknown;
}

const isObject = (value: unknown): value is Told => typeof value === 'object' && value !== null;

/** The events of organizations, as far as what is kept tells them. */
function eventsOf(organizations: ReadonlySet<string>, kept: readonly KeptQuery[]): Set<string> {
  const told = kept
    .map(({ state }) => state.data)
    .filter(isObject)
    .flatMap((data) => [data, ...(Array.isArray(data.items) ? data.items.filter(isObject) : [])]);
  const events = new Set<string>();
  for (const { id, organization_id: of } of told)
    if (typeof id === 'string' && typeof of === 'string' && organizations.has(of)) events.add(id);
  return events;
}

const dropOrganizations = (owner: string, gone: ReadonlySet<string>): Promise<void> =>
  dropKept(owner, (kept) => {
    const events = eventsOf(gone, kept);
    // Whoever is in one of its events all the same goes on shooting there.
    return kept.filter((query) => names(query, gone) || (query.meta?.atEvent !== true && names(query, events)));
  });

const dropBesideCamera = (owner: string): Promise<void> => dropKept(owner, (kept) => kept.filter(({ meta }) => meta?.atEvent !== true));

async function follow(before: Snapshot | null, now: Snapshot): Promise<void> {
  const { id } = now.user;
  if (before?.user.id !== id) await keepOnly(id);
  else {
    const still = organizationsOf(now);
    const gone = new Set([...organizationsOf(before)].filter((organization) => !still.has(organization)));
    if (gone.size > 0) await dropOrganizations(id, gone);
  }
  if (now.expired) await dropBesideCamera(id);
}

/** A logout may have been cut short. Where the snapshot only cannot be read, or another tab signs in just now, everything stays. */
async function nobodyIsHere(): Promise<void> {
  const copy = await readSessionValue('snapshot');
  if (copy === undefined && session.read() === null && diskState() !== 'alone') await purgeKept();
}

/** For as long as the page lives. Called before the session is renewed: what it was until now is read first. */
export function watchKeptAnswers(): void {
  const here = session.read();
  let before = here;
  let running: Promise<unknown> = readSessionValue('snapshot').then((copy) => (before = copy ?? here));
  const queue = (work: () => Promise<void>) => {
    running = running.then(work).catch((error: unknown) => console.warn('What is kept on this phone could not be tidied', error));
  };
  const onChange = () => {
    const now = session.read();
    queue(async () => {
      if (now) await follow(before, now);
      before = now;
    });
  };
  session.subscribe(onChange);
  void session.ready().then(() => (session.read() ? onChange() : queue(nobodyIsHere)));
}
