import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { machineClock } from '#local/kernel/machine.ts'
import { type Place, seatList } from '#shared/students/seat.contract.ts'
import { LastDataNote } from '#client/features/students/record/components/last-data-note.tsx'
import { readSeats } from '../student-file/student.api.ts'
import { NewPlace } from './components/new-place.tsx'
import { SeatLine } from './components/seat-line.tsx'

const WaitingSheet = lazy(async () => ({ default: (await import('./components/waiting-sheet.tsx')).WaitingSheet }))

const RulesSheet = lazy(async () => ({ default: (await import('./components/rules-sheet.tsx')).RulesSheet }))

const columns = ['place', 'seats', 'taken', 'free', 'waiting'] as const

/** The year that most places are counted for last, or next year's. */
const likelyYear = (places: readonly Place[]): number =>
  places.at(-1)?.entryYear ?? new Date(machineClock.nowMs()).getUTCFullYear() + 1

interface SeatsProps {
  /** Which papers the school asks for: a sheet of its own. */
  Papers: ComponentType<{ mayEdit: boolean; onClose: () => void }>
}

/** How many seats each place has, who holds them and what is free: counted by the registrar, over-offered by the head. */
export function SeatsScreen({ Papers }: SeatsProps) {
  const { t } = useTranslation('students')
  const errorText = useErrorText()
  const isMine = useRights()
  const { answer, failure, again } = useAnswer(readSeats)
  const may = { seats: isMine('seats.manage'), overOffer: isMine('seats.over-offer') }
  const [sheet, setSheet] = useState<'rules' | 'papers'>()
  const [waiting, setWaiting] = useState<Place>()
  const places = answer?.places
  return (
    <ListFrame
      title={t('seats.title')}
      tools={
        <>
          <Button onClick={() => setSheet('rules')}>{t('seats.rules')}</Button>
          {isMine('documents.see') && <Button onClick={() => setSheet('papers')}>{t('seats.papers')}</Button>}
        </>
      }
      isWide
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={!places && !failure ? t('loading') : undefined}
      empty={places?.length === 0 ? { title: t('seats.none'), text: t('seats.noneText') } : undefined}
    >
      <LastDataNote of={[seatList.path]} />
      {places && may.seats && <NewPlace places={places} year={likelyYear(places)} onAdded={again} />}
      {places && places.length > 0 && (
        <table className={list.table}>
          <caption className="visually-hidden">{t('seats.title')}</caption>
          <Head />
          <tbody>
            {places.map((place) => (
              <SeatLine
                key={JSON.stringify([place.campus, place.entryYear, place.grade, place.stream])}
                place={place}
                may={may}
                onChanged={again}
                onWaiting={() => setWaiting(place)}
              />
            ))}
          </tbody>
        </table>
      )}
      {sheet && (
        <Suspense>
          {sheet === 'rules' ? (
            <RulesSheet onClose={() => setSheet(undefined)} onSaved={again} />
          ) : (
            <Papers mayEdit={isMine('documents.manage')} onClose={() => setSheet(undefined)} />
          )}
        </Suspense>
      )}
      {waiting && (
        <Suspense>
          <WaitingSheet place={waiting} onClose={() => setWaiting(undefined)} />
        </Suspense>
      )}
    </ListFrame>
  )
}

function Head() {
  const { t } = useTranslation('students')
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col" colSpan={column === 'seats' ? 2 : 1}>
            {t(`seats.column.${column}`)}
          </th>
        ))}
      </tr>
    </thead>
  )
}
