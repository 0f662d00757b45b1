// chunk: desk-parts
import { type ReactNode, useCallback, useState } from 'react'
import { useAnswer } from '../use-answer.ts'
import { type KeptDraft, readKeptDraft } from './use-versioned-draft.ts'

interface Props {
  /** Name of the draft on this device, as it is when this is first drawn. */
  name: string
  children: (kept: KeptDraft | undefined) => ReactNode
}

/** Draws an editor once it is known what an earlier visit could not save. */
export function WithKeptDraft({ name, children }: Props) {
  const [first] = useState(name)
  const question = useCallback(async () => ({ kept: await readKeptDraft(first) }), [first])
  const { answer } = useAnswer(question)
  return answer && children(answer.kept)
}
