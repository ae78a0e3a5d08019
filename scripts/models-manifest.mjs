// `npm run models:manifest -- FOLDER [--model NAME]`: writes the manifest.json of a folder with the files of a local image model, with their sizes and
// SHA-256. NAME is one of the models that the server knows; other models are described by a model.json in the folder.
import path from 'node:path';
import { root, runBuilt } from './ensure-built.mjs';

const [folder, ...words] = process.argv.slice(2);
// npm runs this in the project's folder; names are relative to the caller's folder.
const from = process.env.INIT_CWD ?? process.cwd();
process.chdir(root);
process.exitCode = await runBuilt('models-manifest.js', [...(folder === undefined ? [] : [path.resolve(from, folder)]), ...words]);
