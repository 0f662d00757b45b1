import type { KeyboardEvent } from 'react'

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea') !== null

/** By the place of the key: the letters are the same under an Arabic layout. While somebody types they are letters. */
export function onLetter(event: KeyboardEvent, deeds: Readonly<Record<string, () => void>>): void {
  const deed = deeds[event.code]
  if (!deed || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  deed()
}
