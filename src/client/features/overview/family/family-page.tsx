import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useIsOnline } from '#client/platform/use-online.ts'
import { useNow } from '#client/platform/use-now.ts'
import { ChildrenView } from './children-view.tsx'
import { Siblings } from './components/child-face.tsx'
import { Quiet } from './components/quiet.tsx'
import css from './components/family.module.css'
import { Greeting, HomeView } from './home-view.tsx'
import { MessagesView } from './messages-view.tsx'
import { PayView } from './pay-view.tsx'
import { type FamilyAnswers, useFamily } from './use-family.ts'

const views = { '': HomeView, children: ChildrenView, pay: PayView, messages: MessagesView } as const
type View = keyof typeof views

/** The four pages of a family, on one reading of its home: changing between them asks nobody. */
export function FamilyPage() {
  const { _splat: rest = '' } = useParams({ strict: false })
  const family = useFamily()
  const at = rest in views ? (rest as View) : ''
  const Shown = views[at]
  return (
    <div className={css.page}>
      <Freshness {...family} />
      {family.home ? (
        <Siblings value={family.home.children}>
          <Shown home={family.home} canteen={family.canteen} family={family} />
        </Siblings>
      ) : (
        <>
          {at === '' && <Greeting />}
          <Quiet isOver={family.failure !== undefined} />
        </>
      )}
    </div>
  )
}

/** What is shown is never newer than it says: without a network with its age, which a person can try to change. */
function Freshness({ home, failure, recalledAt, again }: FamilyAnswers) {
  const { t } = useTranslation('overview.family')
  const format = useFormat()
  const errorText = useErrorText()
  const isOnline = useIsOnline()
  const nowMs = useNow(30_000)
  const isOld = recalledAt !== undefined
  if (!isOld && !failure && isOnline) return null
  const text =
    isOld || (home && !isOnline)
      ? t('age.offline', { ago: format.ago(recalledAt ?? home?.at ?? nowMs, nowMs) })
      : failure
        ? errorText(failure)
        : ''
  if (text === '') return null
  return (
    <p className={css.age} role="status">
      {text}{' '}
      <button type="button" className={css.textButton} onClick={again}>
        {t('age.again')}
      </button>
    </p>
  )
}
