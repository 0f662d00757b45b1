import { useEffect, useEffectEvent } from 'react'
import { createWedge, withoutScan } from './wedge.ts'

/** Sent to the window when a scan has ended, so that pads can drop the digits they took for typed ones. */
export const scanEvent = 'till-scan'

/** Puts a value into a field that React holds, so that React hears of it. */
function setFieldValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const owner = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(owner.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function takeOutOfField(target: EventTarget | null, code: string): void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
  const caret = target.selectionStart ?? target.value.length
  setFieldValue(target, withoutScan(target.value, code, caret))
}

/** Hears a scanner wherever the focus is. The Enter that ends a scan presses nothing, and its characters stay nowhere. */
export function useWedge(onScan: (code: string) => void): void {
  const take = useEffectEvent(onScan)
  useEffect(() => {
    const wedge = createWedge()
    const hear = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return
      const code = wedge.feed(event.key, event.timeStamp)
      if (code === undefined) return
      event.preventDefault()
      event.stopPropagation()
      takeOutOfField(event.target, code)
      dispatchEvent(new Event(scanEvent))
      take(code)
    }
    // Before anybody else: the focused button must not be pressed by a scan.
    addEventListener('keydown', hear, { capture: true })
    return () => removeEventListener('keydown', hear, { capture: true })
  }, [])
}
