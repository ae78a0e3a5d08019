// `npm run dev`: the web app with hot reload on PORT (3000), and the server on the next port, restarted when its sources change.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import { ensureGenerated, ensureInstalled, loadEnvFile, root } from './ensure-built.mjs';

loadEnvFile();
await ensureInstalled();
await ensureGenerated();
const port = Number(process.env.PORT ?? 3000);
const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const start = (name, args, env) => spawn(bin(name), args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });

const children = [
  start('tsx', ['watch', '--clear-screen=false', '--include=openapi/generated/openapi.json', 'server/main.ts'], {
    PUBLIC_URL: `http://localhost:${port}`,
    ...process.env,
    NODE_ENV: 'development',
    PORT: String(port + 1),
  }),
  start('vite', ['--port', String(port), '--strictPort'], { DEV_SERVER: `http://localhost:${port + 1}` }),
];

// The server and the web app watch the generated files.
let generating = Promise.resolve();
for (const folder of ['openapi', 'openapi/paths', 'openapi/schemas'])
  watch(path.join(root, folder), (_event, name) => {
    if (name?.endsWith('.yaml')) generating = generating.then(ensureGenerated).catch((error) => console.error(error.message));
  });

// Both stop together: when one ends, and on a signal.
let stopping = false;
let told = false;
function stop(signal) {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill(signal);
}
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    told = true;
    stop(signal);
  });
const codes = await Promise.all(
  children.map(
    (child) =>
      new Promise((resolve) => {
        child.once('error', (error) => {
          console.error(error.message);
          stop('SIGTERM');
          resolve(1);
        });
        child.once('exit', (code) => {
          stop('SIGTERM');
          resolve(code ?? 0);
        });
      }),
  ),
);
process.exit(told ? 0 : Math.max(...codes));
