// chunk: account
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusedText } from '#client/i18n/refused-text.ts'
import type { Refused } from '#client/platform/refused.ts'
import { useNow } from '#client/platform/use-now.ts'

interface ResendLineProps {
  /** From when on another mail may be asked for, by this device's clock. */
  atMs: number
  /** Asks for it; answers why not. */
  onResend: () => Promise<Refused | undefined>
}

const secondMs = 1000

/** "0:27", the digits isolated: the sentence around them may run from right to left. */
function countdown(ms: number): string {
  const seconds = Math.ceil(ms / secondMs)
  return `\u2066${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}\u2069`
}

/** For an entry card's ways elsewhere: another mail, once the wait is over. What comes of it is said aloud; the seconds are not. */
export function ResendLine({ atMs, onResend }: ResendLineProps) {
  const { t } = useTranslation('identity.account')
  const refusedText = useRefusedText()
  const leftMs = atMs - useNow(secondMs)
  const [said, setSaid] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const resend = async () => {
    if (leftMs > 0 || isAsking) return
    setIsAsking(true)
    setSaid('')
    const refused = await onResend()
    setSaid(refused ? refusedText(refused) : t('resend.sent'))
    setIsAsking(false)
  }
  return (
    <>
      <button type="button" aria-disabled={leftMs > 0 || isAsking} onClick={() => void resend()}>
        {leftMs > 0 ? t('resend.wait', { time: countdown(leftMs) }) : t('resend.now')}
      </button>
      <p role="status">{said}</p>
    </>
  )
}
