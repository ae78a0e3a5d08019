// A plain balancer in front of several servers: requests in turn to those that are ready. It repeats nothing that a server may have begun.
import { Agent, createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RoundRobinProxy {
  readonly url: string;
  /** Requests by the server that answered them. */
  readonly answered: ReadonlyMap<string, number>;
  /** Servers that `/readyz` said are ready when they were last asked. */
  ready(): string[];
  /** From now on requests go to these. */
  setServers(urls: readonly string[]): void;
  close(): Promise<void>;
}

const CHECK_EVERY_MS = 250;
const CHECK_WITHIN_MS = 2000;

/** @param urls of the servers */
export async function startRoundRobinProxy(urls: readonly string[], port = 0): Promise<RoundRobinProxy> {
  const agent = new Agent({ keepAlive: true });
  let servers = [...urls];
  let readyServers: string[] = [];
  let turn = 0;
  const answered = new Map<string, number>();

  const isReady = async (url: string) => {
    try {
      return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(CHECK_WITHIN_MS) })).ok;
    } catch {
      // It does not answer: it is away.
      return false;
    }
  };
  const check = async () => {
    const asked = servers;
    const answers = await Promise.all(asked.map(isReady));
    if (asked === servers) readyServers = asked.filter((_, at) => answers[at]);
  };
  let next: NodeJS.Timeout | undefined;
  let isClosed = false;
  const checkAgain = () => void check().finally(() => !isClosed && (next = setTimeout(checkAgain, CHECK_EVERY_MS)));
  await check();
  checkAgain();

  const badGateway = (response: ServerResponse) => {
    if (response.headersSent) return void response.destroy();
    response.writeHead(502, { 'content-type': 'text/html' });
    response.end('<html><body>502 Bad Gateway</body></html>');
  };

  /** @param tried servers that did not take the connection */
  function pass(request: IncomingMessage, response: ServerResponse, tried: readonly string[]): void {
    const left = readyServers.filter((url) => !tried.includes(url));
    const url = left[turn++ % Math.max(1, left.length)];
    if (url === undefined) return badGateway(response);
    const { hostname, port: to } = new URL(url);
    const headers = {
      ...request.headers,
      'x-forwarded-for': request.socket.remoteAddress ?? '',
      'x-forwarded-host': request.headers.host ?? '',
      'x-forwarded-proto': 'http',
    };
    const passed = forward({ agent, hostname, port: to, method: request.method, path: request.url, headers });
    passed.on('error', (error: NodeJS.ErrnoException) => {
      readyServers = readyServers.filter((other) => other !== url);
      // Nothing was sent yet, so that another server can have it.
      if (error.code === 'ECONNREFUSED' && !request.readableDidRead) return pass(request, response, [...tried, url]);
      badGateway(response);
    });
    passed.on('response', (answer) => {
      answered.set(url, (answered.get(url) ?? 0) + 1);
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
      answer.on('aborted', () => response.destroy());
    });
    response.on('close', () => passed.destroy());
    passed.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => request.pipe(passed));
      else request.pipe(passed);
    });
  }

  const server = createServer((request, response) => pass(request, response, []));
  server.requestTimeout = 0;
  server.keepAliveTimeout = 72_000;
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered,
    ready: () => readyServers,
    setServers(changed) {
      servers = [...changed];
      readyServers = readyServers.filter((url) => servers.includes(url));
      void check();
    },
    async close() {
      isClosed = true;
      clearTimeout(next);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
