import { useEffect, useRef } from 'react'
import type { DocumentItem } from '#shared/documents/document.contract.ts'
import type { Documents } from './use-documents.ts'

interface NextReview {
  items: readonly DocumentItem[]
  documents: Documents
  /** Somebody has decided, and this is the next one that waits for it. */
  onNext: (item: DocumentItem) => void
  /** Somebody has decided, and nothing waits. */
  onNone: () => void
}

/**
 * A decision takes the buttons away that it was made with: once it is seen what came of it, the person who decides goes on to the next
 * document that waits, in the order of the list. Answers the documents with such a decision in place of the plain one.
 */
export function useNextReview({ items, documents, onNext, onNone }: NextReview): Documents {
  const decided = useRef<string>(undefined)
  const decide: Documents['decide'] = async (item, ...said) => {
    const isDone = await documents.decide(item, ...said)
    if (isDone) decided.current = item.type.code
    return isDone
  }
  useEffect(() => {
    const at = items.findIndex(({ type }) => type.code === decided.current)
    if (at < 0) return
    decided.current = undefined
    const next = [...items.slice(at + 1), ...items.slice(0, at)].find(({ state }) => state === 'uploaded')
    if (next) onNext(next)
    else onNone()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each answer
  }, [items])
  return { ...documents, decide }
}
