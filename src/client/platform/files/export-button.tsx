// chunk: desk-parts
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { type ExportedList, listColumns } from '#shared/lists/list-columns.rules.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import { sessionAtom } from '../session/session.ts'

const ExportSheet = lazy(async () => ({ default: (await import('./export-sheet.tsx')).ExportSheet }))

interface ExportButtonProps<L extends ExportedList> {
  list: L
  /** The lines that stand there, or how many; undefined until somebody has answered. Of nothing no file is made. */
  of: number | readonly unknown[] | undefined
  /** Asks the server for what the list shows now, as a file. */
  fetchFile: (how: ExportHow<L>) => Promise<FileReply>
}

/** Takes a list out as a file; there for the person who may do that, while something is in it. Its words come when the list stands already. */
export function ExportButton<L extends ExportedList>(props: ExportButtonProps<L>) {
  const { kind, user } = useAtomValue(sessionAtom)
  const count = typeof props.of === 'object' ? props.of.length : props.of
  if (count === 0 || !hasScopedPermission(kind, user?.authority ?? [], 'lists.export')) return null
  return (
    <Suspense fallback={null}>
      <Open {...props} />
    </Suspense>
  )
}

function Open<L extends ExportedList>({ list, fetchFile }: ExportButtonProps<L>) {
  const { t } = useTranslation('lists')
  const columns = listColumns(list)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('open')}</Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ExportSheet
            columns={columns}
            fetchFile={({ isChosen, ...how }) => fetchFile({ ...how, columns: columns.filter(isChosen) })}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
