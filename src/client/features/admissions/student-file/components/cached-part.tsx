import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { recalledAtom } from '#client/platform/offline/last-data.ts'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import { studentData } from '#shared/admissions/student-file.contract.ts'

interface PartProps {
  /** It says itself what is not here: without a network something can be written in it. */
  isOpenOffline?: boolean
  /** Asks for the file once more; with its answer the part is here. */
  again: () => void
  children: ReactNode
}

/**
 * A part that stays on no device: where the file itself is shown as it was seen last, says so and what to do. What is open
 * stays open: somebody may be writing in it.
 */
export function CachedPart({ isOpenOffline = false, again, children }: PartProps) {
  const { t } = useTranslation('students.file')
  const isRecalled = useAtomValue(recalledAtom)[studentData.path] !== undefined
  const [isOpen, setOpen] = useState(isOpenOffline || !isRecalled)
  if (!isOpen && !isRecalled) setOpen(true)
  return isOpen ? children : <Failure text={t('notKept')} retry={t('retry')} onRetry={again} />
}
