// Readers of live galleries over real connections, for unit tests: the stream's operation behind a bare server.
import Fastify from 'fastify';
import type { components } from '#openapi/api.ts';
import { openDb } from '#server/db/pool.ts';
import { sessions } from '#server/db/schema/accounts.ts';
import type { Call } from '#server/http/operation.ts';
import { closeStreams } from '#server/http/sse.ts';
import { streamCall } from '#server/photos/stream.ts';
import type { Viewer } from '#server/viewer.ts';
import type { TestDeps } from '#tests/support/database.ts';
import { type EventWithMembers } from '#tests/support/factories/database.ts';
import { callOf } from './operations.ts';

export type Change = components['schemas']['PhotoChange'];

export interface ReceivedChanges {
  changes: Change[];
  ended: boolean;
}

export interface StreamReaders {
  signIn(who: Viewer): Promise<Viewer>;
  /** Opens the stream and collects what it tells. */
  listen(scene: EventWithMembers, who: Viewer, resume?: { after?: number; lastEventId?: number }): Promise<ReceivedChanges>;
  /** Called with the text of each query whose answer has come, before whoever asked gets it. */
  onAnswer(heard: (text: string, values: unknown[]) => Promise<void>): void;
  /** Ends what one test opened. */
  closeStreams(): void;
  close(): Promise<void>;
}

export async function openStreamReaders(deps: TestDeps): Promise<StreamReaders> {
  /** Who is signed in, by session. */
  const people = new Map<string, Viewer>();
  const opened: AbortController[] = [];
  const nothing = () => Promise.resolve();
  let answered: (text: string, values: unknown[]) => Promise<void> = nothing;

  const app = Fastify({ forceCloseConnections: true });
  const query = async (asked: { text: string }, values: unknown[]) => {
    const answer = await deps.pool.query(asked, values);
    await answered(asked.text, values);
    return answer;
  };
  const pool = new Proxy(deps.pool, { get: (target, name) => (name === 'query' ? query : (Reflect.get(target, name) as unknown)) });
  const { streamEvent } = streamCall({ ...deps, db: openDb(pool) });
  app.get<{ Params: { id: string; session: string }; Querystring: { after?: string } }>('/:id/:session', async (request, reply) => {
    const who = people.get(request.params.session);
    if (!who) throw new Error('nobody');
    const { after } = request.query;
    const call = callOf<'streamEvent'>(
      who,
      { id: request.params.id },
      { query: { after: after === undefined ? undefined : Number(after) } },
    );
    await streamEvent({ ...call, header: { 'last-event-id': request.headers['last-event-id'] }, request, reply } as Call<'streamEvent'>);
    return reply;
  });
  const base = await app.listen({ port: 0, host: '127.0.0.1' });

  return {
    async signIn(who) {
      await deps.db
        .insert(sessions)
        .values({ id: who.sessionId, userId: who.userId, rememberMe: false, expiresAt: new Date(Date.now() + 3600_000) });
      people.set(who.sessionId, who);
      return who;
    },
    async listen(scene, who, resume = {}) {
      const controller = new AbortController();
      opened.push(controller);
      const address = resume.after === undefined ? '' : `?after=${resume.after}`;
      const headers: Record<string, string> = resume.lastEventId === undefined ? {} : { 'last-event-id': String(resume.lastEventId) };
      const response = await fetch(`${base}/${scene.eventId}/${who.sessionId}${address}`, { headers, signal: controller.signal });
      const heard: ReceivedChanges = { changes: [], ended: false };
      const read = async () => {
        let text = '';
        for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
          text += chunk;
          for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
            const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
            if (data !== undefined) heard.changes.push(JSON.parse(data) as Change);
            text = text.slice(end + 2);
          }
        }
        heard.ended = true;
      };
      read().catch(() => (heard.ended = true));
      return heard;
    },
    onAnswer(heard) {
      answered = heard;
    },
    closeStreams() {
      answered = nothing;
      for (const reader of opened.splice(0)) reader.abort();
    },
    async close() {
      closeStreams(app);
      await app.close();
    },
  };
}
