// chunk: profile
import { ask } from '#client/platform/http.ts'
import {
  linkByInvitation,
  linkedSchools,
  linkSchool,
  switchSchool,
  unlinkSchool,
} from '#shared/identity/linked-schools.contract.ts'
import {
  changePassword as change,
  type OwnWords,
  profileRead,
  profileSave,
  setAvatar,
  signOutElsewhere as signOut,
} from '#shared/identity/profile.contract.ts'
import type { Language } from '#shared/kernel/fields.ts'

export const readProfile = () => ask(profileRead, {})
export const saveProfile = (said: OwnWords & { name?: string }) => ask(profileSave, said)
/** @param asked the picture in base64, null for none */
export const saveAvatar = (asked: { data: string | null }) => ask(setAvatar, asked)
export const changePassword = (asked: { current: string; password: string; language: Language }) => ask(change, asked)
export const readSchools = () => ask(linkedSchools, {})
type OwnSide = { ownPassword?: string; language: Language }
export const addSchool = (asked: OwnSide & { schoolAddress: string; userName: string; password: string }) =>
  ask(linkSchool, asked)
export const addSchoolByInvitation = (asked: OwnSide & { link: string }) => ask(linkByInvitation, asked)
export const leaveSchool = (schoolId: string) => ask(unlinkSchool, { schoolId })
/** Opens another school in this tab: its own page signs in there. */
export const openSchool = async (schoolId: string): Promise<void> =>
  location.assign((await ask(switchSchool, { schoolId })).address)
export const signOutElsewhere = () => ask(signOut, {})
