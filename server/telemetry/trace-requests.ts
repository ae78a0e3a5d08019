import type { FastifyInstance, FastifyRequest } from 'fastify';
import { redactedPath } from '#server/http/redacted-url.ts';
import { type TraceSpan, type Tracing, UNTRACED } from '#server/telemetry/tracing.ts';
import type { Cause } from '#server/telemetry/work-context.ts';

const spans = new WeakMap<FastifyRequest, TraceSpan>();

/** What the work for this request is logged and traced with. */
export const causeOf = (request: FastifyRequest): Cause => ({ requestId: request.id, job: null, span: spans.get(request) ?? null });

/** Version, trace id, span id and flags of W3C Trace Context. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * A span per request. Event streams have none, because they last for hours.
 * A foreign `traceparent` becomes a link: strangers can send one, and proxies pass theirs on, so it decides neither the id of a trace nor whether it is
 * recorded.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing, streams: ReadonlySet<string>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { operation } = request.routeOptions.config;
    if (operation !== undefined && streams.has(operation)) return done();
    if (!tracing.isNextRecorded()) {
      spans.set(request, UNTRACED);
      return done();
    }
    const { method, headers, routeOptions } = request;
    const route = routeOptions.url;
    const foreign = headers.traceparent;
    const span = tracing.start({
      kind: 'request',
      name: operation ?? (route === undefined ? method : `${method} ${route}`),
      values: {
        'http.request.method': method,
        'url.path': redactedPath(request),
        ...(route !== undefined && { 'http.route': route }),
        'request.id': request.id,
      },
      ...(typeof foreign === 'string' && TRACEPARENT.test(foreign) && { link: foreign }),
    });
    spans.set(request, span);
    const { raw } = reply;
    raw.once('close', () => {
      const { statusCode } = raw;
      const failure = raw.writableFinished ? (statusCode >= 500 ? String(statusCode) : null) : 'aborted';
      span.end({ 'http.response.status_code': statusCode }, failure);
    });
    done();
  });
}
