import { failedCalls } from './failure-log.ts';

/** A report that users can copy into a support request. */
export const failureReport = (): string =>
  [
    `AI Image Suite, ${new Date().toISOString()}, ${navigator.userAgent}`,
    ...failedCalls().map(({ at, call, outcome, requestId }) => `${at} ${call} ${outcome}${requestId ? `, request ${requestId}` : ''}`),
  ].join('\n');
