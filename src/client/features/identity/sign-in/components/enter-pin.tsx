import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useRefusedText } from '#client/i18n/refused-text.ts'
import type { Refused } from '#client/platform/refused.ts'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import { ErrorSummary, type Problem } from '#client/ui/fields/error-summary.tsx'
import { PinPad } from '#client/ui/fields/pin-pad.tsx'
import { type NamedOperator, signInByPin } from '../pos-sign-in.actions.ts'

/** One person's PIN. Works without a network. */
export function EnterPin({ operator, onSignedIn, onBack }: EnterPinProps) {
  const { t } = useTranslation('identity.sign-in')
  const pick = useBilingual()
  const refusedText = useRefusedText()
  const [problems, setProblems] = useState<Problem[]>([])
  const pinText = (refused: Refused) => {
    if (refused.messageId === 'auth.wrong-credentials') return t('pin.wrong')
    // No wait opens a PIN again, so the till's answer names none.
    return refused.messageId === 'auth.too-many-attempts' ? t('pin.locked') : refusedText(refused)
  }
  const enter = async (pin: string) => {
    const refused = await signInByPin(operator.userId, pin)
    if (!refused) return onSignedIn()
    setProblems([{ message: pinText(refused) }])
  }
  return (
    <EntryCard
      title={pick(operator.name)}
      isPersonal
      lead={t('pin.enter')}
      elsewhere={
        <button type="button" onClick={onBack}>
          {t('pos.backToNames')}
        </button>
      }
    >
      <ErrorSummary title={t('problem')} problems={problems} />
      <PinPad label={t('pin.label', { name: pick(operator.name) })} onPin={enter} />
    </EntryCard>
  )
}

interface EnterPinProps {
  operator: NamedOperator
  onSignedIn: () => void
  onBack: () => void
}
