import type { MessageId } from '#shared/kernel/errors.ts'

/** One English sentence per refusal of second factors, single sign-on and other programs, for readers of logs and traffic. */
export const signInSentences = {
  'auth.token-over': 'The token is unknown, expired or revoked',
  'auth.token-scope': 'The token was not made for this call, or its maker may not make it',
  'auth.factor-wrong': 'The code of the second factor is wrong, or was used before',
  'auth.step-up-needed': 'This call needs a proof of who is asking that is at most ten minutes old',
  'auth.sso-failed': 'The answer of the identity provider does not hold',
  'auth.sso-issuer': 'This is no issuer that this server may ask',
  'auth.sso-foreign': 'This account is of another tenant or domain than the school takes',
  'auth.sso-unlinked': 'No account here is linked to this account of the identity provider',
  'auth.sso-only': 'Staff of this school sign in with its identity provider',
  'auth.passkey-refused': 'This passkey does not open anything here',
  'auth.factor-set': 'An authenticator app is set up already',
  'auth.factor-required': 'The school requires a second factor from this person',
  'auth.no-key': 'The server has no key of its own to encrypt with',
  'auth.sso-off': 'The school has no identity provider',
  'auth.sso-away': 'The identity provider did not answer',
  'auth.sso-taken': 'This account of the identity provider opens another account here',
  'auth.sso-incomplete': 'Issuer, client id and secret are needed to refuse passwords',
  'auth.break-glass-missing':
    'One administrator with a second factor has to be named whose password counts all the same',
  'auth.passkeys-many': 'There are too many passkeys of this account',
  'programs.too-many': 'The school has as many of these as it may',
  'programs.name-taken': 'A token that works has this name',
  'programs.changed': 'Somebody else has changed the webhook meanwhile',
  'programs.no-key': 'The server has no key to keep secrets by',
} as const satisfies Partial<Record<MessageId, string>>
