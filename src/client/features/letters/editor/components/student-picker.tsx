import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { findStudents } from '#client/platform/search.api.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import editor from './editor.module.css'
import css from './preview.module.css'

export interface Chosen {
  id: string
  name: string
}

interface PickerProps {
  student: Chosen | undefined
  onChoose: (student: Chosen | undefined) => void
}

/** Whose letter is shown: a made-up family's, or that of a student found by name or reference. */
export function StudentPicker({ student, onChoose }: PickerProps) {
  const { t, i18n } = useTranslation('letters.editor')
  const errorText = useErrorText()
  const id = useId()
  const [text, setText] = useState('')
  const [found, setFound] = useState<Chosen[]>()
  const look = async (): Promise<Chosen[]> =>
    (await findStudents(text)).map(({ student_id, student_name, student_name_ar, registration_id }) => ({
      id: student_id,
      name:
        (i18n.language === 'ar' ? (student_name_ar ?? student_name) : (student_name ?? student_name_ar)) ??
        registration_id,
    }))
  const { mutate, error, isPending } = useMutation(look, { onSuccess: setFound })
  if (student) {
    return (
      <p className={css.whose}>
        {t('preview.of')} <bdi>{student.name}</bdi>{' '}
        <button type="button" className={editor.link} onClick={() => onChoose(undefined)}>
          {t('preview.sample')}
        </button>
      </p>
    )
  }
  return (
    <form
      className={css.whose}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') void mutate()
      }}
    >
      <label htmlFor={id}>{t('preview.find')}</label>
      <div className={css.find}>
        <input
          id={id}
          type="search"
          className={editor.input}
          value={text}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" className={editor.button} disabled={isPending}>
          {t('preview.look')}
        </button>
      </div>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <Found found={found} onChoose={onChoose} />
    </form>
  )
}

interface FoundProps {
  found: readonly Chosen[] | undefined
  onChoose: (student: Chosen) => void
}

function Found({ found, onChoose }: FoundProps) {
  const { t } = useTranslation('letters.editor')
  return (
    <div role="status">
      {found?.length === 0 && <p>{t('preview.nobody')}</p>}
      {found && found.length > 0 && (
        <ul className={css.found}>
          {found.map((each) => (
            <li key={each.id}>
              <button type="button" className={editor.link} onClick={() => onChoose(each)}>
                <bdi>{each.name}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
