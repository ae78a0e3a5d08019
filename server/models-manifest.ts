// The program behind `npm run models:manifest`. Exit code 1 if there is no manifest.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { InstallError } from '#server/generation/local/install/install-error.ts';
import { makeManifest } from '#server/generation/local/install/make-manifest.ts';
import { ManifestError } from '#server/generation/local/manifest.ts';

const say = (text: string) => void process.stdout.write(`${text}\n`);

try {
  const { values, positionals } = parseArgs({ options: { model: { type: 'string' } }, allowPositionals: true });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new InstallError('Use: npm run models:manifest -- FOLDER [--model NAME]');
  const { manifest, sha256, notes } = await makeManifest(path.resolve(folder), values.model ?? null);
  for (const note of notes) say(`Careful: ${note}`);
  say(`${manifest.title}: ${manifest.files.length} files in manifest.json`);
  say(`SHA-256 of manifest.json: ${sha256}`);
} catch (error) {
  const isExplained = error instanceof InstallError || error instanceof ManifestError;
  process.stderr.write(`${isExplained ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
