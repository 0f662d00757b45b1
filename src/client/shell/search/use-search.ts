import { useEffect, useState } from 'react'
import { messageIdOf } from '#client/platform/refused.ts'
import { type Found, searchFor } from '#client/platform/search.api.ts'
import type { MessageId } from '#shared/kernel/errors.ts'

/** Somebody who types is not asked for at every letter. */
const quietMs = 180
/** One letter is found in half of all names. */
const minLetters = 2

interface Answered {
  text: string
  found: Found | undefined
  failure: MessageId | undefined
}

const nothing: Answered = { text: '', found: undefined, failure: undefined }

/** What the server finds for a text. What was found for the one before stays until then, so that nothing jumps. */
export function useSearch(typed: string, mayAsk: boolean) {
  const [answered, setAnswered] = useState(nothing)
  const text = typed.trim()
  const isWanted = mayAsk && text.length >= minLetters
  useEffect(() => {
    if (!isWanted) return
    const giveUp = new AbortController()
    const ask = async () => {
      let answer: Answered
      try {
        answer = { text, found: await searchFor(text, giveUp.signal), failure: undefined }
      } catch (error) {
        answer = { text, found: undefined, failure: messageIdOf(error) }
      }
      if (!giveUp.signal.aborted) setAnswered(answer)
    }
    const timer = setTimeout(() => void ask(), quietMs)
    return () => {
      clearTimeout(timer)
      giveUp.abort()
    }
  }, [text, isWanted])
  return { ...(isWanted ? answered : nothing), isAsking: isWanted && answered.text !== text }
}
