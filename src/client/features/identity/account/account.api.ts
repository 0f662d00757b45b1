// chunk: calls
import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
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
import type { Endpoint } from '#shared/kernel/endpoint.ts'

const caller =
  <B extends z.ZodType, R extends z.ZodType>(to: Endpoint<B, R>) =>
  (input: z.input<B>): Promise<z.output<R>> =>
    ask(to, input)

/** The calls of the account screens. Fetched when a form is sent: the screens themselves open without the full client. */
export const accountCalls = {
  register: caller(register),
  registerByLink: caller(registerUser),
  verify: caller(verifyEmail),
  resendVerification: caller(resendVerifyEmail),
  forgetPassword: caller(forgetPassword),
  resetPassword: caller(resetPassword),
  askForCode: caller(authOtp),
  askForCodeAgain: caller(resendAuthOtp),
  signInByCode: caller(verifyAuthOtp),
}
