import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import type { BothLines, LetterBlock } from '#shared/letters/letter-blocks.contract.ts'
import css from '../components/editor.module.css'
import { Choice, Tick } from '../components/inputs.tsx'
import { useEditing } from '../edit-context.ts'
import { useFieldName } from '../hooks/use-field-name.ts'
import { BothLinesEditor } from './both-lines.tsx'
import { emptyWords, fieldsOfKind } from './new-blocks.ts'
import { RowList } from './row-list.tsx'
import { SpaceParts, TableParts } from './table-parts.tsx'

interface PartsProps<B extends LetterBlock = LetterBlock> {
  block: B
  /** `at`: where it was typed, so that typing on is undone as one. */
  onChange: (block: B, at?: string) => void
}

/** What a block holds, to be changed. */
export function BlockParts({ block, onChange }: PartsProps): ReactNode {
  switch (block.kind) {
    case 'heading':
    case 'para':
      return <Sentence block={block} onChange={onChange} />
    case 'list':
      return <ListParts block={block} onChange={onChange} />
    case 'facts':
      return <FactsParts block={block} onChange={onChange} />
    case 'table':
      return <TableParts block={block} onChange={onChange} />
    case 'signatures':
      return <SignatureParts block={block} onChange={onChange} />
    case 'space':
      return <SpaceParts block={block} onChange={onChange} />
  }
}

type OfKind<K> = Extract<LetterBlock, { kind: K }>

const looks = ['plain', 'fine', 'frame'] as const

function Sentence({ block, onChange }: PartsProps<OfKind<'heading' | 'para'>>) {
  const { t } = useTranslation('letters.editor')
  return (
    <>
      <BothLinesEditor
        name={t('words')}
        words={block.words}
        onWrite={(words) => onChange({ ...block, words }, 'words')}
      />
      {block.kind === 'heading' ? (
        <Choice
          name={t('level.name')}
          value={String(block.level)}
          choices={(['1', '2', '3'] as const).map((level) => [level, t(`level.${level}`)])}
          onChoose={(level) => onChange({ ...block, level: level === '1' ? 1 : level === '2' ? 2 : 3 })}
        />
      ) : (
        <Choice
          name={t('look.name')}
          value={block.look ?? 'plain'}
          choices={looks.map((look) => [look, t(`look.${look}`)])}
          onChoose={(look) => {
            const { look: _, ...plain } = block
            onChange(look === 'fine' || look === 'frame' ? { ...plain, look } : plain)
          }}
        />
      )}
    </>
  )
}

function ListParts({ block, onChange }: PartsProps<OfKind<'list'>>) {
  const { t } = useTranslation('letters.editor')
  const { fields } = useEditing()
  const fieldName = useFieldName()
  const { items } = block
  const lists = fieldsOfKind(fields, 'list')
  const { numbered: _, ...plain } = block
  return (
    <>
      {lists.length > 0 && (
        <Choice
          name={t('from.name')}
          value={'each' in items ? items.each : ''}
          choices={[['', t('from.here')], ...lists.map((field) => [field, fieldName(field)] as const)]}
          onChoose={(chosen) => {
            const each = lists.find((field) => field === chosen)
            onChange({ ...block, items: each ? { each } : [emptyWords()] })
          }}
        />
      )}
      <Tick
        name={t('numbered')}
        isOn={block.numbered === true}
        onTurn={(isOn) => onChange(isOn ? { ...block, numbered: true } : plain)}
      />
      {!('each' in items) && (
        <RowList
          name={t('point')}
          rows={items}
          most={40}
          fresh={emptyWords}
          onChange={(next) => onChange({ ...block, items: next })}
          renderRow={(words, no) => (
            <BothLinesEditor
              name={t('row', { name: t('point'), no: no + 1 })}
              words={words}
              onWrite={(written) => onChange({ ...block, items: items.with(no, written) }, `items.${no}`)}
            />
          )}
        />
      )}
    </>
  )
}

function FactsParts({ block, onChange }: PartsProps<OfKind<'facts'>>) {
  const { t } = useTranslation('letters.editor')
  const { rows } = block
  const write = (no: number, part: 'label' | 'value', words: BothLines) => {
    const row = rows[no]
    if (row) onChange({ ...block, rows: rows.with(no, { ...row, [part]: words }) }, `rows.${no}.${part}`)
  }
  return (
    <RowList<OfKind<'facts'>['rows'][number]>
      name={t('line.name')}
      rows={rows}
      most={40}
      fresh={() => ({ label: emptyWords(), value: emptyWords() })}
      onChange={(next) => onChange({ ...block, rows: next })}
      renderRow={({ label, value, showWhen }, no) => (
        <div className={css.fact}>
          <BothLinesEditor
            name={t('row', { name: t('label'), no: no + 1 })}
            words={label}
            onWrite={(words) => write(no, 'label', words)}
          />
          <BothLinesEditor
            name={t('row', { name: t('value'), no: no + 1 })}
            words={value}
            onWrite={(words) => write(no, 'value', words)}
          />
          {showWhen && <span className={common.small}>{t('when.onlyThen')}</span>}
        </div>
      )}
    />
  )
}

function SignatureParts({ block, onChange }: PartsProps<OfKind<'signatures'>>) {
  const { t } = useTranslation('letters.editor')
  const { fields } = useEditing()
  const fieldName = useFieldName()
  const { places, date } = block
  const signers = fieldsOfKind(fields, 'signature')
  return (
    <>
      <BothLinesEditor
        name={t('signedOn')}
        words={date}
        onWrite={(words) => onChange({ ...block, date: words }, 'date')}
      />
      <RowList
        name={t('place')}
        rows={places}
        most={3}
        fresh={() => ({ signer: 'sign.guardian' as const, role: emptyWords() })}
        onChange={(next) => onChange({ ...block, places: next })}
        renderRow={({ signer, role }, no) => (
          <div className={css.fact}>
            <Choice
              name={t('row', { name: t('signer'), no: no + 1 })}
              value={signer}
              choices={signers.map((field) => [field, fieldName(field)])}
              onChoose={(chosen) => {
                const next = signers.find((field) => field === chosen)
                if (next) onChange({ ...block, places: places.with(no, { signer: next, role }) })
              }}
            />
            <BothLinesEditor
              name={t('row', { name: t('role'), no: no + 1 })}
              words={role}
              onWrite={(words) =>
                onChange({ ...block, places: places.with(no, { signer, role: words }) }, `role.${no}`)
              }
            />
          </div>
        )}
      />
    </>
  )
}
