import { useEffect, useEffectEvent, useState } from 'react'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import { type Keeping, LocalDraft } from '../local-draft.ts'

/** The draft of the open form, and whether it is on this device. `onFound` gets the answers of an earlier visit. */
export function useDraft(published: PublishedForm, takesUp: boolean, onFound: (answers: Answers) => void) {
  const [keeping, setKeeping] = useState<Keeping>('none')
  const [isFound, setIsFound] = useState(false)
  const [draft] = useState(() => new LocalDraft(published, setKeeping))
  const show = useEffectEvent((answers: Answers) => {
    setIsFound(true)
    onFound(answers)
  })

  useEffect(() => {
    if (!takesUp) return
    let isGone = false
    draft.find().then(
      (answers) => answers && !isGone && show(answers),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [draft, takesUp])

  // A phone that is put away may never come back to this page.
  useEffect(() => {
    const keep = () => void draft.keepNow()
    const onHide = () => document.visibilityState === 'hidden' && keep()
    document.addEventListener('visibilitychange', onHide)
    addEventListener('pagehide', keep)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [draft])

  const beginAfresh = () => {
    setIsFound(false)
    return draft.beginAfresh()
  }
  return { draft, keeping, isFound, beginAfresh }
}
