// chunk: fees
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import list from '#client/ui/tables/list-table.module.css'
import type { FeePlan } from '#shared/fees/setup/fee-plan.contract.ts'
import { PlanPanel } from '../plans/plan-panel.tsx'
import type { TabProps } from '../tab-props.types.ts'
import { RetiredMark } from './retired-mark.tsx'
import { SetupList } from './setup-list.tsx'

/** Into which parts a year is divided. */
export const PlanTab = ({ setup, onChanged }: TabProps) => (
  <SetupList
    of="plan"
    items={setup.plans}
    keyOf={({ id }) => id}
    onChanged={onChanged}
    renderTable={(onOpen) => <PlanTable setup={setup} onOpen={onOpen} />}
    renderPanel={(plan, ends) => <PlanPanel key={plan?.id ?? 'new'} plan={plan} setup={setup} {...ends} />}
  />
)

interface TableProps {
  setup: TabProps['setup']
  onOpen: (open: FeePlan) => void
}

function PlanTable({ setup, onOpen }: TableProps) {
  const { t } = useTranslation('fees.setup')
  const pick = useBilingual()
  const format = useFormat()
  const partOf = ({ share }: FeePlan['parts'][number]) =>
    'ppm' in share ? format.percent(share.ppm) : format.amount(share.amount, setup.currency)
  return (
    <table className={list.table}>
      <thead>
        <tr>
          {(['name', 'parts', 'state'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {setup.plans.map((plan) => (
          <tr key={plan.id}>
            <th scope="row">
              <button type="button" dir="auto" className={list.open} onClick={() => onOpen(plan)}>
                {pick(plan.name)}
              </button>
            </th>
            <td>
              <bdi>{plan.parts.map(partOf).join(' · ')}</bdi>
            </td>
            <td>
              <RetiredMark isRetired={plan.isRetired} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
