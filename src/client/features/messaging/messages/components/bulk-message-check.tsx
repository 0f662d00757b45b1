import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { isMessageField } from '#shared/messaging/message-fields.rules.ts'
import type { MessageText } from '#shared/messaging/student-message.contract.ts'
import { usePreview } from '../hooks/use-preview.ts'
import type { BulkMessageChecked } from '../message.api.ts'
import { MailPreview } from './mail-preview.tsx'
import css from './message-texts.module.css'

interface CheckProps {
  checked: BulkMessageChecked
  words: MessageText
}

type Named = BulkMessageChecked['left'][number]['students']

/** Who gets it and who does not and why, and what any one of them would read. */
export function BulkMessageCheck({ checked: { students, joined, left, leftCount, recipients }, words }: CheckProps) {
  const { t, i18n } = useTranslation('messaging')
  const namesOf = (named: Named) =>
    named
      .map(
        (each) =>
          (i18n.language === 'ar' ? (each.student_name_ar ?? each.student_name) : each.student_name) ??
          each.registration_id,
      )
      .join(t('preview.and'))
  return (
    <div className={css.preview}>
      <p>
        {t('many.students', { count: students })} {joined > 0 && t('many.joined', { count: joined })}
      </p>
      {leftCount > 0 && (
        <details>
          <summary>{t('many.left', { count: leftCount })}</summary>
          <ul>
            {left.map(({ students: named, name, why, field }) => (
              <li key={`${named[0]?.student_id} ${name}`}>
                <bdi>{namesOf(named)}</bdi>
                {name && (
                  <>
                    {' · '}
                    <bdi>{name}</bdi>
                  </>
                )}
                {': '}
                {t(`many.not.${why}`)} {field && isMessageField(field) && t(`field.${field}`)}
              </li>
            ))}
          </ul>
        </details>
      )}
      <OneOfThem recipients={recipients} words={words} namesOf={namesOf} />
    </div>
  )
}

interface OneProps {
  recipients: BulkMessageChecked['recipients']
  words: MessageText
  namesOf: (named: Named) => string
}

function OneOfThem({ recipients, words, namesOf }: OneProps) {
  const { t } = useTranslation('messaging')
  const errorText = useErrorText()
  const [no, setNo] = useState(0)
  const chosen = recipients[no] ?? recipients[0]
  const { preview, failure } = usePreview(words, chosen?.students[0]?.student_id ?? null)
  if (!chosen) return null
  const mail = preview?.mails.find(({ language }) => language === chosen.language)
  return (
    <>
      <div className={css.search}>
        <SelectField label={t('many.previewFor')} value={no} onChange={(chosen) => setNo(Number(chosen))}>
          {recipients.map(({ name, students }, at) => (
            <option key={`${name} ${students[0]?.student_id}`} value={at}>
              {`${name} · ${namesOf(students)}`}
            </option>
          ))}
        </SelectField>
      </div>
      {failure && <InlineNotice tone="problem">{errorText(failure)}</InlineNotice>}
      {mail && <MailPreview mail={mail} Heading="h2" />}
    </>
  )
}
