import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { sum, wholeQty } from '#shared/kernel/money.ts'
import type { RefundedGoods } from '#shared/pos/refunds/refund.contract.ts'
import { leftToRefund } from '#shared/pos/refunds/refund.rules.ts'
import type { RefundableSale } from '#shared/pos/refunds/refundable-sale.contract.ts'
import type { SaleLine } from '#shared/pos/sale.contract.ts'
import { Stepper } from '../board/stepper.tsx'
import { ChoiceRow } from '../catalogue/choice-row.tsx'
import css from './refund-sheet.module.css'

/** How much of each line goes back, and what became of it; by the line's id. Quantities in thousandths of a piece. */
export type Chosen = Readonly<Record<string, { qtyMilli: number; goods: RefundedGoods }>>

const goods: readonly RefundedGoods[] = ['kept', 'waste', 'back']

interface RefundLinesProps {
  found: RefundableSale
  chosen: Chosen
  onChange: (chosen: Chosen) => void
}

/** The lines of the sale, each with how many of it come back. */
export function RefundLines({ found, chosen, onChange }: RefundLinesProps) {
  const { t } = useTranslation('pos.till')
  const { sale, earlier } = found
  const everything = Object.fromEntries(
    sale.lines.map((line) => [
      line.id,
      { qtyMilli: leftToRefund(line, earlier), goods: chosen[line.id]?.goods ?? 'kept' },
    ]),
  )
  return (
    <>
      <ul className={css.lines}>
        {sale.lines.map((line) => (
          <Line
            key={line.id}
            line={line}
            left={leftToRefund(line, earlier)}
            value={chosen[line.id] ?? { qtyMilli: 0, goods: 'kept' }}
            onChange={(value) => onChange({ ...chosen, [line.id]: value })}
          />
        ))}
      </ul>
      <Button onClick={() => onChange(everything)}>{t('refund.everything')}</Button>
    </>
  )
}

interface LineProps {
  line: SaleLine
  /** Thousandths that no refund known here has taken. */
  left: number
  value: Chosen[string]
  onChange: (value: Chosen[string]) => void
}

/** Whole pieces step by one; what was sold by weight comes back whole or not at all. */
function Line({ line, left, value, onChange }: LineProps) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const format = useFormat()
  const name = pick(line.name)
  const step = left % wholeQty === 0 ? wholeQty : left
  return (
    <li className={css.line} data-line={line.id}>
      <span className={css.what}>
        <bdi>{name}</bdi>
        {line.note && <bdi className={css.soft}>{line.note}</bdi>}
        <span className={css.soft}>
          <bdi dir="ltr">
            {format.count(line.qtyMilli / wholeQty)} ×{' '}
            <Money bare minor={sum([line.unitPrice, ...line.modifiers.map((m) => m.priceDelta)])} />
          </bdi>
          {left < line.qtyMilli && ` · ${t('refund.left', { no: format.count(left / wholeQty) })}`}
        </span>
      </span>
      {left === 0 ? (
        <span className={css.soft}>{t('refund.gone')}</span>
      ) : (
        <Stepper
          name={name}
          pieces={value.qtyMilli / step}
          max={left / step}
          onChange={(pieces) => onChange({ ...value, qtyMilli: pieces * step })}
        />
      )}
      {value.qtyMilli > 0 && (
        <div className={css.goods} role="group" aria-label={t('refund.goods.label', { name })}>
          <ChoiceRow
            options={goods.map((each) => ({ value: each, label: t(`refund.goods.${each}`) }))}
            chosen={value.goods}
            onChoose={(each) => onChange({ ...value, goods: each })}
          />
        </div>
      )}
    </li>
  )
}
