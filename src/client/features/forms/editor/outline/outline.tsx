import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { PlusIcon } from '#client/ui/icons/action-icons.tsx'
import type { Part, Section } from '#shared/forms/form-definition.contract.ts'
import { useEditing } from '../edit-context.ts'
import { freeKey, keysBeside } from '../edit-keys.ts'
import { insertAt, kindOf, moveAt, nodeOf } from '../edit-tree.ts'
import { focusLater } from '../focus.ts'
import { newPage, newSection } from '../new-parts.ts'
import css from './outline.module.css'

interface OutlineProps {
  /** Asks what to add at the end of a list. */
  onAdd: (list: string) => void
}

/** Pages, sections and questions of the form: chosen with a click or the arrow keys, moved with Alt and the arrow keys. */
export function Outline({ onAdd }: OutlineProps) {
  const { t } = useTranslation('forms.editor')
  const pick = useBilingual()
  const { form, selected, change } = useEditing()
  const addPage = () => {
    const path = `pages.${form.pages.length}`
    const key = freeKey(`page_${form.pages.length + 1}`, keysBeside(form, path), 'page')
    const section = freeKey('section', keysBeside(form, `${path}.sections.0`), 'section')
    change(insertAt(form, path, newPage(key, section)), path)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    const by = event.key === 'ArrowUp' ? -1 : 1
    event.preventDefault()
    if (!event.altKey) return focusNeighbour(event.currentTarget, by)
    const moved = selected === '' ? undefined : moveAt(form, selected, by)
    if (!moved) return
    const outline = event.currentTarget
    change(moved.form, moved.path)
    focusLater(() => outline.querySelector<HTMLElement>('[aria-current="true"]'))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the buttons inside
    <nav className={css.outline} aria-label={t('outline')} onKeyDown={onKeyDown}>
      <Node path="" label={pick(form.title)} />
      <ol className={css.list}>
        {form.pages.map((page, no) => (
          <li key={no}>
            <Node path={`pages.${no}`} label={pick(page.title)} />
            <Sections page={no} sections={page.sections} onAdd={onAdd} />
          </li>
        ))}
      </ol>
      <AddButton text={t('add.page')} onClick={addPage} />
      <p className={css.hint}>{t('outlineHint')}</p>
    </nav>
  )
}

function focusNeighbour(outline: HTMLElement, by: -1 | 1): void {
  const nodes = [...outline.querySelectorAll('button')]
  const at = nodes.findIndex((node) => node === document.activeElement)
  nodes[at + by]?.focus()
}

function Sections({ page, sections, onAdd }: OutlineProps & { page: number; sections: readonly Section[] }) {
  const { t } = useTranslation('forms.editor')
  const pick = useBilingual()
  const { form, change } = useEditing()
  const list = `pages.${page}.sections`
  const add = () => {
    const path = `${list}.${sections.length}`
    change(insertAt(form, path, newSection(freeKey('section', keysBeside(form, path), 'section'))), path)
  }
  return (
    <ol className={css.list}>
      {sections.map((section, no) => (
        <li key={no}>
          <Node
            path={`${list}.${no}`}
            label={section.title ? pick(section.title) : t('section.untitled')}
            isSometimes={section.showWhen !== undefined}
          />
          <Parts list={`${list}.${no}.parts`} parts={section.parts} onAdd={onAdd} />
        </li>
      ))}
      <li>
        <AddButton text={t('add.section')} onClick={add} />
      </li>
    </ol>
  )
}

function Parts({ list, parts, onAdd }: OutlineProps & { list: string; parts: readonly Part[] }) {
  const { t } = useTranslation('forms.editor')
  const pick = useBilingual()
  return (
    <ol className={css.list}>
      {parts.map((part, no) => (
        <li key={no}>
          <Node
            path={`${list}.${no}`}
            label={pick(part.label) || t('unnamed', { type: t(`type.${part.type}`) })}
            isSometimes={part.showWhen !== undefined}
            isNeeded={'required' in part && part.required === true}
          />
          {part.type === 'repeat' && <Parts list={`${list}.${no}.fields`} parts={part.fields} onAdd={onAdd} />}
        </li>
      ))}
      <li>
        <AddButton text={t('add.question')} onClick={() => onAdd(list)} />
      </li>
    </ol>
  )
}

interface NodeProps {
  path: string
  label: string
  isSometimes?: boolean
  isNeeded?: boolean
}

function Node({ path, label, isSometimes = false, isNeeded = false }: NodeProps) {
  const { t } = useTranslation('forms.editor')
  const { selected, select, findings } = useEditing()
  const wrong = findings.filter((each) => nodeOf(each.path) === path).length
  return (
    <button
      type="button"
      className={css.node}
      data-kind={kindOf(path)}
      data-needed={isNeeded || undefined}
      aria-current={selected === path}
      onClick={() => select(path)}
    >
      <span className={css.label}>
        <bdi>{label || t('untitled')}</bdi>
        {isNeeded && <span className="visually-hidden"> {t('mark.needed')}</span>}
      </span>
      {isSometimes && <span className={css.mark}>{t('mark.sometimes')}</span>}
      {wrong > 0 && (
        <span className={css.wrong}>
          <span className="num">{wrong}</span>
          <span className="visually-hidden"> {t('mark.wrong')}</span>
        </span>
      )}
    </button>
  )
}

function AddButton({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <button type="button" className={css.add} onClick={onClick}>
      <PlusIcon size={16} />
      {text}
    </button>
  )
}
