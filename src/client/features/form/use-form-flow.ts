import { type UseFormReturnType, useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { handInForm } from '#client/platform/forms.ts'
import type { Problem as Shown } from '#client/ui/error-summary.tsx'
import type { PublishedForm } from '#shared/contract/form.ts'
import { type Answers, filesIn, keepAsked } from '#shared/rules/form-answers.rules.ts'
import { checkAnswers, checkParts, type Problem } from '#shared/rules/form-check.rules.ts'
import { inputId } from './form-context.ts'
import { labelOf, pageOf, partsAsked } from './form-places.ts'
import { valuesFrom } from './form-values.ts'
import { useDraft } from './use-draft.ts'
import { useProblemText } from './use-problem-text.ts'

/** The answers of an open form, and the draft that holds them. */
export function useAnswersKept(published: PublishedForm) {
  const { definition } = published
  const [answers, setAnswers] = useState<Answers>(() => valuesFrom(definition, {}))
  const show = (values: Answers) => {
    form.setValues(values)
    setAnswers(values)
  }
  const { draft, ...kept } = useDraft(published, (earlier) => show(valuesFrom(definition, earlier)))
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

type Kept = ReturnType<typeof useAnswersKept>

/** Page by page through a form: each is checked before the next, the whole before it is handed in. */
export function useFormFlow({ definition, version }: PublishedForm, { form, draft }: Kept, today: string) {
  const { t } = useTranslation('form')
  const pick = useBilingual()
  const problemText = useProblemText()
  const handIn = useHandIn(definition.purpose)
  const [pageNo, setPageNo] = useState(0)
  const [shown, setShown] = useState<(Shown & { path?: string })[]>([])
  const [isSending, setIsSending] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const isLast = pageNo === definition.pages.length - 1

  const complain = (problems: readonly Problem[]) => {
    form.setErrors(Object.fromEntries(problems.map((problem) => [problem.path, problemText(problem)])))
    setPageNo((problems[0] && pageOf(definition.pages, problems[0].path)) ?? pageNo)
    setShown(
      problems.map((problem) => ({
        message: `${labelOf(definition.pages, problem.path, pick)}: ${problemText(problem)}`,
        inputId: inputId(problem.path),
        path: problem.path,
      })),
    )
  }
  const turnTo = (no: number) => {
    setShown([])
    setPageNo(no)
    requestAnimationFrame(() => heading.current?.focus())
  }
  const send = async (values: Answers, trap: string) => {
    if (isSending) return
    setIsSending(true)
    try {
      await draft.keepNow()
      const answers = keepAsked(definition, 'public', values)
      const fileCount = filesIn(definition, 'public', answers).length
      await handIn({ draft: { ...draft.current, version, answers }, trap, fileCount })
    } catch {
      setShown([{ message: t('notSaved') }])
      setIsSending(false)
    }
  }
  const next = async (trap: string) => {
    const values = form.getValues()
    const page = definition.pages[pageNo]
    const options = { scope: 'public' as const, today }
    const problems =
      isLast || !page
        ? checkAnswers(definition, values, options)
        : checkParts(partsAsked(page, values), values, options)
    if (problems.length > 0) complain(problems)
    else if (isLast) await send(values, trap)
    else turnTo(pageNo + 1)
  }
  // What has been put right since is no point to look at any more.
  const left = shown.filter(({ path }) => path === undefined || form.errors[path] !== undefined)
  return { pageNo, isLast, shown: left, isSending, heading, next, back: () => turnTo(pageNo - 1) }
}

/** Hands in, and leads to where one sees how it stands. */
function useHandIn(purpose: PublishedForm['definition']['purpose']) {
  const { i18n } = useTranslation()
  const navigate = useNavigate()
  return async (what: Pick<Parameters<typeof handInForm>[0], 'draft' | 'trap' | 'fileCount'>) => {
    const language = i18n.language === 'ar' ? 'ar' : 'en'
    await handInForm({ ...what, purpose, language, channel: 'public', actorId: null })
    await navigate({ to: '/enquiry/thanks', search: { id: what.draft.id }, replace: true })
  }
}
