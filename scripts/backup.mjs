// `npm run backup [-- FILE]`: everything the server keeps, as one tar, beside a running server or without one. `npm run restore -- FILE`: puts
// one back where nothing is yet; with `--without-key` when secret.key is lost. DATA_DIR and DATABASE_URL as for the server.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, loadEnvFile, root } from './ensure-built.mjs';

const [command, ...words] = process.argv.slice(2);
// npm runs this from the project's folder; a file is named from where one stood.
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
