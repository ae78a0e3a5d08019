// Removes abilities and secrets from answers during impersonation. A secret would remain valid after it ends.

/** Abilities that change nothing. */
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

/** Locations of secrets within a schema. */
export interface Secrets {
  isSecret: boolean;
  properties: Map<string, Secrets>;
  items: Secrets | null;
}

type Schema = Record<string, unknown>;

/** @param resolve follows a reference; null if there is no secret */
export function secretsOf(schema: Schema, resolve: (schema: Schema) => Schema, above: readonly Schema[] = []): Secrets | null {
  const own = resolve(schema);
  // A recursive schema: its contents are already covered.
  if (above.includes(own)) return null;
  const inside = (part: unknown) => (isValues(part) ? secretsOf(part, resolve, [...above, own]) : null);
  const found: Secrets = { isSecret: own['x-secret'] === true, properties: new Map(), items: inside(own.items) };
  for (const [name, part] of Object.entries(isValues(own.properties) ? own.properties : {})) {
    const secrets = inside(part);
    if (secrets) found.properties.set(name, secrets);
  }
  for (const part of [own.allOf, own.anyOf, own.oneOf].flatMap((parts) => (Array.isArray(parts) ? parts : []))) {
    const more = inside(part);
    found.isSecret ||= more?.isSecret ?? false;
    found.items ??= more?.items ?? null;
    for (const [name, secrets] of more?.properties ?? []) found.properties.set(name, secrets);
  }
  return found.isSecret || found.items || found.properties.size > 0 ? found : null;
}

export function maskSecrets(value: unknown, secrets: Secrets): unknown {
  if (secrets.isSecret) return null;
  const { items, properties } = secrets;
  if (Array.isArray(value)) return items ? value.map((item) => maskSecrets(item, items)) : value;
  if (!isValues(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const inside = properties.get(key);
      return [key, inside ? maskSecrets(part, inside) : part];
    }),
  );
}
