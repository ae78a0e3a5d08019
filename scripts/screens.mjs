// `npm run screens`: the whole product to look at in a minute. Builds what is missing, starts the app with demo data and photographs every
// route for every role that may see it, at both sizes and in both themes, into screens/ with contact sheets (index.html).
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root, run } from './fresh.mjs';

try {
  await ensureInstalled();
  await ensureBuilt();
  await run(path.join(root, 'node_modules', '.bin', 'tsx'), [path.join(root, 'tests', 'screens', 'shoot.ts'), ...process.argv.slice(2)]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
