import { useEffect, useState } from 'react'
import type { Faces } from '#local/recognition/faces.types.ts'
import type { SentFaces } from '#local/recognition/sent-faces.ts'

/** What this tablet has registered and not heard of yet, seen afresh after each change; null until it has been read. */
export function useSentFaces(faces: Faces): SentFaces | null {
  const [seen, setSeen] = useState<{ sent: SentFaces } | null>(null)
  useEffect(() => {
    let isGone = false
    let close = () => undefined as void
    const follow = async () => {
      const sent = await faces.followSent()
      close = sent.close
      if (isGone) return close()
      sent.subscribe(() => setSeen({ sent }))
      setSeen({ sent })
    }
    // Without it a screen says less, and nothing wrong.
    follow().catch(() => undefined)
    return () => {
      isGone = true
      close()
    }
  }, [faces])
  return seen?.sent ?? null
}
