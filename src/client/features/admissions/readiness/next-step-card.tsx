// chunk: students
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { useFormat } from '#client/i18n/format.ts'
import type { OpenTransition, StudentFile } from '../student-file/student.api.ts'
import { useTransitionText } from '../transitions/hooks/use-transition-text.ts'
import { isAtOnce } from '../transitions/transition-draft.ts'
import type { NextStep } from './next-step.ts'
import css from './readiness.module.css'

/** The part of a file where each step is taken; those without one are taken where they are shown. */
export const partOf = {
  documents: 'documents',
  interview: 'appointments',
  score: 'scoring',
  deposit: 'offers',
} as const

const ShortlistAndAsk = lazy(async () => ({
  default: (await import('../appointments/components/interview-step.tsx')).ShortlistAndAsk,
}))
const InterviewStep = lazy(async () => ({
  default: (await import('../appointments/components/interview-step.tsx')).InterviewStep,
}))

interface CardProps {
  file: StudentFile
  next: NextStep
  /** Opens the form of a step. */
  onMove: (move: OpenTransition) => void
  /** Takes a step that needs no words. */
  onTake: (move: OpenTransition) => Promise<boolean>
  isWorking: boolean
  /** The file has to be read again. */
  again: () => void
  /** Opens a document beside the list; without it, documents are a page of their own. */
  onDocument?: ((code: string) => void) | undefined
  onFee: () => void
}

/** What to do next, and the one button that does it. */
export function NextStepCard({ file, next, ...acts }: CardProps) {
  const { t } = useTranslation('admissions.readiness')
  const moveText = useTransitionText()
  const title = next.kind === 'move' ? t('next.move', { step: moveText(next.move) }) : t(`next.${next.kind}`)
  return (
    <section className={css.next} aria-labelledby="next-step">
      <div>
        <h3 id="next-step">{title}</h3>
        <NextFact file={file} next={next} />
      </div>
      <NextAct file={file} next={next} {...acts} />
    </section>
  )
}

function NextFact({ file: { readiness, offers }, next }: Pick<CardProps, 'file' | 'next'>) {
  const { t } = useTranslation('admissions.readiness')
  const format = useFormat()
  const [offer] = offers
  if (next.kind === 'review') return <p>{t('fact.toReview', { count: readiness?.documents.toReview ?? 0 })}</p>
  if (next.kind === 'documents' && readiness)
    return <p>{t('fact.documents', { done: readiness.documents.done, total: readiness.documents.total })}</p>
  if (next.kind === 'interview' && readiness?.interview.at)
    return <p>{t('fact.booked', { at: format.dateTime(readiness.interview.at) })}</p>
  // It expires as its last day ends.
  if (next.kind === 'family' && offer)
    return <p>{t('fact.until', { day: format.day(Date.parse(offer.expiresAt) - 1) })}</p>
  if (next.kind === 'move') return <p>{t('fact.ready')}</p>
  return null
}

function NextAct({ file, next, again, onMove, onTake, isWorking, onDocument, onFee }: CardProps) {
  const { t } = useTranslation('admissions.readiness')
  const moveText = useTransitionText()
  const { student, readiness } = file
  const first = readiness?.documents.next
  switch (next.kind) {
    case 'move':
      return isAtOnce(next.move) ? (
        <StepAtOnce file={file} move={next.move} isWorking={isWorking} onMove={onMove} onTake={onTake} />
      ) : (
        <Button kind="main" onClick={() => onMove(next.move)}>
          {moveText(next.move)}
        </Button>
      )
    case 'review':
      return onDocument && first ? (
        <Button kind="main" onClick={() => onDocument(first)}>
          {t('act.review')}
        </Button>
      ) : (
        <Link to="/upload/$id" params={{ id: student.student_id }} className={css.main}>
          {t('act.review')}
        </Link>
      )
    case 'fee':
      return (
        <Button kind="main" onClick={onFee}>
          {t('act.record')}
        </Button>
      )
    case 'approval':
    case 'family':
      return null
    case 'interview':
      return (
        <>
          <Suspense fallback={null}>
            <InterviewStep studentId={student.student_id} onHeld={again} />
          </Suspense>
          <PartLink file={file} kind="interview" isQuiet />
        </>
      )
    default:
      return <PartLink file={file} kind={next.kind} />
  }
}

type AtOnceProps = Pick<CardProps, 'file' | 'onMove' | 'onTake' | 'isWorking'> & { move: OpenTransition }

/** A step that one press takes: alone, with a note, or a child's shortlisting with the invitation to an interview. */
function StepAtOnce({ file: { student, readiness }, move, isWorking, onMove, onTake }: AtOnceProps) {
  const { t } = useTranslation('admissions.readiness')
  const moveText = useTransitionText()
  const asks = move.to === 'shortlisted' && readiness?.interview.isNeeded && readiness.interview.state === 'none'
  return (
    <div className={css.acts}>
      {asks && (
        <Suspense fallback={null}>
          <ShortlistAndAsk studentId={student.student_id} isWorking={isWorking} take={() => onTake(move)} />
        </Suspense>
      )}
      <Button kind={asks ? 'plain' : 'main'} isWorking={isWorking} onClick={() => void onTake(move)}>
        {moveText(move)}
      </Button>
      <Button onClick={() => onMove(move)}>{t('act.withNote')}</Button>
    </div>
  )
}

interface PartLinkProps {
  file: StudentFile
  kind: keyof typeof partOf
  /** Another way to take the step stands before it. */
  isQuiet?: boolean
}

/** Leads to the part of the file where the step is taken. */
function PartLink({ file: { student }, kind, isQuiet = false }: PartLinkProps) {
  const { t } = useTranslation('admissions.readiness')
  return (
    <Link
      to="/student/$id"
      params={{ id: student.student_id }}
      search={{ part: partOf[kind] }}
      className={isQuiet ? css.act : css.main}
    >
      {t(`act.${kind}`)}
    </Link>
  )
}
