import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { OpId } from '#shared/kernel/fields.ts'
import type { StudentNote } from '#shared/students/student-notes.contract.ts'
import { strikeNote } from '../file.api.ts'
import css from './file-parts.module.css'
import { Refusal, TextLine } from './record-fields.tsx'
import sheet from './student-sheet.module.css'

interface NoteProps {
  studentId: string
  note: StudentNote
  mayStrike: boolean
  onDone: () => void
}

/** What somebody wrote; struck out it stays to be read. */
export function NoteLine({ studentId, note, mayStrike, onDone }: NoteProps) {
  const { t } = useTranslation('students.file')
  const pick = useBilingual()
  const format = useFormat()
  const { text, by, at, way, struck } = note
  const written = (
    <bdi className={common.asWritten} dir="auto">
      {text}
    </bdi>
  )
  return (
    <li>
      <p>{struck ? <del>{written}</del> : written}</p>
      <p className={css.soft}>
        {t(`way.${way}`)} · <bdi>{pick(by.name)}</bdi> · <bdi>{format.dateTime(at)}</bdi>
      </p>
      {struck && (
        <p className={css.soft}>
          {t('notes.struck', { name: pick(struck.by.name), at: format.dateTime(struck.at), reason: struck.reason })}
        </p>
      )}
      {mayStrike && !struck && <Strike studentId={studentId} noteId={note.id} onDone={onDone} />}
    </li>
  )
}

function Strike({ studentId, noteId, onDone }: { studentId: string; noteId: string; onDone: () => void }) {
  const { t } = useTranslation('students.file')
  const errorText = useErrorText()
  const [because, setBecause] = useState<string>()
  const { mutate, isPending, error } = useMutation(strikeNote, { onSuccess: onDone })
  if (because === undefined)
    return (
      <Button kind="quiet" onClick={() => setBecause('')}>
        {t('notes.strike')}
      </Button>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const said = { student_id: studentId, noteId: OpId.parse(noteId), because: because.trim() }
    if (said.because !== '') void mutate(said)
  }
  return (
    <form className={sheet.form} onSubmit={submit}>
      <TextLine label={t('notes.because')} value={because} onChange={setBecause} maxLength={500} />
      {error && <Refusal>{errorText(error)}</Refusal>}
      <div className={common.actions}>
        <Button type="submit" isWorking={isPending}>
          {t('notes.strike')}
        </Button>
        <Button onClick={() => setBecause(undefined)}>{t('leave')}</Button>
      </div>
    </form>
  )
}
