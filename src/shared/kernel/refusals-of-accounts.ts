/** Refusals of what is done with accounts of pupils, all of the kind that a later call may not meet (409). */
export const accountIds = [
  /** Less is on the account than is to be taken. */
  'account.too-little',
  /** Outside what the school bounds of top-ups. */
  'account.top-up-small',
  'account.top-up-large',
  'account.top-up-full',
  /** The balance is another one than the person saw. */
  'account.changed',
  /** Somebody else has changed the limits since. */
  'account.limits-changed',
  /** Somebody has approved or refused it already. */
  'account.decided',
] as const
