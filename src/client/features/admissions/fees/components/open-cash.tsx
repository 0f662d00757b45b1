import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import sheet from '#client/features/students/record/components/student-sheet.module.css'
import { useFormat } from '#client/i18n/format.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { CashReceipt } from '#shared/admissions/desk-cash.contract.ts'
import { cashPurposes } from '#shared/admissions/desk-cash.rules.ts'
import css from '../../offers/components/offer-section.module.css'
import type { StudentFile } from '../../student-file/student.api.ts'
import { useActorRoles } from '../../transitions/hooks/use-actor-roles.ts'
import type { Decision } from '../../transitions/hooks/use-decision.ts'
import { statusOf } from '../cash-draft.ts'
import { CashNumbers } from './cash-row.tsx'

interface OpenProps {
  file: StudentFile
  decision: Decision
}

/** Money in the drawer that had no effect: what the desk knew beside what is so now, and for finance the ways out. */
export function OpenCash({ file, decision }: OpenProps) {
  const { t } = useTranslation('admissions.cash')
  const open = file.cash.filter(({ fault, end }) => fault !== null && end === null)
  if (open.length === 0) return null
  return (
    <div role="group" aria-label={t('open.title')}>
      <h4>{t('open.title')}</h4>
      <p>{t('open.text')}</p>
      {open.map((receipt) => (
        <One key={receipt.id} receipt={receipt} file={file} decision={decision} />
      ))}
    </div>
  )
}

function One({ receipt, file, decision }: OpenProps & { receipt: CashReceipt }) {
  const { t } = useTranslation('admissions.cash')
  const format = useFormat()
  const actsAs = useActorRoles()
  const { amount, currency, known, fault, paysFor, offerId } = receipt
  const now = statusOf(file, [], paysFor)
  const isSame = now.offerId === offerId
  return (
    <div className={sheet.clash}>
      <strong>
        <Money minor={amount} currency={currency} /> · {t(`for.${paysFor}`)} · <CashNumbers line={receipt} />
      </strong>
      {fault && <p>{t(`fault.${fault}`)}</p>}
      <div className={sheet.sides}>
        <section aria-label={t('open.then')}>
          <p>
            <strong>{t('open.then')}</strong>
          </p>
          <p className={css.soft}>{t('open.asOf', { at: format.dateTime(known.asOf) })}</p>
          <Sums received={known.received} due={known.due} currency={currency} />
        </section>
        <section aria-label={t('open.now')}>
          <p>
            <strong>{t('open.now')}</strong>
          </p>
          {isSame ? <Sums received={now.received} due={now.due} currency={currency} /> : <p>{t('fault.offer-over')}</p>}
        </section>
      </div>
      {actsAs('finance') && (
        <div className={css.actions}>
          {cashPurposes
            .filter((each) => statusOf(file, [], each).fault(amount) === undefined)
            .map((each) => (
              <Button
                key={each}
                isWorking={decision.isPending}
                onClick={() => void decision.send(file, { kind: 'cash-place', cashId: receipt.id, paysFor: each })}
              >
                {t(`open.place.${each}`)}
              </Button>
            ))}
        </div>
      )}
      {actsAs('finance') && <ReturnForm receipt={receipt} file={file} decision={decision} />}
    </div>
  )
}

interface SumsProps {
  received: number
  due: number | null
  currency: CashReceipt['currency']
}

function Sums({ received, due, currency }: SumsProps) {
  const { t } = useTranslation('admissions.cash')
  return (
    <p>
      {t('open.received')} <Money minor={received} currency={currency} />
      {due !== null && (
        <>
          <br />
          {t('open.due')} <Money minor={due} currency={currency} />
        </>
      )}
    </p>
  )
}

/** It went back to the family, by a paper of its own. */
function ReturnForm({ receipt, file, decision }: OpenProps & { receipt: CashReceipt }) {
  const { t } = useTranslation('admissions.cash')
  const [paper, setPaper] = useState('')
  const [isWrong, setWrong] = useState(false)
  const wrongId = useId()
  useBusy(paper !== '')
  const send = async () => {
    const written = paper.trim()
    setWrong(written === '')
    if (written !== '') await decision.send(file, { kind: 'cash-return', cashId: receipt.id, receipt: written })
  }
  return (
    <form
      noValidate
      aria-label={t('open.return')}
      className={css.line}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextField
        label={t('open.back')}
        width="narrow"
        dir="ltr"
        maxLength={60}
        autoComplete="off"
        value={paper}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? wrongId : undefined}
        onChange={setPaper}
      />
      <Button type="submit" isWorking={decision.isPending}>
        {t('open.return')}
      </Button>
      {isWrong && (
        <InlineNotice tone="problem" id={wrongId}>
          {t('open.wrongPaper')}
        </InlineNotice>
      )}
    </form>
  )
}
