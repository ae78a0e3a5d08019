// Before the browser tests: one server for all e2e stories. Its address travels to the workers by the environment, and where it writes its mails.
import { startServer } from './server.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const server = await startServer({ isDurable: false, env: { PUSH_TO_LOOPBACK: '1' } });
  process.env.TEST_SERVER_URL = server.url;
  process.env.TEST_SERVER_DATA = server.dataDir;
  return () => server.dispose();
}
