import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { chooseDeskForms, clearVisitor, deskForms, isDesk } from '#client/platform/offline/desk.ts'
import { submittedAtom } from '#client/platform/offline/forms.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { ActionButton } from '#client/ui/action-button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { useIdle } from '#client/ui/use-idle.ts'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { FormScreen } from '../form-screen.tsx'
import { fetchFormList } from '../form.api.ts'
import css from './kiosk-screen.module.css'

interface IdleSheetProps {
  seconds: number
  onStay: () => void
  onLeave: () => void
}

/** Nobody has touched the desk for a while: anyone who is still there says so. */
function IdleSheet({ seconds, onStay, onLeave }: IdleSheetProps) {
  const { t } = useTranslation('forms.kiosk')
  const footer = (
    <>
      <button type="button" className={css.plain} onClick={onLeave}>
        {t('idle.leave')}
      </button>
      <button type="button" className={css.big} data-autofocus onClick={onStay}>
        {t('idle.stay')}
      </button>
    </>
  )
  return (
    <Sheet title={t('idle.title')} size="narrow" onClose={onStay} footer={footer}>
      <p role="timer">{t('idle.text', { count: seconds })}</p>
    </Sheet>
  )
}

/** Saved here or received there, with the reference once there is one; then the next family. */
function DeskThanks({ id, onNext }: { id: string; onNext: () => void }) {
  const { t } = useTranslation('forms.kiosk')
  const row = useAtomValue(submittedAtom)?.find((each) => each.id === id)
  return (
    <section className={css.box} aria-live="polite">
      <h1 className={css.title}>{t(row?.reference ? 'received' : 'saved')}</h1>
      {row?.reference && (
        <>
          <p>{t('reference')}</p>
          <p className={css.reference}>
            <bdi dir="ltr">{formatReference(row.reference)}</bdi>
          </p>
        </>
      )}
      <button type="button" className={css.big} onClick={onNext}>
        {t('next')}
      </button>
    </section>
  )
}

/** What a family sees that comes up to the desk: a welcome, and one large button per form. */
function Attract({ forms, onBegin }: { forms: readonly PublishedForm[]; onBegin: (form: PublishedForm) => void }) {
  const { t } = useTranslation('forms.kiosk')
  const pick = useBilingual()
  return (
    <section className={css.box}>
      <h1 className={css.title}>{t('welcome')}</h1>
      <p>{t('touch')}</p>
      {forms.map((form) => (
        <button key={form.slug} type="button" className={css.big} onClick={() => onBegin(form)}>
          {pick(form.definition.title)}
        </button>
      ))}
    </section>
  )
}

/** A browser that is no front desk: what to do about it. */
function NoDesk() {
  const { t } = useTranslation('forms.kiosk')
  return (
    <section className={css.box}>
      <h1 className={css.title}>{t('notDesk.title')}</h1>
      <p>{t('notDesk.text')}</p>
      <Link to="/pos/pair">{t('notDesk.pair')}</Link>
    </section>
  )
}

/** What the desk shows. Nothing of it is an address: Back leads out of nobody's form into another's. */
type Scene =
  | { name: 'starting' }
  | { name: 'no-desk' }
  | { name: 'setup' }
  | { name: 'attract'; forms: readonly PublishedForm[] }
  | { name: 'form'; forms: readonly PublishedForm[]; form: PublishedForm }
  | { name: 'thanks'; forms: readonly PublishedForm[]; id: string }

const patience = { form: { quietMs: 60_000, warnSeconds: 15 }, thanks: { quietMs: 20_000, warnSeconds: 5 } } as const

async function firstScene(): Promise<Scene> {
  if (!(await isDesk())) return { name: 'no-desk' }
  import('#client/platform/hardware/report-condition.ts')
    .then(({ startConditionReports }) => startConditionReports())
    .catch(() => undefined)
  // Anyone who was here when the power went is gone by now.
  await clearVisitor()
  const forms = await deskForms()
  return forms.length > 0 ? { name: 'attract', forms } : { name: 'setup' }
}

/** The front desk: one family after the other, and nothing of the last for the next. */
export function KioskScreen() {
  const { t } = useTranslation('forms.kiosk')
  const [scene, setScene] = useState<Scene>({ name: 'starting' })
  const [visit, setVisit] = useState(0)
  const start = () => void firstScene().then(setScene, () => setScene({ name: 'no-desk' }))
  useEffect(start, [])
  const clear = () => {
    void clearVisitor()
    setVisit((n) => n + 1)
    setScene((now) => ('forms' in now ? { name: 'attract', forms: now.forms } : now))
  }
  const isOccupied = scene.name === 'form' || scene.name === 'thanks'
  const idle = useIdle(isOccupied, patience[scene.name === 'thanks' ? 'thanks' : 'form'], clear)
  const waiting = useAtomValue(submittedAtom)?.filter((row) => row.state === 'saved').length ?? 0
  return (
    <div className={css.desk} data-desk data-scene={scene.name}>
      {scene.name === 'no-desk' && <NoDesk />}
      {scene.name === 'setup' && <DeskSetup onDone={start} />}
      {scene.name === 'attract' && (
        <Attract forms={scene.forms} onBegin={(form) => setScene({ name: 'form', forms: scene.forms, form })} />
      )}
      {scene.name === 'form' && (
        <>
          <FormScreen
            key={visit}
            published={scene.form}
            desk={{ onHandedIn: (id) => setScene({ name: 'thanks', forms: scene.forms, id }) }}
          />
          <button type="button" className={css.cancel} onClick={clear}>
            {t('cancel')}
          </button>
        </>
      )}
      {scene.name === 'thanks' && <DeskThanks id={scene.id} onNext={clear} />}
      {waiting > 0 && (
        <p className={css.waiting} role="status">
          {t('waiting', { count: waiting })}
        </p>
      )}
      {idle.left !== null && <IdleSheet seconds={idle.left} onStay={idle.stay} onLeave={clear} />}
    </div>
  )
}

/** Right after pairing, while staff stand here: which forms this desk offers. */
function DeskSetup({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('forms.kiosk')
  const pick = useBilingual()
  const { answer, failure, again } = useAnswer(fetchFormList)
  const [chosen, setChosen] = useState<readonly string[]>(['enquiry'])
  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (chosen.length === 0) return
    await chooseDeskForms(chosen)
    onDone()
  }
  const toggle = (slug: string) =>
    setChosen((now) => (now.includes(slug) ? now.filter((each) => each !== slug) : [...now, slug]))
  return (
    <form className={css.box} onSubmit={(event) => void save(event)}>
      <h1 className={css.title}>{t('setup.title')}</h1>
      {failure && (
        <p className={css.error} role="alert">
          {t('setup.failed')}{' '}
          <button type="button" className={css.plain} onClick={again}>
            {t('setup.again')}
          </button>
        </p>
      )}
      <div className={css.choices}>
        {answer?.map(({ slug, title }) => (
          <label key={slug} className={css.choice}>
            <input type="checkbox" checked={chosen.includes(slug)} onChange={() => toggle(slug)} />
            {pick(title)}
          </label>
        ))}
      </div>
      {chosen.length === 0 && (
        <p className={css.error} role="alert">
          {t('setup.none')}
        </p>
      )}
      <ActionButton>{t('setup.save')}</ActionButton>
    </form>
  )
}
