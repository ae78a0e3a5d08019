// `npm run logs:verify`: proves that no sealed entry of the audit trail was changed, added or removed since, and names those that were. Beside a
// running server or without one. `-- --expect 123:<hash>` also looks whether the chain still has a hash that was noted outside. Exit code 1 when it does not.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, loadEnvFile, root } from './ensure-built.mjs';

process.chdir(root);
loadEnvFile();
await ensureInstalled();
await ensureBuilt();
const program = path.join(root, 'dist', 'server', 'verify-logs.js');
process.exitCode = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
