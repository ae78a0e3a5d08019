// `npm run bench`: measures the product's performance promises on this machine, against limits and against peers of the same run. Builds if needed.
// `npm run bench -- streams live` runs only those. Exit code 1 if a limit is exceeded.
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root, run } from './ensure-built.mjs';

try {
  await ensureInstalled();
  if (!process.argv.some((argument) => argument === '--help' || argument === '-h')) await ensureBuilt();
  await run(path.join(root, 'node_modules', '.bin', 'tsx'), [path.join(root, 'tests', 'bench', 'run.ts'), ...process.argv.slice(2)]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
