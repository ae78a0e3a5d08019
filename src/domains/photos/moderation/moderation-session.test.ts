import { describe, expect, it, vi } from 'vitest';
import type { Photo, PhotoChange } from '#src/domains/photos/photo.ts';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import { buildPhoto } from '#tests/support/factories/api.ts';
import { openModerationSession, type ModerateRequest, type ModerationSession, type SessionDeps } from './moderation-session.ts';

const photo = (id: string, more: Partial<Photo> = {}): Photo => buildPhoto({ id, status: 'pending', state: 'ready', ...more });
const named = (id: string) => photo(id, { uploader: { id: 'u', name: 'Ada' } });

/** A moderation server that records requests. */
function server(...waiting: Photo[]) {
  const asked: string[] = [];
  const status = new Map<string, Photo['status']>(waiting.map(({ id }) => [id, 'pending']));
  const answers = { fail: null as Error | null };
  const deps: SessionDeps = {
    take: async (limit) => {
      asked.push(`take ${limit}`);
      if (answers.fail) throw answers.fail;
      const items = limit === 0 ? [] : waiting.filter(({ id }) => status.get(id) === 'pending').slice(0, limit);
      const pending = [...status.values()].filter((each) => each === 'pending').length;
      return Promise.resolve({ items, pending, with_others: 0, moderators: 0, stream_position: 7 });
    },
    moderate: async ({ ids, status: to, expected }: ModerateRequest) => {
      asked.push(`${ids.join('')} ${to}`);
      if (answers.fail) throw answers.fail;
      const as = (id: string, now: Photo['status']) => photo(id, { status: now, uploader: { id: 'u', name: 'Ada' } });
      const known = ids.filter((id) => status.has(id));
      const moving = known.filter((id) => status.get(id) === expected);
      for (const id of moving) status.set(id, to);
      return Promise.resolve({
        moderated: moving.map((id) => as(id, to)),
        conflicts: known.filter((id) => !moving.includes(id)).map((id) => ({ photo: as(id, status.get(id)!), moderated_by: 'Mika' })),
      });
    },
    cachePhotos: () => undefined,
  };
  return { deps, asked, status, answers };
}

/** The server answers before any timer. */
const settle = () => new Promise((resolve) => setTimeout(resolve));
const queue = (session: ModerationSession) => session.read().queue.map(({ id }) => id);
const top = (session: ModerationSession): Photo[] => session.read().queue.slice(0, 1);
const change = (kind: PhotoChange['kind'], about: Photo): PhotoChange => ({
  seq: 8,
  kind,
  photo_id: about.id,
  photo: kind === 'removed' ? null : about,
  likes: null,
  is_liked: null,
});

async function working(...waiting: Photo[]) {
  const remote = server(...waiting);
  const session = openModerationSession(remote.deps);
  session.resume();
  await settle();
  return { ...remote, session };
}

describe('openModerationSession', () => {
  it('claims photos, applies decisions at once and sends them in order', async () => {
    const { session, asked } = await working(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(named));
    session.decide(top(session), 'approved');
    session.decide(top(session), 'rejected', 'Blurred.');
    expect(queue(session)).toEqual(['c', 'd', 'e', 'f', 'g']);
    await settle();
    expect(asked).toEqual(['take 10', 'a approved', 'b rejected']);
    expect(session.read()).toMatchObject({ unsent: [], pending: 5, failure: null });
    session.close();
  });

  it('claims more photos when few are left', async () => {
    const { session, asked } = await working(...['a', 'b', 'c', 'd', 'e'].map(named));
    session.decide(top(session), 'approved');
    await settle();
    expect(asked.filter((call) => call.startsWith('take')).length).toBeGreaterThan(1);
    session.close();
  });

  it('reports a decision that came first and accepts it', async () => {
    const { session, status } = await working(named('a'), named('b'));
    status.set('a', 'rejected');
    session.decide(top(session), 'approved');
    await settle();
    expect(queue(session)).toEqual(['b']);
    expect(session.read().announcement.text).toBe('Mika already rejected a photo by Ada. It stays rejected.');
    expect(session.read().decided).toEqual([]);
    session.close();
  });

  it('removes photos decided by others, with an announcement', async () => {
    const { session } = await working(named('a'), named('b'));
    session.change([change('changed', { ...named('a'), status: 'approved', moderated_by: 'Mika Berg' })]);
    expect(queue(session)).toEqual(['b']);
    expect(session.read().announcement.text).toBe('Mika Berg approved a photo by Ada.');
    session.change([change('removed', named('b'))]);
    expect(queue(session)).toEqual([]);
    expect(session.read().announcement.text).toBe('A photo by Ada was deleted before review.');
    session.close();
  });

  it("does not mistake the echo of an undone decision for another moderator's", async () => {
    const { session } = await working(named('a'), named('b'));
    session.decide(top(session), 'approved');
    await settle();
    session.undo();
    await settle();
    session.change([change('changed', { ...named('a'), status: 'approved', moderated_by: 'Me Myself' })]);
    await settle();
    expect(queue(session)).toContain('a');
    session.close();
  });

  it('retains decisions when the connection is lost, blocks new ones, and sends them on reconnect', async () => {
    const { session, answers, status } = await working(named('a'), named('b'), named('c'), named('d'));
    answers.fail = new NetworkError('unreachable');
    session.decide(top(session), 'approved');
    session.decide(top(session), 'rejected');
    await vi.waitFor(() => expect(session.read().announcement.text).toBe('Not saved yet. We’ll save it once the server can be reached.'));
    expect(queue(session)).toEqual(['c', 'd']);
    expect(session.read().failure).toBeNull();
    session.setOnline(false);
    expect(session.decide(top(session), 'approved')).toBe(false);
    expect(queue(session)).toEqual(['c', 'd']);
    answers.fail = null;
    session.setOnline(true);
    await settle();
    expect([status.get('a'), status.get('b')]).toEqual(['approved', 'rejected']);
    expect(session.read()).toMatchObject({ unsent: [], failure: null });
    expect(session.decide(top(session), 'approved')).toBe(true);
    await settle();
    expect(status.get('c')).toBe('approved');
    session.close();
  });

  it('reverts refused decisions with a message', async () => {
    const { session, answers } = await working(named('a'), named('b'), named('c'));
    answers.fail = new ApiError(new Response(null, { status: 403 }), null);
    session.decide(top(session), 'approved');
    session.decide(top(session), 'rejected');
    await settle();
    expect(queue(session)).toEqual(['a', 'b', 'c']);
    expect(session.read().failure?.text).toContain('Couldn’t save the decisions. Nothing has changed.');
    session.close();
  });

  it('resends calls without an answer', async () => {
    const { session, answers, status } = await working(named('a'), named('b'));
    vi.useFakeTimers();
    answers.fail = new NetworkError('timeout');
    session.decide(top(session), 'approved');
    await vi.advanceTimersByTimeAsync(300);
    answers.fail = null;
    await vi.advanceTimersByTimeAsync(3_000);
    vi.useRealTimers();
    expect(status.get('a')).toBe('approved');
    expect(session.read()).toMatchObject({ unsent: [], announcement: { text: 'All decisions saved.' } });
    session.close();
  });

  it('releases its photos when idle, after sending decisions', async () => {
    const { session, asked } = await working(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(named));
    session.decide(top(session), 'approved');
    session.pause();
    await settle();
    expect(asked.slice(-2)).toEqual(['a approved', 'take 0']);
    expect(session.read().phase).toBe('resting');
    session.resume();
    await settle();
    expect(session.read().phase).toBe('working');
    session.close();
  });

  it('sends everything when the page unloads', async () => {
    const { session, asked } = await working(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(named));
    session.decide(top(session), 'approved');
    session.decide(top(session), 'rejected');
    session.decide(top(session), 'approved');
    session.flush();
    expect(asked).toEqual(['take 10', 'a approved', 'b rejected', 'c approved']);
    await settle();
    expect(asked.filter((call) => !call.startsWith('take'))).toHaveLength(3);
    session.close();
  });
});

/** A server that applies each call when the test lets it arrive. */
async function leaving(...waiting: Photo[]) {
  const remote = server(...waiting);
  const sent: { request: ModerateRequest; cut: () => void }[] = [];
  const deps: SessionDeps = {
    ...remote.deps,
    moderate: (request) => new Promise((_resolve, reject) => sent.push({ request, cut: () => reject(new NetworkError('unreachable')) })),
  };
  const arrive = (request: ModerateRequest) => {
    for (const id of request.ids) {
      if (remote.status.get(id) === (request.expected ?? remote.status.get(id))) remote.status.set(id, request.status);
    }
  };
  const session = openModerationSession(deps);
  session.resume();
  await settle();
  /** Like Chromium: aborts the page's requests, then fires pagehide. */
  const leave = async () => {
    for (const { cut } of sent.slice()) cut();
    await settle();
    session.flush();
  };
  return { session, leave, requests: () => sent.map(({ request }) => request), arrive, status: remote.status };
}

describe('an unloading page', () => {
  it('sends all decisions behind an aborted call', async () => {
    const { session, leave, requests, arrive, status } = await leaving(...['a', 'b', 'c', 'd', 'e'].map(named));
    for (let count = 0; count < 3; count += 1) session.decide(top(session), 'approved');
    await leave();
    expect(requests().flatMap(({ ids }) => ids)).toEqual(['a', 'b', 'c']);
    requests().forEach(arrive);
    expect([...status.values()]).toEqual(['approved', 'approved', 'approved', 'pending', 'pending']);
    session.close();
  });

  it('undoes a call under way', async () => {
    const { session, leave, requests, arrive, status } = await leaving(named('a'), named('b'));
    session.decide(top(session), 'approved');
    session.undo();
    await leave();
    expect(requests()).toHaveLength(2);
    requests().forEach(arrive);
    expect(status.get('a')).toBe('pending');
    session.close();
  });

  it.each(['as sent', 'overtaking'])('leaves each photo as decided last, with calls arriving %s', async (order) => {
    const { session, leave, requests, arrive, status } = await leaving(named('a'), named('b'));
    session.decide(top(session), 'approved');
    session.undo();
    session.decide(top(session), 'rejected');
    await leave();
    const calls = requests();
    (order === 'as sent' ? calls : calls.toReversed()).forEach(arrive);
    expect(status.get('a')).toBe('rejected');
    session.close();
  });

  it('that returns does not resend what its final requests replaced', async () => {
    const { session, leave, requests } = await leaving(named('a'), named('b'));
    session.decide(top(session), 'approved');
    session.undo();
    await leave();
    await vi.waitFor(() => expect(session.read().unsent).toEqual([]));
    session.setOnline(false);
    session.setOnline(true);
    await settle();
    expect(requests()).toHaveLength(2);
    session.close();
  });
});
