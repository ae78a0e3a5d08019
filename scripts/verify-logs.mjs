// `npm run logs:verify`: proves that no sealed entry of the audit trail was changed, added or removed since, and names those that were. Beside a
// running server or without one. `-- --expect 123:<hash>` also looks whether the chain still has a hash that was noted outside. Exit code 1 when it does not.
import { root, runBuilt } from './ensure-built.mjs';

process.chdir(root);
process.exitCode = await runBuilt('verify-logs.js', process.argv.slice(2));
