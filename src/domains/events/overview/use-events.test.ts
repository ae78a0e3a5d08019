import { expect, it } from 'vitest';
import type { Event } from '#src/domains/events/event.ts';
import { matches } from './use-events.ts';

const event = { name: 'Harbour Lights', location: 'Pier 4', organization_name: 'Aurora Events' } as Event;

it.each(['', 'harbour', 'LIGHTS', 'pier', ' aurora '])('matches %j', (q) => expect(matches(event, q)).toBe(true));
it.each(['gala', 'harbour gala', 'pier 5'])('does not match %j', (q) => expect(matches(event, q)).toBe(false));
