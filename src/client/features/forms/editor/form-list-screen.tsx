import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { FormTable } from './components/form-table.tsx'
import { NewFormSheet } from './components/new-form-sheet.tsx'
import { fetchForms } from './form-edit.api.ts'

/** Every form of the school: which version people get, who is changing it, who is filling it in. */
export function FormListScreen() {
  const { t } = useTranslation('forms.editor')
  const errorText = useErrorText()
  const [isBeginning, setIsBeginning] = useState(false)
  const { answer: forms, failure, again } = useAnswer(fetchForms)
  return (
    <ListFrame
      title={t('list.title')}
      tools={<Button onClick={() => setIsBeginning(true)}>{t('new.open')}</Button>}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={forms || failure ? undefined : t('loading')}
      empty={forms?.length === 0 ? { title: t('list.empty.title'), text: t('list.empty.text') } : undefined}
    >
      {forms && forms.length > 0 && <FormTable forms={forms} />}
      {isBeginning && <NewFormSheet forms={forms ?? []} onClose={() => setIsBeginning(false)} />}
    </ListFrame>
  )
}
