import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import type { BulkMessages } from '../hooks/use-bulk-messages.ts'
import { readTexts } from '../message.api.ts'
import { draftOf, type FieldLabels } from '../text-draft.ts'
import { AudienceFields } from './audience-fields.tsx'
import { BulkMessageCheck } from './bulk-message-check.tsx'
import css from './message-texts.module.css'
import { WordsFields } from './words-fields.tsx'

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
