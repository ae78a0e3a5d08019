// Before the browser tests: one server for all e2e stories. The environment tells the workers its address and where it writes its mails.
import { isAlive } from './processes.ts';
import { expectNoServerErrors } from './server-errors.ts';
import { startServer } from './server.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const server = await startServer({ isDurable: false, env: { PUSH_TO_LOOPBACK: '1', WEBHOOKS_TO_LOOPBACK: '1' } });
  process.env.TEST_SERVER_URL = server.url;
  process.env.TEST_SERVER_DATA = server.dataDir;
  return async () => {
    const died = !isAlive(server.pid());
    await server.dispose();
    if (died) throw new Error(`the server of the browser tests ended before they did; its last words:\n${server.log().slice(-4000)}`);
    expectNoServerErrors(server.log());
  };
}
