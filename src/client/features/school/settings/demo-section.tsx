import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ask } from '#client/platform/http.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TypedConfirm } from '#client/ui/fields/typed-confirm.tsx'
import { demoSchools, removeDemoSchools } from '#shared/school/demo-schools.contract.ts'

const askDemos = () => ask(demoSchools, {})

/** The way to remove the demo schools of the installation; nothing where there are none or they are not this person's to remove. */
export function DemoSection() {
  const { t } = useTranslation('school.settings')
  const errorText = useErrorText()
  const { answer, again } = useAnswer(askDemos)
  const [isDone, setIsDone] = useState(false)
  const { mutate, isPending, error } = useMutation(() => ask(removeDemoSchools, {}), {
    onSuccess: () => {
      setIsDone(true)
      again()
    },
  })
  if (isDone) return <p role="status">{t('demo.done')}</p>
  if (!answer || answer.codes.length === 0) return null
  return (
    <>
      <TypedConfirm
        title={t('demo.title')}
        text={t('demo.text', { codes: answer.codes.join(', ') })}
        word={t('demo.word')}
        label={t('demo.label', { word: t('demo.word') })}
        action={t('demo.remove')}
        isWorking={isPending}
        onConfirm={() => void mutate()}
      />
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </>
  )
}
