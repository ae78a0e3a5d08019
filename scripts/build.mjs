// `npm run build`: the contract's generated files must be current; then the web app with its worker, then the server.
import { cpSync } from 'node:fs';
import path from 'node:path';
import { compressFiles } from './compress.mjs';
import { root, run, stampBuild } from './fresh.mjs';

const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
// Whatever the server is to run as, what is built is for production.
const env = { ...process.env, NODE_ENV: 'production' };

try {
  await run(process.execPath, [path.join(root, 'scripts', 'generate.mjs'), '--check'], env);
  await run(process.execPath, [vite, 'build', '--logLevel', 'warn'], env);
  await Promise.all([
    compressFiles(path.join(root, 'dist', 'web')),
    run(process.execPath, [vite, 'build', '--config', 'vite.server.config.ts', '--logLevel', 'warn'], env),
  ]);
  // Of the built-in models, what no package has.
  cpSync(path.join(root, 'server/generation/builtin/neural/weights'), path.join(root, 'dist/server/weights'), { recursive: true });
  stampBuild();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
