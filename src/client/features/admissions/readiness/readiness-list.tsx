// chunk: students
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useFormat } from '#client/i18n/format.ts'
import { icon } from '#client/ui/icons/icon.tsx'
import { AlertIcon, CheckIcon } from '#client/ui/icons/icons.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { StudentFile } from '../student-file/student.api.ts'
import { partOf } from './next-step-card.tsx'
import css from './readiness.module.css'

/** Done, open and asked for by the school, or open and not asked for. */
type State = 'done' | 'open' | 'free'

const marks = {
  done: CheckIcon,
  open: AlertIcon,
  free: icon(<circle cx="12" cy="12" r="8.5" />),
} as const satisfies Record<State, typeof CheckIcon>

interface RowProps {
  name: string
  state: State
  fact: ReactNode
  act?: ReactNode
}

function Row({ name, state, fact, act }: RowProps) {
  const { t } = useTranslation('admissions.readiness')
  const Icon = marks[state]
  return (
    <li className={css.row} data-state={state}>
      <span className={css.mark}>
        <Icon size={18} />
        <span className="visually-hidden">{t(`state.${state}`)}</span>
      </span>
      <strong>{name}</strong>
      <span className={css.fact}>{fact}</span>
      {act}
    </li>
  )
}

const stateOf = (isDone: boolean, isNeeded: boolean): State => (isDone ? 'done' : isNeeded ? 'open' : 'free')

interface ListProps {
  file: StudentFile
  onFee: () => void
}

/** What an offer needs, each with what is known of it and the one step that does it. */
export function ReadinessList({ file, onFee }: ListProps) {
  const { t } = useTranslation('admissions.readiness')
  const may = useRights()
  const { readiness, student } = file
  if (!readiness) return null
  const { documents, fee, approval } = readiness
  const part = (of: keyof typeof partOf, word: string) => (
    <Link
      to="/student/$id"
      params={{ id: student.student_id }}
      search={{ part: partOf[of] }}
      className={css.act}
      aria-label={`${word}: ${t(`item.${of === 'deposit' ? 'fee' : of}`)}`}
    >
      {word}
    </Link>
  )
  const areDone = documents.done === documents.total
  return (
    <section className={css.ready} aria-labelledby="readiness">
      <h3 id="readiness">{t('title')}</h3>
      <ul>
        <Row
          name={t('item.documents')}
          state={stateOf(areDone, documents.isNeeded)}
          fact={
            <>
              {t('fact.documents', { done: documents.done, total: documents.total })}
              {documents.toReview > 0 && ` · ${t('fact.toReview', { count: documents.toReview })}`}
            </>
          }
          act={may('documents.see') && part('documents', t(areDone ? 'act.view' : 'act.documents'))}
        />
        <InterviewRow readiness={readiness} act={(word) => may('appointments.see') && part('interview', word)} />
        <ScoreRow readiness={readiness} act={(word) => may('scoring.score') && part('score', word)} />
        <Row
          name={t('item.fee')}
          state={stateOf(fee.paid > 0, fee.isNeeded)}
          fact={fee.paid > 0 ? <Money minor={fee.paid} currency={file.fee.currency} /> : t('fact.unpaid')}
          act={
            <button type="button" className={css.act} aria-label={`${t('act.view')}: ${t('item.fee')}`} onClick={onFee}>
              {t('act.view')}
            </button>
          }
        />
        {approval !== 'none' && (
          <Row
            name={t('item.approval')}
            state="open"
            fact={t(approval === 'asked' ? 'fact.asked' : 'fact.headAgrees')}
          />
        )}
        <SeatRow file={file} />
      </ul>
    </section>
  )
}

interface PartRowProps {
  readiness: NonNullable<StudentFile['readiness']>
  act: (word: string) => ReactNode
}

function InterviewRow({ readiness: { interview }, act }: PartRowProps) {
  const { t } = useTranslation('admissions.readiness')
  const format = useFormat()
  const { state, at, isNeeded } = interview
  const facts = { none: t('fact.noInterview'), booked: t('fact.booked', { at: at ? format.dateTime(at) : '' }) }
  const held = at ? t('fact.held', { day: format.day(at) }) : t('state.done')
  return (
    <Row
      name={t('item.interview')}
      state={stateOf(state === 'held', isNeeded)}
      fact={state === 'held' ? held : facts[state]}
      act={act(t(state === 'none' ? 'act.interview' : 'act.view'))}
    />
  )
}

function ScoreRow({ readiness: { score }, act }: PartRowProps) {
  const { t } = useTranslation('admissions.readiness')
  return (
    <Row
      name={t('item.score')}
      state={stateOf(score.state === 'done', score.isNeeded)}
      fact={t(`score.${score.state}`)}
      act={score.state !== 'none' && act(t(score.state === 'open' ? 'act.score' : 'act.view'))}
    />
  )
}

function SeatRow({ file: { readiness } }: { file: StudentFile }) {
  const { t } = useTranslation('admissions.readiness')
  const may = useRights()
  if (!readiness) return null
  const { state, free } = readiness.seat
  return (
    <Row
      name={t('item.seat')}
      state={state === 'free' || state === 'held' ? 'done' : 'open'}
      fact={state === 'free' ? t('seat.free', { count: free ?? 0 }) : t(`seat.${state}`)}
      act={
        may('seats.manage') && (
          <Link to="/seats" className={css.act} aria-label={`${t('act.view')}: ${t('item.seat')}`}>
            {t('act.view')}
          </Link>
        )
      }
    />
  )
}
