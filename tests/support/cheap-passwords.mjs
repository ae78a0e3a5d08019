// Loaded into servers under test before their own code: passwords are hashed as in production, but at the least cost that argon2 takes. Hashing
// them at full cost took a sixth of the processor time of the contract tests.
import { createRequire } from 'node:module';

const argon2 = createRequire(import.meta.url)('@node-rs/argon2');
const { hash } = argon2;
argon2.hash = (password, costs) => hash(password, { ...costs, memoryCost: 8, timeCost: 1 });
