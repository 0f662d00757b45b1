import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { CloseInput } from '#local/pos/till-inputs.types.ts'
import { parseDecimalText, subtract } from '#shared/kernel/money.ts'
import { mayKnowCash } from '#shared/pos/cash/blind-report.rules.ts'
import type { DrawerCount } from '#shared/pos/shift.contract.ts'
import { Field } from '../board/field.tsx'
import { ReasonField } from '../receipts/reason-field.tsx'
import { actor } from '../receipts/sale.actions.ts'
import { sheetAtom } from '../till.atoms.ts'
import css from './close-sheet.module.css'

interface CloseFinishProps {
  counts: readonly DrawerCount[]
  /** Of the last count: counted less expected. */
  difference: number
  /** True if it is beyond the tolerance. */
  isOff: boolean
  isSaving: boolean
  onFinish: (more: Pick<CloseInput, 'left' | 'bag' | 'differenceReason'>) => void
}

/** What is left of the counted cash for the next shift, as it is typed. */
function useLeft(counted: number) {
  const { settings } = useTill()
  const [text, setText] = useState('')
  const [bag, setBag] = useState('')
  const left = parseDecimalText(text, settings.currency)
  const hasRest = left !== undefined && left < counted
  const value = { ...(left !== undefined && { left }), ...(hasRest && bag.trim() && { bag: bag.trim() }) }
  const isWrong = text.trim() !== '' && (left === undefined || left > counted)
  return { text, setText, bag, setBag, hasRest, isWrong, value }
}

function LeftFields({ rest }: { rest: ReturnType<typeof useLeft> }) {
  const { t } = useTranslation('pos.till')
  return (
    <div className={css.left}>
      <Field
        label={t('close.left')}
        hint={t('close.leftHint')}
        value={rest.text}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        error={rest.isWrong ? t('close.leftWrong') : undefined}
        onChange={(event) => rest.setText(event.target.value)}
      />
      {rest.hasRest && (
        <Field
          label={t('close.bag')}
          value={rest.bag}
          maxLength={40}
          dir="ltr"
          autoComplete="off"
          onChange={(event) => rest.setBag(event.target.value)}
        />
      )}
    </div>
  )
}

/** Last step: what is left for the next shift, and why counted and expected cash differ. Who counts blind is shown neither. */
export function CloseFinish({ counts, difference, isOff, isSaving, onFinish }: CloseFinishProps) {
  const { t } = useTranslation('pos.till')
  const setSheet = useSetAtom(sheetAtom)
  const [reason, setReason] = useState('')
  const rest = useLeft(counts.at(-1)?.amount ?? 0)
  const finish = () => onFinish({ ...rest.value, ...(reason.trim() && { differenceReason: reason.trim() }) })
  return (
    <Sheet
      title={t('close.title')}
      canClose={!isSaving}
      onClose={() => setSheet(null)}
      footer={
        <Button
          kind="main"
          size="large"
          disabled={rest.isWrong || (isOff && reason.trim() === '')}
          isWorking={isSaving}
          data-action="close-shift"
          onClick={finish}
        >
          {t('close.finish')}
        </Button>
      }
    >
      <Sums counts={counts} difference={difference} />
      {isOff && (
        <ReasonField
          label={t('close.reason')}
          value={reason}
          onChange={setReason}
          suggestions={[t('close.suggest.change'), t('close.suggest.unknown')]}
        />
      )}
      <LeftFields rest={rest} />
    </Sheet>
  )
}

function Sums({ counts, difference }: Pick<CloseFinishProps, 'counts' | 'difference'>) {
  const { t } = useTranslation('pos.till')
  const [counted, former] = counts.toReversed()
  if (!counted) return null
  const sign = difference === 0 ? 'none' : difference > 0 ? 'over' : 'short'
  return (
    <dl className={css.sums}>
      {former && (
        <div>
          <dt>{t('report.firstCount')}</dt>
          <dd>
            <Money minor={former.amount} />
          </dd>
        </div>
      )}
      <div>
        <dt>{t('report.counted')}</dt>
        <dd>
          <Money minor={counted.amount} />
        </dd>
      </div>
      {mayKnowCash(actor().roles) && (
        <>
          <div>
            <dt>{t('report.expected')}</dt>
            <dd>
              <Money minor={subtract(counted.amount, difference)} />
            </dd>
          </div>
          <div className={css.difference} data-sign={sign}>
            <dt>{t(`close.difference.${sign}`)}</dt>
            <dd>
              <Money minor={Math.abs(difference)} />
            </dd>
          </div>
        </>
      )}
    </dl>
  )
}
