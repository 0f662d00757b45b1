import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import type { HeldCharge } from '#shared/faces/face-report.contract.ts'
import { ChargeCard } from './components/charge-card.tsx'
import { ConfirmSheet } from './components/confirm-sheet.tsx'
import css from './components/desk-page.module.css'
import { DeskPage } from './components/desk-page.tsx'
import { decideOnCharge, listCharges } from './face-desk.api.ts'

interface Choice {
  charge: HeldCharge
  pays: boolean
}

/** What a face alone was not allowed to take from an account: somebody says whether it pays. */
export function ChargesScreen() {
  const { t } = useTranslation('faces.administration')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(listCharges)
  const [choice, setChoice] = useState<Choice>()
  const waiting = answer?.filter(({ decision }) => !decision) ?? []
  const decided = answer?.filter(({ decision }) => decision) ?? []
  return (
    <DeskPage
      place="charges"
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={answer || failure ? undefined : t('loading')}
      empty={
        answer && waiting.length === 0 ? { title: t('charges.empty.title'), text: t('charges.empty.text') } : undefined
      }
    >
      {waiting.length > 0 && <p className={css.lead}>{t('charges.lead')}</p>}
      <ul className={common.list}>
        {waiting.map((charge) => (
          <ChargeCard key={charge.tenderId} charge={charge} onChoose={(pays) => setChoice({ charge, pays })} />
        ))}
      </ul>
      {decided.length > 0 && (
        <details>
          <summary className={css.summary}>{t('decided', { count: decided.length })}</summary>
          <ul className={common.list}>
            {decided.map((charge) => (
              <ChargeCard key={charge.tenderId} charge={charge} />
            ))}
          </ul>
        </details>
      )}
      {choice && (
        <ChargeSheet
          {...choice}
          onClose={() => setChoice(undefined)}
          onDone={() => {
            setChoice(undefined)
            again()
          }}
        />
      )}
    </DeskPage>
  )
}

function ChargeSheet({ charge, pays, onClose, onDone }: Choice & { onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation('faces.administration')
  const pick = useBilingual()
  const format = useFormat()
  const way = pays ? 'pays' : 'free'
  const values = { name: pick(charge.pupil.name), amount: format.money(charge.amount) }
  return (
    <ConfirmSheet
      title={t(`charges.${way}.title`, values)}
      deedName={t(`charges.${way}.do`)}
      deed={() => decideOnCharge(charge.tenderId, pays)}
      {...{ onClose, onDone }}
    >
      <p>{t(`charges.${way}.text`, values)}</p>
    </ConfirmSheet>
  )
}
