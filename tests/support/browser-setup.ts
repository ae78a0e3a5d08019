// Before the browser tests: one server for all e2e stories. The environment tells the workers its address and where it writes its mails.
import { expectNoServerErrors } from './server-errors.ts';
import { startServer } from './server.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const server = await startServer({ isDurable: false, env: { PUSH_TO_LOOPBACK: '1' } });
  process.env.TEST_SERVER_URL = server.url;
  process.env.TEST_SERVER_DATA = server.dataDir;
  return async () => {
    await server.dispose();
    expectNoServerErrors(server.log());
  };
}
