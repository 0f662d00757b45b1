import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { userAtom } from '#client/platform/session/session.ts'
import { Button } from '#client/ui/button.tsx'
import type { ShiftState } from '#local/pos/till.types.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import {
  divideDocuments,
  divideLines,
  documentPart,
  linePart,
  lineSums,
  refundDocument,
  saleDocument,
  type SalesDocument,
  sortParts,
  sumParts,
} from '#shared/pos/reports/sales-division.rules.ts'
import type { SalesPart } from '#shared/pos/reports/sales-figures.contract.ts'
import { DivisionTable } from '../../sales-reports/components/division-table.tsx'
import { HourChart } from '../../sales-reports/components/hour-chart.tsx'
import css from './shift-sales.module.css'

const divisions = ['hour', 'item', 'category', 'class'] as const
type Division = (typeof divisions)[number]

/** The documents of a shift as reports count them. */
function documentsOf({ open, sales, voids, refunds }: ShiftState): SalesDocument[] {
  const voided = new Set(voids.map(({ saleId }) => saleId))
  const { tillId } = open
  return [
    ...sales.map((sale) => saleDocument(sale, { tillId, isVoided: voided.has(sale.id) })),
    ...refunds.map((refund) => refundDocument(refund, { tillId })),
  ]
}

/** Divides the open shift as the server divides what it has received. */
function useDivision(by: Division) {
  const till = useTill()
  const { shift, catalogue, settings } = till
  const timeZone = useAtomValue(schoolAtom)?.timeZone ?? settings.timeZone
  const documents = shift ? documentsOf(shift) : []
  const sorted = (parts: readonly SalesPart[]) => ({
    parts: sortParts(parts, by, settings.cutoverMinute),
    total: sumParts(parts),
  })
  if (by === 'hour' || by === 'class') {
    const classOf = (customerId: string) => till.customer(customerId)?.className
    return sorted(divideDocuments(documents, by, { timeZone, classOf }).map((each) => documentPart(each, null)))
  }
  const sums = lineSums(documents)
  const names = new Map([
    ...sums.map(({ itemId, name }) => [itemId, name] as const),
    ...catalogue.categories.map(({ id, name }) => [id, name] as const),
  ])
  const parts = divideLines(sums, by, (itemId) => catalogue.item(itemId)?.categoryId)
  return sorted(parts.map((each) => linePart(each, names.get(each.key) ?? null)))
}

/**
 * What this shift has sold by time of day, item, category and class of the pupil, without the network. Amounts are for
 * those who may see sales: the person who counts the drawer counts it blind.
 */
export function ShiftSales() {
  const { t } = useTranslation('pos.sales')
  const [by, setBy] = useState<Division>('hour')
  const division = useDivision(by)
  const hasMoney = hasPermission(useAtomValue(userAtom)?.authority ?? [], 'sales.see')
  return (
    <div className={css.report}>
      <fieldset className={css.divisions}>
        <legend className={css.hidden}>{t('views')}</legend>
        {divisions.map((each) => (
          <Button
            key={each}
            aria-pressed={each === by}
            kind={each === by ? 'main' : 'plain'}
            onClick={() => setBy(each)}
          >
            {t(`view.${each}`)}
          </Button>
        ))}
      </fieldset>
      {division.parts.length === 0 ? (
        <p>{t('empty.title')}</p>
      ) : (
        <>
          {by === 'hour' && hasMoney && <HourChart parts={division.parts} />}
          <DivisionTable by={by} division={division} hasMoney={hasMoney} />
        </>
      )}
    </div>
  )
}
