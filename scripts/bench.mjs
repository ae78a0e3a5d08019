// `npm run bench`: what the product promises in numbers, measured on this machine against its limits and against peers of the same run.
// Builds what is missing. `npm run bench -- streams live` runs those alone. Exit code 1 when a limit is broken.
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root, run } from './ensure-built.mjs';

try {
  await ensureInstalled();
  await ensureBuilt();
  await run(path.join(root, 'node_modules', '.bin', 'tsx'), [path.join(root, 'tests', 'bench', 'run.ts'), ...process.argv.slice(2)]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
