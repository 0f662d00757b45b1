// chunk: frame
import { atom } from 'jotai'
import type { SchoolDetails } from '#shared/school/school-read.contract.ts'
import { storedAtom } from '../storage.ts'

/** What is known of the school: the last details it sent, kept so that the app opens without a network. */
const keptSchoolAtom = storedAtom<{ details: SchoolDetails | null }>('school', { details: null })

export const schoolAtom = atom(
  (get) => get(keptSchoolAtom).details,
  (_get, set, details: SchoolDetails | null) => set(keptSchoolAtom, { details }),
)

/**
 * `choose`: a bare host and nothing stored, so a list of all schools is shown · `unknown`: the server knows no such
 * school · `open`: go on, with kept or fresh details, or without any while the server cannot be reached.
 */
export type TenantState = 'choose' | 'unknown' | 'open'

export const tenantAtom = atom<{ code: string | null; state: TenantState }>({ code: null, state: 'choose' })
