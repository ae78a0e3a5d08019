// The bad network: stands between browser and server, forwards each request byte by byte, and does to chosen ones what venues do to them.
import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from './processes.ts';

export type Fault =
  /** The line dies after so many bytes of the request's body have gone through. */
  | { kind: 'cut'; afterBytes: number }
  /** The answer ends after so many bytes of its body, as if the server had closed the connection. */
  | { kind: 'cut-answer'; afterBytes: number }
  /** The server gets the request and answers; the answer never arrives and the line dies. */
  | { kind: 'lose-answer' }
  /** The server gets the request and answers; the answer is held back until `release()`, which never has to come. */
  | { kind: 'hold-answer' }
  /** The request is held until `release()`: the server hears of it then, whether or not its page is still there. */
  | { kind: 'hold-request' }
  /** A captive portal answers everything with its own page. */
  | { kind: 'portal' }
  /** The line dies before the server hears anything. */
  | { kind: 'refuse' }
  /** The server is not asked; this is answered. */
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string }
  /** A proxy that takes no larger bodies, and says so with a page of its own. */
  | { kind: 'limit'; bytes: number }
  /** Each request is held so long before it goes on. */
  | { kind: 'delay'; ms: number }
  /** Bodies travel no faster than this, both ways. */
  | { kind: 'slow'; bytesPerSecond: number };

export interface ProxiedRequest {
  method: string;
  path: string;
  /** Headers as the client sent them. */
  headers: IncomingMessage['headers'];
  /** The server's status, null while there is none. */
  status: number | null;
  /** Which fault met it, null when it passed unharmed. */
  fault: Fault['kind'] | null;
  /** Bytes of its body that went over the line so far. */
  sent: number;
}

/** A bad line that all requests share. */
export interface SharedLine {
  /** Each way. */
  bytesPerSecond: number;
  /** The share of requests whose connection is cut, anywhere in their bodies or before their answers. */
  cutShare: number;
  /** Which requests these are, and where they are cut. */
  random: () => number;
}

interface Rule {
  matches: (method: string, path: string) => boolean;
  fault: Fault;
  left: number;
}

/** Requests take turns on a shared line by so much. */
const LINE_PART_BYTES = 8 * 1024;

const portalPage =
  '<!doctype html><html><head><title>Venue Wi-Fi</title></head><body><h1>Welcome! Accept the terms to go on.</h1></body></html>';

const limitPage = '<html><head><title>413 Request Entity Too Large</title></head><body>nginx</body></html>';

/** As the product's server: with less, a connection that a client used again was closed at that moment. */
const SERVERS_KEEP_ALIVE_MS = 72_000;

export class FaultProxy {
  readonly requests: ProxiedRequest[] = [];
  readonly #target: string;
  readonly #sockets = new Set<Socket>();
  readonly #held: (() => void)[] = [];
  #rules: Rule[] = [];
  #line: SharedLine | null = null;
  /** When the bytes that are on the line will have passed, by direction. */
  readonly #busyUntil = { up: 0, down: 0 };
  #server: Server;
  #port = 0;

  private constructor(target: string) {
    this.#target = target;
    this.#server = this.#makeServer();
  }

  static async start(target: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await proxy.#listen(0);
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** From now on the next `times` requests that match meet the fault. The latest rule that matches wins. Returns what takes it back. */
  addFault(method: string, path: RegExp, fault: Fault, times = Number.POSITIVE_INFINITY): () => void {
    const rule: Rule = { matches: (m, p) => (method === '*' || m === method) && path.test(p), fault, left: times };
    this.#rules.unshift(rule);
    return () => {
      this.#rules = this.#rules.filter((other) => other !== rule);
    };
  }

  /** Every request meets this, until `heal()`. */
  failEverything(fault: Fault): () => void {
    return this.addFault('*', /.*/, fault);
  }

  /** All requests share this line from now on, except streams and those that meet a fault. Null: none does. */
  shareLine(line: SharedLine | null): void {
    this.#line = line;
  }

  /** No rule any more; what was held goes on its way. */
  clearFaults(): void {
    this.#rules = [];
    this.release();
  }

  /** Lets held requests and answers go. */
  release(): void {
    for (const go of this.#held.splice(0)) go();
  }

  /** The server's machine is not there at all: nothing listens, every open line dies. */
  async unplug(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async plugIn(): Promise<void> {
    this.#server = this.#makeServer();
    await this.#listen(this.#port);
  }

  async close(): Promise<void> {
    this.release();
    if (this.#server.listening) await this.unplug();
  }

  count(method: string, path: RegExp): number {
    return this.requests.filter((one) => one.method === method && path.test(one.path)).length;
  }

  /** Waits for the first request that matches and was answered by the server (also when the answer was lost behind it). */
  async answered(method: string, path: RegExp, ms = 20_000): Promise<ProxiedRequest> {
    const find = () => this.requests.find((one) => one.method === method && path.test(one.path) && one.status !== null);
    await waitUntil(
      () => find() !== undefined,
      ms,
      () =>
        `no ${method} ${path} was answered; seen: ${this.requests.map((one) => `${one.method} ${one.path} ${one.status} ${one.fault ?? ''}`).join('\n')}`,
    );
    return find()!;
  }

  #makeServer(): Server {
    const server = createServer({ keepAliveTimeout: SERVERS_KEEP_ALIVE_MS, requestTimeout: 0 }, (request, response) => {
      const { socket } = request;
      this.#handle(request, response, socket).catch(() => socket.destroy());
    });
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    return server;
  }

  #listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', () => {
        this.#port = (this.#server.address() as AddressInfo).port;
        resolve();
      });
    });
  }

  #takeRule(method: string, path: string, bytes: number): Fault | null {
    const fits = ({ fault }: Rule) => fault.kind === 'limit' && bytes <= fault.bytes;
    const rule = this.#rules.find((one) => one.left > 0 && one.matches(method, path) && !fits(one));
    if (!rule) return null;
    rule.left -= 1;
    return rule.fault;
  }

  async #handle(request: IncomingMessage, response: ServerResponse, line: Socket): Promise<void> {
    const method = request.method ?? 'GET';
    const path = request.url ?? '/';
    const length = Number(request.headers['content-length'] ?? 0);
    const fault = this.#takeRule(method, path, length) ?? this.#cutOfLine(path, length);
    const passed: ProxiedRequest = { method, path, headers: request.headers, status: null, fault: fault?.kind ?? null, sent: 0 };
    this.requests.push(passed);
    if (fault?.kind === 'refuse') return void line.destroy();
    if (fault?.kind === 'portal') return this.#answer(request, response, 200, { 'content-type': 'text/html; charset=utf-8' }, portalPage);
    if (fault?.kind === 'answer') return this.#answer(request, response, fault.status, fault.headers ?? {}, fault.body ?? '');
    if (fault?.kind === 'limit') return this.#answer(request, response, 413, { 'content-type': 'text/html' }, limitPage);
    if (fault?.kind === 'delay') await pause(fault.ms);
    if (fault?.kind === 'hold-request') await new Promise<void>((resolve) => this.#held.push(resolve));
    const upstream = forward(new URL(path, this.#target), { method, headers: request.headers, agent: false });
    upstream.on('error', () => line.destroy());
    request.on('error', () => upstream.destroy());
    response.on('close', () => {
      if (!response.writableFinished) upstream.destroy();
    });
    upstream.on('response', (answer) => {
      passed.status = answer.statusCode ?? null;
      this.#pass(answer, response, line, fault).catch(() => line.destroy());
    });
    await this.#sendBody(request, upstream, line, fault, passed);
  }

  /** The line dies within this request, or it passes. */
  #cutOfLine(path: string, length: number): Fault | null {
    if (!this.#line || path.endsWith('/stream') || this.#line.random() >= this.#line.cutShare) return null;
    const share = this.#line.random();
    if (length > 0) return { kind: 'cut', afterBytes: Math.floor(share * length) };
    return share < 0.5 ? { kind: 'refuse' } : { kind: 'lose-answer' };
  }

  /** A body, as it comes over the line that all share. */
  async *#overLine(body: IncomingMessage, direction: 'up' | 'down'): AsyncGenerator<Buffer> {
    for await (const chunk of body as AsyncIterable<Buffer>)
      for (let from = 0, part = chunk; from < chunk.length; from += part.length) {
        part = this.#line ? chunk.subarray(from, from + LINE_PART_BYTES) : chunk.subarray(from);
        if (this.#line) {
          const now = performance.now();
          this.#busyUntil[direction] = Math.max(now, this.#busyUntil[direction]) + (part.length / this.#line.bytesPerSecond) * 1000;
          await pause(this.#busyUntil[direction] - now);
        }
        // What was not sent when the client ended the request never goes over the line.
        if (body.destroyed && !body.complete) return;
        yield part;
      }
  }

  async #sendBody(
    request: IncomingMessage,
    upstream: ReturnType<typeof forward>,
    line: Socket,
    fault: Fault | null,
    passed: ProxiedRequest,
  ): Promise<void> {
    let sent = 0;
    for await (const chunk of this.#overLine(request, 'up')) {
      passed.sent += chunk.length;
      if (fault?.kind === 'cut' && sent + chunk.length > fault.afterBytes) {
        // What came before the cut does reach the server, as it would on a real line.
        upstream.write(chunk.subarray(0, fault.afterBytes - sent), () => upstream.destroy());
        line.destroy();
        return;
      }
      sent += chunk.length;
      if (fault?.kind === 'slow') await pause((chunk.length / fault.bytesPerSecond) * 1000);
      upstream.write(chunk);
    }
    upstream.end();
  }

  async #pass(answer: IncomingMessage, response: ServerResponse, line: Socket, fault: Fault | null): Promise<void> {
    if (fault?.kind === 'lose-answer' || fault?.kind === 'hold-answer') {
      const chunks: Buffer[] = [];
      for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
      if (fault.kind === 'lose-answer') return void line.destroy();
      await new Promise<void>((resolve) => this.#held.push(resolve));
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.end(Buffer.concat(chunks));
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.flushHeaders();
    if (fault?.kind === 'cut-answer') return this.#cutAnswer(answer, response, line, fault.afterBytes);
    for await (const chunk of this.#overLine(answer, 'down')) {
      if (fault?.kind === 'slow') await pause((chunk.length / fault.bytesPerSecond) * 1000);
      response.write(chunk);
    }
    response.end();
  }

  async #cutAnswer(answer: IncomingMessage, response: ServerResponse, line: Socket, afterBytes: number): Promise<void> {
    let left = afterBytes;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      response.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) break;
    }
    line.end();
  }

  #answer(request: IncomingMessage, response: ServerResponse, status: number, headers: Record<string, string>, body: string): void {
    request.resume();
    request.on('end', () => {
      response.writeHead(status, headers);
      response.end(body);
    });
  }
}
