import { failedCalls } from './failure-log.ts';

/** To be copied into a message to whoever helps. */
export const failureReport = (): string =>
  [
    `AI Image Suite, ${new Date().toISOString()}, ${navigator.userAgent}`,
    ...failedCalls().map(({ at, call, outcome, requestId }) => `${at} ${call} ${outcome}${requestId ? `, request ${requestId}` : ''}`),
  ].join('\n');
