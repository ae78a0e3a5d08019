// Answers to a super administrator who looks at the app as somebody else: abilities travel with the data, and there are none to change anything.

/** What is done without changing anything. */
const HARMLESS: ReadonlySet<string> = new Set(['download', 'share', 'see_sessions', 'see_activity']);

type Values = Record<string, unknown>;

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The answer with each `can: {…}` denied, and each `can_…`. */
export function withoutAbilities(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAbilities);
  if (!isValues(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (key === 'can' && isValues(part)) return [key, denied(part)];
      return [key, key.startsWith('can_') && part === true ? false : withoutAbilities(part)];
    }),
  );
}

const denied = (abilities: Values): Values =>
  Object.fromEntries(Object.entries(abilities).map(([ability, may]) => [ability, may === true && HARMLESS.has(ability)]));
