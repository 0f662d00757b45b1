import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { fetchOrRecall } from '#client/platform/offline/last-data.ts'
import { studentExport } from '#shared/admissions/student-export.contract.ts'
import { studentFunnel } from '#shared/admissions/student-file.contract.ts'
import { studentRehearse } from '#shared/admissions/student-rehearse.contract.ts'
import { savedFilterDrop, savedFilterList, savedFilterSave } from '#shared/lists/saved-filter.contract.ts'

export const exportStudents = (input: z.input<typeof studentExport.body>) => ask(studentExport, input)
export const readFunnel = (asked: z.input<typeof studentFunnel.body>) => fetchOrRecall(studentFunnel, asked)
export type Funnel = z.infer<typeof studentFunnel.reply>
export const rehearseStudents = (input: z.input<typeof studentRehearse.body>) => ask(studentRehearse, input)
export const listFilters = () => ask(savedFilterList, {})
export const saveFilter = (input: z.input<typeof savedFilterSave.body>) => ask(savedFilterSave, input)
export const deleteFilter = (input: z.input<typeof savedFilterDrop.body>) => ask(savedFilterDrop, input)
