import { type ReactNode, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { EraseIcon } from '#client/ui/icons/place-icons.tsx'
import type { Currency } from '#shared/kernel/money.ts'
import { type PadKey, pressKey } from './number-entry.ts'
import css from './number-pad.module.css'
import { usePadKeys } from './use-pad-keys.ts'

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
          {entry || placeholder || ' '}
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
