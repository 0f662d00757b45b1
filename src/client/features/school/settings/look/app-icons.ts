import { store } from '#client/platform/store.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import { appIconNames, appIconSizes } from '#shared/school/settings/app-icons.contract.ts'
import { readSettings, saveIcons } from '../settings.api.ts'

/**
 * Draws the icons of the installed app as pictures where the server has none of the icon that it serves now, and brings them there. A
 * failure changes nothing: the drawings are served all the same.
 */
export async function refreshAppIcons(): Promise<void> {
  const code = store.get(schoolAtom)?.code
  if (code === undefined) return
  try {
    if ((await readSettings()).hasAppIcons) return
    const base = `/branding/${code}`
    const drawn = await Promise.all(
      appIconNames.map(async (name) => {
        const { side, isMaskable } = appIconSizes[name]
        return [name, toBase64(await pictureOf(`${base}/${isMaskable ? 'maskable' : 'icon'}.svg`, side))] as const
      }),
    )
    await saveIcons(Object.fromEntries(drawn) as Parameters<typeof saveIcons>[0])
  } catch {
    // Offline, or a browser that draws no such picture: the next visit of this page tries again.
  }
}

/** Returns the drawing that is served now as a square PNG. */
async function pictureOf(address: string, side: number): Promise<Uint8Array> {
  const image = new Image()
  // Another address each time: a drawing stays in the cache for a minute.
  image.src = `${address}?v=${uuidv7(machineClock.nowMs(), machineRandom)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  canvas.getContext('2d')?.drawImage(image, 0, 0, side, side)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('the icon could not be drawn')
  return new Uint8Array(await blob.arrayBuffer())
}
