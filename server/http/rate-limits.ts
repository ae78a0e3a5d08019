import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { OperationId } from '#openapi/operations.ts';
import type { Config } from '#server/config.ts';
import { AttemptLimiter, TokenBuckets } from '#server/http/attempt-limiter.ts';
import { addressKey } from '#server/http/network-address.ts';
import { tooManyAttempts } from '#server/http/problem.ts';

export interface RateLimits {
  /** Limits by network address, before the body is read. */
  byAddress(operation: OperationId): onRequestAsyncHookHandler[];
  /** Counts a sign-in to one account from one network address. */
  countLogin(request: FastifyRequest, email: string): Promise<void>;
  /**
   * Counts a sign-in to one account from a place where it never signed in before. All such places share one budget, so that many addresses guess no
   * faster than one. Known places are not affected.
   * @returns refunds the attempt, after a correct password
   * @throws {Problem} 429
   */
  countUnfamiliarLogin(email: string): () => void;
  /**
   * Counts a wrong authenticator code for one account. The sender knows the password; each place has its own budget, so that an attacker does not
   * block the owner elsewhere.
   * @returns refunds the attempt, after a correct code
   * @throws {Problem} 429
   */
  countCode(userId: string, place: string): () => void;
  /**
   * Counts a wrong password of one gallery link: all addresses share one budget, so that many guess no faster than one, and no address uses up more
   * than a part of it.
   * @returns refunds the attempt, after the correct password
   * @throws {Problem} 429
   */
  countLinkPassword(request: FastifyRequest, linkId: string): () => void;
  /**
   * Counts a wrong code of a screen, for the account and for all together: codes are short.
   * @returns refunds the attempt, after the correct code
   * @throws {Problem} 429
   */
  countScreenCode(userId: string): () => void;
  /**
   * Counts a new screen of one network address.
   * @throws {Problem} 429
   */
  countNewScreen(request: FastifyRequest): void;
  /**
   * Counts a code that a screen of one network address is given, new or not: few can be open at a time.
   * @throws {Problem} 429
   */
  countGivenCode(request: FastifyRequest): void;
  /**
   * Counts a new guest at one event: anyone with its code could fill it with fake guests. Accounts are not counted.
   * @returns refunds the place of a guest who did not join
   * @throws {Problem} 429
   */
  countGuest(eventId: string): () => void;
  /**
   * Counts an email that anyone can request for this address.
   * @throws {Problem} 429
   */
  countMail(email: string): void;
  /**
   * Counts emails to addresses that another user typed: per address, so that no mailbox is flooded, per sender, and per organization. All of them, or
   * none.
   * @throws {Problem} 429
   */
  countMailsTo(emails: readonly string[], by: { senderId: string | null; organizationId?: string }): void;
  /**
   * Counts what an organization newly asks of the platform: each is mailed to all its super admins.
   * @throws {Problem} 429
   */
  countPlanRequest(organizationId: string): void;
  /**
   * Counts a picture that one account sends outside of events: opening it costs more than sending it.
   * @throws {Problem} 429
   */
  countPicture(userId: string): void;
  /**
   * Counts what one account writes to support.
   * @throws {Problem} 429
   */
  countTicket(userId: string): void;
  /**
   * Counts a request with an API token.
   * @throws {Problem} 429
   */
  countToken(tokenId: string): void;
  /** Does what takes a code: attempt-limiter.ts. */
  limitAttempts<T>(request: FastifyRequest, isMiss: (error: unknown) => boolean, attempt: () => Promise<T>): Promise<T>;
}

type Limiter = ReturnType<FastifyInstance['createRateLimit']>;

/** At most one warning per limit and minute, because refused guests try again. */
const WARN_EVERY_MS = 60_000;

/** Limits in this process's memory. They slow down password guessing but let a whole venue behind one address pass. */
export async function createRateLimits(app: FastifyInstance, limits: Config['rateLimits']): Promise<RateLimits> {
  await app.register(rateLimit, { global: false, timeWindow: 60_000, keyGenerator: (request) => addressKey(request.ip) });
  const mails = app.createRateLimit({ max: limits.accountMail });
  const perAddress: Partial<Record<OperationId, Limiter>> = {
    login: app.createRateLimit({ max: limits.loginAddress }),
    completeLogin: app.createRateLimit({ max: limits.loginAddress }),
    beginPasskeyLogin: app.createRateLimit({ max: limits.loginAddress }),
    loginWithPasskey: app.createRateLimit({ max: limits.loginAddress }),
    register: app.createRateLimit({ max: limits.register }),
    requestPasswordReset: mails,
    askForData: mails,
    resetPassword: mails,
    verifyEmail: mails,
    answerEmailChange: mails,
    sendTestMail: mails,
    refreshSession: app.createRateLimit({ max: limits.refresh }),
    // Argon2 takes a processor for as long as hundreds of other answers.
    unlockGalleryLink: app.createRateLimit({ max: limits.guests }),
    nameLinkVisitor: app.createRateLimit({ max: limits.guests }),
    joinAsGuest: app.createRateLimit({ max: limits.guests }),
    resumeGuest: app.createRateLimit({ max: limits.guests }),
    openScreen: app.createRateLimit({ max: limits.guests }),
    findDeletedAccounts: app.createRateLimit({ max: limits.deletedAccounts }),
  };
  const emails = new WeakMap<FastifyRequest, string>();
  const perAccount = app.createRateLimit({
    max: limits.login,
    keyGenerator: (request) => `${addressKey(request.ip)} ${emails.get(request) ?? ''}`,
  });
  const strange = new TokenBuckets({ burst: Math.max(1, Math.ceil(limits.loginAccount / 10)), perHour: limits.loginAccount });
  // Three codes of a million are right at a time: at 20 an hour it takes years to hit one.
  const codes = new TokenBuckets({ burst: 10, perHour: 20 });
  // A word of a dictionary of 10,000 takes a day on average.
  const linkPasswords = new TokenBuckets({ burst: 30, perHour: 200 });
  const linkPasswordsOfAddress = new TokenBuckets({ burst: 10, perHour: 30 });
  const screenCodes = new TokenBuckets({ burst: 10, perHour: 20 });
  // With ten of a million codes open, it takes a month on average to hit one.
  const allScreenCodes = new TokenBuckets({ burst: 60, perHour: 120 });
  const newScreens = new TokenBuckets({ burst: 60, perHour: 60 });
  // Each is valid for ten minutes: 60 screens can wait all the time.
  const givenCodes = new TokenBuckets({ burst: 60, perHour: 360 });
  const guests = new TokenBuckets({ burst: Math.max(1, Math.ceil(limits.guestsOfEvent / 4)), perHour: limits.guestsOfEvent });
  const mailed = new TokenBuckets({ burst: 3, perHour: 6 });
  const bucketsOf = (count: number) => new TokenBuckets({ burst: count, perHour: count });
  const typedBy = bucketsOf(limits.invitations);
  const typed = bucketsOf(2 * limits.invitations);
  const senders = bucketsOf(200 * limits.invitations);
  const organizations = bucketsOf(200 * limits.invitations);
  const planRequests = new TokenBuckets({ burst: limits.planRequests, perHour: limits.planRequests });
  const tickets = new TokenBuckets({ burst: 20, perHour: 60 });
  const tokens = new TokenBuckets({ burst: limits.apiToken, perHour: 60 * limits.apiToken });
  const pictures = bucketsOf(limits.pictures);
  const guesses = new AttemptLimiter({ misses: limits.joinMisses });
  const warnedAt = new Map<string, number>();
  /** Warns the operator that a limit may be too low for the venue. */
  const warn = (variable: string, about: object) => {
    const now = Date.now();
    if (now - (warnedAt.get(variable) ?? -Infinity) < WARN_EVERY_MS) return;
    warnedAt.set(variable, now);
    app.log.warn({ ...about, limit: variable }, `guests are refused because too many join; ${variable} sets how many may`);
  };
  return {
    byAddress(operation) {
      const limiter = perAddress[operation];
      const onRefused = (request: FastifyRequest) => {
        if (operation === 'joinAsGuest') warn('GUEST_RATE_LIMIT', { address: request.ip });
      };
      return limiter ? [async (request) => count(limiter, request, onRefused)] : [];
    },
    async countLogin(request, email) {
      emails.set(request, email);
      await count(perAccount, request);
    },
    countUnfamiliarLogin: (email) => takeFrom(strange, email),
    countCode: (userId, place) => takeFrom(codes, `${userId} ${place}`),
    countLinkPassword: (request, linkId) =>
      takeFromBoth([linkPasswordsOfAddress, `${linkId} ${addressKey(request.ip)}`], [linkPasswords, linkId]),
    countScreenCode: (userId) => takeFromBoth([screenCodes, userId], [allScreenCodes, '']),
    countNewScreen: (request) => void takeFrom(newScreens, addressKey(request.ip)),
    countGivenCode: (request) => void takeFrom(givenCodes, addressKey(request.ip)),
    countGuest(eventId) {
      try {
        return takeFrom(guests, eventId);
      } catch (error) {
        warn('GUEST_EVENT_RATE_LIMIT', { eventId });
        throw error;
      }
    },
    countMail: (email) => void takeFrom(mailed, email),
    countMailsTo(emails, { senderId, organizationId }) {
      const taken: (() => void)[] = [];
      const take = (...from: Parameters<typeof takeFrom>) => void taken.push(takeFrom(...from));
      try {
        for (const email of emails) {
          const several = `Several messages have been sent to ${email} already`;
          if (senderId !== null) take(typedBy, `${organizationId ?? senderId} ${email}`, several);
          take(typed, email, several);
          if (senderId !== null) take(senders, senderId, 'You have sent many messages within an hour');
          if (organizationId !== undefined) take(organizations, organizationId, 'This organization has sent many messages within an hour');
        }
      } catch (error) {
        for (const giveBack of taken) giveBack();
        throw error;
      }
    },
    countPlanRequest: (organizationId) =>
      void takeFrom(planRequests, organizationId, 'Your organization has asked for a plan several times within an hour'),
    countPicture: (userId) => void takeFrom(pictures, userId, 'You have sent many pictures within an hour'),
    countTicket: (userId) => void takeFrom(tickets, userId),
    countToken: (tokenId) => void takeFrom(tokens, tokenId, 'Too many requests with this API token'),
    limitAttempts(request, isMiss, attempt) {
      const who = {
        personId: request.viewer?.userId ?? null,
        address: addressKey(request.ip),
        device: (request.headers['user-agent'] ?? '').slice(0, 300),
      };
      return guesses.attempt(who, isMiss, attempt);
    },
  };
}

/**
 * @returns refunds the token
 * @throws {Problem} 429 `too_many_requests` with Retry-After in seconds
 */
function takeFrom(buckets: TokenBuckets, name: string, why?: string): () => void {
  const waitMs = buckets.take(name);
  if (waitMs > 0) throw tooManyAttempts(waitMs, why);
  return () => buckets.refund(name);
}

/** Takes one token of each, or none. */
function takeFromBoth(own: [TokenBuckets, string], shared: [TokenBuckets, string]): () => void {
  const refund = takeFrom(...own);
  try {
    const refundShared = takeFrom(...shared);
    return () => [refund, refundShared].forEach((giveBack) => giveBack());
  } catch (error) {
    refund();
    throw error;
  }
}

/** @throws {Problem} 429 `too_many_requests` with Retry-After in seconds */
async function count(limiter: Limiter, request: FastifyRequest, onRefused?: (request: FastifyRequest) => void): Promise<void> {
  const result = await limiter(request);
  if (result.isAllowed || !result.isExceeded) return;
  onRefused?.(request);
  throw tooManyAttempts(result.ttlInSeconds * 1000);
}
