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
  const { form, draft, isFound } = kept
  const { t, i18n } = useTranslation('forms')
  const navigate = useNavigate()
  const [pageNo, setPageNo] = useState(0)
  const [shown, setShown] = useState<Complaint[]>([])
  // By hand, not by `useMutation`: a few bytes more and the first load of the enquiry is over its limit (tests/support/size.ts).
  const [isSending, setIsSending] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { pages } = definition
  // After the pages of a longer form comes what was answered, to be checked before it is sent.
  const isLast = pageNo === (pages.length > 1 ? pages.length : 0)

  // An earlier visit is gone on with where it was left.
  const [wasFound, setWasFound] = useState(isFound)
  if (wasFound !== isFound) {
    setWasFound(isFound)
    setPageNo(Math.max(0, draft.pageIn(pages)))
  }

  const turnTo = (no: number) => {
    setShown([])
    setPageNo(no)
    draft.turnTo((pages[no] ?? pages.at(-1))?.key ?? '')
    requestAnimationFrame(() => heading.current?.focus())
  }
  const next = async (trap: string) => {
    if (isSending) return
    setIsSending(true)
    try {
      const { goOn } = await loadWork()
      const reading = { today, language: i18n.language, t, ...(!isLast && { pageNo }) }
      const { complaints, id } = await goOn(published, kept, { ...reading, trap, desk })
      if (complaints) {
        setPageNo(complaints[0]?.pageNo ?? pageNo)
        setShown(complaints)
      } else if (!isLast) turnTo(pageNo + 1)
      else if (id && desk) desk.onHandedIn(id)
      else if (id) await navigate({ to: '/enquiry/thanks', search: { id }, replace: true })
    } catch {
      setShown([{ message: t('notSaved') }])
    }
    setIsSending(false)
  }
  // What has been put right since is no point to look at any more.
  const left = shown.filter(({ path }) => path === undefined || form.errors[path] !== undefined)
  return { pageNo, isLast, shown: left, isSending, heading, next, turnTo }
}
