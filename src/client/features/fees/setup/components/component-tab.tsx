// chunk: fees
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import list from '#client/ui/tables/list-table.module.css'
import type { FeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import type { TabProps } from '../tab-props.types.ts'
import { ComponentPanel } from './component-panel.tsx'
import { RetiredMark } from './retired-mark.tsx'
import { SetupList } from './setup-list.tsx'

/** What the school charges for. */
export const ComponentTab = ({ setup, onChanged }: TabProps) => (
  <SetupList
    of="component"
    items={setup.components}
    keyOf={({ code }) => code}
    onChanged={onChanged}
    renderTable={(onOpen) => <ComponentTable components={setup.components} onOpen={onOpen} />}
    renderPanel={(component, ends) => (
      <ComponentPanel key={component?.code ?? 'new'} component={component} count={setup.components.length} {...ends} />
    )}
  />
)

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
