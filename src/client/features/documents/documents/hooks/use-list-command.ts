import { useRef } from 'react'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import type { DocumentType } from '#shared/documents/document-type.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'

interface ListAsked {
  seen: number
  types: DocumentType[]
}

/** Gives each list that is saved an id: sent once more, since no answer came, it is the same command. */
export function useListCommand() {
  const last = useRef<{ of: string; commandId: OpId }>(undefined)
  return (asked: ListAsked) => {
    const of = JSON.stringify(asked)
    if (last.current?.of !== of)
      last.current = { of, commandId: OpId.parse(uuidv7(machineClock.nowMs(), machineRandom)) }
    return { ...asked, commandId: last.current.commandId }
  }
}
