// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { Beside } from '#client/ui/feedback/side-panel.tsx'
import list from '#client/ui/tables/list-table.module.css'
import type { FeeDiscountRule } from '#shared/fees/setup/fee-discount.contract.ts'
import type { TabProps } from '../tab-props.types.ts'
import { DiscountPanel } from './discount-panel.tsx'
import css from './fee-setup.module.css'
import { RetiredMark } from './retired-mark.tsx'

/** By which rules discounts are computed. */
export function DiscountTab({ setup, onChanged }: TabProps) {
  const { t } = useTranslation('fees.setup')
  const may = useRights()
  const [open, setOpen] = useState<FeeDiscountRule | 'new'>()
  const close = () => setOpen(undefined)
  const done = () => {
    close()
    onChanged()
  }
  return (
    <Beside
      panel={
        open && (
          <DiscountPanel
            key={open === 'new' ? open : open.id}
            rule={open === 'new' ? undefined : (setup.discountRules.find(({ id }) => id === open.id) ?? open)}
            setup={setup}
            onClose={close}
            onDone={done}
            onStale={onChanged}
          />
        )
      }
    >
      <div className={css.bar}>
        <p>{t('discount.lead')}</p>
        {may('fees.setup') && (
          <Button kind="main" onClick={() => setOpen('new')}>
            {t('discount.add')}
          </Button>
        )}
      </div>
      {setup.discountRules.length === 0 && <p className={common.softLine}>{t('discount.none')}</p>}
      {setup.discountRules.length > 0 && <DiscountTable setup={setup} onOpen={setOpen} />}
    </Beside>
  )
}

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
