import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { askOrRecall } from '#client/platform/last-data.ts'
import { savedFilterDrop, savedFilterList, savedFilterSave } from '#shared/contract/saved-filter.ts'
import { studentFunnel } from '#shared/contract/student.ts'
import { studentExport } from '#shared/contract/student-export.ts'
import { studentRehearse } from '#shared/contract/student-rehearse.ts'

export const exportStudents = (input: z.input<typeof studentExport.body>) => ask(studentExport, input)
export const readFunnel = (asked: z.input<typeof studentFunnel.body>) => askOrRecall(studentFunnel, asked)
export type Funnel = z.infer<typeof studentFunnel.reply>
export const rehearseStudents = (input: z.input<typeof studentRehearse.body>) => ask(studentRehearse, input)
export const listFilters = () => ask(savedFilterList, {})
export const saveFilter = (input: z.input<typeof savedFilterSave.body>) => ask(savedFilterSave, input)
export const dropFilter = (input: z.input<typeof savedFilterDrop.body>) => ask(savedFilterDrop, input)
