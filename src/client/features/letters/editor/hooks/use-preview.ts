import { useEffect, useRef, useState } from 'react'
import { messageIdOf } from '#client/platform/refused.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'
import { drawDraft } from '../letter-edit.api.ts'

type Drawn = Awaited<ReturnType<typeof drawDraft>>

/** What the draft looks like: redrawn after each key, one at a time, and always the newest in the end. */
export function usePreview(letter: LetterKind, template: LetterTemplate, studentId: string | null) {
  const [drawn, setDrawn] = useState<Drawn>()
  const [failure, setFailure] = useState<MessageId>()
  const [isLate, setIsLate] = useState(true)
  const [round, setRound] = useState(0)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    let isNewest = true
    const draw = async (_round: number) => {
      if (!isNewest) return
      try {
        const answer = await drawDraft(letter, template, studentId)
        if (!isNewest) return
        setDrawn(answer)
        setFailure(undefined)
      } catch (error) {
        if (isNewest) setFailure(messageIdOf(error))
      }
      if (isNewest) setIsLate(false)
    }
    queue.current = queue.current.then(() => draw(round))
    return () => {
      isNewest = false
      setIsLate(true)
    }
  }, [letter, template, studentId, round])
  return { drawn, failure, isLate, again: () => setRound((no) => no + 1) }
}
