import { describe, expect, it, vi } from 'vitest';
import { aPhoto } from '#tests/support/photos.ts';
import { NetworkError } from '#src/transport/problem.ts';
import type { Photo, PhotoChange } from '#src/domains/photos/photo.ts';
import { openDesk, type Desk, type DeskDeps, type ModerateRequest } from './moderation-session.ts';

const photo = (id: string, more: Partial<Photo> = {}): Photo => aPhoto({ id, status: 'pending', state: 'ready', ...more });
const named = (id: string) => photo(id, { uploader: { id: 'u', name: 'Ada' } });

/** A queue on the other side, and what was asked of it. */
function server(...waiting: Photo[]) {
  const asked: string[] = [];
  const status = new Map<string, Photo['status']>(waiting.map(({ id }) => [id, 'pending']));
  const answers = { fail: null as Error | null };
  const deps: DeskDeps = {
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
    takeIn: () => undefined,
  };
  return { deps, asked, status, answers };
}

const settle = () => vi.waitFor(() => Promise.resolve(), { interval: 1 }).then(() => new Promise((resolve) => setTimeout(resolve, 5)));
const queue = (desk: Desk) => desk.read().queue.map(({ id }) => id);
const top = (desk: Desk): Photo[] => desk.read().queue.slice(0, 1);
const change = (kind: PhotoChange['kind'], about: Photo): PhotoChange => ({
  seq: 8,
  kind,
  photo_id: about.id,
  photo: kind === 'removed' ? null : about,
  likes: null,
});

async function working(...waiting: Photo[]) {
  const remote = server(...waiting);
  const desk = openDesk(remote.deps);
  desk.wake();
  await settle();
  return { ...remote, desk };
}

describe('a desk', () => {
  it('takes photos, lets decisions stand at once and tells them in order', async () => {
    const { desk, asked } = await working(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(named));
    desk.decide(top(desk), 'approved');
    desk.decide(top(desk), 'rejected', 'Blurred.');
    expect(queue(desk)).toEqual(['c', 'd', 'e', 'f', 'g']);
    await settle();
    expect(asked).toEqual(['take 10', 'a approved', 'b rejected']);
    expect(desk.read()).toMatchObject({ unsent: [], pending: 5, failure: null });
    desk.close();
  });

  it('asks for more when few are left', async () => {
    const { desk, asked } = await working(...['a', 'b', 'c', 'd', 'e'].map(named));
    desk.decide(top(desk), 'approved');
    await settle();
    expect(asked.filter((call) => call.startsWith('take')).length).toBeGreaterThan(1);
    desk.close();
  });

  it('says who was quicker and lets that stand', async () => {
    const { desk, status } = await working(named('a'), named('b'));
    status.set('a', 'rejected');
    desk.decide(top(desk), 'approved');
    await settle();
    expect(queue(desk)).toEqual(['b']);
    expect(desk.read().word.text).toBe('Mika had rejected a photo by Ada before; it stays rejected.');
    expect(desk.read().decided).toEqual([]);
    desk.close();
  });

  it('loses what another moderator decided, and says so', async () => {
    const { desk } = await working(named('a'), named('b'));
    desk.change([change('changed', { ...named('a'), status: 'approved', moderated_by: 'Mika Berg' })]);
    expect(queue(desk)).toEqual(['b']);
    expect(desk.read().word.text).toBe('Mika Berg approved a photo by Ada.');
    desk.change([change('removed', named('b'))]);
    expect(queue(desk)).toEqual([]);
    expect(desk.read().word.text).toBe('A photo by Ada was deleted while it waited.');
    desk.close();
  });

  it('does not take the echo of its own decision, taken back since, for another’s', async () => {
    const { desk } = await working(named('a'), named('b'));
    desk.decide(top(desk), 'approved');
    await settle();
    desk.takeBack();
    await settle();
    desk.change([change('changed', { ...named('a'), status: 'approved', moderated_by: 'Me Myself' })]);
    await settle();
    expect(queue(desk)).toContain('a');
    desk.close();
  });

  it('puts everything back when the connection is lost, and pretends nothing while it is', async () => {
    const { desk, answers, status } = await working(named('a'), named('b'), named('c'));
    answers.fail = new NetworkError('unreachable');
    desk.decide(top(desk), 'approved');
    desk.decide(top(desk), 'rejected');
    await settle();
    expect(queue(desk)).toEqual(['a', 'b', 'c']);
    expect(desk.read().failure?.text).toContain('The server cannot be reached.');
    desk.setOnline(false);
    expect(desk.decide(top(desk), 'approved')).toBe(false);
    expect(queue(desk)).toEqual(['a', 'b', 'c']);
    answers.fail = null;
    desk.setOnline(true);
    await settle();
    expect(desk.decide(top(desk), 'approved')).toBe(true);
    await settle();
    expect(status.get('a')).toBe('approved');
    desk.close();
  });

  it('gives back what it holds when nobody works here, after telling what was decided', async () => {
    const { desk, asked } = await working(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(named));
    desk.decide(top(desk), 'approved');
    desk.rest();
    await settle();
    expect(asked.slice(-2)).toEqual(['a approved', 'take 0']);
    expect(desk.read().phase).toBe('resting');
    desk.wake();
    await settle();
    expect(desk.read().phase).toBe('working');
    desk.close();
  });

  it('tells everything at once when the page goes away', async () => {
    const { desk, asked } = await working(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(named));
    desk.decide(top(desk), 'approved');
    desk.decide(top(desk), 'rejected');
    desk.decide(top(desk), 'approved');
    desk.flush();
    expect(asked).toEqual(['take 10', 'a approved', 'b rejected', 'c approved']);
    await settle();
    expect(asked.filter((call) => !call.startsWith('take'))).toHaveLength(3);
    desk.close();
  });
});
