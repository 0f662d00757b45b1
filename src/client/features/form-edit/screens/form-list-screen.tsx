import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { fetchForms } from '../form-edit.api.ts'
import { FormTable } from '../parts/form-table.tsx'
import inputs from '../parts/inputs.module.css'
import { NewFormSheet } from '../parts/new-form-sheet.tsx'
import css from './form-list-screen.module.css'

/** Every form of the school: which version people get, who is changing it, who is filling it in. */
export function FormListScreen() {
  const { t } = useTranslation('form-edit')
  const errorText = useErrorText()
  const [isBeginning, setIsBeginning] = useState(false)
  const { answer: forms, failure, again } = useAnswer(fetchForms)
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1 className={css.title}>{t('list.title')}</h1>
        <Button onClick={() => setIsBeginning(true)}>{t('new.open')}</Button>
      </header>
      {failure && (
        <p className={css.failure} role="alert">
          {errorText(failure)}{' '}
          <button type="button" className={inputs.button} onClick={again}>
            {t('retry')}
          </button>
        </p>
      )}
      {!forms && !failure && <p role="status">{t('loading')}</p>}
      {forms?.length === 0 && (
        <div className={css.empty}>
          <h2>{t('list.empty.title')}</h2>
          <p>{t('list.empty.text')}</p>
        </div>
      )}
      {forms && forms.length > 0 && <FormTable forms={forms} />}
      {isBeginning && <NewFormSheet forms={forms ?? []} onClose={() => setIsBeginning(false)} />}
    </div>
  )
}
