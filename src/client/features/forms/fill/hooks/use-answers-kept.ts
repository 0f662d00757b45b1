import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useEffectEvent, useState } from 'react'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import { valuesFrom } from '../form-values.ts'
import { type Keeping, LocalDraft } from '../local-draft.ts'

/** The draft of the open form, and whether it is on this device. `onFound` gets the answers of an earlier visit. */
function useDraft(published: PublishedForm, takesUp: boolean, onFound: (answers: Answers) => void) {
  const [keeping, setKeeping] = useState<Keeping>('none')
  const [isFound, setIsFound] = useState(false)
  const [draft] = useState(() => new LocalDraft(published, setKeeping))
  const show = useEffectEvent((answers: Answers) => {
    setIsFound(true)
    onFound(answers)
  })

  useEffect(() => {
    if (!takesUp) return
    let isGone = false
    draft.find().then(
      (answers) => answers && !isGone && show(answers),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [draft, takesUp])

  // A phone that is put away may never come back to this page.
  useEffect(() => {
    const keep = () => void draft.keepNow()
    const onHide = () => document.visibilityState === 'hidden' && keep()
    document.addEventListener('visibilitychange', onHide)
    addEventListener('pagehide', keep)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [draft])

  const beginAfresh = () => {
    setIsFound(false)
    return draft.beginAfresh()
  }
  return { draft, keeping, isFound, beginAfresh }
}

/** The answers of an open form, and the draft that holds them. `takesUp`: an earlier visit's draft is gone on with. */
export function useAnswersKept(published: PublishedForm, takesUp: boolean) {
  const { definition } = published
  const [answers, setAnswers] = useState<Answers>(() => valuesFrom(definition, {}))
  const show = (values: Answers) => {
    form.setValues(values)
    setAnswers(values)
  }
  const { draft, ...kept } = useDraft(published, takesUp, (earlier) => show(valuesFrom(definition, earlier)))
  const form: UseFormReturnType<Answers> = useForm<Answers>({
    mode: 'uncontrolled',
    initialValues: answers,
    clearInputErrorOnChange: true,
    onValuesChange: (values) => {
      setAnswers(values)
      draft.change(values)
    },
  })
  const beginAfresh = async () => {
    show(valuesFrom(definition, {}))
    await kept.beginAfresh()
  }
  return { form, answers, draft, ...kept, beginAfresh }
}
