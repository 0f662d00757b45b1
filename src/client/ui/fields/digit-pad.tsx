import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { latinDigits } from '#shared/kernel/digits.ts'
import { EraseIcon } from '../icons/place-icons.tsx'
import css from './digit-pad.module.css'

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

interface DigitPadProps {
  label: string
  value: string
  /** Digits only, never more than `most`, in Latin digits whatever was typed. */
  onChange: (digits: string) => void
  most: number
  /** Drawn as dots, and read aloud by number only. */
  isSecret?: boolean
  isBusy?: boolean
  onEnter?: () => void
  /** Where the focus can be put back. */
  ref?: Ref<{ focus(): void }>
}

/** Digits by finger or keyboard. The pad stays 1-2-3 from the left in every language, as on a telephone. */
export function DigitPad(props: DigitPadProps) {
  const { label, value, onChange, most, isSecret = false, isBusy = false, onEnter, ref } = props
  const { t } = useTranslation('identity.sign-in')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }), [])
  const change = (typed: string) => onChange(latinDigits(typed).replaceAll(/\D/g, '').slice(0, most))
  const press = (digit: string) => change(value + digit)
  return (
    <div className={css.pad} dir="ltr" aria-busy={isBusy}>
      <input
        ref={input}
        className={css.input}
        type={isSecret ? 'password' : 'text'}
        inputMode="none"
        autoComplete="off"
        maxLength={most}
        aria-label={label}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && onEnter?.()}
      />
      {isSecret && (
        <p className="visually-hidden" aria-live="polite">
          {t('pin.entered', { count: value.length })}
        </p>
      )}
      <div className={css.keys}>
        {keys.map((digit) => (
          <Key key={digit} digit={digit} onPress={press} />
        ))}
        <span />
        <Key digit="0" onPress={press} />
        <button
          type="button"
          className={css.key}
          aria-label={t('pin.erase')}
          onClick={() => change(value.slice(0, -1))}
        >
          <EraseIcon size={26} />
        </button>
      </div>
    </div>
  )
}

const Key = ({ digit, onPress }: { digit: string; onPress: (digit: string) => void }) => (
  <button type="button" className={css.key} onClick={() => onPress(digit)}>
    {digit}
  </button>
)
