import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import type { FoundStudent } from '#client/platform/search.api.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { MessageText } from '#shared/messaging/student-message.contract.ts'
import { usePreview } from '../hooks/use-preview.ts'
import { ChildChoice } from './child-choice.tsx'
import { MailPreview } from './mail-preview.tsx'
import css from './message-texts.module.css'

interface PreviewProps {
  text: MessageText
  isWhole: boolean
}

/** The words as they stand in a mailbox, of a sample child or of a student. */
export function TextPreview({ text, isWhole }: PreviewProps) {
  const { t } = useTranslation('messaging')
  const errorText = useErrorText()
  const [child, setChild] = useState<FoundStudent>()
  const { preview, failure } = usePreview(isWhole ? text : undefined, child?.student_id ?? null)
  return (
    <section className={css.preview} aria-label={t('preview.title')}>
      <h3 className={common.heading}>{t('preview.title')}</h3>
      <ChildChoice child={child} onChoose={setChild} />
      {!isWhole && <p className={common.soft}>{t('preview.notWhole')}</p>}
      {failure && <InlineNotice tone="problem">{errorText(failure)}</InlineNotice>}
      {preview && preview.missing.length > 0 && (
        <p className={common.bad}>
          {t('preview.missing')} {preview.missing.map((field) => t(`field.${field}`)).join(t('preview.and'))}
        </p>
      )}
      {preview && (
        <div className={css.pair}>
          {preview.mails.map((mail) => (
            <MailPreview key={mail.language} mail={mail} />
          ))}
        </div>
      )}
    </section>
  )
}
