// chunk: settings
import { linesOf } from './group-lines.ts'
import type { SignInStanding } from './sign-in-settings.api.ts'

/** What is typed: as it stands, with the groups as lines, and a secret only where another one is set. */
export const draftOf = ({ groupRoles, ...standing }: SignInStanding) => ({
  ...standing,
  groups: linesOf(groupRoles),
  clientSecret: '',
})
export type SignInDraft = ReturnType<typeof draftOf>
