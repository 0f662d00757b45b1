import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import type { Language } from '#shared/kernel/fields.ts'
import { offeredFields } from '#shared/messaging/message-fields.rules.ts'
import { type FieldLabels, tokenOf } from '../text-draft.ts'
import css from './message-texts.module.css'

/** Where somebody wrote last. */
export interface Written {
  box: HTMLTextAreaElement
  language: Language
  put: (text: string) => void
}

interface ChipsProps {
  labels: FieldLabels
  written: RefObject<Written | null>
  /** True in a reminder of fees, which has fields of its own. */
  isReminder: boolean
}

/** The fields that may stand in a message: pressed, one stands where somebody wrote last. */
export function FieldChips({ labels, written, isReminder }: ChipsProps) {
  const { t, i18n } = useTranslation('messaging')
  const shown: Language = i18n.language === 'ar' ? 'ar' : 'en'
  return (
    <div className={css.chips} role="group" aria-label={t('text.fields')}>
      <span className={common.soft}>{t('text.fieldsHint')}</span>
      {offeredFields(isReminder).map((field) => (
        <button
          key={field}
          type="button"
          className={css.chip}
          // The place in the text stays where it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => written.current && insert(written.current, tokenOf(labels, written.current.language, field))}
        >
          {labels[shown][field]}
        </button>
      ))}
    </div>
  )
}

function insert({ box, put }: Written, token: string) {
  const { selectionStart, selectionEnd, value } = box
  put(value.slice(0, selectionStart) + token + value.slice(selectionEnd))
  const after = selectionStart + token.length
  // Once the text stands there.
  requestAnimationFrame(() => {
    box.focus()
    box.setSelectionRange(after, after)
  })
}
