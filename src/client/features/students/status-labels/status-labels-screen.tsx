import { useTranslation } from 'react-i18next'
import { SettingsFormFrame } from '#client/features/school/settings/settings-form.tsx'
import { BothFields } from '#client/features/school/settings/settings-field.tsx'
import { GroupScreen } from '#client/features/school/settings/settings-screen.tsx'
import { type OpenedGroup, useSettingsForm } from '#client/features/school/settings/use-settings-form.ts'
import css from '#client/features/school/settings/settings.module.css'
import { statusWords } from '#shared/students/student-columns.rules.ts'
import { studentStatuses } from '#shared/students/student-status.rules.ts'
import { labelsDraft, labelsIn } from './status-labels-draft.ts'

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
