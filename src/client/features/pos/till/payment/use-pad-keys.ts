import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { scanEvent } from '#client/ui/fields/use-wedge.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { padKeyOf, pressKey } from './number-entry.ts'

interface PadKeys {
  entry: string
  onChange: (entry: string) => void
  currency: Currency
  onEnter: (() => void) | undefined
  isDisabled: boolean
}

/** Keys closer together than this are a scanner's: what it typed is taken back when the scan ends. */
const burstMs = 50

const isField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement ? target.type !== 'radio' : target instanceof HTMLTextAreaElement

/** Lets the keyboard type on a pad wherever the focus is, fields excepted. Enter counts on the display itself. */
export function usePadKeys(display: RefObject<HTMLElement | null>, pad: PadKeys): void {
  const pressed = useRef({ atMs: 0, before: '' })
  const type = useEffectEvent((event: KeyboardEvent) => {
    if (pad.isDisabled || isField(event.target) || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === 'Enter') {
      if (event.target !== display.current) return
      event.preventDefault()
      pad.onEnter?.()
      return
    }
    const key = padKeyOf(event.key)
    if (!key) return
    event.preventDefault()
    if (event.timeStamp - pressed.current.atMs > burstMs) pressed.current.before = pad.entry
    pressed.current.atMs = event.timeStamp
    pad.onChange(pressKey(pad.entry, key, pad.currency))
  })
  const forgetScan = useEffectEvent(() => pad.onChange(pressed.current.before))
  useEffect(() => {
    const hear = (event: KeyboardEvent) => type(event)
    const forget = () => forgetScan()
    addEventListener('keydown', hear)
    addEventListener(scanEvent, forget)
    return () => {
      removeEventListener('keydown', hear)
      removeEventListener(scanEvent, forget)
    }
  }, [])
}
