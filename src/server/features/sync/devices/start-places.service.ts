import type { Tx } from '#server/kernel/db.ts'
import { sites, tills } from './device.table.ts'

/** A place where the school sells or receives people, with what can be paired there. */
export interface Places {
  sites: readonly Omit<typeof sites.$inferInsert, 'schoolId'>[]
  tills: readonly Omit<typeof tills.$inferInsert, 'schoolId'>[]
}

/** Writes the places of a new school. */
export async function writePlaces(tx: Tx, schoolId: string, places: Places): Promise<void> {
  await tx.insert(sites).values(places.sites.map((site) => ({ schoolId, ...site })))
  await tx.insert(tills).values(places.tills.map((till) => ({ schoolId, ...till })))
}

/** Returns one canteen with a till, and a front desk: what a school begins with. */
export function startPlaces(newId: () => string): Places {
  const siteId = newId()
  return {
    sites: [{ id: siteId, code: 'A', name: { en: 'School canteen', ar: 'مقصف المدرسة' } }],
    tills: [
      { id: newId(), siteId, code: '01', kind: 'till', name: { en: 'Till 1', ar: 'الصندوق 1' } },
      { id: newId(), siteId, code: '02', kind: 'desk', name: { en: 'Front desk', ar: 'مكتب الاستقبال' } },
    ],
  }
}
