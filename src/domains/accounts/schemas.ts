import {
  boolean,
  check,
  email,
  forward,
  literal,
  maxLength,
  minLength,
  nonEmpty,
  object,
  pipe,
  string,
  trim,
  union,
  type InferOutput,
} from 'valibot';

const emailAddress = pipe(
  string(),
  trim(),
  nonEmpty('Enter your email address.'),
  email('This is no email address.'),
  maxLength(254, 'An email address has at most 254 characters.'),
);

export const loginSchema = object({
  email: emailAddress,
  password: pipe(string(), nonEmpty('Enter your password.')),
  remember_me: boolean(),
});
export type LoginValues = InferOutput<typeof loginSchema>;

const personName = (missing: string) => pipe(string(), trim(), nonEmpty(missing), maxLength(100, 'At most 100 characters.'));

/** The contract's RegisterRequest, each rule with its sentence. */
export const registerSchema = pipe(
  object({
    account_type: union([literal('personal'), literal('organization')]),
    first_name: personName('Enter your first name.'),
    last_name: personName('Enter your last name.'),
    email: emailAddress,
    password: pipe(
      string(),
      nonEmpty('Choose a password.'),
      minLength(10, 'Too short. A few words in a row do well.'),
      maxLength(200, 'At most 200 characters.'),
    ),
    organization_name: pipe(string(), trim(), maxLength(120, 'At most 120 characters.')),
  }),
  forward(
    check(
      ({ account_type, organization_name }) => account_type === 'personal' || organization_name !== '',
      'Enter the name of your organization.',
    ),
    ['organization_name'],
  ),
);
export type RegisterValues = InferOutput<typeof registerSchema>;
