import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { mayBeSearched, startBands } from '#shared/recognition/face-bands.rules.ts'
import { firstName } from '../first-name.ts'
import css from '../self-service.module.css'
import { canShowFace, namedAs, useVisit } from '../visit-context.ts'

/** One's class, then one's first name, without pictures; where the school allows it. */
export function ClassList({ className }: { className: string | undefined }) {
  const { t } = useTranslation('pos.self-service')
  const pick = useBilingual()
  const { send, faces } = useVisit()
  const till = useTill()
  const back = (
    <Button kind="quiet" onClick={() => send({ type: 'back' })}>
      {t('back')}
    </Button>
  )
  if (className === undefined)
    return (
      <section className={css.scene}>
        <h1 className={css.title}>{t('class.title')}</h1>
        <div className={css.tiles}>
          {till.classes.map((name) => (
            <Button key={name} size="large" onClick={() => send({ type: 'chose-class', className: name })}>
              <bdi>{name}</bdi>
            </Button>
          ))}
        </div>
        {back}
      </section>
    )
  const pupils = [...till.customersInClass(className)].sort((a, b) => pick(a.name).localeCompare(pick(b.name)))
  const known = pupils.filter(({ id }) => canShowFace(faces, id)).length
  const faceThere = mayBeSearched((faces?.settings?.bands ?? startBands).few, known)
  return (
    <section className={css.scene}>
      <h1 className={css.title}>{t('class.names', { className: `⁨${className}⁩` })}</h1>
      {faceThere && (
        <Button kind="main" size="large" onClick={() => send({ type: 'wanted-face-of-class', className })}>
          {t('class.face')}
        </Button>
      )}
      <div className={css.tiles}>
        {pupils.map((pupil) => (
          <Button key={pupil.id} size="large" onClick={() => send(namedAs(faces, pupil, 'name'))}>
            <bdi>{nameAmong(pupil, pupils, pick)}</bdi>
          </Button>
        ))}
      </div>
      {back}
    </section>
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
