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
import type { FeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import type { TabProps } from '../tab-props.types.ts'
import { ComponentPanel } from './component-panel.tsx'
import css from './fee-setup.module.css'
import { RetiredMark } from './retired-mark.tsx'

/** What the school charges for. */
export function ComponentTab({ setup, onChanged }: TabProps) {
  const { t } = useTranslation('fees.setup')
  const may = useRights()
  const [open, setOpen] = useState<FeeComponent | 'new'>()
  const close = () => setOpen(undefined)
  const done = () => {
    close()
    onChanged()
  }
  return (
    <Beside
      panel={
        open && (
          <ComponentPanel
            key={open === 'new' ? open : open.code}
            component={open === 'new' ? undefined : (setup.components.find(({ code }) => code === open.code) ?? open)}
            count={setup.components.length}
            onClose={close}
            onDone={done}
            onStale={onChanged}
          />
        )
      }
    >
      <div className={css.bar}>
        <p>{t('component.lead')}</p>
        {may('fees.setup') && (
          <Button kind="main" onClick={() => setOpen('new')}>
            {t('component.add')}
          </Button>
        )}
      </div>
      {setup.components.length === 0 && <p className={common.softLine}>{t('component.none')}</p>}
      {setup.components.length > 0 && <ComponentTable components={setup.components} onOpen={setOpen} />}
    </Beside>
  )
}

function ComponentTable({ components, onOpen }: { components: FeeComponent[]; onOpen: (open: FeeComponent) => void }) {
  const { t } = useTranslation('fees.setup')
  const pick = useBilingual()
  const format = useFormat()
  return (
    <table className={list.table}>
      <thead>
        <tr>
          {(['name', 'code', 'kind', 'tax', 'billing', 'account', 'state'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {components.map((component) => (
          <tr key={component.code}>
            <th scope="row">
              <button type="button" dir="auto" className={list.open} onClick={() => onOpen(component)}>
                {pick(component.name)}
              </button>
            </th>
            <td>
              <bdi dir="ltr">{component.code}</bdi>
            </td>
            <td>{t(`kind.${component.kind}`)}</td>
            <td>
              {t(`taxCode.${component.taxCode}`)}
              {component.taxCode === 'standard' && <> {format.percent(component.taxPpm)}</>}
            </td>
            <td>{t(`billing.${component.billing}`)}</td>
            <td>
              <bdi dir="ltr">{component.account}</bdi>
            </td>
            <td>
              <RetiredMark isRetired={component.isRetired} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
