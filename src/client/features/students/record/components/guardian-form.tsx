import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { Guardian, StudentRecord } from '#shared/students/student-record.contract.ts'
import { guardianFields, guardianRelations } from '#shared/students/student-record.rules.ts'
import type { Record } from '../hooks/use-record.ts'
import { useRecordText } from '../hooks/use-record-text.ts'
import { type GuardianDraft, guardianDraft, guardianIn, guardianRights } from '../record-draft.ts'
import css from './file-parts.module.css'
import { ChoiceLine, Refusal, TextLine } from './record-fields.tsx'
import sheet from './student-sheet.module.css'

interface FormProps {
  id: string
  /** Absent for somebody who is added. */
  guardian: Guardian | undefined
  answer: StudentRecord
  record: Record
  onClose: () => void
}

/** One guardian is changed, added or taken off here; all of them are saved together. */
export function GuardianForm({ id, guardian, answer, record, onClose }: FormProps) {
  const { t } = useTranslation('students.file')
  const errorText = useErrorText()
  const [draft, setDraft] = useState(() => guardianDraft(guardian))
  const [seen, setSeen] = useState(answer.revision)
  const [wrong, setWrong] = useState<keyof GuardianDraft>()
  useBusy(true)
  const isStale = answer.revision !== seen
  const set = (name: keyof GuardianDraft) => (value: string) => {
    setWrong(undefined)
    record.reset()
    setDraft({ ...draft, [name]: value })
  }
  const send = async (guardians: Guardian[]) => {
    setSeen(answer.revision)
    if (await record.save(answer.revision, { guardians })) onClose()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const typed = guardianIn(id, draft)
    if (typeof typed === 'string') return setWrong(typed)
    const others = answer.guardians.map((each) => (each.id === id ? typed : each))
    await send(others.some((each) => each.id === id) ? others : [...others, typed])
  }
  const wrongText =
    wrong && t(wrong === 'email' ? 'wrong.email' : wrong === 'paysShare' ? 'wrong.paysShare' : 'wrong.name')
  // The server alone knows which numbers can be dialled from here.
  const isPhone = record.error === 'request.invalid'
  return (
    <form className={sheet.form} onSubmit={(event) => void submit(event)} noValidate>
      {isStale && <Theirs now={answer.guardians.find((each) => each.id === id)} />}
      <GuardianLines draft={draft} wrong={wrong ?? (isPhone ? 'phone' : undefined)} set={set} />
      {wrongText && <Refusal>{wrongText}</Refusal>}
      {record.error && !isStale && <Refusal>{isPhone ? t('wrong.phone') : errorText(record.error)}</Refusal>}
      <div className={common.actions}>
        <Button type="submit" kind="main" isWorking={record.isPending}>
          {t(isStale ? 'saveAnyway' : 'save')}
        </Button>
        <Button onClick={onClose}>{t('leave')}</Button>
        {guardian && (
          <Button kind="bad" onClick={() => void send(answer.guardians.filter((each) => each.id !== id))}>
            {t('family.remove')}
          </Button>
        )}
      </div>
    </form>
  )
}

interface LinesProps {
  draft: GuardianDraft
  wrong: keyof GuardianDraft | undefined
  set: (name: keyof GuardianDraft) => (value: string) => void
}

function GuardianLines({ draft, wrong, set }: LinesProps) {
  const { t } = useTranslation(['students.file', 'students'])
  const text = (name: keyof GuardianDraft) => ({
    label: t(`field.${name}`),
    value: draft[name],
    onChange: set(name),
    isWrong: wrong === name,
  })
  const yesNo = [
    ['yes', t('yes')],
    ['no', t('no')],
  ] as const
  return (
    <>
      <TextLine {...text('nameLatin')} dir="ltr" lang="en" maxLength={160} />
      <TextLine {...text('nameArabic')} dir="rtl" lang="ar" maxLength={160} />
      <ChoiceLine
        {...text('relation')}
        choices={guardianRelations.map((each) => [each, t(`relation.${each}`)] as const)}
      />
      <TextLine {...text('phone')} type="tel" dir="ltr" maxLength={40} />
      <TextLine {...text('email')} type="email" dir="ltr" maxLength={254} />
      <ChoiceLine
        {...text('language')}
        choices={[
          ['ar', t('students:language.ar')],
          ['en', t('students:language.en')],
        ]}
      />
      <TextLine {...text('paysShare')} dir="ltr" maxLength={3} />
      <div className={css.pairs}>
        {guardianRights.map((right) => (
          <ChoiceLine key={right} {...text(right)} choices={yesNo} />
        ))}
      </div>
    </>
  )
}

/** Somebody was faster: how this guardian stands there now, above what is typed here. */
function Theirs({ now }: { now: Guardian | undefined }) {
  const { t } = useTranslation('students.file')
  const text = useRecordText()
  return (
    <InlineNotice tone="warning" isBoxed role="alert">
      <strong>{t('clash.title')}</strong>
      <p>{now ? t('clash.now') : t('clash.nobody')}</p>
      {now && (
        <ul>
          {guardianFields.map((field) => (
            <li key={field}>
              {t(`field.${field}`)}: <bdi>{text(field, now[field])}</bdi>
            </li>
          ))}
        </ul>
      )}
      <p>{t('clash.text')}</p>
    </InlineNotice>
  )
}
