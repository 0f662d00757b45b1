import { useEffect, useState } from 'react'
import { type FaceTroubleKind, troubleKindOf } from '#local/recognition/face-trouble.ts'
import { openRecogniser, type Recogniser } from './recogniser.ts'

export type RecogniserState =
  | { state: 'off' }
  | { state: 'starting' }
  | { state: 'ready'; recogniser: Recogniser }
  | { state: 'trouble'; kind: FaceTroubleKind }

/** The recogniser, started while it is wanted and given back when it is not, or when the screen goes away. */
export function useRecogniser(isWanted: boolean): RecogniserState {
  const [found, setFound] = useState<RecogniserState | null>(null)
  useEffect(() => {
    if (!isWanted) return undefined
    let isHere = true
    const opening = openRecogniser()
    opening.then(
      (recogniser) => isHere && setFound({ state: 'ready', recogniser }),
      (error: unknown) => isHere && setFound({ state: 'trouble', kind: troubleKindOf(error) ?? 'backend' }),
    )
    return () => {
      isHere = false
      setFound(null)
      opening.then(
        (recogniser) => recogniser.stop(),
        () => undefined,
      )
    }
  }, [isWanted])
  if (!isWanted) return { state: 'off' }
  return found ?? { state: 'starting' }
}
