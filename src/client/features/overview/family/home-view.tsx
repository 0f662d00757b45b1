// chunk: family
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { EnquiryLink } from '#client/platform/page/enquiry-link.tsx'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useNow } from '#client/platform/use-now.ts'
import { firstName } from '#shared/fees/family/first-name.rules.ts'
import type { FamilyChild, FamilyHome } from '#shared/overview/family/family-home.contract.ts'
import { CanteenCard } from './components/canteen-card.tsx'
import { ChildFace } from './components/child-face.tsx'
import css from './components/family.module.css'
import { MessageList } from './components/message-list.tsx'
import { Needs } from './components/needs.tsx'
import { Steps } from './components/steps.tsx'
import { useChildName, usePlace } from './use-child-name.ts'
import type { ViewProps } from './view.types.ts'

const StartedForms = lazy(async () => ({
  default: (await import('../home/components/started-forms.tsx')).StartedForms,
}))

/** What a family sees first: who its children are, what waits for it, how far each has come, and what the school has written. */
export function HomeView({ home, canteen, family }: ViewProps) {
  const { t } = useTranslation('overview.family')
  if (home.children.length === 0 && home.fees.length === 0) return <NoChild />
  return (
    <>
      <Greeting />
      {home.children.length > 1 && <Kids home={home} />}
      <div className={css.columns}>
        <div className={css.column}>
          <Needs home={home} />
          {home.children.map((child) => (
            <ChildCard key={child.studentId} child={child}>
              <CanteenCard child={child} canteen={canteen} family={family} isShort />
            </ChildCard>
          ))}
        </div>
        <section className={css.column} aria-labelledby="messages">
          <h2 id="messages" className={css.head}>
            {t('section.messages')}
            {home.messages.length > 2 && (
              <Link to="/family/$" params={{ _splat: 'messages' }} className={css.link}>
                {t('message.all')}
              </Link>
            )}
          </h2>
          <MessageList messages={home.messages.slice(0, 2)} isShort />
          <Ways />
        </section>
      </div>
    </>
  )
}

/** Greets by name, by the hour of this device. */
export function Greeting() {
  const { t } = useTranslation('overview.family')
  const pick = useBilingual()
  const { user } = useAtomValue(sessionAtom)
  const hour = new Date(useNow(60_000)).getHours()
  const part = hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening'
  const name = firstName(user ? pick(user.name) : '') ?? ''
  return (
    <h1 className={css.title} data-personal>
      {t(`greeting.${part}`, { name })}
    </h1>
  )
}

function Kids({ home }: { home: FamilyHome }) {
  const { t } = useTranslation('overview.family')
  const { first } = useChildName()
  return (
    <ul className={css.kids}>
      {home.children.map((child) => (
        <li key={child.studentId}>
          <a href={`#child-${child.studentId}`} className={css.kid}>
            <ChildFace child={child} isSmall />
            <span>
              <b>
                <bdi>{first(child)}</bdi>
              </b>
              <small>{t(`short.${shortOf(child, home)}`)}</small>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function shortOf({ studentId, stage, steps }: FamilyChild, { needs }: FamilyHome) {
  if (needs.some((need) => need.studentId === studentId)) return 'yours'
  if (stage !== 'applying') return stage
  return steps.some(({ state }) => state === 'waiting') ? 'waiting' : 'school'
}

/** One child: who it is, how far its application has come, and what a page adds. */
export function ChildCard({ child, children }: { child: FamilyChild; children?: ReactNode }) {
  const { t } = useTranslation('overview.family')
  const { whole, first } = useChildName()
  const placeOf = usePlace()
  const place = placeOf(child)
  const isOver = child.stage === 'closed' || child.stage === 'withdrawn'
  return (
    <article className={css.card} id={`child-${child.studentId}`}>
      <h2 className={css.who}>
        <ChildFace child={child} />
        <span>
          <b>
            <bdi>{whole(child)}</bdi>
          </b>
          <small>{child.stage === 'joined' ? place : t('applying', { place })}</small>
        </span>
      </h2>
      {isOver && <p>{t(child.stage === 'closed' ? 'closed.school' : 'closed.family', { name: first(child) })}</p>}
      {child.stage === 'applying' && <Steps child={child} />}
      {children}
    </article>
  )
}

/** Forms that were begun, and the ways to begin another one. */
function Ways() {
  const { t } = useTranslation('overview.family')
  return (
    <>
      <Suspense fallback={null}>
        <StartedForms />
      </Suspense>
      <div className={css.buttons}>
        <Link to="/admission" className={css.link}>
          {t('apply')}
        </Link>
        <EnquiryLink className={css.link}>{t('empty.enquire')}</EnquiryLink>
      </div>
    </>
  )
}

function NoChild() {
  const { t } = useTranslation('overview.family')
  return (
    <>
      <Greeting />
      <section className={css.card}>
        <h2 className={css.head}>{t('empty.title')}</h2>
        <p>{t('empty.text')}</p>
        <div className={css.buttons}>
          <Link to="/admission" className={css.button} data-primary>
            {t('empty.apply')}
          </Link>
          <EnquiryLink className={css.button}>{t('empty.enquire')}</EnquiryLink>
        </div>
      </section>
      <Suspense fallback={null}>
        <StartedForms />
      </Suspense>
    </>
  )
}
