import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useRefusedText } from '#client/i18n/refused-text.ts'
import type { Refused } from '#client/platform/refused.ts'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import { PinPad } from '#client/ui/fields/pin-pad.tsx'
import { type NamedOperator, signInByPin } from '../pos-sign-in.actions.ts'
import css from './enter-pin.module.css'

/** One person's PIN. Works without a network. */
export function EnterPin({ operator, onSignedIn, onBack }: EnterPinProps) {
  const { t } = useTranslation('identity.sign-in')
  const pick = useBilingual()
  const refusedText = useRefusedText()
  const [problem, setProblem] = useState<string>()
  const pinText = (refused: Refused) => {
    if (refused.messageId === 'auth.wrong-credentials') return t('pin.wrong')
    // No wait opens a PIN again, so the till's answer names none.
    return refused.messageId === 'auth.too-many-attempts' ? t('pin.locked') : refusedText(refused)
  }
  const enter = async (pin: string) => {
    setProblem(undefined)
    const refused = await signInByPin(operator.userId, pin)
    if (!refused) return onSignedIn()
    setProblem(pinText(refused))
  }
  return (
    <EntryCard
      title={pick(operator.name)}
      isPersonal
      // In the place of the request: fingers are on the pad already, and it must not move.
      lead={
        problem === undefined ? (
          <span className={css.say}>{t('pin.enter')}</span>
        ) : (
          <strong className={css.bad} role="alert">
            {problem}
          </strong>
        )
      }
      elsewhere={
        <button type="button" onClick={onBack}>
          {t('pos.backToNames')}
        </button>
      }
    >
      <PinPad label={t('pin.label', { name: pick(operator.name) })} onPin={enter} />
    </EntryCard>
  )
}

interface EnterPinProps {
  operator: NamedOperator
  onSignedIn: () => void
  onBack: () => void
}
