// `npm start`: installs and builds what is missing, then runs the server in this very process. package.json says `exec`, or a SIGTERM to npm
// would end the shell between and leave the server running.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled, root } from './fresh.mjs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`AI Image Suite needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

process.chdir(root);
try {
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  console.error(`AI Image Suite could not be prepared: ${error.message}`);
  process.exit(1);
}
await import(pathToFileURL(path.join(root, 'dist', 'server', 'main.js')).href);
