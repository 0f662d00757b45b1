import { useState } from 'react'
import { messageIdOf, useAnswer } from '#client/platform/use-answer.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import type { SavedFilter } from '#shared/lists/saved-filter.contract.ts'
import { dropFilter, listFilters, saveFilter } from '../list.api.ts'

/** The named filters that this person sees. When they can't be had the list itself says what is wrong, and filters are set by hand. */
export function useSavedFilters() {
  const { answer, again } = useAnswer(listFilters)
  const [state, setState] = useState<{ isWorking: boolean; problem?: MessageId }>({ isWorking: false })
  const run = async (call: Promise<unknown>): Promise<boolean> => {
    setState({ isWorking: true })
    try {
      await call
      setState({ isWorking: false })
      again()
      return true
    } catch (error) {
      setState({ isWorking: false, problem: messageIdOf(error) })
      return false
    }
  }
  const save = (saved: Omit<SavedFilter, 'id' | 'isOwn'>) =>
    run(saveFilter({ id: uuidv7(machineClock.nowMs(), machineRandom), saved }))
  return { ...state, filters: answer?.filters, save, drop: (id: string) => run(dropFilter({ id })) }
}
