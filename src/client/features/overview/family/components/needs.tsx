// chunk: family
import { Link, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { formatLongDay } from '#shared/kernel/text/format-day.rules.ts'
import type { FamilyHome, FamilyNeed } from '#shared/overview/family/family-home.contract.ts'
import { useChildName } from '../use-child-name.ts'
import {
  CameraIcon,
  ClockIcon,
  ConsentIcon,
  DayIcon,
  ForwardIcon,
  MoneyIcon,
  PenIcon,
  PageIcon,
} from './family-icons.tsx'
import css from './needs.module.css'

const icons = {
  offer: PenIcon,
  deposit: MoneyIcon,
  consent: ConsentIcon,
  form: PageIcon,
  documents: CameraIcon,
  appointment: DayIcon,
} as const

const load = () => import('../family.api.ts')

/** What waits for this guardian: the nearest with its own button, the others one below the other. Nothing is said as well. */
export function Needs({ home }: { home: FamilyHome }) {
  const { t } = useTranslation('overview.family')
  const router = useRouter()
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(
    async ({ studentId, kind: need, id }: FamilyNeed) => (await load()).openNeed({ student_id: studentId, need, id }),
    { onSuccess: ({ path }) => router.navigate({ href: path }) },
  )
  // What another person pays is no need of this one.
  const fee = home.fees.find(({ studentId }) => studentId === null)
  const count = home.needs.length + (fee ? 1 : 0)
  if (count === 0)
    return (
      <section className={css.nothing}>
        <h2>{t('needs.none')}</h2>
        <p>{t('needs.noneText')}</p>
      </section>
    )
  const [first, ...others] = home.needs
  return (
    <section aria-labelledby="needs" className={css.section}>
      <h2 id="needs" className={css.head}>
        {t('needs.title', { count })}
      </h2>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <div className={css.needs}>
        {first && <FirstNeed need={first} home={home} isWorking={isPending} open={() => void mutate(first)} />}
        {others.map((need) => (
          <OtherNeed key={`${need.kind} ${need.id}`} need={need} home={home} open={() => void mutate(need)} />
        ))}
        {fee && <FeeNeed fee={fee} home={home} isFirst={!first} />}
      </div>
    </section>
  )
}

interface NeedProps {
  need: FamilyNeed
  home: FamilyHome
  open: () => void
}

/** Returns the words of something that waits. */
function useNeedWords(): (need: FamilyNeed, home: FamilyHome) => { title: string; text: string } {
  const { t, i18n } = useTranslation('overview.family')
  const pick = useBilingual()
  const format = useFormat()
  const { first } = useChildName()
  return (need, { children }) => {
    const name = first(children.find(({ studentId }) => studentId === need.studentId))
    const [label = ''] = need.labels.map(pick)
    const day = need.startOn ? formatLongDay(need.startOn, i18n.language) : ''
    switch (need.kind) {
      case 'offer':
        return { title: t('need.offer.title', { name }), text: t('need.offer.text', { day }) }
      case 'deposit':
        return {
          title: t('need.deposit.title', { name }),
          text: t('need.deposit.text', { amount: format.money(need.amount ?? 0) }),
        }
      case 'consent':
        return { title: t('need.consent.title', { name }), text: t('need.consent.text') }
      case 'form':
        return { title: t('need.form.title', { name, form: label }), text: t('need.form.text') }
      case 'documents': {
        const count = need.labels.length
        return {
          title: t('need.documents.title', { name, count, first: label }),
          text: t('need.documents.text', { count, first: label }),
        }
      }
      case 'appointment':
        return { title: t('need.appointment.title', { name }), text: t('need.appointment.text', { kind: label }) }
    }
  }
}

function Due({ until, today }: { until: string | null; today: string }) {
  const { t, i18n } = useTranslation('overview.family')
  if (until === null) return null
  const day = formatLongDay(until, i18n.language)
  const isLate = until < today
  return (
    <span className={css.due} data-late={isLate || undefined}>
      <ClockIcon size={16} />
      {t(isLate ? 'needs.late' : 'needs.by', { day })}
    </span>
  )
}

function FirstNeed({ need, home, open, isWorking }: NeedProps & { isWorking: boolean }) {
  const { t } = useTranslation('overview.family')
  const { title, text } = useNeedWords()(need, home)
  const Icon = icons[need.kind]
  return (
    <div className={css.first}>
      <Due until={need.until} today={home.today} />
      <h3 className={css.title}>{title}</h3>
      <p className={css.text}>{text}</p>
      <button type="button" className={css.act} aria-busy={isWorking} onClick={open}>
        <Icon size={22} />
        {t(`need.${need.kind}.act`)}
      </button>
    </div>
  )
}

function OtherNeed({ need, home, open }: NeedProps) {
  const { title, text } = useNeedWords()(need, home)
  const Icon = icons[need.kind]
  return (
    <button type="button" className={css.other} onClick={open}>
      <span className={css.icon}>
        <Icon size={22} />
      </span>
      <span className={css.words}>
        <b>{title}</b>
        <small>{text}</small>
        <Due until={need.until} today={home.today} />
      </span>
      <ForwardIcon size={22} />
    </button>
  )
}

function FeeNeed({ fee, home, isFirst }: { fee: FamilyHome['fees'][number]; home: FamilyHome; isFirst: boolean }) {
  const { t } = useTranslation('overview.family')
  const format = useFormat()
  return (
    <Link
      to="/fee-{$page}/$"
      params={{ page: 'account', _splat: '' }}
      className={css.other}
      data-first={isFirst || undefined}
    >
      <span className={css.icon}>
        <MoneyIcon size={22} />
      </span>
      <span className={css.words}>
        <b>{t('need.fee.title')}</b>
        <small>{t('need.fee.text', { amount: format.money(fee.amount, fee.currency) })}</small>
        <Due until={fee.until} today={home.today} />
      </span>
      <ForwardIcon size={22} />
    </Link>
  )
}
