// URLs for the request log and the audit log, with secrets removed.
import type { FastifyRequest, FastifyServerOptions } from 'fastify';

const MAX_LENGTH = 200;
const HIDDEN = '…';

/** Names of secret path parameters in the contract and in the web app's routes. */
export const SECRET_PARAMETERS: ReadonlySet<string> = new Set(['token', 'code', 'signature']);

/** Path segments before a secret, for paths without a server route: pages of the web app, and mistyped calls. */
const BEFORE_SECRETS = new Set([
  'join',
  'shared',
  'shared-images',
  'links',
  'invite',
  'invitations',
  'reset-password',
  'verify-email',
  'change-email',
  'data-exports',
  'data-export',
]);

/** Words of routes, versions, numbers, ids and names of files. Anything else in a path that no route answers may be a secret at a wrong place. */
const PLAIN_SEGMENT =
  /^(?:[a-z]{1,20}(?:[-_][a-z]{1,20}){0,3}|v?\d{1,4}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]{1,60}(?:\.[\w-]{1,20})?\.[a-z][a-z0-9]{1,10})$/;

type Request = Pick<FastifyRequest, 'url'> & { params?: unknown; routeOptions?: { url?: string | undefined } };

/** The path only: queries contain search terms and return targets. */
export function redactedPath({ url, params, routeOptions }: Request): string {
  const route = routeOptions?.url;
  const told = route === undefined || route.includes('*') ? unknownPath(url) : pathOfRoute(route, params);
  return told.length > MAX_LENGTH ? `${told.slice(0, MAX_LENGTH - 1)}${HIDDEN}` : told;
}

/** @param route as fastify writes it: `/event/join/:code` */
function pathOfRoute(route: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>;
  return route.replaceAll(/:(\w+)/g, (_all, name: string) => {
    const value = values[name];
    // A secret may have been sent in the place of an id.
    const isPlain = !SECRET_PARAMETERS.has(name) && typeof value === 'string' && PLAIN_SEGMENT.test(value);
    return isPlain ? value : HIDDEN;
  });
}

/** Up to the first segment that may be a secret. */
function unknownPath(url: string): string {
  const [path = ''] = url.split(/[?#]/);
  const segments = path.split('/');
  const first = segments.findIndex(
    (segment, index) => segment !== '' && (BEFORE_SECRETS.has(segments[index - 1] ?? '') || !PLAIN_SEGMENT.test(segment)),
  );
  return first < 0 ? path : [...segments.slice(0, first), HIDDEN].join('/');
}

const SECRET_LINK = new RegExp(`/(${[...BEFORE_SECRETS].join('|')})/[^\\s/"'<>]+`, 'gi');

/** A text that others wrote, which may quote links of ours. */
export const redactLinks = (text: string): string => text.replace(SECRET_LINK, `/$1/${HIDDEN}`);

/** For the log: as fastify's own, but for the address. */
export function requestForLog(request: FastifyRequest): object {
  const { method, host, ip, socket } = request;
  return { method, url: redactedPath(request), host, remoteAddress: ip, remotePort: socket?.remotePort };
}

type MakeLog = NonNullable<FastifyServerOptions['childLoggerFactory']>;

/** As the compression reports a client that disconnects or stops a download. */
const isClientDisconnect = (told: unknown): boolean => told instanceof Error && /^premature close$/i.test(told.message);

const requestLogs = new WeakSet<object>();

/** Whether this is the log of one request, which names it in each line. */
export const isRequestLog = (log: object): boolean => requestLogs.has(log);

/** What load balancers and phones ask for every moment. Neither information in the log nor requests in the metrics. */
const PROBES: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz']);

/** @param url with or without a query */
export const isProbe = (url: string | undefined): boolean => PROBES.has(url?.split('?')[0]);

/** The log of one request. Fastify logs a disconnecting client as information; its compression logs the same as an error, which it is not. */
export const requestLog: MakeLog = (parent, bindings, options, { url }) => {
  const log = parent.child(bindings, options);
  requestLogs.add(log);
  if (isProbe(url)) log.info = log.debug.bind(log);
  const tellError: (...told: unknown[]) => void = log.error.bind(log);
  log.error = (...told: unknown[]) => {
    if (isClientDisconnect(told[0])) log.info('stream closed prematurely');
    else tellError(...told);
  };
  return log;
};
