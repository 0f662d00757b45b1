import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { FaceTrouble, type FaceTroubleKind, troubleKindOf } from '#local/recognition/face-trouble.ts'
import { type Captured, type CaptureHint, captureSamples } from '../capture-samples.ts'

interface Capture {
  /** Null while the camera starts. */
  hint: CaptureHint | null
  taken: number
  trouble: FaceTroubleKind | null
}

/** Opens the camera, takes the samples, closes it; whatever is left goes with the screen. */
export function useCapture(
  video: RefObject<HTMLVideoElement | null>,
  onEnd: (ended: Awaited<ReturnType<typeof captureSamples>>) => void,
): Capture {
  const [seen, setSeen] = useState<{ hint: CaptureHint | null; taken: number }>({ hint: null, taken: 0 })
  const [trouble, setTrouble] = useState<FaceTroubleKind | null>(null)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const element = video.current
    if (!element) return undefined
    const leaving = new AbortController()
    run(element, (hint, taken) => setSeen({ hint, taken }), leaving.signal).then(end, (error: unknown) => {
      if (!leaving.signal.aborted) setTrouble(troubleKindOf(error) ?? 'stalled')
    })
    return () => leaving.abort()
  }, [video])
  return { ...seen, trouble }
}

async function run(
  video: HTMLVideoElement,
  tell: (hint: CaptureHint, taken: number) => void,
  signal: AbortSignal,
): Promise<Captured | { fault: 'count' | 'frozen' | 'mixed' }> {
  // The code itself may be what cannot be had without a network.
  const { openStudio } = await import('../open-studio.ts').catch((cause: unknown) => {
    throw new FaceTrouble('models-missing', cause)
  })
  const { look, nowMs, close } = await openStudio(video)
  try {
    signal.throwIfAborted()
    return await captureSamples({ look, nowMs, tell, signal })
  } finally {
    close()
  }
}
