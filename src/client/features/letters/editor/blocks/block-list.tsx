import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import { DeleteIcon } from '#client/ui/icons/action-icons.tsx'
import type { LetterBlock } from '#shared/letters/letter-blocks.contract.ts'
import { isBlocking } from '#shared/letters/letter-finding.rules.ts'
import css from '../components/editor.module.css'
import { blockId, useEditing } from '../edit-context.ts'
import { BlockParts } from './block-parts.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import { moved } from './move-block.ts'
import { blockKinds, newBlock } from './new-blocks.ts'

/** Gives the focus to a block once it is drawn at its new place. */
const focusBlock = (no: number) =>
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(blockId(no))?.focus()))

/** Every block of the letter, in its order. */
export function BlockList() {
  const { t } = useTranslation('letters.editor')
  const { template, change } = useEditing()
  const [dragged, setDragged] = useState<number>()
  const { blocks } = template
  const set = (next: LetterBlock[], focus?: number) => {
    change({ ...template, blocks: next })
    if (focus !== undefined) focusBlock(focus)
  }
  return (
    <ol className={common.list} aria-label={t('blocks')}>
      {blocks.map((block, no) => (
        // Blocks have no names of their own; lines that are redrawn take over what stands in them.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging; by keyboard there are buttons and keys
        <li
          key={no}
          className={css.place}
          data-dragged={dragged === no || undefined}
          onDragOver={(event) => dragged !== undefined && event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            if (dragged !== undefined && dragged !== no) set(moved(blocks, dragged, no), no)
            setDragged(undefined)
          }}
        >
          <BlockCard
            block={block}
            no={no}
            onMove={(to) => set(moved(blocks, no, to), Math.max(0, Math.min(blocks.length - 1, to)))}
            onRemove={() => set(blocks.toSpliced(no, 1), Math.max(0, no - 1))}
            onAdd={(kind) => set(blocks.toSpliced(no + 1, 0, newBlock(kind)), no + 1)}
            onDrag={setDragged}
          />
        </li>
      ))}
      {blocks.length === 0 && (
        <li>
          <AddBlock onAdd={(kind) => set([newBlock(kind)], 0)} />
        </li>
      )}
    </ol>
  )
}

interface CardProps {
  block: LetterBlock
  no: number
  onMove: (to: number) => void
  onRemove: () => void
  onAdd: (kind: LetterBlock['kind']) => void
  onDrag: (no: number | undefined) => void
}

function BlockCard({ block, no, onMove, ...actions }: CardProps) {
  const { t } = useTranslation('letters.editor')
  const { findings, put } = useEditing()
  const name = t('blockNo', { kind: t(`kind.${block.kind}`), no: no + 1 })
  const mine = findings.filter((finding) => finding.block === no)
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? no - 1 : no + 1)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move the block from wherever one is in it
    <section
      id={blockId(no)}
      className={css.card}
      tabIndex={-1}
      aria-label={name}
      data-wrong={mine.some(isBlocking) || undefined}
      onKeyDown={onKeyDown}
    >
      <CardHead name={name} no={no} onMove={onMove} {...actions} />
      <BlockParts block={block} onChange={(next, at) => put(no, next, at && `${no}.${at}`)} />
      <ConditionEditor
        condition={block.showWhen}
        onChange={(showWhen) => {
          const { showWhen: _, ...always } = block
          put(no, showWhen ? { ...block, showWhen } : always)
        }}
      />
    </section>
  )
}

const arrows = { up: '↑', down: '↓', both: '⠿' }

type HeadProps = Omit<CardProps, 'block'> & { name: string }

/** What a block is, and what can be done with it as a whole. */
function CardHead({ name, no, onMove, onRemove, onAdd, onDrag }: HeadProps) {
  const { t } = useTranslation('letters.editor')
  const { template } = useEditing()
  return (
    <header className={css.cardHead}>
      <span
        className={css.handle}
        draggable
        aria-hidden="true"
        onDragStart={(event) => {
          // Without anything to carry not every browser begins; of a kind of its own it is dropped into no text.
          event.dataTransfer.setData('application/x-letter-block', String(no))
          onDrag(no)
        }}
        onDragEnd={() => onDrag(undefined)}
      >
        {arrows.both}
      </span>
      <strong className={css.kind}>{name}</strong>
      <AddBlock onAdd={onAdd} />
      <button
        type="button"
        className={css.square}
        disabled={no === 0}
        aria-label={t('up', { name })}
        onClick={() => onMove(no - 1)}
      >
        {arrows.up}
      </button>
      <button
        type="button"
        className={css.square}
        disabled={no === template.blocks.length - 1}
        aria-label={t('down', { name })}
        onClick={() => onMove(no + 1)}
      >
        {arrows.down}
      </button>
      <button type="button" className={css.square} aria-label={t('remove', { name })} onClick={onRemove}>
        <DeleteIcon size={18} />
      </button>
    </header>
  )
}

function AddBlock({ onAdd }: { onAdd: (kind: LetterBlock['kind']) => void }) {
  const { t } = useTranslation('letters.editor')
  return (
    <select
      className={css.add}
      aria-label={t('add.below')}
      value=""
      onChange={(event) => {
        const kind = blockKinds.find((each) => each === event.currentTarget.value)
        if (kind) onAdd(kind)
      }}
    >
      <option value="">{t('add.below')}</option>
      {blockKinds.map((kind) => (
        <option key={kind} value={kind}>
          {t(`kind.${kind}`)}
        </option>
      ))}
    </select>
  )
}
