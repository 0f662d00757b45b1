import { type Feature, route } from '#server/http/serve.ts'
import {
  authOtp,
  forgetPassword as forgetPasswordCall,
  register as registerCall,
  registerUser,
  resendAuthOtp,
  resendVerifyEmail,
  resetPassword as resetPasswordCall,
  validateSchoolId,
  verifyAuthOtp,
  verifyEmail,
} from '#shared/identity/account.contract.ts'
import { authDone } from '#shared/identity/auth.contract.ts'
import { registerByLink } from './join.ts'
import { forgetPassword, resetPassword } from './recover.ts'
import { confirmByCode, confirmByLink, register, resendVerification } from './register.ts'
import { requestSignInCode, resendSignInCode, signInByCode } from './sign-in-code.ts'

export const accountRoutes: Feature = () => [
  route.open(registerCall, register),
  route.open(registerUser, registerByLink),
  route.open(verifyEmail, (ctx, proof) => ('token' in proof ? confirmByLink(ctx, proof) : confirmByCode(ctx, proof))),
  route.open(resendVerifyEmail, resendVerification),
  route.open(forgetPasswordCall, forgetPassword),
  route.open(resetPasswordCall, resetPassword),
  route.open(authOtp, requestSignInCode),
  route.open(resendAuthOtp, resendSignInCode),
  route.open(verifyAuthOtp, signInByCode),
  // A call that gets this far has named an existing school, the one of the address.
  route.open(validateSchoolId, async () => authDone),
]
