/** Refusals of second factors, single sign-on and other programs, all of the kind that a later call may not meet (409). */
export const signInIds = [
  'auth.factor-set',
  'auth.factor-required',
  'auth.no-key',
  'auth.sso-off',
  'auth.sso-away',
  'auth.sso-taken',
  'auth.sso-incomplete',
  'auth.break-glass-missing',
  'auth.passkeys-many',
  /** More tokens or webhooks than a school may have. */
  'programs.too-many',
  'programs.name-taken',
  /** Somebody else has changed the webhook meanwhile. */
  'programs.changed',
  /** The server has no key to keep secrets by. */
  'programs.no-key',
  /** A restore took the webhook's secret away, which was renewed since the copy. */
  'programs.secret-lacking',
] as const

/** Refusals of what a provider or a passkey has answered (400). */
export const signInInputIds = ['auth.sso-failed', 'auth.sso-issuer', 'auth.passkey-refused'] as const
