import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { SettingsValues } from '#shared/school/settings/school-settings.contract.ts'
import { type StudentStatus, studentStatuses } from '#shared/students/student-status.rules.ts'

/** A label for each status; empty where the usual one is shown. */
export type LabelsDraft = Record<StudentStatus, Bilingual>

export function labelsDraft({ labels }: SettingsValues<'statuses'>): LabelsDraft {
  const labelOf = (status: StudentStatus) => labels.find((each) => each.status === status)?.label ?? { en: '', ar: '' }
  return Object.fromEntries(studentStatuses.map((status) => [status, labelOf(status)])) as LabelsDraft
}

/** Returns the labels to save: those that are typed in one language at least, in the order of the statuses. */
export const labelsIn = (draft: LabelsDraft): unknown => ({
  labels: studentStatuses.flatMap((status) => {
    const label = draft[status]
    return label.en.trim() === '' && label.ar.trim() === '' ? [] : [{ status, label }]
  }),
})
