import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { EncryptedColumn } from '#server/kernel/keys/encrypted-columns.ts'
import { faceSettings } from './face.table.ts'
import type { FaceCtx } from './face-audit.service.ts'
import { encryptRoot, rootBinding, schoolKeys } from './face-keys.ts'
import { readRules } from './face-rules.service.ts'
import { sealPrivateBinding } from './face-sealed.ts'
import { lockRules } from './face-settings.service.ts'
import { bindingOf } from './face-templates.ts'
import { pinBinding } from './gallery.service.ts'
import { pictureBinding } from './pupils/pictures.ts'

const purpose = 'bawaba-faces-1 content'

/** What of faces is encrypted by the server's keys; the root last, since it says that everything else is readable. */
export const faceSecrets: readonly EncryptedColumn[] = [
  {
    table: 'face_templates',
    column: 'content',
    purpose,
    key: ['customer_id', 'id'],
    of: ([customerId = '', id = ''], schoolId) => bindingOf({ schoolId, customerId: customerId as never, id }),
  },
  {
    table: 'face_pictures',
    column: 'content',
    purpose,
    key: ['customer_id'],
    of: ([customerId = ''], schoolId) => pictureBinding(schoolId, customerId),
  },
  {
    table: 'face_pins',
    column: 'content',
    purpose,
    key: ['customer_id'],
    of: ([customerId = ''], schoolId) => pinBinding(schoolId, customerId),
  },
  {
    table: 'face_settings',
    column: 'seal_private',
    purpose,
    key: [],
    of: (_, schoolId) => sealPrivateBinding(schoolId),
  },
  {
    table: 'face_settings',
    column: 'key_root',
    purpose: 'bawaba-faces-1 root',
    key: [],
    of: (_, schoolId) => rootBinding(schoolId),
  },
]

/** Whether the root of a school's faces is still that of an older key and not kept, or none of the keys opens it. */
export async function rootState(tx: Tx, { schoolId, keyRing }: FaceCtx): Promise<'kept' | 'older' | 'lost'> {
  const rules = await readRules(tx, schoolId)
  if (rules.keyCheck === null) return 'kept'
  if (!keyRing || !(await schoolKeys(keyRing, rules))) return 'lost'
  if (rules.keyRoot !== null) return 'kept'
  const ofNewest = await schoolKeys({ newest: keyRing.newest, keys: [keyRing.newest] }, rules)
  return ofNewest ? 'kept' : 'older'
}

/** Keeps the root of a school's faces, so that the key by which they were begun is no longer needed. */
export async function keepRoot(tx: Tx, ctx: FaceCtx): Promise<void> {
  const { schoolId, keyRing, random } = ctx
  await lockRules(tx, schoolId)
  if (!keyRing || (await rootState(tx, ctx)) !== 'older') return
  const keyRoot = await encryptRoot(keyRing, await readRules(tx, schoolId), random)
  await tx
    .update(faceSettings)
    .set({ keyRoot })
    .where(and(eq(faceSettings.schoolId, schoolId), isNull(faceSettings.keyRoot)))
}
