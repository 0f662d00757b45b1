import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { FaceIcon, NextIcon } from '#client/ui/icons/place-icons.tsx'
import { mayBeSearched, startBands } from '#shared/recognition/face-bands.rules.ts'
import { firstName } from '../first-name.ts'
import { BackIcon } from '../kiosk-icons.tsx'
import css from '../self-service.module.css'
import { atOnce, pageOf } from '../shelf.rules.ts'
import { canShowFace, namedAs, useVisit } from '../visit-context.ts'
import { ChildSign } from './child-sign.tsx'
import { BarButton, Stage, StaffButton } from './stage.tsx'

/** One's class, then one's first name and sign, without pictures; where the school allows it. */
export function ClassList({ className }: { className: string | undefined }) {
  return className === undefined ? <Classes /> : <Names key={className} className={className} />
}

function Classes() {
  const { t } = useTranslation('pos.self-service')
  const { send } = useVisit()
  const { classes } = useTill()
  return (
    <Pages title={t('class.title')} all={classes} more={t('class.more')}>
      {(name) => (
        <button
          key={name}
          type="button"
          className={css.choice}
          onClick={() => send({ type: 'chose-class', className: name })}
        >
          <bdi>{name}</bdi>
        </button>
      )}
    </Pages>
  )
}

function Names({ className }: { className: string }) {
  const { t } = useTranslation('pos.self-service')
  const pick = useBilingual()
  const { send, faces } = useVisit()
  const till = useTill()
  const pupils = [...till.customersInClass(className)].sort((a, b) => pick(a.name).localeCompare(pick(b.name)))
  const known = pupils.filter(({ id }) => canShowFace(faces, id)).length
  const isFaceThere = mayBeSearched((faces?.settings?.bands ?? startBands).few, known)
  return (
    <Pages
      title={t('class.names', { className: `⁨${className}⁩` })}
      all={pupils}
      more={t('class.moreNames')}
      extra={
        isFaceThere && (
          <BarButton icon={<FaceIcon size={36} />} onClick={() => send({ type: 'wanted-face-of-class', className })}>
            {t('class.face')}
          </BarButton>
        )
      }
    >
      {(pupil) => (
        <button key={pupil.id} type="button" className={css.choice} onClick={() => send(namedAs(faces, pupil, 'name'))}>
          <ChildSign customerId={pupil.id} />
          <bdi>{nameAmong(pupil, pupils, pick)}</bdi>
        </button>
      )}
    </Pages>
  )
}

interface PagesProps<T> {
  title: string
  all: readonly T[]
  more: string
  extra?: ReactNode
  children: (one: T) => ReactNode
}

/** Twelve at once; the next twelve by a touch, and after the last ones the first again. */
function Pages<T>({ title, all, more, extra, children }: PagesProps<T>) {
  const { t } = useTranslation('pos.self-service')
  const { send } = useVisit()
  const [page, setPage] = useState(0)
  return (
    <Stage
      title={title}
      bar={
        <>
          <BarButton icon={<BackIcon size={36} />} onClick={() => send({ type: 'back' })}>
            {t('back')}
          </BarButton>
          <StaffButton />
          {extra}
          {all.length > atOnce && (
            <BarButton icon={<NextIcon size={36} />} onClick={() => setPage(page + 1)}>
              {more}
            </BarButton>
          )}
        </>
      }
    >
      <div className={css.choices}>{pageOf(all, page, atOnce).map((one) => children(one))}</div>
    </Stage>
  )
}

type Named = Parameters<ReturnType<typeof useBilingual>>[0]

/** The first name, and as much more of it as two who share it need. */
function nameAmong(
  pupil: { id: string; name: Named },
  all: readonly { id: string; name: Named }[],
  pick: (name: Named) => string,
): string {
  const whole = pick(pupil.name)
  const first = firstName(whole)
  const isShared = all.some((other) => other.id !== pupil.id && firstName(pick(other.name)) === first)
  const rest = whole.slice(first.length).trim()
  return isShared && rest ? `${first} ${[...rest][0] ?? ''}.` : first
}
