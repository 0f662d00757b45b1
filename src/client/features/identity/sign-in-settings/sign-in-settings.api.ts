// chunk: settings
import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { signInSettingsRead, signInSettingsSet } from '#shared/identity/sign-in-settings.contract.ts'

export const readSignIn = () => ask(signInSettingsRead, {})
export const saveSignIn = (asked: z.input<typeof signInSettingsSet.body>) => ask(signInSettingsSet, asked)
export type SignInStanding = Awaited<ReturnType<typeof readSignIn>>
