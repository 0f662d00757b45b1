// chunk: fees
import { Link } from '@tanstack/react-router'
import { type SyntheticEvent, useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { NumberField, TextAreaField } from '#client/ui/fields/text-field.tsx'
import link from '#client/ui/link.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { FeeItem } from '#shared/fees/fee-account.contract.ts'
import type { FeeDocument, FeeDocumentRow } from '#shared/fees/fee-document.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { readFeeDocument } from '../account/fee-account.api.ts'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { readAmount } from '../setup/fee-amounts.ts'
import { credit } from './moves.api.ts'

interface CreditProps {
  row: FeeDocumentRow
  items: readonly FeeItem[]
  onClose: () => void
  onDone: () => void
}

/** Takes back a part or all of an invoice by a credit note. */
export function CreditSheet(props: CreditProps) {
  const { row, onClose } = props
  const { t } = useTranslation('fees.desk')
  const errorText = useErrorText()
  const formId = useId()
  const [isPending, setIsPending] = useState(false)
  const { documentId } = row
  const { answer, failure, again } = useAnswer(useCallback(() => readFeeDocument(documentId), [documentId]))
  return (
    <Sheet
      title={t('credit.title', { number: row.number })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('claim.cancel')}</Button>
          <Button kind="main" type="submit" form={formId} disabled={!answer} isWorking={isPending}>
            {t('credit.save')}
          </Button>
        </>
      }
    >
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && <Fields {...props} document={answer} formId={formId} onPending={setIsPending} />}
    </Sheet>
  )
}

interface FieldsProps extends CreditProps {
  document: FeeDocument
  formId: string
  onPending: (isPending: boolean) => void
}

function Fields({ document, items, formId, onPending, onDone }: FieldsProps) {
  const { t } = useTranslation('fees.desk')
  const errorText = useErrorText()
  const format = useFormat()
  const { itemName } = useFeeText()
  const { documentId, currency, lines } = document
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [reason, setReason] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const targets = lines.flatMap(({ chargeId }) => items.find((item) => item.chargeId === chargeId) ?? [])
  const amounts = targets.map((item) => {
    const text = typed[item.chargeId]?.trim() ?? ''
    const amount = text === '' ? minor(0) : readAmount(text, currency)
    const isRight = amount !== undefined && amount >= 0 && amount <= mostOf(item)
    return { chargeId: item.chargeId, amount: isRight ? amount : undefined }
  })
  const some = amounts.flatMap(({ chargeId, amount }) => (amount ? [{ chargeId, amount }] : []))
  const { mutate, error } = useCommand(
    async (asked: Omit<Parameters<typeof credit>[0], 'opId'>, opId) => {
      onPending(true)
      await credit({ ...asked, opId }).finally(() => onPending(false))
    },
    { onSuccess: onDone },
  )
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsChecked(true)
    const isRight = some.length > 0 && reason.trim() !== '' && amounts.every(({ amount }) => amount !== undefined)
    if (isRight) void mutate({ documentId, lines: some, reason: reason.trim() })
  }
  return (
    <form id={formId} className={common.stack} noValidate onSubmit={send}>
      <p>{t('credit.text')}</p>
      <OtherChildren document={document} items={items} />
      {targets.map((item, at) => (
        <NumberField
          key={item.chargeId}
          label={itemName(item)}
          hint={t('claim.most', { amount: format.money(mostOf(item), currency) })}
          inputMode="decimal"
          maxLength={20}
          error={isChecked && amounts[at]?.amount === undefined ? t('claim.wrong.amount') : undefined}
          value={typed[item.chargeId] ?? ''}
          onChange={(text) => setTyped({ ...typed, [item.chargeId]: text })}
        />
      ))}
      <TextAreaField
        label={t('claim.reason')}
        maxLength={300}
        rows={3}
        error={isChecked && reason.trim() === '' ? t('claim.wrong.reason') : undefined}
        value={reason}
        onChange={setReason}
      />
      {isChecked && some.length === 0 && <InlineNotice tone="problem">{t('credit.wrong')}</InlineNotice>}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </form>
  )
}

/** Lines of brothers and sisters are credited from their own pages. */
function OtherChildren({ document: { lines, children }, items }: Pick<FieldsProps, 'document' | 'items'>) {
  const { t } = useTranslation('fees.desk')
  const { childName } = useFeeText()
  const others = children.filter(({ studentId }) =>
    lines.some((line) => line.studentId === studentId && !items.some((item) => item.chargeId === line.chargeId)),
  )
  if (others.length === 0) return null
  return (
    <>
      <p className={common.softLine}>{t('credit.others')}</p>
      <ul className={common.tightList}>
        {others.map((child) => (
          <li key={child.studentId}>
            <Link
              to="/fees/$admissionNo"
              params={{ admissionNo: child.number ?? child.studentId }}
              className={link.link}
            >
              <bdi>{childName(child)}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What is left of a line of the invoice. */
const mostOf = ({ billed, discount, tax, credited, writtenOff }: FeeItem): number =>
  billed - discount + tax - credited - writtenOff
