// chunk: students
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { DateField } from '#client/ui/fields/text-field.tsx'
import type { UserId } from '#shared/kernel/ids.ts'
import type { StudentFile } from '../../student-file/student.api.ts'
import type { Decision } from '../hooks/use-decision.ts'

/** Who goes on with this file, and until when: taken on by oneself, or handed back. */
export function AssignOwner({ file, decision }: { file: StudentFile; decision: Decision }) {
  const { t } = useTranslation('students')
  const may = useRights()
  const userId = useAtomValue(sessionAtom).user?.userId
  const { owner, nextActionOn } = file.student
  const [day, setDay] = useState(nextActionOn ?? '')
  if (!userId || !may('students.decide')) return null
  const isMine = owner?.userId === userId
  const assign = (to: UserId | null) =>
    void decision.send(file, { kind: 'assign', owner: to, nextActionOn: to && day ? day : null })
  return (
    <form
      className={common.row}
      onSubmit={(event) => {
        event.preventDefault()
        assign(userId)
      }}
    >
      <DateField label={t('column.due')} value={day} onChange={setDay} />
      <Button type="submit" isWorking={decision.isPending}>
        {t(isMine ? 'after.save' : 'after.take')}
      </Button>
      {isMine && <Button onClick={() => assign(null)}>{t('after.handBack')}</Button>}
    </form>
  )
}
