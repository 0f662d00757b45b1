import { type ComponentType, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Loading } from '#client/ui/tables/list-frame.tsx'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { StudentSheet } from '../../student-file/components/student-sheet.tsx'
import type { useOpenRow } from '../hooks/use-open-row.ts'

/** What the file of a student shows of documents. */
export interface DocumentParts {
  /** All of them in short; `returnTo` is the one that somebody comes back from. */
  Documents: ComponentType<{ studentId: string; onOpen: (code: string) => void; returnTo: string | undefined }>
  /** One of them in a dialog of its own. */
  DocumentSheet: ComponentType<{ studentId: string; code: string; onShow: Look }>
}

/** Shows that document, or without a code the student again; another one in its place is no step to go back to. */
type Look = (code?: string, replace?: boolean) => void

interface OpenProps extends DocumentParts {
  studentId: string
  /** Which document is open. */
  code: string | undefined
  look: Look
  row: ReturnType<typeof useOpenRow>
  onClose: () => void
  onChanged: (student: StudentRow) => void
}

/** What is open of one student: the file, or in its place one document, with the way back to where it was opened. */
export function OpenFile({ Documents, DocumentSheet, studentId, code, look, row, ...file }: OpenProps) {
  const { t } = useTranslation('students')
  const may = useRights()
  const [returnTo, setReturnTo] = useState(code)
  if (code && code !== returnTo) setReturnTo(code)
  if (code && may('documents.see')) {
    const waiting = (
      <Sheet title={t('file.title')} size="wide" onClose={() => look()}>
        <Loading>{t('loading')}</Loading>
      </Sheet>
    )
    return (
      <Suspense fallback={waiting}>
        <DocumentSheet studentId={studentId} code={code} onShow={look} />
      </Suspense>
    )
  }
  return (
    <StudentSheet
      studentId={studentId}
      documents={<Documents studentId={studentId} onOpen={look} returnTo={returnTo} />}
      row={row}
      onDocument={may('documents.see') ? look : undefined}
      {...file}
    />
  )
}
