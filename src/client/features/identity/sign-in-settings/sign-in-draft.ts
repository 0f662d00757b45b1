// chunk: settings
import { linesOf } from './group-lines.ts'
import type { SignInStanding } from './sign-in-settings.api.ts'

/** What is typed: as it stands, with the groups as lines, and a secret only where another one is set. */
export const draftOf = ({ groupRoles, ...standing }: SignInStanding) => ({
  ...standing,
  /** A provider is saved or enforced, and no secret with it: as after a restore from a copy that is older than the secret. */
  isSecretGone: !standing.hasClientSecret && (standing.issuer !== '' || standing.isEnforced),
  groups: linesOf(groupRoles),
  clientSecret: '',
})
/** What of it is kept on the device: what somebody types but no secret, and the revision that it is typed upon. */
export const keptPart = ({
  requiresSecondFactor,
  issuer,
  clientId,
  allowedTenant,
  allowedDomain,
  groups,
  isEnforced,
  breakGlass,
  revision,
}: SignInDraft) => ({
  requiresSecondFactor,
  issuer,
  clientId,
  allowedTenant,
  allowedDomain,
  groups,
  isEnforced,
  breakGlass,
  revision,
})
export type SignInDraft = ReturnType<typeof draftOf>
