import { useEffect, useState } from 'react'
import type { Carrier, SendableType } from '#client/platform/files/send-file.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { type Sending, SendQueue } from '../family/send-queue.ts'

/**
 * The files that this page sends; both arguments must be stable. They are on this page alone: leaving it forgets what was not
 * sent.
 */
export function useSendQueue(carrierOf: (type: string) => Promise<Carrier>, onSent: () => void) {
  const [sendings, setSendings] = useState<readonly Sending[]>([])
  const [queue] = useState(() => new SendQueue({ carrierOf, onSent, onChange: setSendings }))
  useEffect(() => {
    const goOn = () => void queue.goOn()
    addEventListener('online', goOn)
    return () => removeEventListener('online', goOn)
  }, [queue])
  useBusy(sendings.some(({ state }) => state === 'preparing' || state === 'sending' || state === 'waiting'))
  return {
    sendings,
    send: (type: SendableType, files: readonly File[]) => queue.add(type, files),
    again: () => void queue.goOn(),
  }
}
