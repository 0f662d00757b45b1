import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { EnquiryLink } from '#client/platform/page/enquiry-link.tsx'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useNow } from '#client/platform/use-now.ts'
import link from '#client/ui/link.module.css'
import { PhoneLink } from '#client/ui/phone-link.tsx'
import { formatLongDay } from '#shared/kernel/text/format-day.rules.ts'
import { businessDay, minuteMs } from '#shared/kernel/time.ts'
import { type AdmissionWindow, admissionWindow } from '#shared/school/admission-window.rules.ts'
import type { SchoolDetails } from '#shared/school/school-read.contract.ts'
import { AdmissionPeriods } from '../admission-dates/admission-periods.tsx'
import css from './school-page-screen.module.css'

type Window = AdmissionWindow<SchoolDetails['dates'][number]>

/** The page of a school that a visitor meets first: whether families may apply, the ways in, and how to reach the school. */
export function SchoolPageScreen() {
  const school = useAtomValue(schoolAtom)
  const now = useNow(minuteMs)
  if (!school) return null
  const window = admissionWindow(school.dates, businessDay(now, school.timeZone, 0))
  return (
    <div className={css.page}>
      <Welcome school={school} window={window} />
      <div className={css.more}>
        {window.periods.length > 0 && <Dates window={window} />}
        <Contact school={school} />
      </div>
      <FootLinks hasDates={window.periods.length > 0} />
    </div>
  )
}

/** What few come for, below everything else. */
function FootLinks({ hasDates }: { hasDates: boolean }) {
  const { t } = useTranslation('admissions.school-page')
  return (
    <p className={css.foot}>
      {hasDates && (
        <Link to="/subscribe" className={link.link}>
          {t('news')}
        </Link>
      )}
      <Link to="/pos-sign-in" className={link.link}>
        {t('tills')}
      </Link>
    </p>
  )
}

function Welcome({ school, window }: { school: SchoolDetails; window: Window }) {
  const { t } = useTranslation('admissions.school-page')
  const pick = useBilingual()
  const { name, page, swiperText } = school
  const text = page ? pick(page.text) : ''
  const paragraphs = text === '' ? swiperText.map(pick) : text.split(/\n\s*\n/)
  const canApply = window.state === 'open' || window.state === 'none'
  return (
    <section className={css.welcome}>
      <div className={css.words}>
        <State window={window} />
        <h1 className={css.title}>{(page && pick(page.title)) || pick(name)}</h1>
        {paragraphs.map((paragraph, no) => (
          <p key={no} className={css.text}>
            {paragraph}
          </p>
        ))}
        <p className={css.ways}>
          {canApply && (
            <Link to="/admission" className={css.way} data-kind="main">
              {t('apply')}
            </Link>
          )}
          <EnquiryLink className={css.way} data-kind={canApply ? 'plain' : 'main'}>
            {t('enquire')}
          </EnquiryLink>
        </p>
        <p className={css.begun}>
          {t('begun')}{' '}
          <Link to="/sign-in" className={link.link}>
            {t('signIn')}
          </Link>
        </p>
      </div>
      <Arcade className={css.picture} />
    </section>
  )
}

/** Whether the school takes applications, and until or from when. */
function State({ window: { state, turnsOn } }: { window: Window }) {
  const { t, i18n } = useTranslation('admissions.school-page')
  return (
    <p className={css.state} data-state={state}>
      {t(`state.${state}`, { day: turnsOn && formatLongDay(turnsOn, i18n.language) })}
    </p>
  )
}

function Dates({ window: { periods } }: { window: Window }) {
  const { t } = useTranslation('admissions.school-page')
  return (
    <section>
      <h2 className={css.heading}>{t('dates')}</h2>
      <AdmissionPeriods periods={periods} />
    </section>
  )
}

function Contact({ school: { contact, website } }: { school: SchoolDetails }) {
  const { t } = useTranslation('admissions.school-page')
  const { phone = '', email = '' } = contact ?? {}
  if (phone === '' && email === '' && website === '') return null
  return (
    <section>
      <h2 className={css.heading}>{t('contact')}</h2>
      <dl className={css.contact}>
        {phone !== '' && (
          <div>
            <dt>{t('phone')}</dt>
            <dd>
              <PhoneLink phone={phone} className={link.link} />
            </dd>
          </div>
        )}
        {email !== '' && (
          <div>
            <dt>{t('email')}</dt>
            <dd>
              <a href={`mailto:${email}`} className={link.link}>
                <bdi dir="ltr">{email}</bdi>
              </a>
            </dd>
          </div>
        )}
        {website !== '' && (
          <div>
            <dt>{t('website')}</dt>
            <dd>
              <a href={website} className={link.link}>
                <bdi dir="ltr">{website}</bdi>
              </a>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

/** Four arches and a sun in the school's colour: a picture for a school that has none of its own. */
const Arcade = ({ className }: { className?: string | undefined }) => (
  <svg className={className} viewBox="0 0 480 320" aria-hidden="true" preserveAspectRatio="xMidYMax slice">
    <rect width="480" height="320" fill="var(--brand-1)" />
    <circle cx="110" cy="84" r="40" fill="#f2b640" />
    <path d="M60 120h360v164H60z" fill="var(--surface)" />
    <path d="M60 120h360v12H60z" fill="var(--brand-2)" />
    {[86, 170, 254, 338].map((x) => (
      <g key={x}>
        <path d={`M${x} 284v-88a28 28 0 0 1 56 0v88z`} fill="var(--brand-6)" />
        <path d={`M${x + 9} 284v-84a19 19 0 0 1 38 0v84z`} fill="var(--brand-8)" />
        <circle cx={x + 28} cy="150" r="5" fill="#f2b640" />
      </g>
    ))}
    <path d="M0 284h480v36H0z" fill="var(--brand-2)" />
    <path d="M222 284h36l34 36H188z" fill="var(--brand-1)" />
  </svg>
)
