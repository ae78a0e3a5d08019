// `npm run backup [-- FILE]`: the server's data as one tar, with or without a running server. `npm run restore -- FILE`: restores it onto an empty
// machine; with `--without-key` if secret.key is lost. Uses DATA_DIR and DATABASE_URL like the server.
import path from 'node:path';
import { root, runBuilt } from './ensure-built.mjs';

const [command, ...words] = process.argv.slice(2);
// npm runs this in the project's folder; file names are relative to the caller's folder.
const from = process.env.INIT_CWD ?? process.cwd();
process.chdir(root);
try {
  const args = [command, ...words.map((word) => (word.startsWith('--') ? word : path.resolve(from, word)))];
  process.exitCode = await runBuilt('backup-command.js', args);
} catch (error) {
  console.error(`The ${command} could not be prepared: ${error.message}`);
  process.exit(1);
}
