import { ask } from '#client/platform/http.ts'
import {
  ownSsoFinish,
  ownSsoLink,
  ownSsoRead,
  ownSsoUnlink,
  ssoBegin,
  ssoFinish,
} from '#shared/identity/single-sign-on.contract.ts'

export const beginSignIn = (invitation?: string) => ask(ssoBegin, { ...(invitation !== undefined && { invitation }) })
export const finishSignIn = (came: { state: string; query: string }) => ask(ssoFinish, came)
export const readOwnSso = () => ask(ownSsoRead, {})
export const beginLink = () => ask(ownSsoLink, {})
export const unlinkOwn = () => ask(ownSsoUnlink, {})
export const finishOwn = (came: { state: string; query: string }) => ask(ownSsoFinish, came)
