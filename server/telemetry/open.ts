// Opens metrics and traces. Loads their packages only if they are configured.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { packageRoot } from '#server/package-root.ts';

export async function openTelemetry(
  config: Pick<Config, 'metrics' | 'traces' | 'role'>,
  log: Logger,
): Promise<Pick<Deps, 'metrics' | 'tracing'>> {
  if (config.metrics === null && config.traces === null) return { metrics: null, tracing: null };
  const { version } = JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  const about = { version, role: config.role };
  return {
    metrics: config.metrics && (await import('#server/telemetry/prometheus.ts')).openMetrics(about, log),
    tracing: config.traces && (await import('#server/telemetry/opentelemetry.ts')).openTracing(config.traces, about, log),
  };
}
