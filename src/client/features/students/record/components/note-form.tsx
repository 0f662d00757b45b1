import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { TextAreaField } from '#client/ui/fields/text-field.tsx'
import { noteWays } from '#shared/students/student-notes.contract.ts'
import { writeNote } from '../file.api.ts'
import { Refusal } from './record-fields.tsx'
import css from './student-sheet.module.css'

/** A note is written here, for good. */
export function NoteForm({ studentId, onDone }: { studentId: string; onDone: () => void }) {
  const { t } = useTranslation('students.file')
  const errorText = useErrorText()
  const [text, setText] = useState('')
  const [way, setWay] = useState<(typeof noteWays)[number]>('remark')
  useBusy(text !== '')
  const { mutate, isPending, error } = useCommand(
    (said: Omit<Parameters<typeof writeNote>[0], 'noteId'>, noteId) => writeNote({ ...said, noteId }),
    {
      onSuccess: () => {
        setText('')
        onDone()
      },
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const said = { student_id: studentId, way, text: text.trim() }
    if (said.text !== '') void mutate(said)
  }
  return (
    <form className={css.form} onSubmit={submit}>
      <ChoiceField
        label={t('notes.way')}
        values={noteWays}
        nameOf={(each) => t(`way.${each}`)}
        value={way}
        onChange={setWay}
      />
      <TextAreaField label={t('notes.text')} rows={3} maxLength={4000} value={text} onChange={setText} />
      {error && <Refusal>{errorText(error)}</Refusal>}
      <div className={common.actions}>
        <Button type="submit" isWorking={isPending}>
          {t('notes.write')}
        </Button>
      </div>
    </form>
  )
}
