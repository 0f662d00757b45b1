import type { MessageId } from '#shared/kernel/errors.ts'

/** One English sentence per refusal, for people who read logs and traffic; screens show the words of the `messageId`. */
export const sentences: Readonly<Record<MessageId, string>> = {
  L000: 'The answer had no readable body',
  L006: 'The access check failed',

  'tenant.missing': 'Missing client-id',
  'tenant.unknown': 'No school has this code',
  'tenant.mismatch': 'Host name and headers name different schools',

  'request.invalid': 'The input does not fit the contract',
  'request.too-large': 'The body is larger than this call accepts',
  'request.not-json': 'The body must be JSON, sent with content-type application/json',
  'request.not-found': 'There is nothing here',
  'request.too-many': 'Too many requests; wait and try again',

  'auth.wrong-credentials': 'User name or password is wrong',
  'auth.too-many-attempts': 'Too many attempts; wait and try again',
  'auth.account-disabled': 'This account is disabled',
  'auth.not-an-operator': 'This account may not operate a till',
  'auth.session-required': 'Sign in first',
  'auth.session-expired': 'The session has ended; sign in again',
  'auth.not-verified': 'The address of this account has not been confirmed yet',
  'auth.password-common': 'This password is among the most common ones',
  'auth.user-name-taken': 'Another account has this user name',
  'auth.code-wrong': 'The code is wrong',
  'auth.code-over': 'The code is used, too old, or was tried too often; ask for a new one',
  'auth.link-over': 'The link is used or too old; ask for a new one',
  'auth.resend-too-soon': 'Wait before asking for another mail',
  'auth.too-many-mails': 'Too many mails were asked for; wait and try again',
  'access.denied': 'Your roles do not permit this',

  'device.unknown': 'No device with this id is paired here',
  'device.revoked': 'This device has been revoked',
  'device.bad-signature': 'The signature does not fit this call',
  'device.clock': 'The device clock is too far from the server clock',
  'device.code-invalid': 'The pairing code is wrong, used or expired',
  'device.till-taken': 'Another active device is paired to this till',

  'sync.replayed': 'This batch or a later one has been received already',
  'sync.upgrade-needed': 'The app is too old to sync; update it',
  'sync.forbidden': 'The operation does not belong to this device',
  'sync.gap': 'An earlier operation is missing',
  'sync.invalid': 'The operation does not fit the contract',
  'sync.id-conflict': 'Another operation has this id already',
  'sync.server-older': 'The operation is newer than this server; it is taken in once the server has been updated',
  'sync.broken-chain': 'The operation does not continue its stream',

  'pos.shift-unknown': 'No such shift',
  'pos.shift-closed': 'The shift is closed',
  'pos.shift-open': 'A shift is open already',
  'pos.shift-required': 'Open a shift first',
  'pos.tenders-do-not-settle': 'The tenders do not add up to the total',
  'pos.over-limit': 'The account does not allow this amount',
  'pos.discount-not-allowed': 'Whoever gave the discount has no right to',

  'form.unknown': 'The school has no such form',
  'form.link-over': 'The form has been handed in, or the link is too old or not whole',
  'person.decided': 'Somebody has decided about these two meanwhile',
  'link.over': 'The link is used, too old, ended or not whole',
  'robots.proof-needed': 'A solved challenge is needed for each form',
  'robots.proof-refused': 'The challenge is not solved, too old, spent, or of another school; ask for a new one',
  'outbox.not-set-aside': 'The operation is not set aside for a person',
  'outbox.not-exported': 'The operation has not been exported',

  'server.failed': 'The server failed; the request id helps to find out why',
  'server.busy': 'The server cannot answer right now; try again',
}
