// chunk: fees
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import list from '#client/ui/tables/list-table.module.css'
import type { FeeDiscountRule } from '#shared/fees/setup/fee-discount.contract.ts'
import type { TabProps } from '../tab-props.types.ts'
import { DiscountPanel } from './discount-panel.tsx'
import { RetiredMark } from './retired-mark.tsx'
import { SetupList } from './setup-list.tsx'

/** By which rules discounts are computed. */
export const DiscountTab = ({ setup, onChanged }: TabProps) => (
  <SetupList
    of="discount"
    items={setup.discountRules}
    keyOf={({ id }) => id}
    onChanged={onChanged}
    renderTable={(onOpen) => <DiscountTable setup={setup} onOpen={onOpen} />}
    renderPanel={(rule, ends) => <DiscountPanel key={rule?.id ?? 'new'} rule={rule} setup={setup} {...ends} />}
  />
)

interface TableProps {
  setup: TabProps['setup']
  onOpen: (open: FeeDiscountRule) => void
}

function DiscountTable({ setup, onOpen }: TableProps) {
  const { t } = useTranslation('fees.setup')
  const pick = useBilingual()
  const format = useFormat()
  const said = (amount: FeeDiscountRule['amounts'][number]) =>
    'ppm' in amount ? format.percent(amount.ppm) : format.money(amount.amount, setup.currency)
  return (
    <table className={list.table}>
      <thead>
        <tr>
          {(['name', 'kind', 'amount', 'state'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {setup.discountRules.map((rule) => (
          <tr key={rule.id}>
            <th scope="row">
              <button type="button" dir="auto" className={list.open} onClick={() => onOpen(rule)}>
                {pick(rule.name)}
              </button>
            </th>
            <td>{t(`discountKind.${rule.kind}`)}</td>
            <td>
              <bdi>{rule.amounts.map(said).join(' · ')}</bdi>
            </td>
            <td>
              <RetiredMark isRetired={rule.isRetired} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
