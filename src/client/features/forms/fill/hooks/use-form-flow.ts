import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import type { AtDesk, Complaint } from '../form-work.ts'
import type { useAnswersKept } from './use-answers-kept.ts'

/** What is done with a finished page. Not in the first load, but fetched before anybody can be done. */
export const loadWork = () => import('../form-work.ts')

/** Page by page through a form: each is checked before the next, the whole before it is handed in. */
export function useFormFlow(
  published: PublishedForm,
  kept: ReturnType<typeof useAnswersKept>,
  { today, desk }: { today: string; desk: AtDesk | undefined },
) {
  const { definition } = published
  const { form, draft } = kept
  const { t, i18n } = useTranslation('forms')
  const navigate = useNavigate()
  const [pageNo, setPageNo] = useState(0)
  const [shown, setShown] = useState<Complaint[]>([])
  // By hand, not by `useMutation`: a few bytes more and the first load of the enquiry is over its limit (tests/support/size.ts).
  const [isSending, setIsSending] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const isLast = pageNo === definition.pages.length - 1

  const turnTo = (no: number) => {
    setShown([])
    setPageNo(no)
    requestAnimationFrame(() => heading.current?.focus())
  }
  const next = async (trap: string) => {
    if (isSending) return
    setIsSending(true)
    try {
      const { complaintsAbout, submitAnswers } = await loadWork()
      const values = form.getValues()
      const complaints = complaintsAbout(definition, values, {
        today,
        language: i18n.language,
        t,
        ...(!isLast && { pageNo }),
      })
      if (complaints.length > 0) {
        form.setErrors(Object.fromEntries(complaints.map(({ path, text }) => [path, text])))
        setPageNo(complaints[0]?.pageNo ?? pageNo)
        setShown(complaints)
      } else if (isLast) {
        const id = await submitAnswers(published, draft, values, {
          trap,
          language: i18n.language,
          desk,
        })
        if (id && desk) desk.onHandedIn(id)
        else if (id) await navigate({ to: '/enquiry/thanks', search: { id }, replace: true })
      } else turnTo(pageNo + 1)
    } catch {
      setShown([{ message: t('notSaved') }])
    }
    setIsSending(false)
  }
  // What has been put right since is no point to look at any more.
  const left = shown.filter(({ path }) => path === undefined || form.errors[path] !== undefined)
  return { pageNo, isLast, shown: left, isSending, heading, next, back: () => turnTo(pageNo - 1) }
}
