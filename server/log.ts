// The log of a program: JSON lines on stderr, without the values of queries that failed.
import pino, { type Logger } from 'pino';
import { redactQueryValues } from '#server/db/query-errors.ts';

const serializeError = (error: unknown): unknown => {
  const clean = redactQueryValues(error);
  return clean instanceof Error ? pino.stdSerializers.err(clean) : clean;
};

/** @param to a test's own */
export const openLog = (level: string, to: pino.DestinationStream = pino.destination(2)): Logger =>
  pino({ level, serializers: { err: serializeError } }, to);
