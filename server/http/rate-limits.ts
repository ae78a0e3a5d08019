import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { OperationId } from '#openapi/operations.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { AttemptLimiter } from '#server/http/attempt-limiter.ts';
import { addressKey } from '#server/http/network-address.ts';
import { tooManyAttempts } from '#server/http/problem.ts';
import { type BucketLimit, type Count, openRateLimitStore, type RateLimitStore, type WindowLimit } from '#server/http/rate-limit-store.ts';

/** Gives back what was counted. */
type GiveBack = () => Promise<void>;

export interface RateLimits {
  /** Limits by network address, before the body is read. Those of `ATTEMPTS` are counted by `limitAttempts`, with the attempt. */
  byAddress(operation: OperationId): onRequestAsyncHookHandler[];
  /** Counts a sign-in to one account from one network address. */
  countLogin(request: FastifyRequest, email: string): Promise<void>;
  /**
   * Counts a sign-in to one account from a place where it never signed in before. All such places share one budget, so that many addresses guess no
   * faster than one. Known places are not affected.
   * @returns refunds the attempt, after a correct password
   * @throws {Problem} 429
   */
  countUnfamiliarLogin(email: string): Promise<GiveBack>;
  /**
   * Counts a wrong authenticator code for one account. The sender knows the password; each place has its own budget, so that an attacker does not
   * block the owner elsewhere.
   * @returns refunds the attempt, after a correct code
   * @throws {Problem} 429
   */
  countCode(userId: string, place: string): Promise<GiveBack>;
  /**
   * Counts a wrong password of one gallery link: all addresses share one budget, so that many guess no faster than one, and no address uses up more
   * than a part of it.
   * @returns refunds the attempt, after the correct password
   * @throws {Problem} 429
   */
  countLinkPassword(request: FastifyRequest, linkId: string): Promise<GiveBack>;
  /**
   * Counts a wrong code of a screen, for the account and for all together: codes are short.
   * @returns refunds the attempt, after the correct code
   * @throws {Problem} 429
   */
  countScreenCode(userId: string): Promise<GiveBack>;
  /**
   * Counts a code that a screen of one network address is given, since few can be open at a time; if the screen is new, also the screen.
   * @throws {Problem} 429
   */
  countGivenCode(request: FastifyRequest, screen: { isNew: boolean }): Promise<void>;
  /**
   * Counts a new guest at one event: anyone with its code could fill it with fake guests. Accounts are not counted.
   * @returns refunds the place of a guest who did not join
   * @throws {Problem} 429
   */
  countGuest(eventId: string): Promise<GiveBack>;
  /**
   * Counts an email that anyone can request for these addresses.
   * @throws {Problem} 429
   */
  countMail(...emails: string[]): Promise<void>;
  /**
   * Counts emails to addresses that another user typed: per address, so that no mailbox is flooded, per sender, and per organization. All of them, or
   * none.
   * @param tx the transaction that the caller is in
   * @throws {Problem} 429
   */
  countMailsTo(emails: readonly string[], by: { senderId: string | null; organizationId?: string }, tx: Queryable): Promise<void>;
  /**
   * Counts what an organization newly asks of the platform: each is mailed to all its super admins.
   * @throws {Problem} 429
   */
  countPlanRequest(organizationId: string, tx: Queryable): Promise<void>;
  /**
   * Counts a picture that one account sends outside of events: opening it costs more than sending it.
   * @throws {Problem} 429
   */
  countPicture(userId: string): Promise<void>;
  /**
   * Counts what one account writes to support.
   * @throws {Problem} 429
   */
  countTicket(userId: string, tx?: Queryable): Promise<void>;
  /**
   * Counts a request with an API token.
   * @throws {Problem} 429
   */
  countToken(tokenId: string): Promise<void>;
  /** Does what takes a code: attempt-limiter.ts. */
  limitAttempts<T>(
    request: FastifyRequest,
    isMiss: (error: unknown) => boolean,
    attempt: () => Promise<T>,
    operation?: CountedAttempt,
  ): Promise<T>;
  /**
   * Counts for limits of a domain: all of them, or none.
   * @param tx the transaction that the caller is in, if there is one
   * @throws {Problem} 429
   */
  count(counts: readonly ExplainedCount[], tx?: Queryable): Promise<void>;
  /** Counts if the limit allows it. */
  allows(count: Count): Promise<boolean>;
  /** Resolves when everything is given back. */
  close(): Promise<void>;
}

export interface ExplainedCount extends Count {
  limit: BucketLimit;
  /** Why it is refused: a sentence without its full stop. */
  why?: string;
}

/** Operations that count with their attempt, in one statement, because a venue joins at once. */
const ATTEMPTS = ['joinAsGuest', 'unlockGalleryLink'] as const satisfies OperationId[];
export type CountedAttempt = (typeof ATTEMPTS)[number];

const MINUTE_MS = 60_000;
/** At most one warning per limit, process and minute, because refused guests try again. */
const WARN_EVERY_MS = MINUTE_MS;

/** Limits over all processes. They slow down password guessing but let a whole venue behind one address pass. */
export async function createRateLimits(
  { config, log, ...parts }: Pick<Deps, 'db' | 'secrets' | 'config' | 'log'>,
  clock?: () => number,
): Promise<RateLimits> {
  const limits = config.rateLimits;
  const store = await openRateLimitStore(parts, clock);
  const perMinute = (name: string, most: number): WindowLimit => ({ name, most, windowMs: MINUTE_MS });
  const bucket = (name: string, burst: number, perHour = burst): BucketLimit => ({ name, burst, perHour });
  const mails = perMinute('account mails', limits.accountMail);
  const perAddress: Partial<Record<OperationId, WindowLimit>> = {
    login: perMinute('login', limits.loginAddress),
    completeLogin: perMinute('completeLogin', limits.loginAddress),
    beginPasskeyLogin: perMinute('beginPasskeyLogin', limits.loginAddress),
    loginWithPasskey: perMinute('loginWithPasskey', limits.loginAddress),
    register: perMinute('register', limits.register),
    requestPasswordReset: mails,
    askForData: mails,
    resetPassword: mails,
    verifyEmail: mails,
    answerEmailChange: mails,
    sendTestMail: mails,
    refreshSession: perMinute('refreshSession', limits.refresh),
    // Argon2 takes a processor for as long as hundreds of other answers.
    unlockGalleryLink: perMinute('unlockGalleryLink', limits.guests),
    nameLinkVisitor: perMinute('nameLinkVisitor', limits.guests),
    joinAsGuest: perMinute('joinAsGuest', limits.guests),
    resumeGuest: perMinute('resumeGuest', limits.guests),
    openScreen: perMinute('openScreen', limits.guests),
    findDeletedAccounts: perMinute('findDeletedAccounts', limits.deletedAccounts),
  };
  const perAccount = perMinute('login of account', limits.login);
  const strange = bucket('unfamiliar login', Math.max(1, Math.ceil(limits.loginAccount / 10)), limits.loginAccount);
  // Three codes of a million are right at a time: at 20 an hour it takes years to hit one.
  const codes = bucket('code', 10, 20);
  // A word of a dictionary of 10,000 takes a day on average.
  const linkPasswords = bucket('link password', 30, 200);
  const linkPasswordsOfAddress = bucket('link password of address', 10, 30);
  const screenCodes = bucket('screen code', 10, 20);
  // With ten of a million codes open, it takes a month on average to hit one.
  const allScreenCodes = bucket('all screen codes', 60, 120);
  const newScreens = bucket('new screen', 60);
  // Each is valid for ten minutes: 60 screens can wait all the time.
  const givenCodes = bucket('given code', 60, 360);
  const guests = bucket('guest', Math.max(1, Math.ceil(limits.guestsOfEvent / 4)), limits.guestsOfEvent);
  const mailed = bucket('mail', 3, 6);
  const typedBy = bucket('mail of sender to address', limits.invitations);
  const typed = bucket('mail to address', 2 * limits.invitations);
  const senders = bucket('mail of sender', 200 * limits.invitations);
  const organizations = bucket('mail of organization', 200 * limits.invitations);
  const planRequests = bucket('plan request', limits.planRequests);
  const tickets = bucket('ticket', 20, 60);
  const pictures = bucket('picture', limits.pictures);
  const tokens = new TokenLeases(store, bucket('API token', limits.apiToken, 60 * limits.apiToken));
  const guesses = new AttemptLimiter(store, {
    name: 'guess',
    misses: limits.joinMisses,
    onError: (error) => log.warn({ err: error }, 'an attempt counts as a miss for a minute: it could not be given back'),
  });
  const warnedAt = new Map<string, number>();
  /** Warns the operator that a limit may be too low for the venue. */
  const warn = (variable: string, about: object) => {
    const now = Date.now();
    if (now - (warnedAt.get(variable) ?? -Infinity) < WARN_EVERY_MS) return;
    warnedAt.set(variable, now);
    log.warn({ ...about, limit: variable }, `guests are refused because too many join; ${variable} sets how many may`);
  };

  /** @throws {Problem} 429 `too_many_requests` with Retry-After in seconds */
  async function take(counts: readonly (Count & { why?: string })[], tx?: Queryable, onRefused?: () => void): Promise<GiveBack> {
    const { refused, giveBack } = await store.take(counts, tx);
    if (!refused) return giveBack;
    onRefused?.();
    throw tooManyAttempts(refused.waitMs, counts.find((count) => count === refused.count)?.why);
  }
  const one = (limit: BucketLimit | WindowLimit, of: string, why?: string) => take([{ limit, of, ...(why !== undefined && { why }) }]);
  const warnOfAddress = (operation: OperationId, { ip }: FastifyRequest) => {
    if (operation === 'joinAsGuest') warn('GUEST_RATE_LIMIT', { address: ip });
  };

  return {
    byAddress(operation) {
      const limit = perAddress[operation];
      if (!limit || ATTEMPTS.some((counted) => counted === operation)) return [];
      return [async (request) => void (await one(limit, addressKey(request.ip)))];
    },
    countLogin: async (request, email) => void (await one(perAccount, `${addressKey(request.ip)} ${email}`)),
    countUnfamiliarLogin: (email) => one(strange, email),
    countCode: (userId, place) => one(codes, `${userId} ${place}`),
    countLinkPassword: (request, linkId) =>
      take([
        { limit: linkPasswordsOfAddress, of: `${linkId} ${addressKey(request.ip)}` },
        { limit: linkPasswords, of: linkId },
      ]),
    countScreenCode: (userId) =>
      take([
        { limit: screenCodes, of: userId },
        { limit: allScreenCodes, of: '' },
      ]),
    async countGivenCode(request, { isNew }) {
      const of = addressKey(request.ip);
      await take([{ limit: givenCodes, of }, ...(isNew ? [{ limit: newScreens, of }] : [])]);
    },
    countGuest: (eventId) => take([{ limit: guests, of: eventId }], undefined, () => warn('GUEST_EVENT_RATE_LIMIT', { eventId })),
    countMail: async (...emails) => void (await take([...new Set(emails)].map((of) => ({ limit: mailed, of })))),
    async countMailsTo(emails, { senderId, organizationId }, tx) {
      const addresses = [...new Set(emails)];
      if (addresses.length === 0) return;
      const tokens = addresses.length;
      const counts = addresses.flatMap((email): ExplainedCount[] => {
        const why = `Several messages have been sent to ${email} already`;
        const of = `${organizationId ?? senderId} ${email}`;
        return [...(senderId === null ? [] : [{ limit: typedBy, of, why }]), { limit: typed, of: email, why }];
      });
      if (senderId !== null) counts.push({ limit: senders, of: senderId, why: 'You have sent many messages within an hour', tokens });
      if (organizationId !== undefined)
        counts.push({ limit: organizations, of: organizationId, why: 'This organization has sent many messages within an hour', tokens });
      await take(counts, tx);
    },
    countPlanRequest: async (of, tx) =>
      void (await take([{ limit: planRequests, of, why: 'Your organization has asked for a plan several times within an hour' }], tx)),
    countPicture: async (userId) => void (await one(pictures, userId, 'You have sent many pictures within an hour')),
    countTicket: async (userId, tx) => void (await take([{ limit: tickets, of: userId }], tx)),
    async countToken(tokenId) {
      const waitMs = await tokens.take(tokenId);
      if (waitMs > 0) throw tooManyAttempts(waitMs, 'Too many requests with this API token');
    },
    limitAttempts(request, isMiss, attempt, operation) {
      const address = addressKey(request.ip);
      const device = (request.headers['user-agent'] ?? '').slice(0, 300);
      const limit = operation && perAddress[operation];
      const counted = limit && { count: { limit, of: address }, onRefused: () => warnOfAddress(operation, request) };
      return guesses.attempt({ personId: request.viewer?.userId ?? null, address, device }, isMiss, attempt, counted);
    },
    count: async (counts, tx) => void (await take(counts, tx)),
    allows: async (count) => (await store.take([count])).refused === null,
    close: () => guesses.close(),
  };
}

/** Of one API token and process. */
const MOST_LEASED = 20;
/** Of a limit: what other processes may miss of it. */
const LEASED_PART = 30;
const MAX_LEASES = 1000;

/**
 * Takes tokens of a bucket several at a time, and spends them in this process, so that most requests don't ask the database. No token is spent
 * twice; what a process has not spent, others don't get, and may be spent later.
 */
class TokenLeases {
  private readonly store: RateLimitStore;
  private readonly limit: BucketLimit;
  private readonly size: number;
  /** The least recently leased are evicted first. */
  private readonly left = new Map<string, number>();
  private readonly leasing = new Map<string, Promise<number>>();

  constructor(store: RateLimitStore, limit: BucketLimit) {
    this.store = store;
    this.limit = limit;
    this.size = Math.max(1, Math.min(MOST_LEASED, Math.floor(limit.burst / LEASED_PART)));
  }

  /** Takes one. Answers 0, or how many ms until there is one. */
  async take(of: string): Promise<number> {
    for (;;) {
      const left = this.left.get(of) ?? 0;
      if (left > 0) {
        this.left.set(of, left - 1);
        return 0;
      }
      // Concurrent requests share a lease, and its refusal.
      const leasing = this.leasing.get(of) ?? this.lease(of);
      const waitMs = await leasing;
      if (waitMs > 0) return waitMs;
    }
  }

  private lease(of: string): Promise<number> {
    const leasing = this.takeSome(of).finally(() => this.leasing.delete(of));
    this.leasing.set(of, leasing);
    return leasing;
  }

  private async takeSome(of: string): Promise<number> {
    const take = async (tokens: number) => (await this.store.take([{ limit: this.limit, of, tokens }])).refused;
    let tokens = this.size;
    let refused = await take(tokens);
    // There may be fewer left.
    if (refused && tokens > 1) refused = await take((tokens = 1));
    if (refused) return refused.waitMs;
    this.left.delete(of);
    this.left.set(of, tokens);
    const [oldest] = this.left.keys();
    if (this.left.size > MAX_LEASES && oldest !== undefined) this.left.delete(oldest);
    return 0;
  }
}
