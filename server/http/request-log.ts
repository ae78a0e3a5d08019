import type { FastifyServerOptions } from 'fastify';

type MakeLog = NonNullable<FastifyServerOptions['childLoggerFactory']>;

/** As the compression tells it: of somebody who went away, or stopped a download. */
const isClientDisconnect = (told: unknown): boolean => told instanceof Error && /^premature close$/i.test(told.message);

/** The log of one request. Fastify tells a reader who goes away as information; its compression tells the same as an error, which it is not. */
export const requestLog: MakeLog = (parent, bindings, options) => {
  const log = parent.child(bindings, options);
  const tellError: (...told: unknown[]) => void = log.error.bind(log);
  log.error = (...told: unknown[]) => {
    if (isClientDisconnect(told[0])) log.info('stream closed prematurely');
    else tellError(...told);
  };
  return log;
};
