import type { CodeSent } from '#shared/identity/account.contract.ts'
import { authDone } from '#shared/identity/auth.contract.ts'
import type { Waiting } from './challenges.ts'

/** Returns what a page may know of the code it waits for. */
export const waitingFor = ({ ticket, resendAfterMs, expiresAt }: Waiting): CodeSent => ({
  ...authDone,
  ticket,
  resendAfterMs,
  expiresAt,
})
