// chunk: sign-in-calls
import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { withProof } from '#client/platform/session/with-proof.ts'
import {
  authOtp,
  forgetPassword,
  register,
  registerUser,
  resendAuthOtp,
  resendVerifyEmail,
  resetPassword,
  verifyAuthOtp,
  verifyEmail,
} from '#shared/identity/account.contract.ts'
import { enterSchool } from '#shared/identity/linked-schools.contract.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'

const caller =
  <B extends z.ZodType, R extends z.ZodType>(to: Endpoint<B, R>) =>
  (input: z.input<B>): Promise<z.output<R>> =>
    ask(to, input)

/** Of a call that a solved challenge may have to pay for. */
const payer =
  <B extends z.ZodType, R extends z.ZodType>(to: Endpoint<B, R>) =>
  (input: z.input<B> & object): Promise<z.output<R>> =>
    withProof((paid) => ask(to, { ...input, ...paid }))

/** The calls of the account screens. Fetched when a form is sent: the screens themselves open without the full client. */
export const accountCalls = {
  register: payer(register),
  registerByLink: caller(registerUser),
  verify: caller(verifyEmail),
  resendVerification: payer(resendVerifyEmail),
  forgetPassword: payer(forgetPassword),
  resetPassword: caller(resetPassword),
  askForCode: payer(authOtp),
  askForCodeAgain: payer(resendAuthOtp),
  signInByCode: caller(verifyAuthOtp),
  enterSchool: caller(enterSchool),
}
