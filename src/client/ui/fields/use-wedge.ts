import { useEffect, useEffectEvent } from 'react'
import { scanEvent } from './scan-event.ts'

/** A scanner types faster than any hand: between two of its keys lie a few milliseconds, seldom more than thirty. */
const maxGapMs = 50
const minLength = 4

interface Wedge {
  /**
   * Feed every key as it comes, `atMs` growing. Answers the code when this Enter ends a scan, else undefined.
   */
  feed(key: string, atMs: number): string | undefined
  /** How many characters have come at a scanner's pace so far; 0 or 1 when a person types. */
  readonly length: number
}

/** Tells a barcode scanner that works as a keyboard from a person at the keys. */
export function createWedge(): Wedge {
  let code = ''
  let lastMs = Number.NEGATIVE_INFINITY
  return {
    get length() {
      return code.length
    },
    feed(key, atMs) {
      const isFast = atMs - lastMs <= maxGapMs
      if (key === 'Enter') {
        const scanned = isFast && code.length >= minLength ? code : undefined
        code = ''
        lastMs = Number.NEGATIVE_INFINITY
        return scanned
      }
      // Shift and its like come between the characters of a code and are none.
      if (key.length !== 1) return undefined
      code = isFast ? code + key : key
      lastMs = atMs
      return undefined
    },
  }
}

/** What a text field holds once the characters of a scan, typed at `caret`, are taken out again. */
export function withoutScan(value: string, code: string, caret: number): string {
  const start = caret - code.length
  return start >= 0 && value.slice(start, caret) === code ? value.slice(0, start) + value.slice(caret) : value
}

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

/**
 * Hears a scanner wherever the focus is. The Enter that ends a scan presses nothing, and its characters stay nowhere. Returns how to
 * end it.
 */
export function hearScans(onScan: (code: string) => void): () => void {
  const wedge = createWedge()
  const hear = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const code = wedge.feed(event.key, event.timeStamp)
    if (code === undefined) return
    event.preventDefault()
    event.stopPropagation()
    takeOutOfField(event.target, code)
    dispatchEvent(new Event(scanEvent))
    onScan(code)
  }
  // Before anybody else: the focused button must not be pressed by a scan.
  addEventListener('keydown', hear, { capture: true })
  return () => removeEventListener('keydown', hear, { capture: true })
}

/** Hears a scanner for as long as the screen is there. */
export function useWedge(onScan: (code: string) => void): void {
  const take = useEffectEvent(onScan)
  useEffect(() => hearScans((code) => take(code)), [])
}
