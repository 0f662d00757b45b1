import { useCallback, useState } from 'react'
import { messageIdOf } from '#client/platform/refused.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { Verified } from '../verify-work.ts'

/** Looks a letter up by its code, and by a file where one is held against it. */
export function useVerify() {
  const [found, setFound] = useState<Verified>()
  const [failure, setFailure] = useState<MessageId>()
  const [isAsking, setIsAsking] = useState(false)
  const verify = useCallback(async (code: string, file?: File) => {
    setIsAsking(true)
    setFailure(undefined)
    setFound(undefined)
    try {
      const { lookUp } = await import('../verify-work.ts')
      setFound(await lookUp(code, file))
    } catch (error) {
      setFailure(messageIdOf(error))
    }
    setIsAsking(false)
  }, [])
  return { found, failure, isAsking, verify }
}
