// chunk: family
import { Link, useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { useErrorText } from '#client/i18n/error-text.ts'
import type { FamilyChild } from '#shared/overview/family/family-home.contract.ts'
import { CanteenCard } from './components/canteen-card.tsx'
import css from './components/family.module.css'
import { SaveIcon } from './components/family-icons.tsx'
import { ChildCard } from './home-view.tsx'
import type { ViewProps } from './view.types.ts'

const People = lazy(async () => ({ default: (await import('./components/people.tsx')).People }))

const Consents = lazy(async () => ({ default: (await import('./components/consents.tsx')).Consents }))

const load = () => import('./family.api.ts')

/** Each child whole: application, appointments, documents and letters, the canteen, and who else sees it. */
export function ChildrenView({ home, canteen, family }: ViewProps) {
  const { t } = useTranslation('overview.family')
  return (
    <>
      <h1 className={css.title}>{t('nav.children')}</h1>
      <div className={css.columns}>
        {home.children.map((child) => (
          <ChildCard key={child.studentId} child={child}>
            <Appointments child={child} />
            <CanteenCard child={child} canteen={canteen} family={family} />
            <Papers child={child} />
            <Letters child={child} />
            {child.consents.length > 0 && (
              <Suspense fallback={null}>
                <Consents child={child} />
              </Suspense>
            )}
            {child.mayInvite && (
              <Suspense fallback={null}>
                <People child={child} />
              </Suspense>
            )}
          </ChildCard>
        ))}
      </div>
      <p>
        <Link to="/admission" className={css.link}>
          {t('apply')}
        </Link>
      </p>
    </>
  )
}

function Appointments({ child: { appointments, studentId } }: { child: FamilyChild }) {
  const { t } = useTranslation('overview.family')
  const pick = useBilingual()
  const format = useFormat()
  const router = useRouter()
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(
    async (id: string) => (await load()).openNeed({ student_id: studentId, need: 'appointment', id }),
    { onSuccess: ({ path }) => router.navigate({ href: path }) },
  )
  if (appointments.length === 0) return null
  return (
    <>
      <h3 className={css.sub}>{t('section.appointments')}</h3>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <ul className={css.list}>
        {appointments.map(({ kind, linkId, startsAt, room }) => (
          <li key={startsAt} className={css.row}>
            <span>
              {pick(kind)}
              <small>
                <time dateTime={startsAt}>{format.dateTime(startsAt)}</time> {room}
              </small>
            </span>
            {linkId && (
              <button type="button" className={css.button} aria-busy={isPending} onClick={() => void mutate(linkId)}>
                {t('appointment.change')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function Papers({ child: { papers } }: { child: FamilyChild }) {
  const { t } = useTranslation('overview.family')
  const pick = useBilingual()
  if (papers.length === 0) return null
  return (
    <>
      <h3 className={css.sub}>{t('section.documents')}</h3>
      <ul className={css.list}>
        {papers.map(({ label, state }) => (
          <li key={label.en} className={css.row}>
            {pick(label)}
            <span className={css.state} data-state={state}>
              {t(`paper.${state}`)}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Letters({ child: { letters, studentId } }: { child: FamilyChild }) {
  const { t } = useTranslation('overview.family')
  const pick = useBilingual()
  const format = useFormat()
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(async (id: string) => (await load()).saveLetter(studentId, id))
  if (letters.length === 0) return null
  return (
    <>
      <h3 className={css.sub}>{t('section.letters')}</h3>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <ul className={css.list}>
        {letters.map(({ id, title, issuedAt }) => (
          <li key={id} className={css.row}>
            <span>
              {pick(title)}
              <small>{format.day(issuedAt)}</small>
            </span>
            <button type="button" className={css.button} aria-busy={isPending} onClick={() => void mutate(id)}>
              <SaveIcon />
              {t('letter.open')} <span className="visually-hidden">{pick(title)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
