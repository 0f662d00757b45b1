// chunk: profile
import { ask } from '#client/platform/http.ts'
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
export const signOutElsewhere = () => ask(signOut, {})
