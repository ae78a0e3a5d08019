import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import rateLimit from '@fastify/rate-limit';
import type { OperationId } from '#openapi/operations.ts';
import type { Config } from '#server/config.ts';
import { Problem } from '#server/http/problem.ts';

export interface RateLimits {
  /** What is counted by network address, before anything is read. */
  byAddress(operation: OperationId): onRequestAsyncHookHandler[];
  /** Counts a sign-in to one account from one network address. */
  countLogin(request: FastifyRequest, email: string): Promise<void>;
  /**
   * Does what takes a code. Tries that miss are counted by person, or by network address of those who are not signed in; after too many
   * nothing is tried. Those that hit are not counted: a venue full of guests shares one address.
   */
  guessing<T>(request: FastifyRequest, isMiss: (error: unknown) => boolean, attempt: () => Promise<T>): Promise<T>;
}

type Limiter = ReturnType<FastifyInstance['createRateLimit']>;

/** Counted in this process's memory. Guessing passwords is what they hinder; a whole venue behind one address must pass. */
export async function limitRates(app: FastifyInstance, limits: Config['rateLimits']): Promise<RateLimits> {
  await app.register(rateLimit, { global: false, timeWindow: 60_000 });
  const perAddress: Partial<Record<OperationId, Limiter>> = {
    login: app.createRateLimit({ max: limits.loginAddress }),
    register: app.createRateLimit({ max: limits.register }),
    refreshSession: app.createRateLimit({ max: limits.refresh }),
  };
  const emails = new WeakMap<FastifyRequest, string>();
  const perAccount = app.createRateLimit({ max: limits.login, keyGenerator: (request) => `${request.ip} ${emails.get(request) ?? ''}` });
  const misses = app.createRateLimit({ max: limits.joinMisses, keyGenerator: (request) => request.viewer?.userId ?? request.ip });
  return {
    byAddress(operation) {
      const limiter = perAddress[operation];
      return limiter ? [async (request) => count(limiter, request)] : [];
    },
    async countLogin(request, email) {
      emails.set(request, email);
      await count(perAccount, request);
    },
    async guessing(request, isMiss, attempt) {
      await count(misses, request, { increment: false });
      try {
        return await attempt();
      } catch (error) {
        if (isMiss(error)) await count(misses, request);
        throw error;
      }
    },
  };
}

/** @throws {Problem} 429 `too_many_requests` with Retry-After in seconds */
async function count(limiter: Limiter, request: FastifyRequest, options?: { increment: boolean }): Promise<void> {
  const result = await limiter(request, options);
  if (result.isAllowed || !result.isExceeded) return;
  const seconds = Math.max(1, result.ttlInSeconds);
  throw new Problem(429, 'too_many_requests', `Too many tries. Wait ${seconds} seconds.`, { headers: { 'retry-after': String(seconds) } });
}
