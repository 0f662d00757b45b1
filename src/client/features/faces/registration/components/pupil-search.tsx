import { useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { readScan } from '#client/platform/hardware/read-scan.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { useWedge } from '#client/ui/fields/use-wedge.ts'
import { firstOf } from '#local/pos/first-of.ts'
import type { Faces } from '#local/recognition/faces.types.ts'
import type { SentFace, SentFaces } from '#local/recognition/sent-faces.ts'
import type { Customer } from '#shared/pos/customer.contract.ts'
import css from '../registration.module.css'

const maxFound = 12

interface PupilSearchProps {
  faces: Faces
  /** Null until it has been read. */
  sent: SentFaces | null
  onChoose: (pupil: Customer) => void
  onFolder: () => void
}

/** Finds a pupil by name, number or card, and says how it stands with their face. */
export function PupilSearch({ faces, sent, onChoose, onFolder }: PupilSearchProps) {
  const { t } = useTranslation('faces')
  const till = useTill()
  const hintId = useId()
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed.trim())
  const found = text ? till.findCustomers(text, maxFound) : []
  useWedge((code) => {
    const choose = (pupil: Customer | undefined) => pupil && onChoose(pupil)
    void readScan(code).then((codes) => choose(firstOf(codes, till.customerByCard)))
  })
  return (
    <section className={css.box}>
      <h1 className={css.title}>{t('register.title')}</h1>
      <TextField
        label={t('register.search')}
        type="search"
        autoComplete="off"
        spellCheck={false}
        aria-describedby={hintId}
        value={typed}
        onChange={setTyped}
      />
      <p id={hintId} className={css.soft}>
        {t('register.searchHint')}
      </p>
      <p className="visually-hidden" role="status">
        {text && t('register.found', { count: found.length })}
      </p>
      {text && found.length === 0 && <p>{t('register.nobody', { text: `⁨${text}⁩` })}</p>}
      <ul className={css.list}>
        {found.map((pupil) => (
          <li key={pupil.id}>
            <Found pupil={pupil} faces={faces} sent={sent?.of(pupil.id) ?? null} onChoose={() => onChoose(pupil)} />
          </li>
        ))}
      </ul>
      {sent && (
        <Button kind="quiet" onClick={onFolder}>
          {t('folder.open')}
        </Button>
      )}
    </section>
  )
}

interface FoundProps {
  pupil: Customer
  faces: Faces
  sent: SentFace | null
  onChoose: () => void
}

function Found({ pupil, faces, sent, onChoose }: FoundProps) {
  const { t } = useTranslation('faces')
  const pick = useBilingual()
  const format = useFormat()
  const at = faces.enrolledAt(pupil.id)
  const known = at
    ? t(faces.isDue(pupil.id) ? 'register.state.due' : 'register.state.since', { day: format.day(at) })
    : t(faces.mayEnrol(pupil.id) ? 'register.state.none' : 'register.state.noConsent')
  const state = sent ? t(`register.state.${sent}`) : known
  return (
    <button type="button" className={css.found} onClick={onChoose}>
      <span>
        <bdi className={css.name}>{pick(pupil.name)}</bdi>{' '}
        <span className={css.soft}>
          <bdi>{pupil.className}</bdi> · <bdi dir="ltr">{pupil.admissionNo}</bdi>
        </span>
      </span>
      <span className={css.soft}>{state}</span>
    </button>
  )
}
