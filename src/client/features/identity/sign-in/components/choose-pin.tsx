import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import { ErrorSummary, type Problem } from '#client/ui/fields/error-summary.tsx'
import { PinPad } from '#client/ui/fields/pin-pad.tsx'

interface ChoosePinProps {
  onChosen: (pin: string) => Promise<void>
  onSkip: () => void
}

/** After a password sign-in at a till: a PIN for the next time, entered twice. */
export function ChoosePin({ onChosen, onSkip }: ChoosePinProps) {
  const { t } = useTranslation('identity.sign-in')
  const [first, setFirst] = useState<string>()
  const [problems, setProblems] = useState<Problem[]>([])
  const enter = async (pin: string) => {
    if (first === undefined) {
      setProblems([])
      return setFirst(pin)
    }
    const refuse = (message: string) => {
      setFirst(undefined)
      setProblems([{ message }])
    }
    if (pin !== first) return refuse(t('pin.different'))
    await onChosen(pin).catch(() => refuse(t('pin.notKept')))
  }
  const title = t(first === undefined ? 'pin.choose' : 'pin.repeat')
  return (
    <EntryCard title={title} lead={t('pin.why')}>
      <ErrorSummary title={t('pin.again')} problems={problems} />
      <PinPad key={title} label={title} onPin={enter} />
      <Button variant="subtle" fullWidth onClick={onSkip}>
        {t('pin.skip')}
      </Button>
    </EntryCard>
  )
}
