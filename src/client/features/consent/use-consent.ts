import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { handedInAtom } from '#client/platform/forms.ts'
import { messageIdOf } from '#client/platform/use-answer.ts'
import type { ConsentDraft, KeptConsent } from '#local/forms/consents.ts'
import type { Language } from '#shared/contract/school.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { Decision } from './consent-work.ts'

const bringWork = () => import('./consent-work.ts')

/** `uncounted`: the school has it, and the link was over. `attention`: its server would not take it. */
type DecisionState = 'saved' | 'received' | 'uncounted' | 'attention'

/** The page of a link: what this device has of it at once, and what the school says as soon as it answers. */
export function useConsent(token: string) {
  const { i18n } = useTranslation()
  const language: Language = i18n.language === 'ar' ? 'ar' : 'en'
  const [kept, setKept] = useState<KeptConsent>()
  const [failure, setFailure] = useState<MessageId>()
  const [round, setRound] = useState(0)
  const rows = useAtomValue(handedInAtom)
  const stateOf = (id: string): DecisionState => {
    const row = rows?.find((row) => row.id === id)
    if (row?.problem === 'link.over') return 'uncounted'
    return row?.state === 'complete' ? 'received' : row?.state === 'attention' ? 'attention' : 'saved'
  }
  // What the school has received is part of its page from then on; and what does not count may tell of a link that is over.
  const received = kept?.own.filter(({ id }) => stateOf(id) !== 'saved').length ?? 0
  useEffect(() => {
    let isGone = false
    const load = async (_round: number, _received: number) => {
      try {
        const work = await bringWork()
        const here = await work.keptHere(token).catch(() => undefined)
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

  const decide = async (decision: Omit<Decision, 'language'>) => {
    const { decide: save } = await bringWork()
    setKept((await save(token, { ...decision, language })) ?? kept)
  }
  const keepDraft = async (draft: ConsentDraft) => {
    const { keepDraft: keep } = await bringWork()
    await keep(token, draft)
  }
  return { kept, keepDraft, failure, again: () => setRound(round + 1), decide, stateOf }
}

type Consent = ReturnType<typeof useConsent>

/** Once there is a page to show. */
export type OpenConsent = Consent & { kept: NonNullable<Consent['kept']> }
