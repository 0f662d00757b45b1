import { useTranslation } from 'react-i18next'
import type { BothLines, LetterBlock } from '#shared/letters/letter-blocks.contract.ts'
import css from '../components/editor.module.css'
import { Choice } from '../components/inputs.tsx'
import { useEditing } from '../edit-context.ts'
import { useFieldName } from '../hooks/use-field-name.ts'
import { BothLinesEditor } from './both-lines.tsx'
import { emptyWords, fieldsOfKind } from './new-blocks.ts'
import { RowList } from './row-list.tsx'

type Table = Extract<LetterBlock, { kind: 'table' }>
type Row = Table['head']

interface TableProps {
  block: Table
  onChange: (block: Table, at?: string) => void
}

/** A table: its head, and rows that are written here or come from a field. */
export function TableParts({ block, onChange }: TableProps) {
  const { t } = useTranslation('letters.editor')
  const { fields } = useEditing()
  const fieldName = useFieldName()
  const { head, rows } = block
  const tables = fieldsOfKind(fields, 'table')
  const fresh = (): Row => ({ label: emptyWords(), values: head.values.map(emptyWords) })
  const columns = (count: number) => {
    const fit = ({ label, values }: Row): Row => ({
      label,
      values: Array.from({ length: count }, (_, no) => values[no] ?? emptyWords()),
    })
    onChange({ ...block, head: fit(head), rows: 'each' in rows ? rows : rows.map(fit) })
  }
  return (
    <>
      {tables.length > 0 && (
        <Choice
          name={t('from.name')}
          value={'each' in rows ? rows.each : ''}
          choices={[['', t('from.here')], ...tables.map((field) => [field, fieldName(field)] as const)]}
          onChoose={(chosen) => {
            const each = tables.find((field) => field === chosen)
            onChange({ ...block, rows: each ? { each } : [fresh()] })
          }}
        />
      )}
      <Choice
        name={t('columns')}
        value={String(head.values.length)}
        choices={['1', '2', '3', '4'].map((count) => [count, count])}
        onChoose={(count) => columns(Number(count))}
      />
      <RowWords name={t('headRow')} row={head} onWrite={(row, at) => onChange({ ...block, head: row }, `head.${at}`)} />
      {!('each' in rows) && (
        <RowList
          name={t('line.name')}
          rows={rows}
          most={60}
          fresh={fresh}
          onChange={(next) => onChange({ ...block, rows: next })}
          renderRow={(row, no) => (
            <RowWords
              name={t('row', { name: t('line.name'), no: no + 1 })}
              row={row}
              onWrite={(next, at) => onChange({ ...block, rows: rows.with(no, next) }, `rows.${no}.${at}`)}
            />
          )}
        />
      )}
    </>
  )
}

interface RowProps {
  name: string
  row: Row
  onWrite: (row: Row, at: string) => void
}

function RowWords({ name, row, onWrite }: RowProps) {
  const { t } = useTranslation('letters.editor')
  const part = (which: string) => `${name}: ${which}`
  const value = (no: number, words: BothLines): Row => ({ ...row, values: row.values.with(no, words) })
  return (
    <div className={css.fact}>
      <BothLinesEditor
        name={part(t('label'))}
        words={row.label}
        onWrite={(words) => onWrite({ ...row, label: words }, 'label')}
      />
      {row.values.map((words, no) => (
        // Columns have no names of their own, and never change their order.
        <BothLinesEditor
          key={no}
          name={part(t('row', { name: t('value'), no: no + 1 }))}
          words={words}
          onWrite={(written) => onWrite(value(no, written), `values.${no}`)}
        />
      ))}
    </div>
  )
}

const sizes = ['small', 'large', 'page'] as const

interface SpaceProps {
  block: Extract<LetterBlock, { kind: 'space' }>
  onChange: (block: LetterBlock) => void
}

/** The height of an empty space. */
export function SpaceParts({ block, onChange }: SpaceProps) {
  const { t } = useTranslation('letters.editor')
  return (
    <Choice
      name={t('size.name')}
      value={block.size}
      choices={sizes.map((size) => [size, t(`size.${size}`)])}
      onChoose={(chosen) => onChange({ ...block, size: sizes.find((size) => size === chosen) ?? 'small' })}
    />
  )
}
