import { useState } from 'react'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { messageIdOf } from '#client/platform/use-answer.ts'
import type { DocumentType, TypeSet } from '#shared/documents/document-type.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { saveTypes } from '../document-desk.api.ts'
import { useListCommand } from '../hooks/use-list-command.ts'
import { draftOfType, type TypePart, typeOf } from './type-draft.ts'

interface FormAsked {
  /** The list as it stands now; newer than what the form began with where somebody was faster. */
  standing: TypeSet
  opened: DocumentType
  again: () => void
  onLeave: (saved: boolean) => void
}

/** One paper of the list while it is changed. The others are saved as they stand. */
export function useTypeForm({ standing, opened, again, onLeave }: FormAsked) {
  const [began, setBegan] = useState(standing)
  const [base, setBase] = useState(opened)
  const [draft, setDraft] = useState(() => draftOfType(opened))
  const [wrong, setWrong] = useState<readonly TypePart[]>([])
  const [isWorking, setWorking] = useState(false)
  const [failure, setFailure] = useState<MessageId>()
  const commandOf = useListCommand()
  const isClash = failure === 'document.changed' && standing.version !== began.version
  const codes = standing.types.map(({ code }) => code)
  const asked = typeOf(draft, codes)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOfType(base))
  useBusy(isChanged)
  const send = async () => {
    setWrong('wrong' in asked ? asked.wrong : [])
    if ('wrong' in asked || isWorking) return
    const list = isClash ? standing : began
    const { type } = asked
    const types = list.types.some(({ code }) => code === type.code)
      ? list.types.map((each) => (each.code === type.code ? type : each))
      : [...list.types, type]
    setWorking(true)
    setFailure(undefined)
    try {
      await saveTypes(commandOf({ seen: list.version, types }))
      onLeave(true)
    } catch (error) {
      const found = messageIdOf(error)
      setBegan(list)
      setFailure(found)
      if (found === 'document.changed') again()
      setWorking(false)
    }
  }
  const theirs = standing.types.find(({ code }) => code === base.code)
  const takeTheirs = () => {
    if (!theirs) return
    setBegan(standing)
    setBase(theirs)
    setDraft(draftOfType(theirs))
    setFailure(undefined)
  }
  return {
    draft,
    setDraft,
    wrong,
    isChanged,
    isWorking,
    isClash,
    send,
    takeTheirs,
    /** Of a clash: what is typed, and what somebody else has saved of the same paper meanwhile. */
    mine: 'type' in asked ? asked.type : undefined,
    theirs,
    failure: isClash ? undefined : failure,
  }
}
