import { useCallback, useEffect, useState } from 'react'
import { messageIdOf } from '#client/platform/refused.ts'
import type { CachedOffer, OfferDraft, WaitingAnswer } from '#local/admissions/offers.ts'
import type { MessageId } from '#shared/kernel/errors.ts'

const loadWork = () => import('../offer-work.ts')

const retryMs = 10_000

interface Shown {
  kept?: CachedOffer | undefined
  /** Why the school could not be asked. */
  failure?: MessageId | undefined
  /** Why an answer of this device counts for nothing. */
  refused?: MessageId | undefined
}

/** Sends what waits on this device, then asks how the offer stands; tells of each step. */
async function load(token: string, show: (more: Shown) => void): Promise<void> {
  const work = await loadWork()
  const here = await work.cachedHere(token).catch(() => undefined)
  if (here) show({ kept: here })
  if (here?.waiting) {
    try {
      show({ kept: await work.sendAnswer(token), failure: undefined, refused: undefined })
      return
    } catch (error) {
      const messageId = messageIdOf(error)
      if (!work.isFinal(messageId)) throw error
      show({ kept: { ...here, waiting: undefined }, refused: messageId })
    }
  }
  show({ kept: await work.fetchOffer(token), failure: undefined })
}

/** The page of an offer's link: what this device has of it at once, and what the school says as soon as it answers. */
export function useOffer(token: string) {
  const [shown, setShown] = useState<Shown>({})
  const [round, setRound] = useState(0)
  const again = useCallback(() => setRound((n) => n + 1), [])
  const isWaiting = shown.kept?.waiting !== undefined
  useEffect(() => {
    let isGone = false
    const show = (more: Shown) => {
      if (!isGone) setShown((known) => ({ ...known, ...more }))
    }
    const begin = (_round: number) => load(token, show).catch((error: unknown) => show({ failure: messageIdOf(error) }))
    void begin(round)
    return () => {
      isGone = true
    }
  }, [token, round])
  useEffect(() => {
    // Anyone who comes back from a form sees the page as it stood before they went.
    const back = ({ persisted }: PageTransitionEvent) => persisted && again()
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [again])
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(again, retryMs)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [isWaiting, again])
  /** Resolves once it is on this device for good; it is sent from then on. */
  const answer = async (given: Omit<WaitingAnswer, 'commandId'>) => {
    const kept = await (await loadWork()).keepAnswer(token, given)
    setShown((known) => ({ kept: kept ?? known.kept, failure: known.failure }))
    again()
  }
  const keepDraft = async (draft: OfferDraft) => {
    await (await loadWork()).keepDraft(token, draft)
  }
  const savePdf = async () => (await loadWork()).savePdf(token)
  const openConsent = async () => location.assign(await (await loadWork()).consentPath(token))
  const openForm = async (slug: string) => location.assign(await (await loadWork()).formPath(token, slug))
  return { ...shown, again, answer, keepDraft, savePdf, openConsent, openForm }
}

type Opened = ReturnType<typeof useOffer>

/** Once there is a page to show. */
export type OpenOffer = Opened & { kept: CachedOffer }
