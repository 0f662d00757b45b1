import { useCallback, useState } from 'react'
import { messageIdOf } from '#client/platform/refused.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import type { FormPurpose } from '#shared/forms/form-definition.contract.ts'
import type { SubmissionRow } from '#shared/forms/submission.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { listSubmissions } from '../submissions.api.ts'

interface Older {
  /** The first page that these follow; a newer one begins anew. */
  first: Awaited<ReturnType<typeof listSubmissions>> | undefined
  rows: readonly SubmissionRow[]
  next: string | null
  isLoading: boolean
  failure: MessageId | undefined
}

const noneYet: Older = { first: undefined, rows: [], next: null, isLoading: false, failure: undefined }

/** The submissions, newest first; older ones come page by page. A failure leaves what is there. */
export function useSubmissions(purpose: FormPurpose | undefined) {
  const [older, setOlder] = useState<Older>(noneYet)
  const question = useCallback(() => listSubmissions(purpose), [purpose])
  const { answer, failure, again } = useAnswer(question)
  const isOfThis = older.first === answer
  const rows = answer && [...answer.submissions, ...(isOfThis ? older.rows : [])]
  const next = isOfThis ? older.next : (answer?.next ?? null)
  const more = async () => {
    if (!next || !rows || older.isLoading) return
    setOlder({ first: answer, rows: isOfThis ? older.rows : [], next, isLoading: true, failure: undefined })
    try {
      const page = await listSubmissions(purpose, next)
      setOlder((now) => ({ ...now, rows: [...now.rows, ...page.submissions], next: page.next, isLoading: false }))
    } catch (error) {
      setOlder((now) => ({ ...now, isLoading: false, failure: messageIdOf(error) }))
    }
  }
  return {
    rows,
    next,
    failure: failure ?? older.failure,
    isLoading: (!answer && !failure) || older.isLoading,
    again,
    more,
  }
}
