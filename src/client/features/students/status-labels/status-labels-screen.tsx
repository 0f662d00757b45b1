import { useTranslation } from 'react-i18next'
import { BothFields } from '#client/features/school/settings/settings-field.tsx'
import { SettingsFormFrame } from '#client/features/school/settings/settings-form.tsx'
import { GroupScreen } from '#client/features/school/settings/settings-screen.tsx'
import css from '#client/features/school/settings/settings.module.css'
import { type OpenedGroup, useSettingsForm } from '#client/features/school/settings/use-settings-form.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { SettingsValues } from '#shared/school/settings/school-settings.contract.ts'
import { statusWords } from '#shared/students/student-columns.rules.ts'
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

/** What each status of an application is called at this school, on every screen. */
export const StatusLabelsScreen = () => <GroupScreen group="statuses" Page={StatusLabelsPage} />

function StatusLabelsPage({ opened }: { opened: OpenedGroup<'statuses'> }) {
  const { t, i18n } = useTranslation('school.settings')
  const form = useSettingsForm({ group: 'statuses', opened, draftOf: labelsDraft, valuesOf: labelsIn })
  const { draft, change, wrong } = form
  // Wrong fields are numbered as they are sent: only the labels that differ are.
  const sent = studentStatuses.filter((status) => draft[status].en.trim() !== '' || draft[status].ar.trim() !== '')
  return (
    <SettingsFormFrame form={form} onReopen={opened.onReopen}>
      <p className={css.hint}>{t('statuses.hint')}</p>
      {studentStatuses.map((status) => (
        <BothFields
          key={status}
          label={statusWords[status][i18n.language === 'ar' ? 'ar' : 'en']}
          field={sent.includes(status) ? `labels.${sent.indexOf(status)}.label` : `unsent.${status}`}
          wrong={wrong}
          maxLength={40}
          value={draft[status]}
          onChange={(label) => change({ [status]: label })}
        />
      ))}
    </SettingsFormFrame>
  )
}
