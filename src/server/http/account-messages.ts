import type { MessageId } from '#shared/kernel/errors.ts'

/** One English sentence per refusal of what is done with accounts of pupils, for readers of logs and traffic. */
export const accountSentences = {
  'account.top-up-small': 'less than the smallest top-up of the school',
  'account.top-up-large': 'more than the largest top-up of the school',
  'account.top-up-full': 'the account would hold more than the school allows',
  'account.too-little': 'less is on the account than is to be taken',
  'account.changed': 'the balance is another one than the person saw',
  'account.limits-changed': 'somebody else has changed the limits meanwhile',
  'account.decided': 'somebody has approved or refused it already',
} as const satisfies Partial<Record<MessageId, string>>
