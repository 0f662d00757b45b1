import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { DeskPage } from '../components/desk-page.tsx'
import { readSettings } from '../face-desk.api.ts'
import { RotationBox } from './rotation-box.tsx'
import { SettingsForm } from './settings-form.tsx'
import { SwitchBox } from './switch-box.tsx'

/** Whether the school uses faces at all, and how. */
export function SettingsScreen() {
  const { t } = useTranslation('faces.administration')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(readSettings)
  return (
    <DeskPage
      place="settings"
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={answer || failure ? undefined : t('loading')}
    >
      {answer && (
        <>
          <SwitchBox settings={answer} onChange={again} />
          <SettingsForm settings={answer} onSaved={again} />
          <RotationBox settings={answer} onChange={again} />
        </>
      )}
    </DeskPage>
  )
}
