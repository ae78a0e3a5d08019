// `npm start`: installs and builds if needed, then runs the server and restarts it when it dies. package.json uses `exec`: otherwise a SIGTERM to npm
// would end the shell in between and leave the server running.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, loadEnvFile, root } from './ensure-built.mjs';
import { supervise } from './supervise.mjs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`AI Image Suite needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

process.chdir(root);
try {
  loadEnvFile();
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  console.error(`AI Image Suite could not be prepared: ${error.message}`);
  process.exit(1);
}
const program = path.join(root, 'dist', 'server', 'main.js');
process.exit(
  await supervise({
    // On the IPC channel the server reports readiness and notices when this process is gone: then it stops as well.
    start: () => spawn(process.execPath, [...process.execArgv, program], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }),
    say: (text) => console.log(text),
  }),
);
