// Settings of metrics and traces, read from environment variables. config.ts reports invalid ones.

export interface MetricsSettings {
  port: number;
  host: string;
}

export interface TraceSettings {
  /** Of the collector, without a trailing slash and without the path of traces. */
  endpoint: string;
  serviceName: string;
  /** Of requests and planned jobs that are traced, 0 to 1. */
  share: number;
}

type TelemetryVariable = 'METRICS_PORT' | 'METRICS_HOST' | 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_SERVICE_NAME' | 'OTEL_TRACES_SAMPLER_ARG';

type Read = (name: TelemetryVariable) => string | null;
type Wrong = (name: TelemetryVariable, why: string) => Error;

/** Null: none are served. */
export function readMetricsSettings(read: Read, wrong: Wrong): MetricsSettings | null {
  const port = read('METRICS_PORT');
  if (port === null) return null;
  if (!/^\d+$/.test(port) || Number(port) > 65_535) throw wrong('METRICS_PORT', `"${port}" is not a whole number from 0 to 65535`);
  return { port: Number(port), host: read('METRICS_HOST') ?? '127.0.0.1' };
}

/** Null: nothing is traced. */
export function readTraceSettings(read: Read, wrong: Wrong): TraceSettings | null {
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === null) return null;
  // The value is not repeated in the error: it may contain a password.
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
    throw wrong('OTEL_EXPORTER_OTLP_ENDPOINT', 'it is not an address such as http://localhost:4318');
  const share = Number(read('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (!(share >= 0 && share <= 1))
    throw wrong('OTEL_TRACES_SAMPLER_ARG', `"${read('OTEL_TRACES_SAMPLER_ARG')}" is not a number from 0 to 1`);
  return { endpoint: endpoint.replace(/\/+$/, ''), serviceName: read('OTEL_SERVICE_NAME') ?? 'ai-image-suite', share };
}
