// Before the browser tests: one server for all e2e stories. Its address travels to the workers by the environment.
import { startServer } from './server.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const server = await startServer({ isDurable: false });
  process.env.TEST_SERVER_URL = server.url;
  return () => server.dispose();
}
