import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'

/** Icons of the installed app as pictures: by name their side in pixels, and whether launchers may cut their own shape. */
export const appIconSizes = {
  'icon-192': { side: 192, isMaskable: false },
  'icon-512': { side: 512, isMaskable: false },
  'maskable-512': { side: 512, isMaskable: true },
} as const
export type AppIconName = keyof typeof appIconSizes
export const appIconNames = Object.keys(appIconSizes) as [AppIconName, ...AppIconName[]]

const Png = z.base64().max(400_000)

/**
 * Keeps the icons as an administrator's browser has drawn them from the drawings that are served now. Pictures are rewritten.
 * @throws AppError access.denied, letter.logo-refused with a `LogoRefusal` as its field
 */
export const setAppIcons = endpoint({
  method: 'post',
  path: '/settings/icons',
  audience: 'session',
  body: z.object({ icons: z.object({ 'icon-192': Png, 'icon-512': Png, 'maskable-512': Png }) }),
  bodyLimit: 2 * 1024 * 1024,
  reply: Nothing,
})
