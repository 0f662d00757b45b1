import { useEffect, useRef } from 'react'
import type { DocumentFile, DocumentItem } from '#shared/documents/document.contract.ts'

const isPicture = (name: string): boolean => /\.(png|jpe?g|webp|gif)$/i.test(name)

/** A picture that waits for a decision is shown at once, beside the buttons; a PDF opens apart, and only when it is asked for. */
export function useFirstLook(
  { acts, isWithheld }: DocumentItem,
  file: DocumentFile | undefined,
  look: (file: DocumentFile) => unknown,
): void {
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  const seen = useRef<string>(undefined)
  const waiting = acts.includes('approve') && !isWithheld && file && isPicture(file.doc_name) ? file : undefined
  useEffect(() => {
    if (!waiting || seen.current === waiting.doc_id || !navigator.onLine) return
    seen.current = waiting.doc_id
    latest.current(waiting)
  }, [waiting])
}
