// Runs before each file: they share their modules, but not the sessions that one of them may have ended.
import { forgetPeople } from '#tests/support/api.ts';

forgetPeople();
