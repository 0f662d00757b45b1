import { Dexie } from 'dexie'
import { z } from 'zod'
import { openVault } from '#local/kernel/vault.ts'
import { setupDraftDbName } from '#local/storage/names.ts'
import { SetupDraftDb } from '#local/storage/setup-draft-db.ts'
import { withDb } from '#local/storage/with-db.ts'
import { Currency, Language } from '#shared/kernel/fields.ts'
import { gradeSystems } from '#shared/school/grades/grade-systems.ts'
import type { Random } from '#shared/kernel/ids.ts'

/** Fields of the page that creates the first school, as typed. */
const SetupValues = z.object({
  nameEn: z.string(),
  nameAr: z.string(),
  /** Null while the proposed code is taken over. */
  code: z.string().nullable(),
  country: z.string(),
  currency: Currency,
  timeZone: z.string(),
  language: Language,
  grades: z.enum(gradeSystems).default('grades'),
  /** Empty while none is chosen; absent from what an older page has kept. */
  regulator: z.string().default(''),
  adminEn: z.string(),
  adminAr: z.string(),
  email: z.string(),
})
export type SetupValues = z.infer<typeof SetupValues>

const within = <T>(work: (db: SetupDraftDb) => Promise<T>) => withDb(new SetupDraftDb(setupDraftDbName), work)

/** Keeps what was typed, sealed. Rejects where the browser keeps nothing. */
export const keepSetupDraft = (values: SetupValues, random: Random): Promise<void> =>
  within(async (db) => {
    const vault = await openVault(db, random)
    await db.drafts.put({ id: 'school', content: await vault.seal(values) })
  })

/** Returns what an earlier visit has typed; undefined where there is nothing that can be read. */
export const readSetupDraft = (random: Random): Promise<SetupValues | undefined> =>
  within(async (db) => {
    const row = await db.drafts.get('school')
    if (!row) return undefined
    const vault = await openVault(db, random)
    return SetupValues.safeParse(await vault.open(row.content)).data
  })

/** Deletes it with its key, once there is a school. */
export const forgetSetupDraft = (): Promise<void> => Dexie.delete(setupDraftDbName)
