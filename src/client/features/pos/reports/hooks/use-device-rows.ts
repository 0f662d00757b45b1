import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import {
  followOutbox,
  type OutboxRow,
  outboxChangeAtom,
  readOutboxRows,
} from '#client/platform/offline/outbox.atoms.ts'

/** What this very device has not sent yet, newest first; nothing on a device that sells nothing. */
export function useDeviceRows(): readonly OutboxRow[] {
  const change = useAtomValue(outboxChangeAtom)
  const [rows, setRows] = useState<readonly OutboxRow[]>([])
  useEffect(() => {
    followOutbox().catch(() => undefined)
  }, [])
  useEffect(() => {
    let isLatest = true
    const read = async (_change: number) => {
      const found = await readOutboxRows().catch(() => [])
      if (isLatest) setRows(found.toReversed())
    }
    void read(change)
    return () => {
      isLatest = false
    }
  }, [change])
  return rows
}
