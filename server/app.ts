// The one builder of the HTTP application: main.ts uses it, and so do tests.
import path from 'node:path';
import { callbackify } from 'node:util';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OperationId } from '#openapi/operations.ts';
import { authenticator } from '#server/accounts/authenticate.ts';
import { accountOperations } from '#server/accounts/operations.ts';
import { createEmailOwnershipProver } from '#server/accounts/operations/email.ts';
import { passkeyCeremonies } from '#server/accounts/passkeys.ts';
import { createReauthentication } from '#server/accounts/passwords.ts';
import { toViewer } from '#server/accounts/presenter.ts';
import { findPersonOfSession } from '#server/accounts/sessions-repository.ts';
import { hintsAtSession, newDeviceNotifier, openAccessTokens, openSessions, openTrustedDevices } from '#server/accounts/sessions.ts';
import { openTwoFactorSecrets, secondFactorsOf } from '#server/accounts/two-factor.ts';
import { createAuditAggregator } from '#server/audit/aggregation.ts';
import type { AuditEntry } from '#server/audit/audit.ts';
import { billingOperations } from '#server/billing/operations.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { recordBrandingChange } from '#server/events/changes-repository.ts';
import { eventOperations } from '#server/events/operations.ts';
import { generationServicesOf } from '#server/generation/catalog.ts';
import { generationOperations } from '#server/generation/operations.ts';
import { bindContract, tolerateEmptyJson } from '#server/http/bind.ts';
import { acceptSeveralPerTurn, closeIdleConnectionsOnStop, enforceBodyTimeouts, isDraining } from '#server/http/connections.ts';
import { loadContract, type OperationContract } from '#server/http/contract.ts';
import { answerErrors, sendProblem, toProblem } from '#server/http/errors.ts';
import { addressKey, rememberAddresses } from '#server/http/network-address.ts';
import type { Handlers } from '#server/http/operation.ts';
import { isWrite, ownOrigin, requireTrustedOrigin } from '#server/http/origin.ts';
import type { Problem } from '#server/http/problem.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { redactedPath, requestForLog, requestLog } from '#server/http/redacted-url.ts';
import { allowWebOrigins, secureHeaders } from '#server/http/security.ts';
import { closeStreams } from '#server/http/sse.ts';
import {
  filledPage,
  mayHavePasskeys,
  namedPage,
  pageWithPicture,
  previewedPage,
  readPages,
  serveApp,
  serveDocs,
  showsPhotos,
} from '#server/http/static.ts';
import { imageOperations } from '#server/images/operations.ts';
import { tokenScopeRefusal } from '#server/integrations/authenticate.ts';
import { integrationOperations } from '#server/integrations/operations.ts';
import { derivativesOf } from '#server/media/derivatives.ts';
import { notificationOperations } from '#server/notifications/operations.ts';
import { refreshViewer } from '#server/organizations/access.ts';
import { organizationOperations } from '#server/organizations/operations.ts';
import { ownDataOperations } from '#server/own-data/operations.ts';
import { withdrawOwnRequests } from '#server/own-data/operations/data-requests.ts';
import { packageRoot } from '#server/package-root.ts';
import { createFirstRow } from '#server/photos/first-row.ts';
import { photoOperations } from '#server/photos/operations.ts';
import { createPhotoFiles, photoSourceOf } from '#server/photos/operations/files.ts';
import { createPictureAccessCache } from '#server/photos/picture-access-cache.ts';
import { createPictureCache } from '#server/photos/picture-cache.ts';
import { createWatermarkedCopies } from '#server/photos/watermarked-copies.ts';
import { platformOperations } from '#server/platform/operations.ts';
import { effectiveLimits, maintenanceRefusal, uploadBounds } from '#server/settings/policy.ts';
import { openLiveSettings } from '#server/settings/repository.ts';
import { openLinkReader } from '#server/sharing/download-reader.ts';
import { createLinkPreviews } from '#server/sharing/link-preview.ts';
import { sharingOperations } from '#server/sharing/operations.ts';
import { openLinkAccess } from '#server/sharing/operations/authorize.ts';
import { supportOperations } from '#server/support/operations.ts';
import { causeOf, traceRequests } from '#server/telemetry/trace-requests.ts';
import { inLane, type PoolLane } from '#server/telemetry/work-context.ts';
import { uuid7 } from '#server/uuid.ts';

/** Longer than any honest request is silent: the slowest waits for a picture to be decoded. */
const SILENT_MS = 5 * 60_000;

/** Pictures that are authorized, and answered, from memory. */
const CACHED_PICTURES = new Set<OperationId>(['getPhotoThumb', 'getPhotoPreview']);
/** What galleries ask for in great number. */
const PICTURES = new Set<OperationId>([...CACHED_PICTURES, 'getSharedThumb', 'getSharedPreview', 'getJoinCover', 'getEventCover']);
/** Authorized from memory. */
const FROM_CACHE = new Set<OperationId>([...CACHED_PICTURES, 'listPhotos']);
const STREAMS: ReadonlySet<string> = new Set<OperationId>([
  'streamAccount',
  'streamEvent',
  'streamGenerations',
  'streamGalleryLink',
  'streamLogs',
  'streamScreen',
]);
/** Frequent writes that do not change rights. Any other write clears the cached rights. */
const CHANGES_NO_RIGHTS = new Set<OperationId>([
  'createUpload',
  'appendUpload',
  'cancelUpload',
  'createPhoto',
  'findKnownPhotos',
  'checkDelivered',
  'checkPrompt',
  'previewPrompt',
  'likePhoto',
  'unlikePhoto',
  'joinAsGuest',
  'resumeGuest',
  'login',
  'refreshSession',
  'markNoticesRead',
  'unlockGalleryLink',
  'nameLinkVisitor',
  'pickPhoto',
  'unpickPhoto',
  'submitPicks',
  'withdrawPicks',
  'openScreen',
  'estimateGenerationBatch',
]);

const webRoot = path.join(packageRoot, 'dist', 'web');

export async function build(deps: Deps): Promise<FastifyInstance> {
  const { config, log, db } = deps;
  const logger: FastifyBaseLogger = log.child({}, { serializers: { req: requestForLog } });
  const app = Fastify({
    loggerInstance: logger,
    childLoggerFactory: requestLog,
    genReqId: () => uuid7(),
    trustProxy: trustProxy(config.trustProxy),
    // Each operation of the contract has its own; what nothing answers needs none.
    bodyLimit: 1024,
    // A phone that loses its network never closes its connection. Connections without traffic for this long are closed; streams send heartbeats.
    connectionTimeout: SILENT_MS,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, _request, reply) => void sendProblem(reply, toProblem(error)),
  });
  rememberAddresses(app);
  acceptSeveralPerTurn(app);
  deps.metrics?.observeRequests(app, STREAMS);
  if (deps.tracing) traceRequests(app, deps.tracing, STREAMS);
  app.decorateRequest('viewer', null);
  app.decorateRequest('credential', null);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (isDraining(app)) reply.header('connection', 'close');
    done();
  });
  // Shutdown would wait for open streams forever; clients reconnect and resume.
  app.addHook('preClose', async () => closeStreams(app));
  closeIdleConnectionsOnStop(app);

  const repeats = createAuditAggregator(db, log);
  app.addHook('onClose', () => repeats.close());
  answerErrors(app, (request, problem) => {
    deps.metrics?.noteProblem(request, problem.code);
    const told = requestAuditEntry(request, problem);
    if (told) void repeats.record(...told);
  });
  enforceBodyTimeouts(app);
  tolerateEmptyJson(app);
  const { page, all, pageOf: builtPage, apiBase } = readPages(webRoot, config.apiBase);
  await secureHeaders(app, {
    pages: all,
    apiBase,
    https: config.publicUrl?.startsWith('https:') ?? false,
    isShared: config.webOrigins.length > 0,
  });
  allowWebOrigins(app, config.webOrigins);
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(cookie);
  const limits = await createRateLimits(deps);
  app.addHook('onClose', () => limits.close());
  const settings = await openLiveSettings(deps);
  app.addHook('onClose', async () => settings.close());
  const tokens = await openAccessTokens(deps);

  const authentication = authenticator(deps, tokens);
  const rights = createPictureAccessCache(deps);
  const memory = createPictureCache(rights);
  app.addHook('onClose', async () => [authentication, rights].forEach((cached) => cached.close()));

  const devices = await openTrustedDevices(deps);
  const sessions = openSessions(deps, tokens, newDeviceNotifier(deps, devices));
  const secrets = await openTwoFactorSecrets(deps);
  const secondFactors = secondFactorsOf(secrets);
  const ceremonies = passkeyCeremonies(deps);
  const prove = createReauthentication(db, { ceremonies, secondFactors, limits, repeats });
  const proveAddress = createEmailOwnershipProver(deps, withdrawOwnRequests);
  const pictures = derivativesOf(deps);
  const files = createPhotoFiles(deps, pictures, createWatermarkedCopies(deps, pictures), memory);
  const access = await openLinkAccess(deps);
  const imageMaking = generationServicesOf(deps);
  const handlers: Handlers = {
    ...accountOperations(deps, {
      sessions,
      devices,
      secrets,
      secondFactors,
      ceremonies,
      prove,
      proveAddress,
      limits,
      pictures,
      repeats,
    }),
    ...organizationOperations(deps, pictures, recordBrandingChange, { limits, proveAddress }),
    ...integrationOperations(deps, limits),
    ...billingOperations(deps, refreshViewer, limits),
    ...eventOperations(deps, { limits, sessions }),
    ...sharingOperations(deps, { access, files, limits }),
    ...photoOperations(deps, {
      limits,
      rights,
      files,
      openLinkReader,
      uploadLimits: () => effectiveLimits(settings.current().limits, uploadBounds(config)),
    }),
    ...supportOperations(deps, { limits, pictures }),
    ...generationOperations(deps, {
      catalog: imageMaking.catalog,
      pictures,
      photoSource: photoSourceOf(deps),
      keyServices: imageMaking,
      limits,
    }),
    ...imageOperations(deps, imageMaking.catalog),
    ...ownDataOperations(deps, { devices, prove, limits }),
    ...notificationOperations(deps),
    ...platformOperations(
      deps,
      async ({ userId, sessionId }) => {
        const person = await findPersonOfSession(db, userId, sessionId);
        return person ? toViewer(person, sessionId) : null;
      },
      settings,
    ),
  };
  const authenticateVisitor = (request: FastifyRequest) => inLane('reads', () => authentication.authenticatePerson(request));
  await bindContract(app, {
    contract: await loadContract(),
    handlers,
    run: (operation, request, act) => inLane(laneOf(operation), act, causeOf(request)),
    isPicture: ({ id }) => PICTURES.has(id),
    answerFromCache: ({ id }, request, viewer) =>
      CACHED_PICTURES.has(id) ? memory.answer(id === 'getPhotoThumb' ? 'thumb' : 'preview', request, viewer) : null,
    authenticate: (request, { id }) =>
      FROM_CACHE.has(id) ? authentication.authenticateFromCache(request) : authentication.authenticate(request),
    // Topics invalidate the caches of all processes a moment after the commit. In this one they are invalidated before the answer.
    onWrite(request, { id }) {
      if (CHANGES_NO_RIGHTS.has(id)) return;
      if (id === 'joinEvent') return rights.invalidate(request.viewer?.userId);
      authentication.invalidate();
      rights.invalidate();
    },
    // Tries are counted before anything is refused: a refusal costs a write. Who tries join codes signed in is counted as a person.
    guards: (operation) => [
      ...(operation.id === 'previewJoin' || operation.id === 'getJoinCover' ? [authenticateVisitor] : []),
      ...limits.byAddress(operation.id).map(
        (count): typeof count =>
          function (request, reply) {
            return inLane(laneOf(operation), () => count.call(this, request, reply));
          },
      ),
      ...originGuard(operation, config),
      (request, _reply, done) => {
        const { viewer } = request;
        if (!viewer?.apiToken) return done();
        const count = callbackify(() => inLane(laneOf(operation), () => limits.countToken(viewer.userId)));
        count((error) => done(error ?? tokenScopeRefusal(operation, viewer) ?? undefined));
      },
      (request, _reply, done) => done(maintenanceRefusal(settings.current().maintenance, operation, request.viewer) ?? undefined),
    ],
    countPicture: (userId) => inLane('writes', () => limits.countPicture(userId)),
    checkAnswers: config.checkAnswers,
  });
  await serveDocs(app);
  const linkPreview = createLinkPreviews(deps, { access, limits });
  const firstRow = createFirstRow(deps, { authenticate: authentication.authenticateFromCache, listPhotos: handlers.listPhotos });
  const pageOf =
    page === null
      ? null
      : async (request: FastifyRequest, reply: FastifyReply) => {
          const origin = ownOrigin(request, config.publicUrl);
          const reader = { isSignedIn: hintsAtSession(request), hasPasskeys: mayHavePasskeys(origin) };
          const built = builtPage(request.url, reader) ?? page;
          const asksForPhotos = showsPhotos(built) && !settings.current().maintenance.is_on;
          const [preview, photos] = await Promise.all([
            linkPreview(request),
            asksForPhotos ? inLane('reads', () => firstRow(request, reply)) : [],
          ]);
          // Not even this browser may show it again after a logout.
          if (photos.length > 0) reply.header('cache-control', 'private, no-store');
          const named = namedPage(built, settings.current().name);
          const addressOf = (path: string) => (apiBase ?? '') + path;
          const cover = preview?.image && request.url.startsWith('/join/') ? addressOf(`${preview.image}?size=thumb`) : null;
          const { logo_url: logo } = preview?.event?.branding ?? { logo_url: null };
          const facts = { event: preview?.event, logo: logo && addressOf(logo), cover, photos: photos.map(addressOf) };
          const filled = filledPage(named, facts);
          if (!preview) return filled;
          const previewed = previewedPage(filled, preview, apiBase ?? origin);
          return cover === null ? previewed : pageWithPicture(previewed, cover);
        };
  await serveApp(app, webRoot, pageOf);
  return app;
}

function laneOf({ id, method, isTus }: OperationContract): PoolLane {
  if (STREAMS.has(id)) return 'background';
  return isWrite(method) || isTus ? 'writes' : 'reads';
}

/** Public writes are the ones that sign in and out: they set cookies, so they count as authorised by cookie. */
function originGuard(operation: OperationContract, { publicUrl, webOrigins }: Config) {
  if (!isWrite(operation.method)) return [];
  return [
    async (request: Parameters<typeof requireTrustedOrigin>[0]) => {
      if (operation.isPublic || request.credential === 'cookie') requireTrustedOrigin(request, publicUrl, webOrigins);
    },
  ];
}

/** A number of hops: that many of the nearest addresses are proxies of ours. */
function trustProxy(value: Config['trustProxy']): boolean | string | ((address: string, hop: number) => boolean) {
  return typeof value === 'number' ? (_address, hop) => hop < value : value;
}

type Counted = [kind: string, entry: AuditEntry];

/** Errors of the whole server, counted once for all routes. Other errors are counted per route. */
const EVERYWHERE = ['unavailable', 'storage_full'];

/**
 * The audit entry of a refusal or a server error, with the kind by which the aggregator counts repetitions. Null if it is not audited.
 */
function requestAuditEntry(request: FastifyRequest, problem: Problem): Counted | null {
  if (problem.status === 403) return refusalEntry(request, problem);
  // Maintenance mode has its own audit entry.
  if (problem.code === 'maintenance') return null;
  if (problem.status >= 500) return errorEntry(request, problem);
  return null;
}

/**
 * Grouped by user, or else network address, and by route. Path parameters do not separate groups, because the sender chooses them; the entry has the
 * path of the first request.
 */
function refusalEntry(request: FastifyRequest, { code }: Problem): Counted {
  const { actorId, subject } = describe(request);
  const kind = `${actorId ?? addressKey(request.ip)} ${routeOf(request)} ${code}`;
  return [kind, { action: 'permission.refused', actorId, ...subject, outcome: 'refused', detail: { code }, request }];
}

/** Grouped by route. The log has the error itself, under the id of the first request. */
function errorEntry(request: FastifyRequest, { code, status }: Problem): Counted {
  const { actorId, subject } = describe(request);
  const kind = EVERYWHERE.includes(code) ? `error ${code}` : `error ${routeOf(request)} ${code}`;
  return [kind, { action: 'server.error', actorId, ...subject, outcome: 'failed', detail: { code, status }, request }];
}

const routeOf = (request: FastifyRequest): string => `${request.method} ${request.routeOptions.url ?? ''}`;

function describe(request: FastifyRequest) {
  const subjectId = `${request.method} ${redactedPath(request)}`.slice(0, 200);
  // During impersonation the actor is the impersonator.
  const { viewer } = request;
  return { actorId: viewer?.impersonation?.impersonatorId ?? viewer?.userId ?? null, subject: { subjectType: 'request', subjectId } };
}
