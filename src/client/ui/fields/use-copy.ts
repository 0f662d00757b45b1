// chunk: links
import { useRef, useState } from 'react'

/**
 * Copies what stands in a field. A page without encryption may not write to the clipboard: there the text is selected, to be copied
 * by hand.
 */
export function useCopy<E extends HTMLInputElement | HTMLTextAreaElement = HTMLInputElement>(text: string) {
  const [outcome, setOutcome] = useState<'copied' | 'selected'>()
  const input = useRef<E>(null)
  const copy = () => {
    input.current?.select()
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))
    written.then(
      () => setOutcome('copied'),
      () => setOutcome('selected'),
    )
  }
  return { input, outcome, copy }
}
