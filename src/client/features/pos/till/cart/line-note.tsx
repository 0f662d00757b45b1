// chunk: till-sheets
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { store } from '#client/platform/store.ts'
import { toLineNote, withNote } from '#local/pos/carts/line-note.ts'
import type { CartLine } from '#shared/pos/cart.rules.ts'
import { maxLineNote } from '#shared/pos/sale.contract.ts'
import { Field } from '../board/field.tsx'
import { cartAtom, undoAtom } from './cart.atoms.ts'

/** The note of one line while it is typed; `save` writes it into the open cart. */
export function useLineNote({ id, note }: Pick<CartLine, 'id' | 'note'>) {
  const [text, setText] = useState(note ?? '')
  const typed = toLineNote(text)
  const save = () => {
    const cart = store.get(cartAtom)
    if (!cart) return
    store.set(undoAtom, null)
    store.set(cartAtom, withNote(cart, id, typed))
  }
  return { text, setText, isChanged: typed !== note, save }
}

/** What the kitchen has to know about this line of a sale. */
export function NoteField({ note: { text, setText } }: { note: ReturnType<typeof useLineNote> }) {
  const { t } = useTranslation('pos.till')
  return (
    <Field
      label={t('line.note')}
      hint={t('line.noteHint')}
      value={text}
      maxLength={maxLineNote}
      autoComplete="off"
      onChange={(event) => setText(event.target.value)}
    />
  )
}
