import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import css from '../../offers/components/offer-section.module.css'
import type { StudentFile } from '../../student-file/student.api.ts'
import type { Decision } from '../../transitions/hooks/use-decision.ts'
import { methodOf } from './payment-form.tsx'

type Fee = StudentFile['fee']

/** One receipt in words: its day, its amount, how it was paid and its number. */
function Receipt({ fee, line: { amount, method, receipt, on, tax } }: { fee: Fee; line: Fee['refunded'][number] }) {
  const { t, i18n } = useTranslation('admissions')
  return (
    <>
      <bdi>{formatDay(on, i18n.language)}</bdi> · <Money minor={amount} currency={fee.currency} /> ·{' '}
      {t(`offers.method.${methodOf(method) ?? 'transfer'}`)} · <bdi dir="ltr">{receipt}</bdi>
      {tax && tax.taxCode !== 'none' && (
        <>
          {' '}
          · {t(tax.taxCode === 'exempt' ? 'fee.exempt' : 'fee.tax', { rate: tax.taxPpm / 10_000 })}{' '}
          {tax.taxCode !== 'exempt' && <Money minor={tax.tax} currency={fee.currency} />}
        </>
      )}
    </>
  )
}

/** What went back. */
export function FeeRefunds({ fee }: { fee: Fee }) {
  if (fee.refunded.length === 0) return null
  return (
    <ul className={css.receipts}>
      {fee.refunded.map((line) => (
        <li key={line.receipt}>
          <Receipt fee={fee} line={line} />
        </li>
      ))}
    </ul>
  )
}

interface PaymentsProps {
  file: StudentFile
  decision: Decision
  /** Whether anyone who looks at it may say that a payment was written down wrongly. */
  mayReverse: boolean
}

/** What came; a payment that was written down wrongly stays in the list, with who took it back and why. */
export function FeePayments({ file, decision, mayReverse }: PaymentsProps) {
  const { t } = useTranslation('admissions')
  const pick = useBilingual()
  const format = useFormat()
  const [open, setOpen] = useState<string>()
  const { fee } = file
  if (fee.paid.length === 0) return null
  return (
    <ul className={css.receipts}>
      {fee.paid.map((line) => (
        <li key={line.id}>
          {line.reversed ? (
            <>
              <s>
                <Receipt fee={fee} line={line} />
              </s>{' '}
              <span className={css.chip} data-state="expired">
                {t('fee.reversed')}
              </span>
              <p className={css.soft}>
                {t('fee.reversedBy', {
                  name: `\u2068${line.reversed.by ? pick(line.reversed.by.name) : '–'}\u2069`,
                  at: format.dateTime(line.reversed.at),
                  reason: `\u2068${line.reversed.reason}\u2069`,
                })}
              </p>
            </>
          ) : (
            <Receipt fee={fee} line={line} />
          )}
          {mayReverse && line.isReversible && open !== line.id && (
            <div className={css.actions}>
              <Button kind="quiet" aria-label={`${t('fee.reverse')}: ${line.receipt}`} onClick={() => setOpen(line.id)}>
                {t('fee.reverse')}
              </Button>
            </div>
          )}
          {open === line.id && (
            <ReversalForm file={file} decision={decision} line={line} onDone={() => setOpen(undefined)} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface ReversalProps {
  file: StudentFile
  decision: Decision
  line: Fee['paid'][number]
  onDone: () => void
}

function ReversalForm({ file, decision, line: { id: paymentId, receipt }, onDone }: ReversalProps) {
  const { t } = useTranslation('admissions')
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const wrongId = useId()
  useBusy(reason !== '')
  const send = async () => {
    setMissing(reason.trim() === '')
    if (reason.trim() === '') return
    if (await decision.send(file, { kind: 'fee-reversal', paymentId, reason: reason.trim() })) onDone()
  }
  return (
    <form
      noValidate
      aria-label={`${t('fee.reverse')}: ${receipt}`}
      className={css.line}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextField
        label={t('fee.reverseWhy')}
        width="narrow"
        {...(isMissing && { 'aria-invalid': true, 'aria-describedby': wrongId })}
        maxLength={500}
        autoComplete="off"
        value={reason}
        onChange={setReason}
      />
      <Button type="submit" isWorking={decision.isPending}>
        {t('fee.reverseDo')}
      </Button>
      <Button kind="quiet" onClick={onDone}>
        {t('identity.cancel')}
      </Button>
      <p className={css.soft}>{t('fee.reverseNote')}</p>
      {isMissing && (
        <InlineNotice tone="problem" id={wrongId}>
          {t('fee.wrongReason')}
        </InlineNotice>
      )}
    </form>
  )
}
