import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { type FoundStudent, findStudents } from '#client/platform/search.api.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { MessageText } from '#shared/messaging/student-message.contract.ts'
import { usePreview } from '../hooks/use-preview.ts'
import { MailPreview } from './mail-preview.tsx'
import css from './message-texts.module.css'

interface ChoiceProps {
  /** None for the sample. */
  child: FoundStudent | undefined
  onChoose: (child: FoundStudent | undefined) => void
}

/** Of whom the words are looked at: a sample child, or a student who is searched by name or reference. */
function ChildChoice({ child, onChoose }: ChoiceProps) {
  const { t, i18n } = useTranslation('messaging')
  const errorText = useErrorText()
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly FoundStudent[]>()
  const { mutate, error } = useMutation(async () => (text.trim() === '' ? undefined : findStudents(text.trim())), {
    onSuccess: setFound,
  })
  const nameOf = ({ student_name: latin, student_name_ar: arabic, registration_id: reference }: FoundStudent) =>
    (i18n.language === 'ar' ? (arabic ?? latin) : (latin ?? arabic)) ?? reference
  return (
    <div className={css.child}>
      <p>
        {t('preview.of')} <strong>{child ? <bdi>{nameOf(child)}</bdi> : t('preview.sample')}</strong>{' '}
        {child && (
          <button type="button" className={css.small} onClick={() => onChoose(undefined)}>
            {t('preview.useSample')}
          </button>
        )}
      </p>
      <div className={common.row}>
        <div className={css.search}>
          <TextField
            label={t('preview.search')}
            type="search"
            maxLength={100}
            value={text}
            onChange={setText}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              void mutate()
            }}
          />
        </div>
        <Button onClick={() => void mutate()}>{t('preview.find')}</Button>
      </div>
      <div role="status" className={css.actions}>
        {error && errorText(error)}
        {found?.length === 0 && t('preview.nobody')}
        {found?.map((each) => (
          <button key={each.student_id} type="button" className={css.small} onClick={() => onChoose(each)}>
            <bdi>{nameOf(each)}</bdi> <bdi dir="ltr">{each.registration_id}</bdi>
          </button>
        ))}
      </div>
    </div>
  )
}

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
