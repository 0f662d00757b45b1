import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal, TextLine } from '#client/features/students/record/components/record-fields.tsx'
import { SameName } from '#client/features/students/record/components/same-name.tsx'
import css from '#client/features/students/record/components/student-sheet.module.css'
import { saveRecord } from '#client/features/students/record/file.api.ts'
import { identityDraft, identityIn } from '#client/features/students/record/record-draft.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { newCommandId, useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { useSameName } from './hooks/use-same-name.ts'

const empty = identityDraft({
  nameLatin: null,
  nameArabic: null,
  birthDate: null,
  nationality: null,
  entryYear: null,
  grade: null,
})

/** Staff begin a file here, before there is an application: by a name in either script. */
export function NewStudentScreen() {
  const { t, i18n } = useTranslation('students.file')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(empty)
  const [isWrong, setWrong] = useState(false)
  const [isLooking, setLooking] = useState(false)
  const { same, look } = useSameName()
  const [studentId] = useState(newCommandId)
  useBusy(draft !== empty)
  const { mutate, isPending, error } = useCommand(
    (begun: Omit<Parameters<typeof saveRecord>[0], 'commandId'>, commandId) => saveRecord({ ...begun, commandId }),
    {
      onSuccess: () => void navigate({ to: '/student/$id', params: { id: studentId }, search: { part: 'record' } }),
    },
  )
  const set = (name: keyof typeof draft) => (value: string) => {
    setWrong(false)
    setDraft({ ...draft, [name]: value })
  }
  const submit = () => {
    const identity = identityIn(draft)
    if (typeof identity === 'string') return setWrong(true)
    const language = i18n.language === 'ar' ? ('ar' as const) : ('en' as const)
    void mutate({ student_id: studentId, revision: 0, begin: { language }, identity })
  }
  const check = async (event: FormEvent) => {
    event.preventDefault()
    if (isLooking) return
    setLooking(true)
    const identity = identityIn(draft)
    const isNews = typeof identity !== 'string' && (await look([identity.nameLatin, identity.nameArabic]))
    setLooking(false)
    if (!isNews) submit()
  }
  return (
    <ListFrame title={t('begin.title')}>
      <p>{t('begin.text')}</p>
      <form className={css.form} onSubmit={(event) => void check(event)} noValidate>
        <Fields draft={draft} isWrong={isWrong} set={set} />
        {same.length > 0 && <SameName students={same} />}
        {isWrong && <Refusal>{t('wrong.name')}</Refusal>}
        {error && <Refusal>{errorText(error)}</Refusal>}
        <div className={common.actions}>
          <Button type="submit" kind="main" isWorking={isPending || isLooking}>
            {t(same.length > 0 ? 'begin.anyway' : 'begin.save')}
          </Button>
        </div>
      </form>
    </ListFrame>
  )
}

interface FieldsProps {
  draft: typeof empty
  isWrong: boolean
  set: (name: keyof typeof empty) => (value: string) => void
}

function Fields({ draft, isWrong, set }: FieldsProps) {
  const { t } = useTranslation('students.file')
  return (
    <>
      <TextLine
        label={t('field.nameLatin')}
        value={draft.nameLatin}
        onChange={set('nameLatin')}
        dir="ltr"
        lang="en"
        isWrong={isWrong}
        maxLength={160}
      />
      <TextLine
        label={t('field.nameArabic')}
        value={draft.nameArabic}
        onChange={set('nameArabic')}
        dir="rtl"
        lang="ar"
        maxLength={160}
      />
      <TextLine label={t('field.birthDate')} value={draft.birthDate} onChange={set('birthDate')} type="date" />
    </>
  )
}
