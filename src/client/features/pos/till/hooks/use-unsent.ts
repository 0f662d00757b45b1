import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { followOutbox, outboxStatusAtom } from '#client/platform/offline/outbox.atoms.ts'

/** What this device still has to send. */
export function useUnsent(): { count: number; amountMinor: number } {
  const status = useAtomValue(outboxStatusAtom)
  useEffect(() => void followOutbox().catch(() => undefined), [])
  return { count: (status?.pending ?? 0) + (status?.attention ?? 0), amountMinor: status?.pendingMinor ?? 0 }
}
