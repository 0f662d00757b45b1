// chunk: students
import { type GuardianColumn, guardianColumns } from './guardian-columns.rules.ts'
import { type StudentColumn, studentColumnCodes, studentColumns } from './student-columns.rules.ts'

export type ExportColumn = StudentColumn | GuardianColumn

const guardianColumnCodes = Object.keys(guardianColumns) as GuardianColumn[]
export const isGuardianColumn = (code: string): code is GuardianColumn => code in guardianColumns

/** What a list of students may be exported with: of the students, and of their guardians. */
export const exportColumns = { ...studentColumns, ...guardianColumns }
export const exportColumnCodes: [ExportColumn, ...ExportColumn[]] = [...studentColumnCodes, ...guardianColumnCodes]
