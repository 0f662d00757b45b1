import { useEffect, useState } from 'react'
import { messageIdOf } from '#client/platform/refused.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { MessageText } from '#shared/messaging/student-message.contract.ts'
import { type Preview, previewText } from '../message.api.ts'

/** So long nobody has typed. */
const stillMs = 400

/** The words as a mail, soon after somebody stops typing; while they are not whole the last whole ones stay. */
export function usePreview(text: MessageText | undefined, studentId: string | null) {
  const [preview, setPreview] = useState<Preview>()
  const [failure, setFailure] = useState<MessageId>()
  const asked = text && JSON.stringify(text)
  useEffect(() => {
    if (asked === undefined) return
    let isLatest = true
    const look = async () => {
      try {
        const answer = await previewText(JSON.parse(asked) as MessageText, studentId)
        if (!isLatest) return
        setPreview(answer)
        setFailure(undefined)
      } catch (error) {
        if (isLatest) setFailure(messageIdOf(error))
      }
    }
    const timer = setTimeout(() => void look(), stillMs)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [asked, studentId])
  return { preview, failure }
}
