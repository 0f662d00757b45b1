import { useTranslation } from 'react-i18next'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import type { Part } from '#shared/forms/form-definition.contract.ts'
import { editId, useEditing } from '../edit-context.ts'
import { freeKey, keysBeside } from '../edit-keys.ts'
import { insertAt, valueAt } from '../edit-tree.ts'
import { focusLater } from '../focus.ts'
import { newPart, partTypes } from '../new-parts.ts'
import css from './add-sheet.module.css'

/** What kind of question is to be added at the end of a list. A block has no blocks in it. */
export function AddSheet({ list, onClose }: { list: string; onClose: () => void }) {
  const { t } = useTranslation('forms.editor')
  const { form, change } = useEditing()
  const types = partTypes
    .filter((type) => type !== 'repeat' || list.endsWith('.parts'))
    .filter((type) => type !== 'file' || form.purpose !== 'criteria')
  const add = (type: Part['type']) => {
    const there = valueAt(form, list)
    const path = `${list}.${Array.isArray(there) ? there.length : 0}`
    const key = freeKey(type === 'repeat' ? 'block' : 'question', keysBeside(form, path), 'question')
    change(insertAt(form, path, newPart(type, key)), path)
    onClose()
    focusLater(() => document.getElementById(editId(`${path}.label.en`)))
  }
  return (
    <Sheet title={t('add.title')} size="wide" onClose={onClose}>
      <ul className={css.types}>
        {types.map((type, no) => (
          <li key={type}>
            <button type="button" className={css.type} data-autofocus={no === 0 || undefined} onClick={() => add(type)}>
              <strong>{t(`type.${type}`)}</strong>
              <small>{t(`typeHint.${type}`)}</small>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
