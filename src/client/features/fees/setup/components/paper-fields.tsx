// chunk: fees
import { useTranslation } from 'react-i18next'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'

interface PaperDraft {
  reminders: string
  sendsReminders: boolean
  taxNumber: string
}

interface PaperProps {
  draft: PaperDraft
  wrong: readonly unknown[]
  onChange: (part: Partial<PaperDraft>) => void
}

/** When reminders leave, and the tax number on tax documents. */
export function PaperFields({ draft, wrong, onChange }: PaperProps) {
  const { t } = useTranslation('fees.setup')
  return (
    <>
      <TextField
        label={t('settings.reminders')}
        hint={t('settings.remindersHint')}
        dir="ltr"
        autoComplete="off"
        error={wrong.includes('reminders') ? t('wrong.reminders') : undefined}
        value={draft.reminders}
        onChange={(reminders) => onChange({ reminders })}
      />
      <CheckboxField
        label={t('settings.sendsReminders')}
        checked={draft.sendsReminders}
        onChange={(sendsReminders) => onChange({ sendsReminders })}
      />
      <TextField
        label={t('settings.taxNumber')}
        hint={t('settings.taxNumberHint')}
        dir="ltr"
        autoComplete="off"
        maxLength={30}
        value={draft.taxNumber}
        onChange={(taxNumber) => onChange({ taxNumber })}
      />
    </>
  )
}
