// Traces by OpenTelemetry, sent to a collector by OTLP over HTTP. Nothing is registered globally and no module is patched: the server starts its spans
// itself, and names their parents.
import { diag, DiagLogLevel, ROOT_CONTEXT, type Span, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TraceSettings } from '#server/telemetry/settings.ts';
import type { SpanOptions, TraceSpan, Tracing } from '#server/telemetry/tracing.ts';
import { withTimeout } from '#server/with-timeout.ts';

const CLOSE_MS = 3_000;
/** An unreachable collector is logged once per interval. */
const LOG_INTERVAL_MS = 60_000;

const kinds = { request: SpanKind.SERVER, query: SpanKind.CLIENT, job: SpanKind.CONSUMER } as const;

export function openTracing(
  { endpoint, serviceName, share }: TraceSettings,
  { version, role }: { version: string; role: string },
  log: Pick<Logger, 'warn'>,
): Tracing {
  reportFailures(log);
  const about = resourceFromAttributes({ 'service.name': serviceName, 'service.version': version, 'service.role': role });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(about),
    // The exporter itself reads the other variables of the standard, such as OTEL_EXPORTER_OTLP_HEADERS.
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) })],
  });
  const tracer = provider.getTracer('ai-image-suite', version);
  const own = new WeakMap<TraceSpan, Span>();

  function start({ kind, name, values, parent, link }: SpanOptions): TraceSpan {
    const above = typeof parent === 'string' ? parse(parent) : parent && own.get(parent)?.spanContext();
    const context = above ? trace.setSpanContext(ROOT_CONTEXT, above) : ROOT_CONTEXT;
    const linked = link === undefined ? null : parse(link);
    const span = tracer.startSpan(
      name,
      { kind: kinds[kind], attributes: values, root: !above, ...(linked && { links: [{ context: linked }] }) },
      context,
    );
    const started = wrap(span);
    own.set(started, span);
    return started;
  }

  return {
    isNextRecorded: () => Math.random() < share,
    start,
    async close() {
      await withTimeout(CLOSE_MS, provider.shutdown()).catch((error: unknown) =>
        log.warn({ err: error }, 'the last traces could not be sent'),
      );
      diag.disable();
    },
  };
}

function wrap(span: Span): TraceSpan {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    isRecording: () => span.isRecording(),
    end(values = {}, failure = null) {
      if (!span.isRecording()) return;
      span.setAttributes(values);
      if (failure !== null) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

function parse(traceparent: string): SpanContext | null {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

/** The library reports failures of the export only here. */
function reportFailures(log: Pick<Logger, 'warn'>): void {
  let lastAt = -Infinity;
  const report = (reason: string) => {
    if (performance.now() - lastAt < LOG_INTERVAL_MS) return;
    lastAt = performance.now();
    log.warn({ reason: reason.slice(0, 300) }, 'traces could not be sent');
  };
  const ignore = () => undefined;
  diag.setLogger({ error: report, warn: report, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
}
