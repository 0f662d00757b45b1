// chunk: fees
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import common from '#client/ui/common.module.css'
import { feePackOf } from '#shared/fees/regulator/fee-packs.rules.ts'
import type { FeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import css from '../components/fee-setup.module.css'
import { type TypedLines, typedSum } from './schedule-draft.ts'

interface LineFieldsProps {
  setup: FeeSetup
  year: number
  typed: TypedLines
  /** Codes of components whose amounts can't be read, and `lines` where there are none. */
  wrong: readonly unknown[]
  onChange: (typed: TypedLines) => void
}

const none = { amount: '', approved: '' }

type Column = 'amount' | 'approved'
const bothColumns: readonly Column[] = ['amount', 'approved']
const amountOnly: readonly Column[] = ['amount']

/** The amounts of one schedule by component; beside each what was approved, where the regulator asks for that. */
export function LineFields({ setup, year, typed, wrong, onChange }: LineFieldsProps) {
  const { t } = useTranslation('fees.setup')
  const format = useFormat()
  const { currency, regulator } = setup
  const pack = feePackOf(regulator, year)
  const needsApproval = pack?.approvedOnly === true
  const needsDay = typeof pack?.rise?.registeredMonths === 'number'
  const shown = setup.components.filter(({ code, isRetired }) => !isRetired || code in typed)
  const columns = needsApproval ? bothColumns : amountOnly
  const put = (code: string, column: Column, text: string) =>
    onChange({ ...typed, [code]: { ...none, ...typed[code], [column]: text } })
  const changeAll = (partOf: (line: TypedLines[string]) => Partial<TypedLines[string]>) =>
    onChange(
      Object.fromEntries(
        shown.map(({ code }) => {
          const line = { ...none, ...typed[code] }
          return [code, { ...line, ...partOf(line) }]
        }),
      ),
    )
  return (
    <div className={css.scroll}>
      <LineTable components={shown} columns={columns} typed={typed} wrong={wrong} onPut={put} />
      {wrong.includes('lines') && <p role="alert">{t('wrong.lines')}</p>}
      <p className={css.sum} role="status">
        {t('schedule.sum', { amount: format.money(typedSum(typed, currency), currency) })}
      </p>
      {needsApproval && (
        <>
          <p className={common.softLine}>{t('schedule.approvedHint')}</p>
          <Button onClick={() => changeAll(({ amount }) => ({ approved: amount }))}>{t('schedule.approvedAll')}</Button>
        </>
      )}
      {needsDay && (
        <DateField
          label={t('schedule.registeredOn')}
          hint={t('schedule.registeredOnHint')}
          value={Object.values(typed).find(({ approvedOn }) => approvedOn)?.approvedOn ?? ''}
          onChange={(approvedOn) => changeAll(() => ({ approvedOn }))}
        />
      )}
    </div>
  )
}

interface LineTableProps {
  components: FeeSetup['components']
  columns: readonly Column[]
  typed: TypedLines
  wrong: readonly unknown[]
  onPut: (code: string, column: Column, text: string) => void
}

function LineTable({ components, columns, typed, wrong, onPut }: LineTableProps) {
  const { t } = useTranslation('fees.setup')
  const pick = useBilingual()
  return (
    <table className={css.grid}>
      <thead>
        <tr>
          <th scope="col">{t('column.component')}</th>
          {columns.map((column) => (
            <th key={column} scope="col" className={css.number}>
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {components.map(({ code, name }) => (
          <tr key={code}>
            <th scope="row" dir="auto">
              {pick(name)}
            </th>
            {columns.map((column) => (
              <td key={column} className={css.number}>
                <input
                  className={css.cell}
                  dir="ltr"
                  inputMode="decimal"
                  autoComplete="off"
                  aria-label={`${t(`column.${column}`)}, ${pick(name)}`}
                  aria-invalid={wrong.includes(code) || undefined}
                  value={typed[code]?.[column] ?? ''}
                  onChange={(event) => onPut(code, column, event.currentTarget.value)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
