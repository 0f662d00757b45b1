import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { handedInAtom } from '#client/platform/forms.ts'
import { messageIdOf } from '#client/platform/use-answer.ts'
import type { KeptConsent } from '#local/forms/consents.ts'
import type { Language } from '#shared/contract/school.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { Decision } from './consent-work.ts'

const bringWork = () => import('./consent-work.ts')

/** The page of a link: what this device has of it at once, and what the school says as soon as it answers. */
export function useConsent(token: string) {
  const { i18n } = useTranslation()
  const language: Language = i18n.language === 'ar' ? 'ar' : 'en'
  const [kept, setKept] = useState<KeptConsent>()
  const [failure, setFailure] = useState<MessageId>()
  const [round, setRound] = useState(0)
  const load = useEffectEvent(async (isGone: () => boolean, _round: number) => {
    const work = await bringWork()
    const here = await work.keptHere(token).catch(() => undefined)
    if (here && !isGone()) setKept(here)
    const fresh = await work.fetchConsent(token, language)
    if (isGone()) return
    setKept(fresh)
    setFailure(undefined)
  })
  useEffect(() => {
    let isGone = false
    load(() => isGone, round).catch((error: unknown) => isGone || setFailure(messageIdOf(error)))
    return () => {
      isGone = true
    }
  }, [token, round])

  // What the school has received is part of its page from then on.
  const rows = useAtomValue(handedInAtom)
  const stateOf = (id: string) => rows?.find((row) => row.id === id)?.state
  const received = kept?.own.filter(({ id }) => stateOf(id) === 'complete').length ?? 0
  useEffect(() => {
    if (received > 0) setRound((n) => n + 1)
  }, [received])

  const decide = async (decision: Omit<Decision, 'language'>) => {
    const { decide: save } = await bringWork()
    setKept((await save(token, { ...decision, language })) ?? kept)
  }
  return { kept, failure, again: () => setRound(round + 1), decide, stateOf }
}
