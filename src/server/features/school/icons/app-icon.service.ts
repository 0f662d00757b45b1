import { and, eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { fromBase64 } from '#shared/kernel/bytes.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { pixelsOf } from '#shared/school/logo.rules.ts'
import { type AppIconName, appIconNames, appIconSizes } from '#shared/school/settings/app-icons.contract.ts'
import { type IconFace, iconSvg } from '../branding.view.ts'
import { cleanLogo } from '../logo/clean-logo.service.ts'
import { appIcons } from './app-icon.table.ts'

/** Icons rewritten by us, by name. */
type Pictures = Record<AppIconName, Uint8Array>

/** Rewrites uploaded icons, each of exactly its size. @throws AppError letter.logo-refused, with the reason as its field */
export async function cleanIcons(icons: Readonly<Record<AppIconName, string>>): Promise<Pictures> {
  const cleaned: Partial<Pictures> = {}
  for (const name of appIconNames) {
    const { side } = appIconSizes[name]
    const png = await cleanLogo(fromBase64(icons[name]), { width: side, height: side })
    const size = pixelsOf('png', png)
    if (size?.width !== side || size.height !== side) throw new AppError('letter.logo-refused', { field: 'pixels' })
    cleaned[name] = png
  }
  return cleaned as Pictures
}

/** Returns what tells one drawing of an icon from another. */
const drawingOf = (face: IconFace, name: AppIconName): string => sha256Hex(iconSvg(face, appIconSizes[name].isMaskable))

/** Keeps the icons of a school as pictures of its drawings of now, and records it with the version of its look. */
export async function storeIcons(
  tx: Tx,
  ctx: SessionCtx,
  { face, version }: { face: IconFace; version: number },
  pictures: Pictures,
): Promise<void> {
  const { schoolId } = ctx.school
  for (const name of appIconNames) {
    const row = { png: pictures[name], drawnFrom: drawingOf(face, name) }
    await tx
      .insert(appIcons)
      .values({ schoolId, name, ...row })
      .onConflictDoUpdate({ target: [appIcons.schoolId, appIcons.name], set: row })
  }
  await recordAuditEvent(tx, ctx, 'school-settings-set', {
    about: 'look',
    facts: { group: 'look', parts: 'icons', version },
  })
}

/** Returns the names of the pictures that show the drawings of now. */
export async function currentIcons(tx: Tx, schoolId: string, face: IconFace): Promise<AppIconName[]> {
  const { name, drawnFrom } = appIcons
  const rows = await tx.select({ name, drawnFrom }).from(appIcons).where(eq(appIcons.schoolId, schoolId))
  return appIconNames.filter((each) => rows.some((row) => row.name === each && row.drawnFrom === drawingOf(face, each)))
}

/** Returns a picture that shows the drawing of now; undefined where there is none. */
export async function readIcon(
  tx: Tx,
  schoolId: string,
  face: IconFace,
  name: AppIconName,
): Promise<Uint8Array | undefined> {
  const [row] = await tx
    .select()
    .from(appIcons)
    .where(and(eq(appIcons.schoolId, schoolId), eq(appIcons.name, name)))
  return row?.drawnFrom === drawingOf(face, name) ? row.png : undefined
}
