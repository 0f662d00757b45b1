import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CachedConsent } from '#local/consents/consents.ts'
import type { SubmittedRow } from '#local/storage/forms-db.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { submittedAtom } from '../offline/forms.ts'
import { messageIdOf } from '../refused.ts'

/** What was handed in by this link on this device. */
const submittedBy = ({ own, enrolment }: CachedConsent): string[] => [
  ...own.map(({ id }) => id),
  ...(enrolment === undefined ? [] : [enrolment]),
]

/** What a guardian's link opens: what this device has of it at once, and what the school says as soon as it answers. */
export function useGuardianLink(token: string) {
  const { i18n } = useTranslation()
  const language: Language = i18n.language === 'ar' ? 'ar' : 'en'
  const [kept, setKept] = useState<CachedConsent>()
  const [failure, setFailure] = useState<MessageId>()
  const [round, setRound] = useState(0)
  const rows = useAtomValue(submittedAtom)
  const rowOf = (id: string): SubmittedRow | undefined => rows?.find((row) => row.id === id)
  // What the school has received is part of its page from then on; and what does not count may tell of a link that is over.
  const isWaiting = (id: string) => (rowOf(id)?.state ?? 'saved') === 'saved'
  const received = kept ? submittedBy(kept).filter((id) => !isWaiting(id)).length : 0
  useEffect(() => {
    let isGone = false
    const load = async (_round: number, _received: number) => {
      try {
        const work = await import('./guardian-link.ts')
        const here = await work.cachedHere(token).catch(() => undefined)
        if (here && !isGone) setKept(here)
        const fresh = await work.fetchConsent(token, language)
        if (isGone) return
        setKept(fresh)
        setFailure(undefined)
      } catch (error) {
        if (!isGone) setFailure(messageIdOf(error))
      }
    }
    void load(round, received)
    return () => {
      isGone = true
    }
  }, [token, language, round, received])
  return { language, kept, setKept, failure, again: () => setRound((n) => n + 1), rowOf }
}
