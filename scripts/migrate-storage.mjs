// `npm run storage:migrate -- --to s3|local`: moves the files of a stopped server to the bucket of S3_BUCKET, or back. Run again after an interruption.
import { root, runBuilt } from './ensure-built.mjs';

process.chdir(root);
process.exitCode = await runBuilt('storage-command.js', process.argv.slice(2));
