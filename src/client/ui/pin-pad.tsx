import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { latinDigits } from '#shared/kernel/digits.ts'
import css from './pin-pad.module.css'
import { EraseIcon } from './place-icons.tsx'

const pinLength = 6
const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

interface PinPadProps {
  label: string
  /** Called with six digits; the pad is empty again when it is over. */
  onPin: (pin: string) => Promise<void>
}

/** Six digits by finger or keyboard. The pad stays 1-2-3 from the left in every language, as on a telephone. */
export function PinPad({ label, onPin }: PinPadProps) {
  const { t } = useTranslation('sign-in')
  const [pin, setPin] = useState('')
  const [isChecking, setIsChecking] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  const change = async (typed: string) => {
    const digits = latinDigits(typed).replaceAll(/\D/g, '').slice(0, pinLength)
    setPin(digits)
    if (digits.length < pinLength || isChecking) return
    setIsChecking(true)
    try {
      await onPin(digits)
    } finally {
      setPin('')
      setIsChecking(false)
      input.current?.focus()
    }
  }
  const press = (digit: string) => void change(pin + digit)

  return (
    <div className={css.pad} dir="ltr" aria-busy={isChecking}>
      <input
        ref={input}
        className={css.input}
        type="password"
        inputMode="none"
        autoComplete="off"
        maxLength={pinLength}
        aria-label={label}
        value={pin}
        onChange={(event) => void change(event.currentTarget.value)}
      />
      <p className="visually-hidden" aria-live="polite">
        {t('pin.entered', { count: pin.length })}
      </p>
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
          onClick={() => void change(pin.slice(0, -1))}
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
