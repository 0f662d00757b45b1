import { useCallback, useEffect, useState } from 'react'
import { messageIdOf } from '#client/platform/refused.ts'
import type { ImportRow, ImportVerdict } from '#shared/admissions/import/student-import.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { readRows } from '../student-import.api.ts'

interface Rows {
  rows: readonly ImportRow[]
  /** Where the next page begins; null when all are there. */
  next: number | null
  failure?: MessageId
}

/** The rows of a job, a page more with each call of `more`. They are asked for anew when the job has gone on. */
export function useRows(id: string, verdict: ImportVerdict | undefined, round: string) {
  const [state, setState] = useState<Rows>()
  const load = useCallback(
    async (from: number, before: readonly ImportRow[]): Promise<Rows> => {
      try {
        const { rows, next } = await readRows(id, verdict, from)
        return { rows: [...before, ...rows], next }
      } catch (error) {
        return { rows: before, next: from, failure: messageIdOf(error) }
      }
    },
    [id, verdict],
  )
  useEffect(() => {
    let isLatest = true
    const begin = async (_round: string) => {
      const found = await load(0, [])
      if (isLatest) setState(found)
    }
    void begin(round)
    return () => {
      isLatest = false
    }
  }, [load, round])
  const more = async () => {
    if (state?.next !== null && state) setState(await load(state.next, state.rows))
  }
  return { ...state, more }
}
