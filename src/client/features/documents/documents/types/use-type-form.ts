import { useState } from 'react'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useCommand } from '#client/platform/use-command.ts'
import type { DocumentType, TypeSet } from '#shared/documents/document-type.contract.ts'
import { saveTypes } from '../document-desk.api.ts'
import { draftOfType, type TypePart, typeOf } from './type-draft.ts'

interface FormRequest {
  /** The list as it stands now; newer than what the form began with where somebody was faster. */
  standing: TypeSet
  opened: DocumentType
  again: () => void
  onLeave: (saved: boolean) => void
}

/** One paper of the list while it is changed. The others are saved as they stand. */
export function useTypeForm({ standing, opened, again, onLeave }: FormRequest) {
  const [began, setBegan] = useState(standing)
  const [base, setBase] = useState(opened)
  const [draft, setDraft] = useState(() => draftOfType(opened))
  const [wrong, setWrong] = useState<readonly TypePart[]>([])
  const { mutate, isPending, error, reset } = useCommand(
    (list: Omit<Parameters<typeof saveTypes>[0], 'commandId'>, commandId) => saveTypes({ ...list, commandId }),
    { onSuccess: () => onLeave(true), onError: (why) => why === 'document.changed' && again() },
  )
  const isClash = error === 'document.changed' && standing.version !== began.version
  const codes = standing.types.map(({ code }) => code)
  const asked = typeOf(draft, codes)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOfType(base))
  useBusy(isChanged)
  const send = async () => {
    setWrong('wrong' in asked ? asked.wrong : [])
    if ('wrong' in asked) return
    const list = isClash ? standing : began
    const { type } = asked
    const types = list.types.some(({ code }) => code === type.code)
      ? list.types.map((each) => (each.code === type.code ? type : each))
      : [...list.types, type]
    if (!(await mutate({ seen: list.version, types }))) setBegan(list)
  }
  const theirs = standing.types.find(({ code }) => code === base.code)
  const takeTheirs = () => {
    if (!theirs) return
    setBegan(standing)
    setBase(theirs)
    setDraft(draftOfType(theirs))
    reset()
  }
  return {
    draft,
    setDraft,
    wrong,
    isChanged,
    isPending,
    isClash,
    send,
    takeTheirs,
    /** Of a clash: what is typed, and what somebody else has saved of the same paper meanwhile. */
    mine: 'type' in asked ? asked.type : undefined,
    theirs,
    failure: isClash ? undefined : error,
  }
}
