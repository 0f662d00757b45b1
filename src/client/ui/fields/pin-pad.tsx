// chunk: screen
import { useRef, useState } from 'react'
import { DigitPad } from './digit-pad.tsx'

interface PinPadProps {
  label: string
  /** Called with all digits; the pad is empty again when it is over. */
  onPin: (pin: string) => Promise<void>
  /** Six for the staff; pupils have fewer. */
  length?: number
}

/** A PIN: it is checked as soon as its last digit is there. */
export function PinPad({ label, onPin, length = 6 }: PinPadProps) {
  const [pin, setPin] = useState('')
  const [isChecking, setIsChecking] = useState(false)
  const pad = useRef<{ focus(): void }>(null)
  const change = async (digits: string) => {
    setPin(digits)
    if (digits.length < length || isChecking) return
    setIsChecking(true)
    try {
      await onPin(digits)
    } finally {
      setPin('')
      setIsChecking(false)
      pad.current?.focus()
    }
  }
  return (
    <DigitPad
      ref={pad}
      label={label}
      value={pin}
      most={length}
      isSecret
      isBusy={isChecking}
      onChange={(digits) => void change(digits)}
    />
  )
}
