import { fetchOrRecall } from '#client/platform/offline/last-data.ts'
import { saveFile } from '#client/platform/files/save-file.ts'
import { ask } from '#client/platform/http.ts'
import { familyCanteen, familyCardLost, familyLimits } from '#shared/overview/family/family-canteen.contract.ts'
import { familyHome, familyLetter, familyOpen } from '#shared/overview/family/family-home.contract.ts'
import type { z } from 'zod'

/** Reads the home; without a network as this person saw it last on this device, without documents, some of which are about health. */
export const readHome = () =>
  fetchOrRecall(familyHome, {}, (home) => ({
    ...home,
    children: home.children.map((child) => ({ ...child, papers: [] })),
  }))

/** The same for the meal accounts, without allergies. */
export const readCanteen = () =>
  fetchOrRecall(familyCanteen, {}, (canteen) => ({
    ...canteen,
    accounts: canteen.accounts.map((account) => ({ ...account, allergens: [] })),
  }))

export const openNeed = (asked: z.input<typeof familyOpen.body>) => ask(familyOpen, asked)
export const saveLimits = (asked: z.input<typeof familyLimits.body>) => ask(familyLimits, asked)
export const reportCardLost = (studentId: string) => ask(familyCardLost, { student_id: studentId })
export const saveLetter = async (studentId: string, id: string) =>
  saveFile(await ask(familyLetter, { student_id: studentId, id }))
