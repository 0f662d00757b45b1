import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#shared/kernel/fields.ts'
import type { LetterField } from '#shared/kernel/letter/letter-fields.rules.ts'
import type { Piece } from '#shared/letters/letter-blocks.contract.ts'
import { type ActiveLine, useEditing } from '../edit-context.ts'
import { useFieldName } from '../hooks/use-field-name.ts'
import { chipFor, quantityOf, readLine, showLine } from './line-dom.ts'
import css from './lines.module.css'

interface LineProps {
  /** What it is, for the person who does not see where it stands. */
  label: string
  lang: Language
  line: readonly Piece[]
  isWrong: boolean
  onWrite: (line: Piece[]) => void
}

/** The caret's place in an element, if it is there. */
function rangeIn(element: HTMLElement): Range | undefined {
  const selection = getSelection()
  if (!selection || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  return element.contains(range.commonAncestorContainer) ? range : undefined
}

/** Puts the caret at the end of what a range holds. */
function caretAfter(node: Node): void {
  const range = document.createRange()
  range.setStartAfter(node)
  range.collapse(true)
  getSelection()?.removeAllRanges()
  getSelection()?.addRange(range)
}

/** Takes two braces away that were just typed. @returns whether they were there */
function takeBraces(element: HTMLElement): boolean {
  const range = rangeIn(element)
  const node = range?.startContainer
  if (!range || node?.nodeType !== Node.TEXT_NODE) return false
  const at = range.startOffset
  if (!(node.textContent ?? '').slice(0, at).endsWith('{{')) return false
  range.setStart(node, at - 2)
  range.deleteContents()
  return true
}

/** What is on the left of the caret when that is a chip. */
function chipBefore(element: HTMLElement): HTMLElement | undefined {
  const range = rangeIn(element)
  if (!range?.collapsed) return undefined
  const { startContainer: node, startOffset: at } = range
  const before = node.nodeType === Node.TEXT_NODE ? (at === 0 ? node.previousSibling : null) : node.childNodes[at - 1]
  return before instanceof HTMLElement && before.dataset['field'] !== undefined ? before : undefined
}

/** The element of a line kept up with what it holds, and what the bar above does in it. */
function useLine({ line, onWrite }: Pick<LineProps, 'line' | 'onWrite'>) {
  const { t } = useTranslation('letters.editor')
  const fieldName = useFieldName()
  const element = useRef<HTMLDivElement>(null)
  const shown = useRef('')
  const caret = useRef<Range>(undefined)
  // The bar may call long after the line was left, when the letter around it is another one.
  const latest = useRef(onWrite)
  const nameOf = (field: LetterField, as: 'hijri' | undefined) => {
    const text = fieldName(field, as)
    return { text, spoken: t('line.chip', { field: text }) }
  }
  const show = (next: readonly Piece[]) => {
    if (element.current) showLine(element.current, next, nameOf)
    shown.current = JSON.stringify(next)
  }
  // What came from elsewhere: undone, opened, taken over. What was typed here stands here already.
  useLayoutEffect(() => {
    latest.current = onWrite
    if (shown.current !== JSON.stringify(line)) show(line)
  })
  useKeptCaret(element, caret)
  const write = () => {
    if (!element.current) return
    const next = readLine(element.current)
    shown.current = JSON.stringify(next)
    latest.current(next)
  }
  const focus = () => {
    // Anyone who is in the line has selected something there: what was kept may be a moment older.
    if (document.activeElement === element.current) return
    element.current?.focus()
    if (!caret.current) return
    getSelection()?.removeAllRanges()
    getSelection()?.addRange(caret.current)
  }
  const active: ActiveLine = {
    focus,
    insert: (field, as) => {
      if (!element.current) return
      focus()
      putIn(element.current, chipFor(field, as, nameOf))
      write()
    },
    embolden: () => {
      focus()
      document.execCommand('bold')
      write()
    },
  }
  return { element, active, write, show }
}

/** Puts a chip where the caret is, and the caret behind it. */
function putIn(element: HTMLElement, chip: HTMLElement): void {
  const range = rangeIn(element)
  if (range) {
    range.deleteContents()
    range.insertNode(chip)
  } else element.append(chip)
  if (!chip.nextSibling) chip.after(document.createElement('br'))
  caretAfter(chip)
}

/** A line in one language: words, bold words and fields as chips. Text alone is taken in, whatever is pasted. */
export function LineEditor({ label, lang, line, isWrong, onWrite }: LineProps) {
  const { setActive, chooseField, undo } = useEditing()
  const { element, active, write, show } = useLine({ line, onWrite })
  const onInput = () => {
    if (element.current && takeBraces(element.current)) chooseField()
    write()
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey
    if (isCommand && event.code === 'KeyZ') undo()
    else if (isCommand && event.code === 'KeyB') active.embolden()
    else if (event.key === 'Backspace' && element.current && chipBefore(element.current)) {
      chipBefore(element.current)?.remove()
      write()
    } else if (event.key !== 'Enter' && !(isCommand && ['KeyI', 'KeyU'].includes(event.code))) return
    event.preventDefault()
  }
  const onPaste = (event: React.ClipboardEvent) => {
    event.preventDefault()
    const text = event.clipboardData.getData('text/plain').replaceAll(/\s+/g, ' ')
    document.execCommand('insertText', false, text)
    // Fields by name, from another letter or a list.
    if (element.current && quantityOf(text, {}).some((piece) => 'field' in piece)) show(readLine(element.current))
  }
  return (
    <div
      ref={element}
      className={css.line}
      role="textbox"
      tabIndex={0}
      aria-label={label}
      aria-multiline="false"
      aria-invalid={isWrong || undefined}
      lang={lang}
      dir={lang === 'ar' ? 'rtl' : 'ltr'}
      contentEditable
      suppressContentEditableWarning
      spellCheck
      onInput={onInput}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onDrop={(event) => event.preventDefault()}
      onFocus={() => setActive(active)}
    />
  )
}

/** Where the caret was when the line was left: there goes what is chosen elsewhere. */
function useKeptCaret(element: React.RefObject<HTMLDivElement | null>, caret: React.RefObject<Range | undefined>) {
  useEffect(() => {
    const keep = () => {
      const range = element.current ? rangeIn(element.current) : undefined
      if (range) caret.current = range.cloneRange()
    }
    document.addEventListener('selectionchange', keep)
    return () => document.removeEventListener('selectionchange', keep)
  }, [element, caret])
}
