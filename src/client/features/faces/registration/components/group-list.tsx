import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import type { Faces } from '#local/recognition/faces.types.ts'
import type { CustomerId, UserId } from '#shared/kernel/ids.ts'
import type { Customer } from '#shared/pos/customer.contract.ts'
import { startBands } from '#shared/recognition/face-bands.rules.ts'
import { type Present, ticked } from '../group-list.ts'
import css from './group.module.css'
import { Finder } from './group-finder.tsx'

interface GroupPupilsProps {
  pupils: readonly Customer[]
  present: Present
  /** How many of them no camera can find. */
  unregistered: number
  onTick: (customerId: string) => void
}

/** The whole class with its ticks: what will be saved, no matter who a picture found or missed. */
function GroupPupils({ pupils, present, unregistered, onTick }: GroupPupilsProps) {
  const { t } = useTranslation('faces')
  const pick = useBilingual()
  return (
    <fieldset className={css.page}>
      <legend className={css.label}>
        {t('group.present')}: {t('group.count', { n: present.size, of: pupils.length })}
      </legend>
      {unregistered > 0 && <p className={css.soft}>{t('group.noFaces', { count: unregistered })}</p>}
      <ul className={css.pupils}>
        {pupils.map((pupil) => {
          const by = present.get(pupil.id)
          return (
            <li key={pupil.id}>
              <label className={css.tick}>
                <input type="checkbox" checked={by !== undefined} onChange={() => onTick(pupil.id)} />
                <span>
                  <bdi>{pick(pupil.name)}</bdi>
                  {by && <span className={css.soft}> {t(`group.by.${by}`)}</span>}
                </span>
              </label>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

type Kind = 'attendance' | 'meal'

/** One list: of which class, whom a picture finds, whom a person adds; saved as one act. */
export function GroupList({ faces, userId }: { faces: Faces; userId: UserId }) {
  const { t } = useTranslation(['faces', 'faces.guide'])
  const till = useTill()
  const [className, setClassName] = useState('')
  const [kind, setKind] = useState<Kind>('attendance')
  const [present, setPresent] = useState<Present>(new Map())
  const [outcome, setOutcome] = useState<'saved' | 'failed' | null>(null)
  useBusy(present.size > 0)
  const pupils = till.customersInClass(className)
  const registered = pupils.filter(({ id }) => faces.enrolledAt(id) !== null).length
  const choose = (name: string) => {
    setClassName(name)
    setPresent(new Map())
    setOutcome(null)
  }
  const save = async () => {
    const entries = [...present].map(([id, by]) => ({ customerId: id as CustomerId, by }))
    try {
      await faces.attend({ kind, list: className, entries, actorId: userId })
      setOutcome('saved')
    } catch {
      setOutcome('failed')
    }
  }
  if (outcome === 'saved') return <Saved count={present.size} list={className} onNext={() => choose('')} />
  return (
    <section className={css.page}>
      <h1 className={css.title}>{t('group.title')}</h1>
      <WhichList className={className} kind={kind} onChoose={choose} onKind={setKind} />
      {className !== '' && (
        <>
          {registered > (faces.settings?.bands ?? startBands).group.mostPeople ? (
            <p className={css.problem}>{t('group.tooMany')}</p>
          ) : (
            <Finder key={className} faces={faces} className={className} onPresent={setPresent} />
          )}
          <GroupPupils
            pupils={pupils}
            present={present}
            unregistered={pupils.length - registered}
            onTick={(id) => setPresent(ticked(present, id))}
          />
          <InlineNotice tone="problem">{outcome === 'failed' ? t('group.failed') : ''}</InlineNotice>
          <Button kind="main" size="large" disabled={present.size === 0} onClick={() => void save()}>
            {t('group.save')}
          </Button>
        </>
      )}
    </section>
  )
}

interface WhichListProps {
  className: string
  kind: Kind
  onChoose: (className: string) => void
  onKind: (kind: Kind) => void
}

function WhichList({ className, kind, onChoose, onKind }: WhichListProps) {
  const { t } = useTranslation('faces')
  const till = useTill()
  return (
    <div className={css.tools}>
      <SelectField label={t('group.list')} value={className} onChange={onChoose}>
        <option value="">{t('group.chooseList')}</option>
        {till.classes.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      {(['attendance', 'meal'] as const).map((each) => (
        <Button key={each} aria-pressed={kind === each} onClick={() => onKind(each)}>
          {t(`group.kind.${each}`)}
        </Button>
      ))}
    </div>
  )
}

function Saved({ count, list, onNext }: { count: number; list: string; onNext: () => void }) {
  const { t } = useTranslation('faces')
  return (
    <section className={css.page}>
      <h1 className={css.title} role="status">
        {t('group.saved', { n: count, list: `⁨${list}⁩` })}
      </h1>
      <Button kind="main" size="large" onClick={onNext}>
        {t('group.next')}
      </Button>
    </section>
  )
}
