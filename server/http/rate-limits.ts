import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import rateLimit from '@fastify/rate-limit';
import type { OperationId } from '#openapi/operations.ts';
import type { Config } from '#server/config.ts';
import { addressKey } from '#server/http/address.ts';
import { Buckets } from '#server/http/buckets.ts';
import { Guesses } from '#server/http/guesses.ts';
import { tooManyTries } from '#server/http/problem.ts';

export interface RateLimits {
  /** What is counted by network address, before anything is read. */
  byAddress(operation: OperationId): onRequestAsyncHookHandler[];
  /** Counts a sign-in to one account from one network address. */
  countLogin(request: FastifyRequest, email: string): Promise<void>;
  /**
   * Counts a sign-in to one account from wherever nobody has signed in to it before: all such places together have one budget, so that many
   * addresses guess no faster than one. Whoever signed in there before is not held up by it.
   * @returns gives the try back, for a password that was right
   * @throws {Problem} 429
   */
  countStrange(email: string): () => void;
  /** Does what takes a code: guesses.ts. */
  guessing<T>(request: FastifyRequest, isMiss: (error: unknown) => boolean, attempt: () => Promise<T>): Promise<T>;
}

type Limiter = ReturnType<FastifyInstance['createRateLimit']>;

/** Counted in this process's memory. Guessing passwords is what they hinder; a whole venue behind one address must pass. */
export async function limitRates(app: FastifyInstance, limits: Config['rateLimits']): Promise<RateLimits> {
  await app.register(rateLimit, { global: false, timeWindow: 60_000, keyGenerator: (request) => addressKey(request.ip) });
  const perAddress: Partial<Record<OperationId, Limiter>> = {
    login: app.createRateLimit({ max: limits.loginAddress }),
    register: app.createRateLimit({ max: limits.register }),
    refreshSession: app.createRateLimit({ max: limits.refresh }),
  };
  const emails = new WeakMap<FastifyRequest, string>();
  const perAccount = app.createRateLimit({
    max: limits.login,
    keyGenerator: (request) => `${addressKey(request.ip)} ${emails.get(request) ?? ''}`,
  });
  const strange = new Buckets({ burst: Math.max(1, Math.ceil(limits.loginAccount / 10)), perHour: limits.loginAccount });
  const guesses = new Guesses({ misses: limits.joinMisses });
  return {
    byAddress(operation) {
      const limiter = perAddress[operation];
      return limiter ? [async (request) => count(limiter, request)] : [];
    },
    async countLogin(request, email) {
      emails.set(request, email);
      await count(perAccount, request);
    },
    countStrange(email) {
      const waitMs = strange.take(email);
      if (waitMs > 0) throw tooManyTries(waitMs);
      return () => strange.giveBack(email);
    },
    guessing(request, isMiss, attempt) {
      const who = {
        personId: request.viewer?.userId ?? null,
        address: addressKey(request.ip),
        device: (request.headers['user-agent'] ?? '').slice(0, 300),
      };
      return guesses.attempt(who, isMiss, attempt);
    },
  };
}

/** @throws {Problem} 429 `too_many_requests` with Retry-After in seconds */
async function count(limiter: Limiter, request: FastifyRequest): Promise<void> {
  const result = await limiter(request);
  if (!result.isAllowed && result.isExceeded) throw tooManyTries(result.ttlInSeconds * 1000);
}
