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
import type { FeePlan } from '#shared/fees/setup/fee-plan.contract.ts'
import { PlanPanel } from '../plans/plan-panel.tsx'
import type { TabProps } from '../tab-props.types.ts'
import css from './fee-setup.module.css'
import { RetiredMark } from './retired-mark.tsx'

/** Into which parts a year is divided. */
export function PlanTab({ setup, onChanged }: TabProps) {
  const { t } = useTranslation('fees.setup')
  const may = useRights()
  const [open, setOpen] = useState<FeePlan | 'new'>()
  const close = () => setOpen(undefined)
  const done = () => {
    close()
    onChanged()
  }
  return (
    <Beside
      panel={
        open && (
          <PlanPanel
            key={open === 'new' ? open : open.id}
            plan={open === 'new' ? undefined : (setup.plans.find(({ id }) => id === open.id) ?? open)}
            setup={setup}
            onClose={close}
            onDone={done}
            onStale={onChanged}
          />
        )
      }
    >
      <div className={css.bar}>
        <p>{t('plan.lead')}</p>
        {may('fees.setup') && (
          <Button kind="main" onClick={() => setOpen('new')}>
            {t('plan.add')}
          </Button>
        )}
      </div>
      {setup.plans.length === 0 && <p className={common.softLine}>{t('plan.none')}</p>}
      {setup.plans.length > 0 && <PlanTable setup={setup} onOpen={setOpen} />}
    </Beside>
  )
}

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
