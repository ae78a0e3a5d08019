// `npm run backup [-- FILE]`: the server's data as one tar, with or without a running server. `npm run restore -- FILE`: restores it onto an empty
// machine; with `--without-key` if secret.key is lost. Uses DATA_DIR and DATABASE_URL like the server.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, loadEnvFile, root } from './ensure-built.mjs';

const [command, ...words] = process.argv.slice(2);
// npm runs this in the project's folder; file names are relative to the caller's folder.
const from = process.env.INIT_CWD ?? process.cwd();
process.chdir(root);
try {
  loadEnvFile();
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  console.error(`The ${command} could not be prepared: ${error.message}`);
  process.exit(1);
}
const program = path.join(root, 'dist', 'server', 'backup-command.js');
const args = [program, command, ...words.map((word) => (word.startsWith('--') ? word : path.resolve(from, word)))];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
