// `npm run build`: generates from the contract, then builds the web app with its worker, then the server.
import { cpSync } from 'node:fs';
import path from 'node:path';
import { compressFiles } from './compress.mjs';
import { ensureGenerated, root, run, stampBuild } from './ensure-built.mjs';

const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
// The build is always for production, even if the server's NODE_ENV differs.
const env = { ...process.env, NODE_ENV: 'production' };

/** Assets of the server in addition to code and whole packages, found by `assetPath` in server/package-root.ts. */
const assets = [
  ['server/billing/fonts', 'fonts'],
  ['server/generation/builtin/illustrator/things', 'things'],
  ['server/generation/builtin/neural/weights', 'weights'],
];

try {
  await ensureGenerated();
  await run(process.execPath, [vite, 'build', '--logLevel', 'warn'], env);
  await Promise.all([
    compressFiles(path.join(root, 'dist', 'web')),
    run(process.execPath, [vite, 'build', '--config', 'vite.server.config.ts', '--logLevel', 'warn'], env),
  ]);
  for (const [source, target] of assets) cpSync(path.join(root, source), path.join(root, 'dist/server', target), { recursive: true });
  stampBuild();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
