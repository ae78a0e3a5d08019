import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '#server/audit/audit.ts';
import { jobs } from '#server/jobs/jobs-repository.ts';
import { photoJobs } from '#server/photos/jobs.ts';
import { openLog } from '#server/process.ts';
import { openTracing } from '#server/telemetry/opentelemetry.ts';
import type { Tracing } from '#server/telemetry/tracing.ts';
import { createPhoto, joinAsGuest, type Person, photoRequest, upload } from '#tests/support/api.ts';
import { picture } from '#tests/support/pictures.ts';
import { type ObservedServer, startObservedServer } from '#tests/support/telemetry.ts';

interface Value {
  stringValue?: string;
  intValue?: number | string;
}

/** As OTLP writes it. */
interface SentSpan {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Value }[];
  links?: { traceId: string; spanId: string }[];
  status: { code: number };
}

interface ExportRequest {
  resourceSpans: { resource: { attributes: SentSpan['attributes'] }; scopeSpans: { spans: SentSpan[] }[] }[];
}

/** What the collector has received. */
const received: ExportRequest[] = [];
let texts = '';
const lines: Record<string, unknown>[] = [];
let collector: Server;
let server: ObservedServer;
let tracing: Tracing;
let guest: Person;
let log: Logger;

const FOREIGN = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

const attribute = (span: { attributes: SentSpan['attributes'] }, name: string) => {
  const value = span.attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? (value?.intValue === undefined ? undefined : Number(value.intValue));
};
const spans = () =>
  received.flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));

beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      texts += text;
      if (request.url === '/v1/traces') received.push(JSON.parse(text) as ExportRequest);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  log = openLog(
    'info',
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
        done();
      },
    }),
  );
  tracing = openTracing({ endpoint, serviceName: 'photos', share: 1 }, { version: '1.2.3', role: 'all' }, log);
  server = await startObservedServer(log, { tracing }, (deps) => ({
    async 'derive-photo'(payload, signal) {
      expect(Object.keys(payload)).toEqual(['photoId']);
      log.info('deriving');
      await audit(deps.db, { action: 'server.job_failed', subjectType: 'job', subjectId: 'of the test' });
      await photoJobs(deps)['derive-photo'](payload, signal);
    },
    async 'send-mail'({ mailId }) {
      // It adds a job itself.
      if (mailId === 'first') await jobs.add(deps.db, 'send-mail', { mailId: 'second' });
      else throw new Error('the second fails');
    },
  }));
  guest = await joinAsGuest(server.origin, server.joinCode, 'Ana Secretname');
}, 60_000);
afterAll(async () => {
  await new Promise((resolve) => collector.close(resolve));
});

test('a delivery is one trace, from the request over its SQL to the job and its SQL, with one request id', async () => {
  const shot = await picture();
  const fact = photoRequest(shot, await upload(guest, shot.bytes, server.eventId));
  const committed = await createPhoto(guest, server.eventId, fact, {
    traceparent: `00-${FOREIGN.traceId}-${FOREIGN.spanId}-01`,
    'x-request-id': 'forged',
  });
  expect(committed.status).toBe(201);
  const requestId = committed.headers.get('x-request-id')!;
  const photo = () => guest.call<{ state: string }>('GET', `/api/v1/event/${server.eventId}/photos/${fact.id}`);
  await expect.poll(async () => (await photo()).body.state).toBe('ready');

  await jobs.add(server.deps.db, 'send-mail', { mailId: 'first' });
  await expect.poll(() => lines.filter(({ task }) => task === 'send-mail').length).toBeGreaterThan(0);
  const { rows } = await server.deps.db.execute<{ request_id: string }>(
    sql`select request_id from audit_log where subject_id in (${fact.id}, 'of the test')`,
  );
  await server.close();
  await tracing.close();

  const request = spans().find((span) => attribute(span, 'request.id') === requestId && span.name === 'createPhoto')!;
  expect(request).toMatchObject({ kind: 2, links: [FOREIGN] });
  // Strangers decide neither the trace nor the id of the request.
  expect(request.parentSpanId ?? '').toBe('');
  expect(request.traceId).not.toBe(FOREIGN.traceId);
  expect([attribute(request, 'http.response.status_code'), attribute(request, 'http.route')]).toEqual([201, '/api/v1/event/:id/photos']);

  const trace = spans().filter(({ traceId }) => traceId === request.traceId);
  const childrenOf = (span: SentSpan) => trace.filter(({ parentSpanId }) => parentSpanId === span.spanId);
  const queries = childrenOf(request).filter(({ kind }) => kind === 3);
  expect(queries.length).toBeGreaterThanOrEqual(3);
  expect(queries.map((query) => attribute(query, 'db.query.text')).join('\n')).toContain('graphile_worker.add_job');
  const [job, ...others] = childrenOf(request).filter(({ kind }) => kind === 5);
  expect([job?.name, others]).toEqual(['derive-photo', []]);
  expect([attribute(job!, 'request.id'), attribute(job!, 'job.attempt')]).toEqual([requestId, 1]);
  expect(
    childrenOf(job!)
      .map((query) => attribute(query, 'db.query.text'))
      .join('\n'),
  ).toMatch(/update "photos"/);

  // The id in the answer is the one in the log of the request, of its job, and in the audit log.
  expect(lines.find(({ msg, reqId }) => msg === 'request completed' && reqId === requestId)).toBeDefined();
  expect(lines.find(({ msg }) => msg === 'deriving')).toMatchObject({ reqId: requestId, task: 'derive-photo', trace_id: request.traceId });
  expect(rows).toEqual([{ request_id: requestId }, { request_id: requestId }]);

  const resource = received[0]!.resourceSpans[0]!.resource;
  expect([attribute(resource, 'service.name'), attribute(resource, 'service.version')]).toEqual(['photos', '1.2.3']);
});

test('a job that a job added belongs to the same trace, and its failure is logged and marked', () => {
  const runs = spans().filter(({ name }) => name === 'send-mail');
  const first = runs.find(({ parentSpanId }) => !parentSpanId);
  const second = runs.find(({ parentSpanId }) => parentSpanId);
  expect(second!.traceId).toBe(first!.traceId);
  expect(second!.parentSpanId).toBe(first!.spanId);
  expect([first!.status.code, second!.status.code, attribute(second!, 'error.type')]).toEqual([0, 2, 'failed']);
});

test('no value, secret or name is in a trace', () => {
  expect(spans().length).toBeGreaterThan(20);
  for (const secret of [guest.token, server.joinCode, 'Secretname', 'postgres://', '127.0.0.1']) expect(texts).not.toContain(secret);
  expect(
    spans()
      .map((query) => attribute(query, 'db.query.text') ?? '')
      .filter((text) => text.toString().includes("'")),
  ).toEqual([]);
});

test('a request that is not in the traced share is not traced, nor is its job; its id is in the log all the same', async () => {
  const { port } = collector.address() as AddressInfo;
  const none = openTracing({ endpoint: `http://127.0.0.1:${port}`, serviceName: 'photos', share: 0 }, { version: '1', role: 'all' }, log);
  const before = received.length;
  lines.length = 0;
  const other = await startObservedServer(log, { tracing: none }, () => ({ 'derive-photo': async () => log.info('deriving') }));
  const person = await joinAsGuest(other.origin, other.joinCode, 'Bea');
  const shot = await picture();
  const committed = await createPhoto(person, other.eventId, photoRequest(shot, await upload(person, shot.bytes, other.eventId)));
  await expect.poll(() => lines.find(({ msg }) => msg === 'deriving')).toBeDefined();
  await other.close();
  await none.close();
  expect(received.length).toBe(before);
  const line = lines.find(({ msg }) => msg === 'deriving')!;
  expect([line.reqId, line.trace_id]).toEqual([committed.headers.get('x-request-id'), undefined]);
});
