import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import { valuesFrom } from '../form-values.ts'
import { useDraft } from './use-draft.ts'

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
