// chunk: till
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { scanEvent } from '#client/ui/fields/scan-event.ts'
import { EraseIcon } from '#client/ui/icons/place-icons.tsx'
import type { Currency } from '#shared/kernel/money.ts'
import { type PadKey, padKeyOf, pressKey } from './number-entry.ts'
import css from './number-pad.module.css'

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
function usePadKeys(display: RefObject<HTMLElement | null>, pad: PadKeys): void {
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

interface NumberPadProps {
  label: ReactNode
  entry: string
  onChange: (entry: string) => void
  currency: Currency
  /** Shown, softer, while nothing is typed. */
  placeholder?: string
  /** Beside the number: a currency or a percent sign. */
  unit?: string
  onEnter?: () => void
  isDisabled?: boolean
}

const keys: readonly PadKey[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', 'back']
/** Digits by touch or by the keyboard, 1-2-3 from left to right in both directions of writing, as on every telephone. */
export function NumberPad(props: NumberPadProps) {
  const { label, entry, onChange, currency, placeholder = '', unit, onEnter, isDisabled = false } = props
  const { t } = useTranslation('pos.till')
  const labelId = useId()
  const display = useRef<HTMLOutputElement>(null)
  usePadKeys(display, { entry, onChange, currency, onEnter, isDisabled })
  return (
    <div className={css.pad} role="group" aria-labelledby={labelId}>
      <div id={labelId} className={css.label}>
        {label}
      </div>
      <output
        ref={display}
        className={css.display}
        aria-labelledby={labelId}
        data-empty={entry === '' || undefined}
        data-autofocus
        tabIndex={0}
      >
        {unit && <bdi className={css.unit}>{unit}</bdi>}
        <bdi dir="ltr" className="num">
          {entry || placeholder || '\u00a0'}
        </bdi>
      </output>
      <div className={css.keys} dir="ltr">
        {keys.map((key) => (
          <button
            key={key}
            type="button"
            className={css.key}
            disabled={isDisabled}
            aria-label={key === 'back' ? t('pad.back') : key === '.' ? t('pad.point') : undefined}
            onClick={() => onChange(pressKey(entry, key, currency))}
          >
            {key === 'back' ? <EraseIcon size={26} /> : key}
          </button>
        ))}
      </div>
    </div>
  )
}
