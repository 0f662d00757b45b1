import { Link, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import link from '#client/ui/link.module.css'
import list from '#client/ui/tables/list-table.module.css'
import type { FaceForgotten } from '#shared/faces/face-report.contract.ts'
import { CertificateSheet } from './assessment/certificate-sheet.tsx'
import { DeskPage } from './components/desk-page.tsx'
import { listForgotten } from './face-desk.api.ts'
import { readPupilSearch } from './pupil-search.ts'

/** What was deleted, and where it is gone already: a certificate for each. */
export function DeletionsScreen() {
  const { t } = useTranslation('faces.administration')
  const errorText = useErrorText()
  const { pupil } = readPupilSearch(useSearch({ from: '/_authenticated/faces/deletions' }))
  const { answer, failure, again } = useAnswer(useCallback(() => listForgotten(pupil), [pupil]))
  const [openId, setOpenId] = useState<string>()
  const open = answer?.find(({ id }) => id === openId)
  return (
    <DeskPage
      place="deletions"
      tools={
        pupil && (
          <Link to="/faces/deletions" search={{}} className={link.link}>
            {t('everybody')}
          </Link>
        )
      }
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={answer || failure ? undefined : t('loading')}
      empty={answer?.length === 0 ? { title: t('deletions.empty.title'), text: t('deletions.empty.text') } : undefined}
    >
      {answer && answer.length > 0 && <DeletionTable forgotten={answer} onOpen={setOpenId} />}
      {open && <CertificateSheet key={open.id} forgotten={open} onClose={() => setOpenId(undefined)} />}
    </DeskPage>
  )
}

function DeletionTable({ forgotten, onOpen }: { forgotten: readonly FaceForgotten[]; onOpen: (id: string) => void }) {
  const { t } = useTranslation('faces.administration')
  return (
    <table className={list.table}>
      <thead>
        <tr>
          {(['who', 'why', 'when', 'where'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`deletions.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {forgotten.map((each) => (
          <DeletionRow key={each.id} forgotten={each} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  )
}

function DeletionRow({ forgotten, onOpen }: { forgotten: FaceForgotten; onOpen: (id: string) => void }) {
  const { t } = useTranslation('faces.administration')
  const pick = useBilingual()
  const format = useFormat()
  const { id, name, reason, at, devices, completeAt } = forgotten
  const left = devices.filter(({ doneAt }) => !doneAt).length
  return (
    <tr>
      <th scope="row" aria-label={pick(name)}>
        <button type="button" className={list.open} onClick={() => onOpen(id)}>
          <bdi>{pick(name)}</bdi>
        </button>
      </th>
      <td>{t(`deletions.reason.${reason}`)}</td>
      <td>
        <bdi>{format.dateTime(at)}</bdi>
      </td>
      <td>{completeAt ? t('deletions.complete') : t('deletions.waiting', { count: left })}</td>
    </tr>
  )
}
