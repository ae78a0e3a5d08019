// Loaded into the server by streams.ts (NODE_OPTIONS=--require): on SIGUSR2 it collects garbage wholly, so that memory that is held
// is told from memory that only was not given back yet.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', () => {
  collect();
  collect();
});
