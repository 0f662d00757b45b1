// chunk: family
import { atom, useAtomValue } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import { useAnswer } from '#client/platform/use-answer.ts'
import { store } from '#client/platform/store.ts'
import type { FamilyCanteen } from '#shared/overview/family/family-canteen.contract.ts'
import type { FamilyHome } from '#shared/overview/family/family-home.contract.ts'

const load = () => import('./family.api.ts')

/** How often the canteen is asked while somebody looks: a purchase is seen within ten seconds of its arrival. */
const everyMs = 8000

/** Since when the device has seen nothing newer, by the call's path; empty while the server answers. */
const recalledAtom = atom<{ home?: number | undefined; canteen?: number | undefined }>({})

async function noteAge(of: 'home' | 'canteen'): Promise<void> {
  const { recalledAtom: recalled } = await import('#client/platform/offline/last-data.ts')
  const atMs = store.get(recalled)[`/family/${of}`]
  store.set(recalledAtom, (before) => ({ ...before, [of]: atMs }))
}

export interface FamilyAnswers {
  home: FamilyHome | undefined
  canteen: FamilyCanteen | undefined
  failure: ReturnType<typeof useAnswer>['failure']
  /** Since when what is shown is of this device alone; undefined while the server answers. */
  recalledAt: number | undefined
  again: () => void
  setCanteen: (canteen: FamilyCanteen) => void
}

/** Reads the home once, when the page is shown again and when the network is back; the canteen every few seconds while it is looked at. */
export function useFamily(): FamilyAnswers {
  const readHome = useCallback(async () => {
    const answer = await (await load()).readHome()
    await noteAge('home')
    return answer
  }, [])
  const { answer: home, failure, again } = useAnswer(readHome)
  const [canteen, setCanteen] = useState<FamilyCanteen>()
  const hasCanteen = home?.children.some((child) => child.hasCanteen) === true
  useEffect(() => {
    if (!hasCanteen) return
    let isGone = false
    const look = async () => {
      if (document.hidden) return
      const answer = await load()
        .then(
          ({ readCanteen }) => readCanteen(),
          () => undefined,
        )
        .catch(() => undefined)
      if (answer && !isGone) setCanteen(answer)
    }
    void look()
    const timer = setInterval(() => void look(), everyMs)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [hasCanteen])
  useEffect(() => {
    const look = () => !document.hidden && again()
    addEventListener('online', look)
    addEventListener('pageshow', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      removeEventListener('online', look)
      removeEventListener('pageshow', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [again])
  const recalledAt = useAtomValue(recalledAtom).home
  return { home, canteen, failure, recalledAt, again, setCanteen }
}
