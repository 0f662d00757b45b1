import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { isMessageField } from '#shared/messaging/message-fields.rules.ts'
import type { MessageText } from '#shared/messaging/student-message.contract.ts'
import type { BulkMessages } from '../hooks/use-bulk-messages.ts'
import { usePreview } from '../hooks/use-preview.ts'
import { type BulkMessageChecked, readTexts } from '../message.api.ts'
import { draftOf, type FieldLabels } from '../text-draft.ts'
import { AudienceFields } from './audience-fields.tsx'
import { MailPreview } from './mail-preview.tsx'
import css from './message-texts.module.css'
import { WordsFields } from './words-fields.tsx'

interface CheckProps {
  checked: BulkMessageChecked
  words: MessageText
}

type Named = BulkMessageChecked['left'][number]['students']

/** Who gets it and who does not and why, and what any one of them would read. */
function BulkMessageCheck({ checked: { students, joined, left, leftCount, recipients }, words }: CheckProps) {
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

interface FormProps {
  many: BulkMessages
  labels: FieldLabels
}

/** To whom, why and in which words; who would get it is said before anything leaves. */
export function BulkMessageForm({ many, labels }: FormProps) {
  const { t } = useTranslation('messaging')
  const errorText = useErrorText()
  const { checked, error, isPending } = many
  return (
    <form
      className={css.editor}
      noValidate
      aria-label={t('many.new')}
      onSubmit={(event) => {
        event.preventDefault()
        many.check()
      }}
    >
      <p className={common.soft}>{t('many.lead')}</p>
      <AudienceFields many={many} />
      <fieldset className={css.choices}>
        <legend>{t('many.why')}</legend>
        {[true, false].map((isNecessary) => (
          <label key={String(isNecessary)} className={css.check}>
            <input
              type="radio"
              name="why"
              checked={many.isNecessary === isNecessary}
              onChange={() => many.setNecessary(isNecessary)}
            />
            {t(isNecessary ? 'many.necessary' : 'many.news')}
          </label>
        ))}
      </fieldset>
      <Beginning many={many} labels={labels} />
      <WordsFields draft={many.draft} labels={labels} problems={many.problems} onChange={many.write} />
      <div className={css.actions}>
        <Button type="submit" kind={checked ? 'plain' : 'main'} isWorking={isPending && !checked}>
          {t('many.check')}
        </Button>
      </div>
      {error && (
        <InlineNotice tone="problem">
          {error === 'request.not-found'
            ? t('many.nobody')
            : error === 'letter.too-many'
              ? t('many.tooMany')
              : errorText(error)}
        </InlineNotice>
      )}
      <div role="status">{checked && t('many.total', { count: checked.total })}</div>
      {checked && <BulkMessageCheck checked={checked} words={many.text} />}
      {checked && checked.total > 0 && (
        <div className={css.actions}>
          <Button kind="main" isWorking={isPending} onClick={() => void many.start()}>
            {t('many.send', { count: checked.total })}
          </Button>
          <span className={common.soft}>{t('many.undoHint')}</span>
        </div>
      )}
    </form>
  )
}

/** Words that the school has already, to begin with. */
function Beginning({ many, labels }: FormProps) {
  const { t } = useTranslation('messaging')
  const { answer } = useAnswer(readTexts)
  return (
    <div className={css.search}>
      <SelectField
        label={t('many.beginWith')}
        value=""
        onChange={(chosen) => {
          const text = answer?.texts.find((each) => each.event === chosen)
          if (text) many.write(draftOf(text.words, labels))
        }}
      >
        <option value="">{t('many.own')}</option>
        {answer?.texts.map(({ event }) => (
          <option key={event} value={event}>
            {t(`event.${event}`)}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
