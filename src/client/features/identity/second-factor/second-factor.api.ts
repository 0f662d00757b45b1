import { ask } from '#client/platform/http.ts'
import { withProof } from '#client/platform/session/with-proof.ts'
import {
  beginFactorByTicket,
  confirmFactorByTicket,
  recoveryCodesRenew,
  secondFactorRead,
  signInByFactor,
  totpBegin,
  totpConfirm,
  totpOff,
} from '#shared/identity/second-factor.contract.ts'
import type { Language } from '#shared/kernel/fields.ts'

export const readSecondFactor = () => ask(secondFactorRead, {})
export const beginTotp = () => ask(totpBegin, {})
export const confirmTotp = (asked: { code: string; language: Language }) => ask(totpConfirm, asked)
export const turnOffTotp = (asked: { language: Language }) => ask(totpOff, asked)
export const renewCodes = async () => (await ask(recoveryCodesRenew, {})).recoveryCodes

/** Completes a sign-in; a solved challenge pays for the try where others have used up the limit. */
export const finishSignIn = (asked: { ticket: string; code: string }) =>
  withProof((paid) => ask(signInByFactor, { ...asked, ...paid }))
export const beginByTicket = (ticket: string) => ask(beginFactorByTicket, { ticket })
export const confirmByTicket = (asked: { ticket: string; code: string; language: Language }) =>
  ask(confirmFactorByTicket, asked)
