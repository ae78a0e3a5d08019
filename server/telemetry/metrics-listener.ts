// The port for metrics and probes: apart from the public one, so that no visitor reaches it, and present in processes without requests too.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Logger } from 'pino';
import type { Metrics } from '#server/telemetry/metrics.ts';
import type { MetricsSettings } from '#server/telemetry/settings.ts';

export interface Probe {
  status: number;
  /** As JSON. */
  body: unknown;
}

export interface MetricsListener {
  port: number;
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 64;

/** @param isReady answers `/readyz` */
export async function listenForMetrics(
  { port, host }: MetricsSettings,
  metrics: Metrics,
  isReady: () => Promise<Probe>,
  log: Pick<Logger, 'error'>,
): Promise<MetricsListener> {
  const json = ({ status, body }: Probe) => ({ status, type: 'application/json; charset=utf-8', text: JSON.stringify(body) });
  const answers = new Map<string, () => Promise<{ status: number; type: string; text: string }>>([
    ['/metrics', async () => ({ status: 200, type: metrics.contentType, text: await metrics.scrape() })],
    ['/healthz', async () => json({ status: 200, body: { status: 'ok' } })],
    ['/readyz', async () => json(await isReady())],
  ]);
  const server = createServer((request, response) => {
    const answer = answers.get((request.url ?? '').split('?')[0] ?? '');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!answer || !isRead) {
      response.writeHead(answer ? 405 : 404).end();
      return;
    }
    answer().then(
      ({ status, type, text }) => response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be read');
        response.writeHead(500).end();
      },
    );
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
